import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from tests.codes import raises_code
from tests.records import replace

from lexdesk.errors import ModelCode, ModelDamaged, ModelError, NoModel
from lexdesk.models import manifest
from lexdesk.models.manifest import Manifest, TrainingData
from lexdesk.system import verified_files
from lexdesk.system.file_claim import read_boot_id
from lexdesk.system.regular_files import hash_file

ABOUT = Manifest(
    name="tiny",
    task="embedder",
    base="made in a test",
    dimensions=8,
    pooling="mean",
    normalize=True,
    maximum_tokens=64,
    quantization="none",
    licence="Apache-2.0",
    training_data=(TrainingData("GDPR", "EU reuse with attribution"),),
    measured={"cosine": {"min": 0.99}},
    fusion_weights={"en": 0.5},
)


def write_model(folder: Path, **changed: Any) -> Manifest:
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"weights of " + folder.name.encode())
    (folder / "tokenizer.json").write_text('{"a": 1}', encoding="utf-8")
    return manifest.write(folder, replace(ABOUT, **changed))


@pytest.fixture
def model(tmp_path: Path) -> Path:
    write_model(tmp_path / "tiny")
    return tmp_path / "tiny"


def change(folder: Path, **fields: object) -> None:
    path = folder / manifest.MANIFEST_NAME
    values = json.loads(path.read_text()) | fields
    del values["own_sha256"]  # as one that somebody wrote
    path.write_text(json.dumps(values), encoding="utf-8")


def test_changed_bit_of_manifest_is_found(model: Path) -> None:
    path = model / manifest.MANIFEST_NAME
    whole = path.read_bytes()
    for at in range(0, len(whole) - 1):
        changed = bytearray(whole)
        changed[at] ^= 1 << at % 7
        path.write_bytes(changed)
        try:
            found = manifest.read(model)
        except ModelError:
            continue
        path.write_bytes(whole)
        assert found == manifest.read(model), at  # blanks between the fields


def test_manifest_round_trips(tmp_path: Path) -> None:
    written = write_model(tmp_path / "tiny")
    read = manifest.read(tmp_path / "tiny")
    assert read == written
    assert read.training_data == (TrainingData("GDPR", "EU reuse with attribution"),)
    manifest.verify(tmp_path / "tiny", read)


def test_similarity_threshold_is_preserved(tmp_path: Path) -> None:
    assert write_model(tmp_path / "without").nearly_the_same is None
    nearly = {"threshold": 0.9, "precision": 0.94, "recall": 0.82, "F1": 0.87}
    measured = {**ABOUT.measured, manifest.NEARLY_THE_SAME: nearly}
    write_model(tmp_path / "with", measured=measured)
    read = manifest.read(tmp_path / "with")
    assert (read.nearly_the_same, read.measured) == (0.9, measured)
    assert manifest.write(tmp_path / "with", read, read.files) == read


@pytest.mark.parametrize("expected", [None, 0.9, {}, {"threshold": "0.9"}, {"threshold": None}])
def test_invalid_threshold_is_ignored(tmp_path: Path, expected: object) -> None:
    measured = {manifest.NEARLY_THE_SAME: expected}
    assert write_model(tmp_path / "tiny", measured=measured).nearly_the_same is None


def test_flipped_bit_is_detected(model: Path) -> None:
    model_manifest = manifest.read(model)
    weights = bytearray((model / "model.onnx").read_bytes())
    weights[3] ^= 1
    (model / "model.onnx").write_bytes(weights)
    with raises_code(ModelDamaged, ModelCode.FILE_HASH) as problem:
        manifest.verify(model, model_manifest)
    found = hash_file(model / "model.onnx")
    for part in ("model.onnx", found, model_manifest.files["model.onnx"].sha256):
        assert part in str(problem.value)


