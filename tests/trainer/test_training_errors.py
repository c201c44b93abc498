"""Errors of training: other data, damaged files, a full disk, a lost GPU."""

import json
import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tests.codes import raises_code
from tests.records import replace
from tests.trainer.training_runs import CPU, needed

from lexdesk.errors import CollectionError, LexdeskError, LibraryCode, LibraryLocked
from lexdesk.system.lock import writer_lock
from lexdesk_trainer import steps
from lexdesk_trainer.data import prepare, vocabulary
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import DiskFull, OtherArchitecture, TooLittleText, TrainingError
from lexdesk_trainer.settings import Prepare
from lexdesk_trainer.steps import RecipeRun
from lexdesk_trainer.training import loop, teacher
from lexdesk_trainer.training.loop import Limit
from lexdesk_trainer.training.pretrain import Pretraining


@pytest.mark.parametrize(
    ("file", "content", "code", "parameters"),
    [
        (
            "qrels.train.tsv",
            "q1\tart500\t1\n",
            TrainingCode.IDS_MISSING,
            {"unknown": "1", "unknown_2": "art500"},
        ),
        ("qrels.train.tsv", "q500\tart1\t1\n", TrainingCode.IDS_MISSING, {"unknown_2": "q500"}),
        (
            "qrels.dev.tsv",
            "query-id\tcorpus-id\tscore\n",
            TrainingCode.NO_JUDGEMENT,
            {"split": "dev"},
        ),
        (
            "meta.json",
            '{"licence": "CC BY-NC-SA 4.0 (non-commercial)"}',
            TrainingCode.LICENCE_FORBIDS,
            {},
        ),
        ("meta.json", '{"licence": "unclear: evaluate only"}', TrainingCode.LICENCE_FORBIDS, {}),
        ("meta.json", "{}", TrainingCode.NO_LICENCE, {}),
        ("meta.json", '{"licence": "CC BY 4.0"', TrainingCode.META_NOT_JSON, {}),
        ("meta.json", "[1]", TrainingCode.META_NOT_JSON, {}),
    ],
)
def test_invalid_data_is_rejected_before_training(
    file: str,
    content: str,
    code: TrainingCode,
    parameters: dict[str, str],
    law_data: Path,
    recipe_run: RecipeRun,
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    for name in ("raw", "README.md"):
        (data / name).symlink_to(law_data / name)
    (data / "titles").mkdir()
    for path in (law_data / "titles").iterdir():
        (data / "titles" / path.name).write_bytes(path.read_bytes())
    (data / "titles" / file).write_text(content)
    bad = replace(recipe_run, data=data, work=tmp_path / "nothing")
    with raises_code(LexdeskError, code, **parameters):
        steps.make_shard(bad)
    assert not (tmp_path / "nothing").exists()  # nor a vocabulary, which takes minutes


def test_model_of_other_vocabulary_is_rejected(recipe_run: RecipeRun) -> None:
    tokenizer = recipe_run.folder / steps.INITIAL_ENCODER / "tokenizer.json"
    content = json.loads(tokenizer.read_text())
    content["model"]["vocab"]["[REF]x"] = len(content["model"]["vocab"])
    tokenizer.write_text(json.dumps(content))
    with raises_code(OtherArchitecture, TrainingCode.OTHER_VOCABULARY):
        steps.pretrain(recipe_run, Limit())


def test_checkpoint_of_other_shape_or_schedule_is_rejected(
    recipe_run: RecipeRun, prepared: RecipeRun
) -> None:
    steps.pretrain(recipe_run, Limit(this_command=1e-9))
    settings = needed(recipe_run.recipe.pretrain)
    schedule = replace(settings.schedule, learning_rate=1e-5)
    slower = replace(settings, schedule=schedule)
    other = replace(recipe_run, recipe=replace(recipe_run.recipe, pretrain=slower))
    with raises_code(
        OtherArchitecture, TrainingCode.OTHER_DATA, changed="learning_rate 0.003, now 1e-05"
    ):
        steps.pretrain(other, Limit())
    deeper = bert.change_depth(bert.load(prepared.folder / steps.INITIAL_ENCODER), 4)
    task = Pretraining(deeper, recipe_run.shard, settings, CPU)
    with raises_code(OtherArchitecture, TrainingCode.OTHER_SHAPE):
        loop.train(task, settings.schedule, recipe_run.folder / "pretrain", CPU)


def test_checkpoint_of_other_data_or_settings_is_rejected(recipe_run: RecipeRun) -> None:
    """Runs went on with other data and another temperature than they had begun with, without a word."""
    steps.train_embedder(recipe_run, Limit(this_command=1e-9))
    settings = recipe_run.recipe.embedder
    assert settings is not None

    def with_settings(**changes: float) -> RecipeRun:
        recipe = replace(recipe_run.recipe, embedder=replace(settings, **changes))
        return replace(recipe_run, recipe=recipe)

    changed = "temperature 0.05, now 0.5"
    with raises_code(OtherArchitecture, TrainingCode.OTHER_DATA, changed=changed):
        steps.train_embedder(with_settings(temperature=0.5), Limit(this_command=1e-9))
    assert steps.train_embedder(with_settings(merge=0.5), Limit(this_command=1e-9)).step == 2
    arrays = dict(np.load(recipe_run.folder / "shard" / "arrays.npz"))
    arrays["positives"] = arrays["positives"][::-1].copy()
    np.savez_compressed(recipe_run.folder / "shard" / "arrays.npz", **arrays)
    with raises_code(OtherArchitecture, TrainingCode.OTHER_DATA) as error:
        steps.train_embedder(recipe_run, Limit(this_command=1e-9))
    assert str(error.value.parameters["changed"]).startswith("data ")


def test_non_finite_loss_is_reported_with_remedy(
    recipe_run: RecipeRun, prepared: RecipeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkpoint of another learning rate is refused: there is no going on from it with a lower one."""
    settings = needed(recipe_run.recipe.pretrain)
    task = Pretraining(
        bert.load(prepared.folder / steps.INITIAL_ENCODER), recipe_run.shard, settings, CPU
    )
    monkeypatch.setattr(task, "step", lambda _: {"loss": math.nan})
    folder = recipe_run.folder / "pretrain"
    with raises_code(
        TrainingError, TrainingCode.LOSS_NO_NUMBER, name="pretrain", step="0", learning_rate="0.003"
    ):
        loop.train(task, settings.schedule, folder, CPU)


def test_concurrent_trainings_exclude_each_other(recipe_run: RecipeRun) -> None:
    folder = recipe_run.folder / "pretrain"
    folder.mkdir()
    with writer_lock(folder, "training"), raises_code(LibraryLocked, LibraryCode.LOCKED_BY):
        steps.pretrain(recipe_run, Limit())
    assert not (folder / loop.CHECKPOINT).exists()
    assert steps.pretrain(recipe_run, Limit(this_command=1e-9)).step == 1


def test_shard_of_other_scale_is_rejected(recipe_run: RecipeRun) -> None:
    wider = replace(recipe_run.recipe, prepare=replace(recipe_run.recipe.prepare, candidates=60))
    with raises_code(OtherArchitecture, TrainingCode.OTHER_SETTINGS):
        steps.make_shard(replace(recipe_run, recipe=wider))


def test_initial_model_of_other_scale_is_rejected(recipe_run: RecipeRun) -> None:
    """`vocabulary --scale small` left one, and the shard of the whole recipe silently used it."""
    shutil.rmtree(recipe_run.folder / "shard")
    wider = replace(recipe_run.recipe, vocabulary=replace(recipe_run.recipe.vocabulary, size=1300))
    with raises_code(OtherArchitecture, TrainingCode.OTHER_SETTINGS):
        steps.make_shard(replace(recipe_run, recipe=wider))
    assert steps.make_initial_encoder(recipe_run) == recipe_run.folder / steps.INITIAL_ENCODER


@pytest.mark.parametrize(
    ("changes", "code", "parameters"),
    [
        (
            {"prepare": Prepare(passage_tokens=49)},
            TrainingCode.TEXTS_TOO_LONG,
            {"tokens": "49", "most": "48"},
        ),
        ({}, TrainingCode.TOO_MANY_PIECES, {"pieces": "300", "most_pieces": "256"}),
    ],
)
def test_unstorable_values_are_reported_before_ranking(
    changes: dict[str, Any],
    code: TrainingCode,
    parameters: dict[str, str],
    recipe_run: RecipeRun,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They were reported as a bug or a failed GPU, or only after the ranking."""
    shutil.rmtree(recipe_run.folder)
    monkeypatch.setattr(prepare, "MOST_PIECES", 256)
    vocabulary = replace(recipe_run.recipe.vocabulary, size=300)
    recipe = replace(recipe_run.recipe, vocabulary=vocabulary, **changes)
    with raises_code(TrainingError, code, **parameters):
        steps.make_shard(replace(recipe_run, recipe=recipe))
    assert not (recipe_run.folder / "runs").exists()


def test_step_exceeding_encoder_length_is_reported(recipe_run: RecipeRun) -> None:
    wide = replace(recipe_run.recipe.teacher, tokens=49)
    with raises_code(TrainingError, TrainingCode.TEXTS_TOO_LONG, tokens="49", most="48"):
        steps.train_teacher(
            replace(recipe_run, recipe=replace(recipe_run.recipe, teacher=wide)), Limit()
        )


@pytest.mark.slow
def test_unfinished_step_is_not_skipped(recipe_run: RecipeRun) -> None:
    """It started from the base of the unfinished step, and lost the progress of that."""
    steps.pretrain(recipe_run, Limit(this_command=1e-9))
    with raises_code(TrainingError, TrainingCode.NOT_ENDED, command="pretrain", name="tiny"):
        steps.train_embedder(recipe_run, Limit(this_command=1e-9))
    assert steps.pretrain(recipe_run, Limit()).done
    assert steps.train_embedder(recipe_run, Limit(this_command=1e-9)).step == 1


@pytest.mark.slow
def test_checkpoint_of_other_initial_weights_is_rejected(recipe_run: RecipeRun) -> None:
    """A longer pretraining left the embedder as it was, done."""
    steps.train_embedder(recipe_run, Limit(this_command=1e-9))
    steps.pretrain(recipe_run, Limit())
    with raises_code(OtherArchitecture, TrainingCode.OTHER_DATA) as error:
        steps.train_embedder(recipe_run, Limit())
    assert str(error.value.parameters["changed"]).startswith("inputs ")
    shutil.rmtree(recipe_run.folder / "pretrain")
    assert steps.train_embedder(recipe_run, Limit(this_command=1e-9)).step == 2


def test_checkpoint_of_another_format_is_reported(recipe_run: RecipeRun) -> None:
    steps.pretrain(recipe_run, Limit(this_command=1e-9))
    path = recipe_run.folder / "pretrain" / loop.CHECKPOINT
    content = torch.load(path, weights_only=True)
    del content["inputs"]
    torch.save(content, path)
    with raises_code(TrainingError, TrainingCode.CHECKPOINT_DAMAGED, reason="it lacks inputs"):
        steps.pretrain(recipe_run, Limit())


@pytest.mark.parametrize("size", [0, 100, -100])
def test_truncated_checkpoint_is_reported(recipe_run: RecipeRun, size: int) -> None:
    steps.pretrain(recipe_run, Limit(this_command=1e-9))
    path = recipe_run.folder / "pretrain" / loop.CHECKPOINT
    path.write_bytes(path.read_bytes()[:size])
    with raises_code(TrainingError, TrainingCode.CHECKPOINT_DAMAGED):
        steps.pretrain(recipe_run, Limit())


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("shard/arrays.npz", TrainingCode.SHARD_DAMAGED),
        ("shard/stream.xz", TrainingCode.SHARD_DAMAGED),
        ("shard/tokenizer.json", TrainingCode.NO_TOKENIZER),
        ("initial_encoder/model.safetensors", TrainingCode.NO_WEIGHTS),
    ],
)
def test_truncated_transfer_is_reported(
    recipe_run: RecipeRun, name: str, code: TrainingCode
) -> None:
    path = recipe_run.folder / name
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with raises_code(LexdeskError, code) as error:
        for step in (steps.train_embedder, steps.pretrain):
            step(recipe_run, Limit(this_command=1e-9))
    named = path if code is not TrainingCode.NO_WEIGHTS else path.parent
    assert str(named) in map(str, error.value.parameters.values())


