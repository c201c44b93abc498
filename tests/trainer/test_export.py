import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
from tests.codes import raises_code
from tokenizers import Tokenizer

from lexdesk.errors import ModelError
from lexdesk.models import manifest
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.encoders import trained_encoder
from lexdesk_trainer.encoders.sentence_encoder import load
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import DiskFull, OtherArchitecture
from lexdesk_trainer.export import quantizations
from lexdesk_trainer.export.batches import batches
from lexdesk_trainer.export.embedder import calibration, export, write_graph, write_tokenizer
from lexdesk_trainer.export.parity import cosines, open_session, rows, torch_rows

SOME = paragraphs.gdpr("parity")[:20]  # enough for the numbers to be there
IDS = [[2, 5, 3], [2, 9, 14, 30, 7, 3], [2, *range(4, 31), 3]]


@pytest.fixture(scope="module")
def exported(tiny: TrainedEncoder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models") / "two-layers"
    export(tiny, folder, texts=SOME)
    return folder


@pytest.mark.slow
def test_exported_folder_verifies(exported: Path, tiny: TrainedEncoder) -> None:
    model_manifest = manifest.read(exported)
    manifest.verify(exported, model_manifest)
    assert (model_manifest.name, model_manifest.task, model_manifest.dimensions) == (
        "two-layers",
        "embedder",
        32,
    )
    assert (model_manifest.pooling, model_manifest.normalize, model_manifest.maximum_tokens) == (
        "mean",
        True,
        32,
    )
    assert sorted(path.name for path in exported.iterdir()) == [
        "MODEL_CARD.md",
        "manifest.json",
        "model.onnx",
        "model_cuda.onnx",
        "tokenizer.json",
    ]
    assert [path.name for path in exported.parent.iterdir()] == ["two-layers"]  # no drafts left


@pytest.mark.slow
def test_graph_satisfies_contract(exported: Path) -> None:
    graph = onnx.load(exported / "model.onnx").graph
    assert {value.name for value in graph.input} == {"input_ids", "attention_mask"}
    sizes = {
        output.name: [
            item.dim_param or item.dim_value for item in output.type.tensor_type.shape.dim
        ]
        for output in graph.output
    }
    assert sizes == {"embedding": ["batch", 32], "tokens": ["batch", "tokens", 32]}
    operators = Counter(node.op_type for node in graph.node)
    assert operators["QAttention"] == 2  # fused, then quantized
    assert not operators["MatMul"]


@pytest.mark.slow
def test_rows_have_unit_length_and_match_torch(exported: Path, tiny: TrainedEncoder) -> None:
    (feed,) = batches(IDS, 8)
    ours = rows(open_session(exported / "model.onnx"), feed)
    assert ours.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(ours, axis=1), 1, atol=1e-5)
    assert cosines(ours, torch_rows(load(tiny), feed)).min() > 0.99


