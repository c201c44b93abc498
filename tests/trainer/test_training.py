"""Tiny models learn from real law; an interrupted run ends as an uninterrupted one."""

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tests.codes import raises_code
from tests.records import replace
from tests.trainer.training_runs import CPU, needed

from lexdesk_trainer import steps
from lexdesk_trainer.data import prepare, shards, vocabulary
from lexdesk_trainer.encoders import bert, token_vectors
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import LicenceForbids, TrainingError
from lexdesk_trainer.settings import Data, Schedule
from lexdesk_trainer.steps import RecipeRun
from lexdesk_trainer.training import curves, embedder, loop, reranker
from lexdesk_trainer.training.embedder import ContrastiveTraining
from lexdesk_trainer.training.loop import Limit
from lexdesk_trainer.training.negatives import Negatives
from lexdesk_trainer.training.pretrain import Pretraining
from lexdesk_trainer.training.text_encoders import BertTexts


def losses(folder: Path) -> list[float]:
    result = torch.load(folder / loop.CHECKPOINT, weights_only=True)
    return [value for _, value in result["history"]["loss"]]


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return dict(torch.load(folder / loop.CHECKPOINT, weights_only=True)["model"])


@pytest.mark.parametrize("step", ["pretrain", "embedder", "token_vectors", "reranker"])
def test_loss_decreases(step: str, trained: RecipeRun) -> None:
    values = losses(trained.folder / step)
    third = len(values) // 3
    assert np.mean(values[-third:]) < np.mean(values[:third])


def test_each_step_writes_model_curves_and_tensorboard_files(trained: RecipeRun) -> None:
    for step in steps.STEPS:
        folder = trained.folder / step
        result = bert.read_record(folder / "model")
        assert [
            "raw/gdpr-24-languages.jsonl.gz",
            "EU reuse with attribution (Commission Decision 2011/833/EU)",
        ] in result["training_data"]
        assert "<svg" in (folder / "curves.svg").read_text()
        assert list((folder / "tensorboard").glob("events.*"))
    assert bert.load(trained.folder / "teacher" / "model").config.num_hidden_layers == 3


@pytest.mark.slow
@pytest.mark.parametrize("step", ["pretrain", "embedder", "token_vectors"])
def test_interrupted_run_ends_in_same_weights(
    step: str, recipe_run: RecipeRun, trained: RecipeRun
) -> None:
    if step == "embedder":
        model = "pretrain/model"
        (recipe_run.folder / "pretrain").mkdir()
        (recipe_run.folder / model).symlink_to(trained.folder / model)
    short = Limit(this_command=1e-9)  # one step a command
    commands = 0
    while not steps.STEPS[step](recipe_run, short if commands < 5 else Limit()).done:
        commands += 1
    assert commands == 5
    ours, theirs = weights(recipe_run.folder / step), weights(trained.folder / step)
    for name, value in theirs.items():
        torch.testing.assert_close(ours[name], value, rtol=0, atol=0)