def test_judgements_of_other_shard_are_rejected(prepared: RecipeRun, tmp_path: Path) -> None:
    wrong = teacher.TeacherScores(np.zeros((2, 3), np.float16), np.zeros(4, np.float16))
    teacher.write(tmp_path / "teacher_scores.npz", wrong)
    with raises_code(CollectionError, TrainingCode.OTHER_SCORES):
        teacher.read(tmp_path / "teacher_scores.npz", prepared.shard)


@pytest.mark.parametrize("size", [0, 200])
def test_truncated_judgements_are_reported(size: int, prepared: RecipeRun, tmp_path: Path) -> None:
    path, examples = tmp_path / "teacher_scores.npz", prepared.shard.examples
    scores = np.zeros(len(examples.positives.values), np.float16)
    teacher.write(
        path, teacher.TeacherScores(np.zeros(examples.candidates.shape, np.float16), scores)
    )
    assert teacher.read(path, prepared.shard).positives.shape == scores.shape
    path.write_bytes(path.read_bytes()[:size])
    with raises_code(CollectionError, TrainingCode.SCORES_DAMAGED):
        teacher.read(path, prepared.shard)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_oversized_shard_is_reported_with_folder(recipe_run: RecipeRun) -> None:
    """A full disk has no error number in the writer of tokenizers, and no file name in the others."""
    folder = recipe_run.folder / "shard"
    (folder / "shard.json").unlink()
    for name in ("tokenizer.json", "stream.xz", "texts.xz", "arrays.npz"):
        (folder / name).unlink()
        (folder / name).symlink_to("/dev/full")
        with raises_code(DiskFull, TrainingCode.DISK_FULL):
            steps.make_shard(recipe_run)
        (folder / name).unlink()
    assert steps.make_shard(recipe_run).record["counts"]["dev"] == 25


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_oversized_vocabulary_is_reported_with_folder(recipe_run: RecipeRun) -> None:
    encoder, tokenizer = (
        bert.load(recipe_run.folder / steps.INITIAL_ENCODER),
        vocabulary.read(recipe_run.folder / steps.INITIAL_ENCODER),
    )
    full = recipe_run.work / "full"
    full.mkdir()
    (full / "tokenizer.json").symlink_to("/dev/full")
    with raises_code(DiskFull, TrainingCode.DISK_FULL):
        bert.save(
            full, encoder, tokenizer,
            maximum_tokens=8, training_data=(), ships=True, base="b", licence="MIT",
        )  # fmt: skip


def test_too_little_text_is_reported(recipe_run: RecipeRun, prepared: RecipeRun) -> None:
    wide = replace(needed(recipe_run.recipe.pretrain), tokens=512)
    with raises_code(TooLittleText, TrainingCode.TOO_FEW_TOKENS):
        Pretraining(bert.load(prepared.folder / steps.INITIAL_ENCODER), recipe_run.shard, wide, CPU)
    with raises_code(
        TooLittleText, TrainingCode.TOO_FEW_CHARACTERS, characters="0", fewest_characters="10000"
    ):
        vocabulary.train([], needed(recipe_run.recipe.vocabulary))
