"""Bases in transformers' format: BERT, XLM-R and ELECTRA with random weights, converted, trained and exported."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from tests.codes import raises_code
from tests.records import replace
from tests.trainer.conftest import RECIPE, schedule, write_tokenizer
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    AutoModel,
    BertConfig,
    BertModel,
    ElectraConfig,
    ElectraModel,
    GPT2Config,
    XLMRobertaConfig,
    XLMRobertaModel,
)

from lexdesk.errors import LexdeskError, ModelError
from lexdesk.library.library import Library
from lexdesk.models import manifest
from lexdesk_trainer import adapt, steps
from lexdesk_trainer.data import paragraphs, vocabulary
from lexdesk_trainer.encoders import bert, pretrained
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import DiskFull, LicenceForbids, OtherArchitecture
from lexdesk_trainer.export.embedder import export
from lexdesk_trainer.steps import RecipeRun
from lexdesk_trainer.training import loop

SHAPE = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
}
README = "---\nlanguage: en\nlicense: mit\n---\n# A model\n"


def _sentence_pieces(folder: Path) -> int:
    words = {word for text in paragraphs.gdpr("parity")[:20] for word in text.split()}
    letters = {letter for word in words for letter in word}
    special = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    pieces = [(f"▁{word}", -6.0) for word in sorted(words)] + [
        (letter, -9.0) for letter in sorted(letters)
    ]
    tokenizer = Tokenizer(models.Unigram([*special, *pieces, ("<mask>", 0.0)], unk_id=3))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return len(special) + len(pieces) + 1


def _base(folder: Path, kind: str) -> Path:
    folder.mkdir()
    pieces = _sentence_pieces(folder) if kind == "xlm-roberta" else write_tokenizer(folder)
    torch.manual_seed(3)
    positions = {"max_position_embeddings": 50, "vocab_size": pieces}
    if kind == "xlm-roberta":
        config = XLMRobertaConfig(**SHAPE, **positions, type_vocab_size=1, pad_token_id=1)
        XLMRobertaModel(config).save_pretrained(folder)
    elif kind == "electra":
        ElectraModel(ElectraConfig(**SHAPE, **positions, embedding_size=32)).save_pretrained(folder)
    else:
        BertModel(BertConfig(**SHAPE, **positions)).save_pretrained(folder)
    (folder / "README.md").write_text(README)
    return folder


@pytest.mark.parametrize("kind", ["bert", "xlm-roberta", "electra"])
def test_converted_base_encodes_as_the_original(kind: str, tmp_path: Path) -> None:
    folder = _base(tmp_path / "a-base", kind)
    source = pretrained.convert(folder, tmp_path / "converted")
    assert (source.base, source.licence) == ("a-base", "MIT")
    assert [data.name for data in source.training_data] == ["texts of a-base"]
    tokenizer = vocabulary.read(source.folder)
    ids = [tokenizer.encode(text).ids[:24] for text in paragraphs.gdpr("parity")[:3]]
    assert tokenizer.id_to_token(ids[0][0]) in ("[CLS]", "<s>")
    original = AutoModel.from_pretrained(folder).eval()
    converted = bert.load(source.folder).eval()
    for row in ids:
        tokens = torch.tensor([row])
        with torch.no_grad():
            expected = original(tokens).last_hidden_state
            found = converted(input_ids=tokens).last_hidden_state
        torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-4)


@pytest.mark.slow
def test_xlm_roberta_learns_every_step_and_names_its_base(law_data: Path, tmp_path: Path) -> None:
    base = pretrained.convert(_base(tmp_path / "xlm-r-tiny", "xlm-roberta"), tmp_path / "converted")
    recipe = replace(
        RECIPE, vocabulary=None, token_vectors=None, teacher=None,
        pretrain=replace(RECIPE.pretrain, schedule=schedule(steps=2)),
        embedder=replace(RECIPE.embedder, schedule=schedule(steps=2)),
        reranker=replace(RECIPE.reranker, schedule=schedule(steps=2, batch=4)),
    )  # fmt: skip
    recipe_run = RecipeRun(recipe, tmp_path / "work", law_data, base)
    for _, outcome in steps.reproduce(recipe_run, loop.Limit()):
        assert outcome.done
    trained = bert.read_trained_encoder(recipe_run.folder / "embedder" / "model", {"": 0.4})
    written = export(trained, tmp_path / "tiny", texts=paragraphs.gdpr("parity")[:4])
    assert (written.base, written.licence) == ("xlm-r-tiny", "MIT")
    assert "MiniLM" not in (tmp_path / "tiny" / "MODEL_CARD.md").read_text()
    assert written.measured["shipped"]["cosine_to_torch"]["min"] > 0.9


def _without_licence(folder: Path) -> None:
    (folder / "README.md").write_text("# A model without a head\n")


def _other_architecture(folder: Path) -> None:
    GPT2Config().save_pretrained(folder)


def _other_tokenizer(folder: Path) -> None:
    stored = json.loads((folder / "tokenizer.json").read_text())
    stored["model"]["vocab"] |= {f"more{number}": 10_000 + number for number in range(9)}
    (folder / "tokenizer.json").write_text(json.dumps(stored))


def _no_config(folder: Path) -> None:
    (folder / "config.json").write_text("{}")  # transformers takes "bert" from the folder's name


def _no_weights(folder: Path) -> None:
    (folder / "model.safetensors").unlink()


@pytest.mark.parametrize(
    ("spoil", "code", "kind"),
    [
        (_without_licence, TrainingCode.BASE_NO_LICENCE, LicenceForbids),
        (_other_architecture, TrainingCode.BASE_UNKNOWN, ModelError),
        (_other_tokenizer, TrainingCode.BASE_OTHER_TOKENIZER, ModelError),
        (_no_config, TrainingCode.NO_WEIGHTS, ModelError),
        (_no_weights, TrainingCode.NO_WEIGHTS, ModelError),
    ],
)
def test_unfit_base_is_rejected_before_training(
    spoil: Callable[[Path], None], code: TrainingCode, kind: type[LexdeskError], tmp_path: Path
) -> None:
    folder = _base(tmp_path / "our-bert", "bert")
    spoil(folder)
    with raises_code(kind, code):
        pretrained.convert(folder, tmp_path / "converted")
    assert not (tmp_path / "converted" / bert.RECORD_NAME).exists()


def test_small_electra_is_rejected(tmp_path: Path) -> None:
    folder = _base(tmp_path / "base", "electra")
    shutil.rmtree(folder)
    folder.mkdir()
    config = ElectraConfig(**SHAPE, embedding_size=16, vocab_size=write_tokenizer(folder))
    ElectraModel(config).save_pretrained(folder)
    (folder / "README.md").write_text(README)
    with raises_code(ModelError, TrainingCode.BASE_PROJECTS):
        pretrained.convert(folder, tmp_path / "converted")


def test_restricted_base_trains_only_what_stays(tmp_path: Path) -> None:
    folder = _base(tmp_path / "base", "bert")
    (folder / "README.md").write_text(README.replace("mit", "cc-by-nc-4.0"))
    with raises_code(LicenceForbids, TrainingCode.LICENCE_FORBIDS):
        pretrained.convert(folder, tmp_path / "converted")
    assert pretrained.convert(folder, tmp_path / "converted", ships=False).licence == "cc-by-nc-4.0"


def test_own_vocabulary_needs_word_pieces(law_data: Path, tmp_path: Path) -> None:
    base = pretrained.convert(_base(tmp_path / "base", "xlm-roberta"), tmp_path / "converted")
    with raises_code(OtherArchitecture, TrainingCode.BASE_NOT_WORD_PIECES):
        steps.make_initial_encoder(RecipeRun(RECIPE, tmp_path / "work", law_data, base))


@pytest.mark.slow
def test_command_exports_a_base(run: Callable[..., int], tmp_path: Path) -> None:
    folder = _base(tmp_path / "base", "bert")
    assert (
        run(
            "export",
            "--base",
            str(folder),
            "--name",
            "own",
            "--out",
            str(tmp_path),
            "--maximum-tokens",
            "32",
        )
        == 0
    )
    stored = json.loads((tmp_path / "own" / "manifest.json").read_bytes())
    assert (stored["base"], stored["licence"]) == ("base", "MIT")


@pytest.mark.parametrize(
    ("licence", "pieces", "code"),
    [("", 0, TrainingCode.BASE_NO_LICENCE), ("mit", 100, TrainingCode.BASE_OTHER_TOKENIZER)],
)
def test_adaptation_rejects_an_unfit_base_before_mining(
    licence: str, pieces: int, code: TrainingCode, tmp_path: Path
) -> None:
    base = _base(tmp_path / "a-base", "bert")
    (base / "README.md").write_text(f"---\nlicense: {licence}\n---\n")
    if pieces:
        BertModel(BertConfig(**SHAPE, vocab_size=pieces)).save_pretrained(base)
    library = tmp_path / "library"
    Library.open(library, create=True).close()  # mining would fail with another code
    with raises_code(LexdeskError, code):
        adapt.adapt(library, tmp_path / "work", manifest.find("embedder"), install=None, base=base)
    assert not (tmp_path / "work" / adapt.INITIAL_MODEL).exists()


def test_adaptation_is_rejected_before_mining_without_room_for_checkpoints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, library = _base(tmp_path / "a-base", "bert"), tmp_path / "library"
    Library.open(library, create=True).close()
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    with raises_code(DiskFull, TrainingCode.CHECKPOINTS_NO_ROOM):
        adapt.adapt(library, tmp_path / "work", manifest.find("embedder"), install=None, base=base)
