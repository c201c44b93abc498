"""Model folders crafted by an attacker: nothing outside of them is opened."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.codes import raises_code
from tests.crafting import Craft, link, pipe, sparse
from tests.waiting import within

from lexdesk.errors import ModelCode, ModelDamaged
from lexdesk.models import graph_limits, manifest
from lexdesk.models.arrays import read_array
from lexdesk.models.citation_contexts import CitationContexts
from lexdesk.models.concept_classifier import ConceptClassifier
from lexdesk.models.encoder import Encoder
from lexdesk.models.external_data import has_external_data
from lexdesk.models.tokenizer_shape import require_known_tokenizer


def field(number: int, content: bytes) -> bytes:
    """Return a protobuf field with a message or a text of less than 128 bytes."""
    return bytes([number << 3 | 2, len(content)]) + content


def long_field(number: int, content: bytes) -> bytes:
    """Return a field whose number takes more than one byte."""
    tag, signs = number << 3 | 2, []
    while tag > 127:
        signs.append(tag & 127 | 128)
        tag >>= 7
    return bytes([*signs, tag, len(content)]) + content


def external_tensor(location: str) -> bytes:
    entry = field(1, b"location") + field(2, location.encode())
    return field(8, b"outside") + field(13, entry) + bytes([14 << 3, 1])


@pytest.mark.parametrize(
    "graph",
    [
        field(5, external_tensor("/etc/hosts")),
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
    ("graph", "reason"),
    [
        (field(7, field(1, field(4, b"Loop"))), "a loop"),
        (field(7, field(1, field(4, b"BeamSearch"))), "a loop"),
        (field(7, field(15, b"")), "sparse tensors"),
        (field(7, field(1, field(5, long_field(22, b"")))), "sparse tensors"),
        (long_field(25, b""), "functions"),
        (long_field(25 | 1 << 29, b""), "beyond 32 bits"),  # protobuf reads functions here
    ],
)
def test_graph_without_bounds_is_rejected(tmp_path: Path, graph: bytes, reason: str) -> None:
    """A sparse tensor of 200 bytes took 3.9 GB; functions calling each other twice never ended."""
    (tmp_path / "model.onnx").write_bytes(graph)
    with pytest.raises(ValueError, match=reason):
        has_external_data(tmp_path / "model.onnx")


def test_graph_beyond_limit_of_memory_is_ended(model: Path) -> None:
    """It took 3.3 GB: the input, expanded to a billion numbers."""
    helper = pytest.importorskip("onnx.helper", reason="makes a graph")
    counts = helper.make_tensor("counts", 7, [3], [1 << 30, 1, 1])
    nodes = [
        helper.make_node("Cast", ["input_ids"], ["numbers"], to=1),
        helper.make_node("Expand", ["numbers", "counts"], ["expanded"]),
        helper.make_node("ReduceSum", ["expanded"], ["embedding"]),
    ]
    names = ("input_ids", "attention_mask")
    inputs = [helper.make_tensor_value_info(name, 7, ["b", "t"]) for name in names]
    output = helper.make_tensor_value_info("embedding", 1, None)
    graph = helper.make_graph(nodes, "crafted", inputs, [output], [counts])
    opset = [helper.make_opsetid("", 17)]
    content = helper.make_model(graph, ir_version=8, opset_imports=opset).SerializeToString()
    (model / "model.onnx").write_bytes(content)
    manifest.write(model, manifest.read(model))
    with raises_code(ModelDamaged, ModelCode.GRAPH_BEYOND_LIMIT, "MB"):
        Encoder(model, manifest.read(model)).encode(["text"])


@pytest.mark.parametrize(
    ("kind", "value", "code"),
    [
        (1, float("nan"), ModelCode.VECTOR_LENGTH),
        (1, float("inf"), ModelCode.VECTOR_LENGTH),
        (1, 1.0, ModelCode.VECTOR_LENGTH),
        (1, 3e38, ModelCode.VECTOR_LENGTH),
        (8, b"text", ModelCode.GRAPH_MISMATCH),
    ],
)
def test_vectors_that_are_no_unit_vectors_are_rejected(
    model: Path, kind: int, value: object, code: ModelCode
) -> None:
    """They were stored, and cosines of NaN ordered the hits."""
    helper = pytest.importorskip("onnx.helper", reason="makes a graph")
    vector = helper.make_tensor("embedding", kind, [1, 384], [value] * 384)
    names = ("input_ids", "attention_mask")
    inputs = [helper.make_tensor_value_info(name, 7, ["b", "t"]) for name in names]
    output = helper.make_tensor_value_info("embedding", kind, None)
    graph = helper.make_graph(
        [helper.make_node("Constant", [], ["embedding"], value=vector)], "crafted", inputs, [output]
    )
    opset = [helper.make_opsetid("", 17)]
    content = helper.make_model(graph, ir_version=8, opset_imports=opset).SerializeToString()
    (model / "model.onnx").write_bytes(content)
    manifest.write(model, manifest.read(model))
    with raises_code(ModelDamaged, code):
        Encoder(model, manifest.read(model)).encode(["text"])


@pytest.mark.slow
def test_call_beyond_limit_of_time_is_ended(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = Encoder(model, manifest.read(model))
    encoder.encode(["text"])
    monkeypatch.setattr(graph_limits, "MOST_SECONDS", -1.0)
    monkeypatch.setattr(graph_limits, "_LOOK_EVERY", 0.0)
    with raises_code(ModelDamaged, ModelCode.GRAPH_BEYOND_LIMIT, "s for a text"):
        for _ in range(100):
            encoder.encode(["text of some words " * 50] * 4)


@pytest.mark.parametrize(
    "crafted",
    [
        {"normalizer": {"type": "Replace", "pattern": {"String": "e"}, "content": "e" * 99}},
        {"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(x+x+)+y"}}},
        {"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}] * 9}},
        {"normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAAAG" + "FhYWFh" * 20}},
        {"normalizer": {"type": "Sequence", "normalizers": [{"type": "ByteLevel"}] * 2}},
        {"added_tokens": [{"content": " "}]},
        {"added_tokens": [{"content": "a" * 101}]},
        {"model": {"type": "Unigram", "vocab": [["a" * 257, 0.0]]}},
        {"model": {"type": "BPE", "continuing_subword_prefix": "#" * 17}},
        {"post_processor": {"type": "TemplateProcessing", "single": [{"Sequence": {}}] * 2}},
        {"padding": {"strategy": {"Fixed": 10**9}}},
        {
            "post_processor": {
                "type": "TemplateProcessing",
                "single": [0] * 65,
                "special_tokens": {},
            }
        },
    ],
)
def test_tokenizer_without_bounds_is_rejected(tmp_path: Path, crafted: dict[str, object]) -> None:
    """One of them took all memory of the machine, another never ended."""
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps({"model": {"type": "WordPiece"}}))
    require_known_tokenizer(path)
    path.write_text(json.dumps({"model": {"type": "WordPiece"}, **crafted}))
    with pytest.raises(ValueError):
        require_known_tokenizer(path)


def test_arrays_of_other_shapes_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "vectors.npy"
    np.save(path, np.ones((2, 3), np.float16))
    assert read_array(path, "f", 2, None).shape == (2, 3)
    for kind, shape in (("u", (2, 3)), ("f", (3, 3)), ("f", (2,)), ("f", (2, 3, 1))):
        with pytest.raises(ValueError, match="is an array of"):
            read_array(path, kind, *shape)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError):
        read_array(path, "f", 2, 3)
    np.save(path, np.full((2, 3), np.nan))
    with pytest.raises(ValueError, match="finite"):
        read_array(path, "f", 2, 3)
    path.write_bytes(b"PK\3\4")
    with pytest.raises(ValueError):
        read_array(path, "f", 2, 3)


@pytest.mark.parametrize(
    ("model_name", "name", "crafted"),
    [
        ("eurovoc", "acts.json", {"calibration": [1.0]}),
        ("eurovoc", "acts.json", {"acts": [{"id": "", "title": 7, "opening": "", "labels": []}]}),
        ("eurovoc", "acts.json", {"labels": [{"id": "", "name": ""}] * 10_001}),
        ("citation-contexts", "contexts.json", {"cited": []}),
    ],
)
def test_crafted_classifier_is_damaged(
    tmp_path: Path, model_name: str, name: str, crafted: dict[str, object]
) -> None:
    """Its user was told of a bug in Lexdesk; labels took the square of their number."""
    shipped = manifest.list_bundled_places()[1] / model_name
    folder = tmp_path / model_name
    shutil.copytree(shipped, folder)
    content = json.loads((folder / name).read_bytes())
    (folder / name).write_text(json.dumps({**content, **crafted}))
    about = manifest.read(folder)
    manifest.write(folder, about, about.files)
    opened = CitationContexts if name == "contexts.json" else ConceptClassifier
    with pytest.raises(ModelDamaged):
        opened(folder, manifest.read(folder))


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
    monkeypatch.setattr(manifest, "list_bundled_places", lambda: (linked.parent, tmp_path / "none"))
    assert manifest.read(manifest.find("embedder")).task == "embedder"