def test_unchanged_file_is_read_once(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model_manifest = manifest.read(model)
    read: list[str] = []

    def counted(path: Path) -> str:
        read.append(path.name)
        return hash_file(path)

    monkeypatch.setattr(manifest, "hash_file", counted)
    monkeypatch.setattr(verified_files, "SETTLED", -1)
    manifest.verify(model, model_manifest)
    assert sorted(read) == sorted(model_manifest.files)
    manifest.verify(model, model_manifest)
    assert len(read) == len(model_manifest.files) * (1 if read_boot_id() else 2)
    weights = model / "model.onnx"
    before = weights.stat()
    weights.write_bytes(bytes(before.st_size))
    os.utime(weights, ns=(before.st_atime_ns, before.st_mtime_ns))  # but not its time of change
    with raises_code(ModelDamaged, ModelCode.FILE_HASH):
        manifest.verify(model, model_manifest)


def test_file_cut_short_names_both_sizes(model: Path) -> None:
    model_manifest = manifest.read(model)
    (model / "model.onnx").write_bytes(b"weights")
    with raises_code(ModelDamaged, ModelCode.FILE_SIZE, found="7", wanted="15"):
        manifest.verify(model, model_manifest)


def test_missing_file_is_named(model: Path) -> None:
    (model / "tokenizer.json").unlink()
    with raises_code(ModelDamaged, ModelCode.FILE_UNREADABLE, r"tokenizer\.json"):
        manifest.verify(model, manifest.read(model))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"task": "oracle"}, "Invalid enum value 'oracle' - at `$.task`"),
        ({"pooling": "max"}, "Invalid enum value 'max' - at `$.pooling`"),
        ({"dimensions": "384"}, "Expected `int`, got `str` - at `$.dimensions`"),
        ({"dimensions": True}, "Expected `int`, got `bool` - at `$.dimensions`"),
        ({"dimensions": 10**200}, "at `$.dimensions`"),
        ({"maximum_tokens": 0}, "at `$.maximum_tokens`"),
        ({"measured": None}, "Expected `object`, got `null` - at `$.measured`"),
        ({"fusion_weights": {"en": 1.5}}, "at `$.fusion_weights[...]`"),
        ({"colour": "red"}, "unknown field `colour`"),
        ({"training_data": [{"name": "x"}]}, "at `$.training_data[0]`"),
        ({"files": {"../model.onnx": {"bytes": 1, "sha256": ""}}}, "at `key` in `$.files`"),
        ({"files": {"manifest.json": {"bytes": 1, "sha256": ""}}}, "at `key` in `$.files`"),
        ({"files": {"model.onnx\n": {"bytes": 1, "sha256": ""}}}, "at `key` in `$.files`"),
        ({"files": {"model.onnx": {"bytes": True, "sha256": ""}}}, "at `$.files[...].bytes`"),
        ({"files": {"model.onnx": {"bytes": -1, "sha256": ""}}}, "at `$.files[...].bytes`"),
        ({"files": {"model.onnx": 7}}, "at `$.files[...]`"),
    ],
)
def test_invalid_field_is_rejected_in_one_sentence(
    model: Path, fields: dict[str, object], reason: str
) -> None:
    change(model, **fields)
    with raises_code(ModelError, ModelCode.MANIFEST_INVALID, re.escape(reason)) as problem:
        manifest.read(model)
    assert "\n" not in str(problem.value)


def test_other_format_version_is_rejected(model: Path) -> None:
    change(model, format_version=2)
    with raises_code(ModelError, ModelCode.FORMAT_VERSION, found="2"):
        manifest.read(model)


@pytest.mark.parametrize(
    "field", [name for name in Manifest.__struct_fields__ if name != "format_version"]
)
def test_missing_field_is_named(model: Path, field: str) -> None:
    path = model / manifest.MANIFEST_NAME
    content = json.loads(path.read_text())
    del content["own_sha256"]
    del content[field]
    path.write_text(json.dumps(content))
    with raises_code(ModelError, ModelCode.MANIFEST_INVALID, f"required field `{field}`"):
        manifest.read(model)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[1]", b"null"])
def test_invalid_manifest_file_is_rejected(model: Path, content: bytes) -> None:
    (model / manifest.MANIFEST_NAME).write_bytes(content)
    with pytest.raises(ModelError, match=r"manifest\.json"):
        manifest.read(model)


def test_folder_without_manifest_is_no_model(tmp_path: Path) -> None:
    with raises_code(NoModel, ModelCode.NOT_A_MODEL):
        manifest.read(tmp_path)


def test_failed_write_leaves_old_manifest(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (model / manifest.MANIFEST_NAME).read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        manifest.write(model, replace(ABOUT, base="another"))
    assert (model / manifest.MANIFEST_NAME).read_bytes() == before
    assert sorted(path.name for path in model.iterdir()) == [
        "manifest.json",
        "model.onnx",
        "tokenizer.json",
    ]


def test_unreadable_manifest_is_not_written(tmp_path: Path) -> None:
    with raises_code(ModelError, ModelCode.MANIFEST_INVALID, "oracle"):
        write_model(tmp_path / "tiny", task="oracle")
    assert not (tmp_path / "tiny" / manifest.MANIFEST_NAME).exists()


def test_fingerprint_depends_on_vector_settings(model: Path) -> None:
    model_manifest = manifest.read(model)
    assert re.fullmatch("[0-9a-f]{16}", model_manifest.fingerprint)
    assert (
        replace(model_manifest, measured={}, licence="MIT").fingerprint
        == model_manifest.fingerprint
    )
    assert replace(model_manifest, maximum_tokens=128).fingerprint != model_manifest.fingerprint
    (model / "model.onnx").write_bytes(b"other weights")
    assert manifest.write(model, ABOUT).fingerprint != model_manifest.fingerprint


def test_environment_models_take_precedence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_model(tmp_path / "a-reranker", task="reranker")
    write_model(tmp_path / "b-embedder")
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(tmp_path))
    assert manifest.find("embedder") == tmp_path / "b-embedder"


def test_packaged_model_is_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(manifest.MODELS_VARIABLE, raising=False)
    assert manifest.read(manifest.find("embedder")).task == "embedder"


def test_missing_model_error_lists_available_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_model(tmp_path / "tiny")
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(tmp_path))
    with raises_code(NoModel, ModelCode.MISSING, "embedder", task="reranker"):
        manifest.find("reranker")
    with raises_code(NoModel, ModelCode.TASK_UNKNOWN, "embedder", task="oracle"):
        manifest.find("oracle")


def test_environment_path_without_folder_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(tmp_path / "gone"))
    with raises_code(NoModel, ModelCode.FOLDER_INVALID):
        manifest.find("embedder")