@pytest.mark.parametrize("pooling", ["tiny", pytest.param("tiny_cls", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [pytest.param("float32", marks=pytest.mark.slow), "float32-fused"])
def test_float32_equals_torch_for_every_padding(
    pooling: str, name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    encoder = load(request.getfixturevalue(pooling))
    write_graph(encoder, [], quantizations.recipe(name), tmp_path / "model.onnx")
    session = open_session(tmp_path / "model.onnx")
    (together,) = batches(IDS, 8)
    truth = torch_rows(encoder, together)
    np.testing.assert_allclose(rows(session, together), truth, atol=1e-5)
    alone = np.vstack([rows(session, feed) for feed in batches(IDS, 1)])
    np.testing.assert_allclose(alone, truth, atol=1e-5)


@pytest.mark.slow
def test_smoothing_keeps_model_function(tiny: TrainedEncoder, tmp_path: Path) -> None:
    encoder = load(tiny)
    feeds = calibration(write_tokenizer(tiny, tmp_path), tiny)
    smoothed = replace(quantizations.recipe("float32-fused"), smooth=0.8)
    write_graph(encoder, feeds, smoothed, tmp_path / "model.onnx")
    multiplied = Counter(node.op_type for node in onnx.load(tmp_path / "model.onnx").graph.node)
    assert multiplied["Mul"] >= 4  # two matrices in each of two layers
    (feed,) = batches(IDS, 8)
    ours = rows(open_session(tmp_path / "model.onnx"), feed)
    np.testing.assert_allclose(ours, torch_rows(encoder, feed), atol=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("name", quantizations.RECIPES)
def test_every_recipe_exports_runnable_graph(
    name: str, tiny: TrainedEncoder, tmp_path: Path
) -> None:
    feeds = calibration(write_tokenizer(tiny, tmp_path), tiny)
    write_graph(load(tiny), feeds, quantizations.recipe(name), tmp_path / "model.onnx")
    (feed,) = batches(IDS, 8)
    assert rows(open_session(tmp_path / "model.onnx"), feed).shape == (3, 32)


@pytest.mark.slow
def test_tokenizer_neither_truncates_nor_pads(exported: Path) -> None:
    tokenizer = Tokenizer.from_file(str(exported / "tokenizer.json"))
    assert tokenizer.truncation is None
    assert tokenizer.padding is None
    assert len(tokenizer.encode(" ".join(["data"] * 100)).ids) == 102


@pytest.mark.slow
def test_export_is_reproducible_and_replaces_earlier_one(
    exported: Path, tiny: TrainedEncoder, tmp_path: Path
) -> None:
    folder = tmp_path / "two-layers"
    folder.mkdir()
    (folder / manifest.MANIFEST_NAME).touch()  # a model, and no folder of anything else
    (folder / "left-over").touch()
    assert export(tiny, folder, texts=SOME).files == manifest.read(exported).files
    assert not (folder / "left-over").exists()


def test_failed_export_keeps_earlier_model(
    tiny: TrainedEncoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / manifest.MANIFEST_NAME).touch()
    (tmp_path / "model" / "model.onnx").write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lexdesk_trainer.export.embedder.write_graph", fail)
    with raises_code(DiskFull, TrainingCode.DISK_FULL):
        export(tiny, tmp_path / "model")
    assert (tmp_path / "model" / "model.onnx").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


@pytest.mark.parametrize(
    ("file", "content", "code", "parameters"),
    [
        ("modules.json", None, TrainingCode.EXPORT_NEEDS, {}),
        (
            "modules.json",
            [{"type": "a.Transformer"}, {"type": "a.Dense"}],
            TrainingCode.STEPS_UNKNOWN,
            {"unknown": "Dense"},
        ),
        (
            "1_Pooling/config.json",
            {"pooling_mode_max_tokens": True},
            TrainingCode.POOLING_UNKNOWN,
            {"chosen": "pooling_mode_max_tokens"},
        ),
        ("1_Pooling/config.json", {}, TrainingCode.POOLING_UNKNOWN, {"chosen": "nothing"}),
    ],
)
def test_unsupported_source_is_rejected(
    tiny: TrainedEncoder,
    tmp_path: Path,
    file: str,
    content: object,
    code: TrainingCode,
    parameters: dict[str, str],
) -> None:
    folder = shutil.copytree(tiny.folder, tmp_path / "source")
    (folder / file).unlink()
    if content is not None:
        (folder / file).write_text(json.dumps(content))
    with raises_code(ModelError, code, **parameters):
        trained_encoder.read(folder, base="", licence="", training_data=())


def test_missing_or_other_weights_are_rejected(tiny: TrainedEncoder, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny.folder, tmp_path / "source")
    (folder / "model.safetensors").unlink()
    with raises_code(ModelError, TrainingCode.NO_WEIGHTS):
        load(replace(tiny, folder=folder))
    (folder / "config.json").write_text(json.dumps({"model_type": "distilbert"}))
    with raises_code(OtherArchitecture, TrainingCode.NOT_BERT, model_type="distilbert"):
        load(replace(tiny, folder=folder))


def test_more_tokens_than_positions_are_rejected(tiny: TrainedEncoder, tmp_path: Path) -> None:
    with raises_code(
        ModelError, TrainingCode.TOO_MANY_TOKENS, base="two layers", limit="48", maximum_tokens="64"
    ):
        export(tiny, tmp_path / "model", maximum_tokens=64)
    assert list(tmp_path.iterdir()) == []


def test_unknown_recipe_lists_known_recipes(tiny: TrainedEncoder, tmp_path: Path) -> None:
    with raises_code(ModelError, TrainingCode.QUANTIZATION_UNKNOWN, name="int3"):
        export(tiny, tmp_path / "model", quantization="int3")


def test_calibration_and_measurement_use_different_paragraphs(tiny: TrainedEncoder) -> None:
    parity, calibrating = paragraphs.gdpr("parity"), paragraphs.gdpr("calibration")
    assert (len(parity), len(calibrating)) == (200, 200)
    assert not set(parity) & set(calibrating)
