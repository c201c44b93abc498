"""Model folders crafted by an attacker: nothing outside of them is opened."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.crafting import Craft, link, pipe, sparse
from tests.waiting import within

from lexdesk.errors import ModelCode, ModelDamaged
from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk.models.external_data import has_external_data


def field(number: int, content: bytes) -> bytes:
    """Return a protobuf field with a message or a text of less than 128 bytes."""
    return bytes([number << 3 | 2, len(content)]) + content


def external_tensor(location: str) -> bytes:
    entry = field(1, b"location") + field(2, location.encode())
    return field(8, b"outside") + field(13, entry) + bytes([14 << 3, 1])


@pytest.mark.parametrize(
    "graph",
    [
        field(5, external_tensor("/etc/hosts")),
        field(15, field(1, external_tensor("inside.bin"))),
        field(1, field(5, field(5, external_tensor("../file")))),
        field(1, field(5, field(11, field(1, field(5, field(10, external_tensor("file"))))))),
    ],
)
def test_external_tensors_are_detected_everywhere(tmp_path: Path, graph: bytes) -> None:
    (tmp_path / "model.onnx").write_bytes(field(2, b"maker") + field(7, graph))
    assert has_external_data(tmp_path / "model.onnx")
    (tmp_path / "model.onnx").write_bytes(field(7, graph[:2]))
    with pytest.raises(ValueError, match="ends behind"):
        has_external_data(tmp_path / "model.onnx")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A copy of the shipped embedder."""
    shutil.copytree(manifest.find("embedder"), tmp_path / "models" / "model")
    return tmp_path / "models" / "model"


def test_graph_naming_external_file_is_not_loaded(model: Path, victim: Path) -> None:
    graph = model / "model.onnx"
    assert not has_external_data(graph)
    with graph.open("ab") as end:  # protobuf joins the two graphs
        end.write(field(7, field(5, external_tensor("../../victim/file"))))
    manifest.write(model, manifest.read(model))
    with raises_code(ModelDamaged, ModelCode.NOT_LOADED, "names other files"):
        Encoder(model, manifest.read(model)).encode(["text"])


@pytest.mark.parametrize(
    ("name", "craft"),
    [
        (name, craft)
        for name in ("manifest.json", "model.onnx", "tokenizer.json")
        for craft in (link(name, "file"), pipe(name))
    ]
    + [("model.onnx", sparse("model.onnx"))],
)
def test_linked_model_folder_is_rejected(
    model: Path, victim: Path, name: str, craft: Craft
) -> None:
    craft(model, victim)
    with within(10), pytest.raises(ModelDamaged, match=name):
        manifest.read(model)


def test_models_linked_by_installer_are_found(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked = tmp_path / "installed" / "model"
    linked.mkdir(parents=True)
    for path in model.iterdir():
        (linked / path.name).symlink_to(path)
    monkeypatch.setattr(manifest, "bundled_places", lambda: (linked.parent, tmp_path / "none"))
    assert manifest.read(manifest.find("embedder")).task == "embedder"
