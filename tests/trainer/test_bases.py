"""Converters of published weights: layout, vocabulary and rotation."""

import struct
from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper
from tests.codes import raises_code

from lexdesk.errors import ModelError
from lexdesk_trainer.bases import multilingual, packed_e5, rotation
from lexdesk_trainer.bases.multilingual import begin_with_prefix
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.export.parity import open_session

PIECES = [
    ("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -4.0), ("l", -6.0), ("a", -5.0), ("w", -7.0),
    ("▁law", -5.5), ("▁que", -6.5), ("ry", -7.0), (":", -4.5), ("y", -7.5), ("法", -9.0), ("er", -5.2),
]  # fmt: skip
WIDTH, INNER, POSITIONS = 32, 64, 16


def _packed(weights: NDArray[np.float32]) -> tuple[bytes, NDArray[np.float32]]:
    """Return rows in groups of 32 weights, and what is left of them in four bits."""
    groups = weights.reshape(-1, 32)
    scales = (np.abs(groups).max(1, keepdims=True) / 7).astype(np.float16)
    whole = np.clip(np.round(groups / scales.astype(np.float32)), -8, 7).astype(int) + 8
    stored = b"".join(
        scale.tobytes() + bytes((row[:16] | row[16:] << 4).astype(np.uint8).tolist())
        for scale, row in zip(scales, whole, strict=True)
    )
    return stored, ((whole - 8) * scales.astype(np.float32)).reshape(weights.shape)


@pytest.fixture(scope="module")
def written(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, dict[str, NDArray[np.float32]]]:
    random = np.random.default_rng(1)
    shapes: dict[str, tuple[int, ...]] = {
        "emb.word": (len(PIECES), WIDTH), "emb.pos": (POSITIONS, WIDTH), "emb.type": (2, WIDTH),
        "emb.ln.w": (WIDTH,), "emb.ln.b": (WIDTH,),
    }  # fmt: skip
    for name in ("q", "k", "v", "ao"):
        shapes |= {f"l0.{name}.w": (WIDTH, WIDTH), f"l0.{name}.b": (WIDTH,)}
    shapes |= {"l0.fi.w": (INNER, WIDTH), "l0.fi.b": (INNER,), "l0.fo.w": (WIDTH, INNER)}
    shapes |= {"l0.fo.b": (WIDTH,)}
    shapes |= {f"l0.{name}.{part}": (WIDTH,) for name in ("aln", "oln") for part in "wb"}
    expected, content = {}, {}
    for name, shape in shapes.items():
        weights = random.normal(size=shape).astype(np.float32)
        is_packed = len(shape) == 2 and name not in ("emb.pos", "emb.type")
        content[name], expected[name] = (
            _packed(weights) if is_packed else (weights.tobytes(), weights)
        )
    texts = [piece.encode() for piece, _ in PIECES]
    ends = np.cumsum([0, *map(len, texts)]).astype("<u4")
    head = b"E5S1" + struct.pack(
        "<I7ifi", 1, WIDTH, 1, 2, INNER, len(PIECES), POSITIONS, 2, 1e-12, 32
    )
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, ends[-1]) + ends.tobytes()
    head += np.array([score for _, score in PIECES], "<f4").tobytes() + b"".join(texts)
    head += struct.pack("<iI", 0, 0) + struct.pack("<i", len(content))
    at = len(head) + sum(2 + len(name) + 21 for name in content)
    directory = b""
    for name, stored in content.items():
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", 0, expected[name].size, at, len(stored))
        at += len(stored)
    path = tmp_path_factory.mktemp("packed") / packed_e5.FILE
    path.write_bytes(head + directory + b"".join(content.values()))
    return path, expected


def test_four_bits_are_read_back(written: tuple[Path, dict[str, NDArray[np.float32]]]) -> None:
    path, expected = written
    network = packed_e5.encoder(packed_e5.read(path))
    found = dict(network.named_parameters())
    for name, stored in (
        ("embeddings.word_embeddings.weight", "emb.word"),
        ("encoder.layer.0.attention.self.key.weight", "l0.k.w"),
        ("encoder.layer.0.output.dense.weight", "l0.fo.w"),
        ("encoder.layer.0.output.LayerNorm.bias", "l0.oln.b"),
    ):
        np.testing.assert_allclose(found[name].detach().numpy(), expected[stored], rtol=1e-5)


def test_other_files_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    for content in (b"", b"GGUF" + bytes(100), b"E5S1" + bytes(20)):
        path.write_bytes(content)
        with raises_code(ModelError, TrainingCode.NO_WEIGHTS):
            packed_e5.read(path)


def test_trimmed_vocabulary_segments_as_before(
    written: tuple[Path, dict[str, NDArray[np.float32]]],
) -> None:
    packed = packed_e5.read(written[0])
    whole, network = packed_e5.tokenizer(packed), packed_e5.encoder(packed)
    before = network.embeddings.word_embeddings.weight.detach().clone()
    counts = multilingual.count_pieces(whole, ["law: lawyer", "query"])
    kept = multilingual.most_frequent(whole, counts, 14)
    trimmed, tokenizer = multilingual.trim(network, whole, kept)
    assert multilingual.shared_pieces(whole, tokenizer) == kept
    assert tokenizer.token_to_id("法") is None
    for text in ("law: lawyer", "query", "wall"):
        assert tokenizer.encode(text).tokens == whole.encode(text).tokens
        for piece in tokenizer.encode(text).tokens:
            row = trimmed.embeddings.word_embeddings.weight[tokenizer.token_to_id(piece)]
            np.testing.assert_array_equal(row.detach(), before[whole.token_to_id(piece)])
    begin_with_prefix(tokenizer)
    assert tokenizer.encode("law").tokens == ["<s>", "▁que", "ry", ":", "▁law", "</s>"]
    assert counts.total() == 7


def test_rotation_is_found_and_keeps_cosines() -> None:
    random = np.random.default_rng(2)
    targets = random.normal(size=(200, 16)).astype(np.float32)
    targets /= np.linalg.norm(targets, axis=1, keepdims=True)
    turned, _ = np.linalg.qr(random.normal(size=(16, 16)))
    rows = (targets @ turned.T + 3).astype(np.float32)
    centre, found = rotation.learn(rows, targets)
    again = rotation.subtract_centre(rows, centre) @ found
    assert (again * targets).sum(1).mean() > 0.98
    np.testing.assert_allclose(found @ found.T, np.eye(16), atol=1e-4)


def test_graph_is_rotated_and_has_one_output(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    values = [helper.make_tensor_value_info(n, TensorProto.FLOAT, ["n", 4]) for n in ("x", "y")]
    outputs = [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["n", 4]), values[1]]
    nodes = [
        helper.make_node("LpNormalization", ["x"], ["embedding"], axis=-1, p=2),
        helper.make_node("Neg", ["x"], ["y"]),
    ]
    graph = helper.make_graph(nodes, "plain", values[:1], outputs)
    onnx.save(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path
    )
    random = np.random.default_rng(3)
    turn, _ = np.linalg.qr(random.normal(size=(4, 4)))
    centre, turn = random.normal(size=4).astype(np.float32), turn.astype(np.float32)
    rotation.append(path, centre, turn)
    session = open_session(path)
    assert [output.name for output in session.get_outputs()] == ["embedding"]
    rows = random.normal(size=(3, 4)).astype(np.float32)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    (found,) = session.run(None, {"x": rows})
    np.testing.assert_allclose(found, rotation.subtract_centre(unit, centre) @ turn, atol=1e-5)