@pytest.mark.slow
def test_long_curves_are_small_and_reproducible(tmp_path: Path) -> None:
    steps = range(1, 20_001)
    loss = [(step, 1 / step + math.sin(step) / 50) for step in steps]
    history = {"loss": loss, "learning_rate": loss, "judged": loss[:: len(loss) // 30]}
    for name in ("one", "again"):
        curves.draw(tmp_path / name, history)
    picture = (tmp_path / "one").read_text()
    assert picture == (tmp_path / "again").read_text()
    assert len(picture) < 25_000
    assert all(f">{expected}<" in picture for expected in ("loss", "score", "judged", "step"))
    curves.draw(tmp_path / "no scores", {"loss": loss})
    assert ">score<" not in (tmp_path / "no scores").read_text()


class Falling:
    """A loss that is the square of a number; counts its evaluations."""

    def __init__(self) -> None:
        self.model: torch.nn.Module = torch.nn.Linear(1, 1, bias=False)

    def step(self, number: int) -> dict[str, float]:
        loss = self.model(torch.ones(1, 1)).square().mean()
        loss.backward()
        return {"loss": loss.item()}

    def evaluate(self) -> dict[str, float]:
        return {"score": -next(self.model.parameters()).abs().item()}

    def state(self) -> dict[str, Any]:
        return {}

    def load_state(self, state: object) -> None:
        pass


def test_run_interrupted_at_last_step_is_evaluated(tmp_path: Path) -> None:
    plan = Schedule(steps=3, batch=1, learning_rate=0.1, evaluate_every=10)
    received = []
    for name, limits in (("whole", [Limit()]), ("cut", [Limit(this_command=1e-9)] * 3 + [Limit()])):
        torch.manual_seed(1)
        task = Falling()
        outcomes = [loop.train(task, plan, tmp_path / name, CPU, limit) for limit in limits]
        assert [outcome.done for outcome in outcomes] == [False] * (len(limits) - 1) + [True]
        assert (tmp_path / name / "curves.svg").exists()
        received.append(outcomes[-1])
    assert received[0] == received[1]
    assert received[1].scores
    assert loop.train(Falling(), plan, tmp_path / "cut", CPU) == received[1]


def test_run_is_evaluated_once_at_end(tmp_path: Path) -> None:
    plan = Schedule(steps=6, batch=1, learning_rate=0.1, evaluate_every=3)
    loop.train(Falling(), plan, tmp_path, CPU)
    history = torch.load(tmp_path / loop.CHECKPOINT, weights_only=True)["history"]
    assert [step for step, _ in history["score"]] == [3, 6]


def test_non_finite_gradient_leaves_weights_unchanged(tmp_path: Path) -> None:
    task = Falling()
    before = next(task.model.parameters()).clone()
    next(task.model.parameters()).register_hook(lambda gradient: gradient * math.nan)
    with raises_code(TrainingError, TrainingCode.LOSS_NO_NUMBER, step="0", learning_rate="0.1"):
        loop.train(task, Schedule(steps=3, batch=1, learning_rate=0.1), tmp_path, CPU)
    assert torch.equal(next(task.model.parameters()), before)


def test_gradients_are_independent_of_chunks(prepared: RecipeRun) -> None:
    found = []
    for chunk in (4, 10_000):
        settings = replace(prepared.recipe.embedder, chunk=chunk)
        # Without dropout: each chunk would draw its own.
        encoder = bert.load(prepared.folder / steps.INITIAL_ENCODER).eval()
        texts = BertTexts(encoder, prepared.shard, 40, CPU)
        task = ContrastiveTraining(texts, prepared.shard, settings, CPU)
        task.step(0)
        found.append({n: p.grad for n, p in task.model.named_parameters() if p.grad is not None})
    assert found[0].keys() == found[1].keys()
    for name, gradient in found[0].items():
        torch.testing.assert_close(gradient, found[1][name], rtol=1e-3, atol=1e-6)


def test_possible_positives_are_no_negatives(prepared: RecipeRun) -> None:
    shard, examples = prepared.shard, prepared.shard.examples
    negatives = Negatives(shard, 0, 60)
    rng = np.random.default_rng(0)
    for example in np.flatnonzero(examples.row >= 0).tolist():
        places = negatives.draw(example, 60, rng)
        texts = examples.candidates[examples.row[example], places]
        relevant = set(examples.relevant.row(example).tolist())
        assert not relevant & set(shard.groups[texts].tolist())
        assert not set(texts.tolist()) & set(examples.positives.row(example).tolist())


def test_shared_answers_are_no_negatives_in_batch(prepared: RecipeRun) -> None:
    """Two queries for one group, whatever the stored group of the other's answer."""
    texts = BertTexts(bert.load(prepared.folder / steps.INITIAL_ENCODER), prepared.shard, 40, CPU)
    shard, examples = prepared.shard, prepared.shard.examples
    numbers = np.flatnonzero(np.diff(examples.relevant.offsets) == 1)[:200]
    elsewhere = shards.Shard(shard.folder)
    moved = shard.groups.copy()
    moved[examples.positives.values] = moved.max() + 1  # as if all were first read elsewhere
    vars(elsewhere)["groups"] = moved
    task = ContrastiveTraining(texts, elsewhere, needed(prepared.recipe.embedder), CPU)
    none = np.empty(0, np.int64)
    batch = embedder.Batch(numbers, examples.positives.offsets[numbers], none, none, none)
    allowed = task.mark_valid_passages(batch)
    subject = [int(examples.relevant.row(number)[0]) for number in numbers]
    assert len(set(subject)) < len(subject)
    for one, other in itertools.permutations(range(len(subject)), 2):
        if subject[one] == subject[other]:
            assert not allowed[one, other]
    assert allowed.diagonal().all()
    assert allowed.mean() > 0.5


def test_whole_words_are_masked(prepared: RecipeRun) -> None:
    encoder = bert.load(prepared.folder / steps.INITIAL_ENCODER)
    task = Pretraining(encoder, prepared.shard, needed(prepared.recipe.pretrain), CPU)
    ids = torch.from_numpy(task.batch(0).astype(np.int64))
    torch.manual_seed(0)
    places = task.choose_places(ids)
    continues = vocabulary.mark_continuations(prepared.shard.tokenizer)[ids]
    assert places.float().mean() == pytest.approx(0.2, abs=0.06)
    inside = continues[:, 2:]  # a sequence may begin in the middle of a word
    assert torch.equal(places[:, 2:][inside], places[:, 1:-1][inside])


def test_epoch_batches_contain_each_sequence_once(prepared: RecipeRun) -> None:
    encoder = bert.load(prepared.folder / steps.INITIAL_ENCODER)
    task = Pretraining(encoder, prepared.shard, needed(prepared.recipe.pretrain), CPU)
    size = prepared.recipe.pretrain.schedule.batch
    count = (len(task.sequences) - 256) // size
    seen = np.concatenate([task.batch(number) for number in range(count)])
    assert (
        len(np.unique(seen, axis=0)) >= 0.99 * len(np.unique(task.sequences[:-256], axis=0)) - size
    )


def test_shard_round_trips(prepared: RecipeRun) -> None:
    shard = prepared.shard
    assert shard.record["counts"]["texts"] == len(shard.texts) == len(shard.groups)
    assert shard.record["counts"]["dev"] == 25
    text = shard.tokenizer.decode(shard.texts.row(int(shard.examples.query[-1])).tolist())
    assert text.islower()
    assert shards.size(shard.folder) < 200_000


def test_finished_shard_is_reused(prepared: RecipeRun) -> None:
    before = (prepared.folder / "shard" / "shard.json").stat().st_mtime_ns
    steps.make_shard(prepared)
    assert (prepared.folder / "shard" / "shard.json").stat().st_mtime_ns == before


def test_non_distributable_licence_allows_local_model(shared_data: Path) -> None:
    with raises_code(LicenceForbids, TrainingCode.LICENCE_FORBIDS, name="obliqa"):
        prepare.allowed_sources(shared_data, Data(collections=("obliqa",)))
    (source,) = prepare.allowed_sources(shared_data, Data(collections=("obliqa",), ships=False))
    assert source.name == "obliqa"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("step", "module", "companion"),
    [("token_vectors", token_vectors, token_vectors.FILE), ("teacher", torch, reranker.HEAD)],
)
def test_model_appears_after_its_companion_files(
    step: str, module: Any, companion: str, recipe_run: RecipeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = module.save

    def interrupted(*arguments: Any) -> None:
        if companion in (
            token_vectors.FILE,
            getattr(arguments[-1], "name", ""),
        ):  # not the checkpoints
            raise KeyboardInterrupt
        save(*arguments)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(module, "save", interrupted)
        steps.STEPS[step](recipe_run, Limit())
    model = recipe_run.folder / step / "model"
    assert not model.exists()
    assert steps.STEPS[step](recipe_run, Limit()).done
    assert {bert.RECORD_NAME, companion} <= {path.name for path in model.iterdir()}


def test_slow_steps_are_checkpointed_by_time(
    recipe_run: RecipeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "SECONDS_PER_CHECKPOINT", 0.0)
    learn = Pretraining.step

    def stop(task: Pretraining, number: int) -> object:
        if number == 3:
            raise KeyboardInterrupt
        return learn(task, number)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Pretraining, "step", stop)
        steps.pretrain(recipe_run, Limit())
    assert steps.pretrain(recipe_run, Limit(this_command=1e-9)).step == 4


@pytest.mark.parametrize("same", [True, False])
def test_merging_combines_layers_and_embeddings_of_same_vocabulary(
    same: bool, prepared: RecipeRun
) -> None:
    one, other = (bert.load(prepared.folder / steps.INITIAL_ENCODER) for _ in range(2))
    if not same:
        other.resize_token_embeddings(other.config.vocab_size + 3)
    with torch.no_grad():
        for weight in other.parameters():
            weight.add_(1.0)
    before = one.embeddings.word_embeddings.weight.clone()
    layer = one.encoder.layer[0].output.dense.weight.clone()
    bert.merge_into(one, other, 0.25)
    pieces = one.embeddings.word_embeddings.weight
    torch.testing.assert_close(pieces, before + 0.25 if same else before)
    torch.testing.assert_close(one.encoder.layer[0].output.dense.weight, layer + 0.25)


@pytest.mark.parametrize(("count", "chosen"), [(1, [1]), (2, [0, 1]), (4, [0, 0, 1, 1])])
def test_layers_are_selected_or_repeated(
    count: int, chosen: list[int], prepared: RecipeRun
) -> None:
    encoder = bert.load(prepared.folder / steps.INITIAL_ENCODER)
    layers: list[Any] = [layer.output.dense.weight for layer in encoder.encoder.layer]
    result = bert.change_depth(encoder, count)
    for layer, number in zip(result.encoder.layer, chosen, strict=True):
        torch.testing.assert_close(layer.output.dense.weight, layers[number], rtol=0, atol=0)


@pytest.mark.parametrize(("done", "share"), [(0.03, 0.5), (0.06, 1.0), (1.0, 0.1)])
def test_learning_rate_warms_up_and_decays(done: float, share: float) -> None:
    assert math.isclose(loop.learning_rate_share(done, 0.06), share, rel_tol=0.02)
