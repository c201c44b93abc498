"""The graph of a ``TokenVectorEncoder``: the encoder's own graph inside a branch, the table around it.

Tracing cannot leave a branch out, so the outer graph is written here, node for node what
``TokenVectorEncoder.forward`` does. Where no text of a batch is read by the encoder (German law, for
an English one), onnxruntime skips the branch: such texts cost a table look-up.
"""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from transformers import BertModel

from lexdesk_trainer.token_vectors import TokenVectorEncoder

_FLOAT, _INT = TensorProto.FLOAT, TensorProto.INT64
_NODES: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    # which pieces the encoder reads, and which have a vector of their own
    ("Less", "input_ids read", "is_known", {}),
    ("Cast", "is_known", "known_piece", {"to": _INT}),
    ("Mul", "known_piece attention_mask", "known", {}),
    ("Mul", "input_ids known", "known_ids", {}),
    ("Cast", "known", "known_share", {"to": _FLOAT}),
    ("Less", "input_ids specials", "is_special", {}),
    ("Not", "is_special", "is_content", {}),
    ("Cast", "is_content", "content_piece", {"to": _INT}),
    ("Mul", "content_piece attention_mask", "content_mask", {}),
    ("Cast", "content_mask", "content", {"to": _FLOAT}),
    # how much the encoder counts
    ("ReduceSum", "content along_tokens", "content_count", {"keepdims": 1}),
    ("Max", "content_count one", "count", {}),
    ("Mul", "content known_share", "read_content", {}),
    ("ReduceSum", "read_content along_tokens", "read_count", {"keepdims": 1}),
    ("Sub", "count content_count", "without_content", {}),  # one or nought
    ("Add", "read_count without_content", "read_or_empty", {}),
    ("Div", "read_or_empty count", "share", {}),
    ("Mul", "share two", "twice", {}),
    ("Sub", "twice one", "above_half", {}),
    ("Clip", "above_half nought one", "gate", {}),
    ("ReduceMax", "gate", "highest", {"keepdims": 0}),
    ("Greater", "highest nought", "any_read", {}),
    # the sum of the pieces' own vectors
    ("Gather", "table input_ids", "eight_bits", {"axis": 0}),
    ("Cast", "eight_bits", "unscaled", {"to": _FLOAT}),
    ("Gather", "scales input_ids", "scale", {"axis": 0}),
    ("Mul", "unscaled scale", "rows", {}),
    ("Unsqueeze", "content along_tokens", "counting", {}),
    ("MatMul", "counting rows", "summed", {}),
    ("Squeeze", "summed along_tokens", "sum", {}),
    ("Sqrt", "count", "root", {}),
    ("Div", "sum root", "unbounded", {}),
    ("ReduceSumSquare", "unbounded", "square", {"axes": [1], "keepdims": 1}),
    ("Add", "square one", "square_and_one", {}),
    ("Sqrt", "square_and_one", "bound", {}),
    ("Div", "unbounded bound", "own", {}),
    # both
    ("Mul", "gate weight", "counts", {}),
    ("Mul", "counts context", "counted", {}),
    ("Add", "counted own", "joined", {}),
    ("ReduceL2", "joined", "length", {"axes": [1], "keepdims": 1}),
    ("Max", "length tiny", "divisor", {}),
    ("Div", "joined divisor", "embedding", {}),
    # each token, as long as its own vector, where the encoder reads it and counts
    ("ReduceL2", "rows", "says", {"axes": [2], "keepdims": 1}),
    ("Mul", "content known_share", "read_piece", {}),
    ("Greater", "gate nought", "counts_at_all", {}),
    ("Cast", "counts_at_all", "counted_text", {"to": _FLOAT}),
    ("Mul", "read_piece counted_text", "counted_piece", {}),
    ("Unsqueeze", "counted_piece along_width", "is_read", {}),
    ("Mul", "says is_read", "weighs", {}),
    ("Mul", "weighs context_tokens", "tokens", {}),
)
"""Operator, inputs, output and attributes, in the order of computing; the branch comes before ``counted``."""


def write(encoder_graph: Path, joined: TokenVectorEncoder, path: Path) -> None:
    """Write the graph of ``joined`` to ``path``; that of its encoder, to unit vectors, is there already."""
    inner = onnx.load(encoder_graph)
    branch = helper.make_node(
        "If",
        ["any_read"],
        ["context", "context_tokens"],
        then_branch=_then(inner.graph),
        else_branch=_otherwise(),
    )
    nodes = [helper.make_node(op, ins.split(), [out], **given) for op, ins, out, given in _NODES]
    nodes.insert(next(n for n, each in enumerate(nodes) if "context" in each.input), branch)
    shape = ["batch", "tokens"]
    graph = helper.make_graph(
        nodes,
        "token_vectors",
        [helper.make_tensor_value_info(name, _INT, shape) for name in joined.inputs],
        [
            helper.make_tensor_value_info(name, _FLOAT, each)
            for name, each in joined.outputs.items()
        ],
        [numpy_helper.from_array(value, name) for name, value in _constants(joined).items()],
    )
    model = helper.make_model(graph, opset_imports=inner.opset_import, ir_version=inner.ir_version)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def _then(inner: onnx.GraphProto) -> onnx.GraphProto:
    """The encoder's graph as a branch: it takes its inputs from the graph around it."""
    names = {
        "input_ids": "known_ids",
        "attention_mask": "known",
        "embedding": "encoded",
        "tokens": "encoded_tokens",
    }
    nodes = []
    for node in inner.node:
        copy = onnx.NodeProto()
        copy.CopyFrom(node)
        copy.input[:] = [names.get(each, each) for each in node.input]
        copy.output[:] = [names.get(each, each) for each in node.output]
        nodes.append(copy)
    outputs = [_of_any_shape(each) for each in ("encoded", "encoded_tokens")]
    return helper.make_graph(nodes, "encoder", [], outputs, list(inner.initializer))


def _otherwise() -> onnx.GraphProto:
    """Nought for every text and token: the shapes are those of the table's vectors."""
    nodes = [
        helper.make_node("Shape", ["own"], ["own_shape"]),
        helper.make_node("ConstantOfShape", ["own_shape"], ["nothing"]),
        helper.make_node("Shape", ["rows"], ["rows_shape"]),
        helper.make_node("ConstantOfShape", ["rows_shape"], ["no_tokens"]),
    ]
    outputs = [_of_any_shape(each) for each in ("nothing", "no_tokens")]
    return helper.make_graph(nodes, "unread", [], outputs)


def _of_any_shape(name: str) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, _FLOAT, None)


def read(path: Path, encoder: BertModel) -> TokenVectorEncoder:
    """The table of a joined graph around ``encoder``, in place of its branch."""
    graph = onnx.load(path).graph
    found = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    table = torch.from_numpy(found["table"] * found["scales"])
    weight, specials = float(found["weight"]), int(found["specials"])
    return TokenVectorEncoder(encoder, table, weight, specials).eval()


def _constants(joined: TokenVectorEncoder) -> dict[str, "np.ndarray[Any, Any]"]:
    numbers = {"one": 1.0, "two": 2.0, "nought": 0.0, "tiny": 1e-12}
    found: dict[str, np.ndarray[Any, Any]] = {
        name: np.array(value, np.float32) for name, value in numbers.items()
    }
    return found | {
        "read": np.array(joined.read, np.int64),
        "specials": np.array(joined.specials, np.int64),
        "along_tokens": np.array([1], np.int64),
        "along_width": np.array([2], np.int64),
        "table": joined.rows.numpy(),
        "scales": joined.scales.numpy(),
        "weight": np.array(joined.weight, np.float32),
    }
