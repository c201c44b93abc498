"""The graph of a ``TokenVectorEncoder``: the encoder's graph in branches, the table around it.

Tracing cannot make a branch optional, so the outer graph is built here, node for node after
``TokenVectorEncoder.forward``. If the encoder reads no text of a batch (German law, for an English
encoder), onnxruntime skips the branches, and the batch costs a table look-up. Two branches hold the
encoder: callers of ``tokens`` alone (``with_embedding`` is false) skip the layers above the middle one.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from transformers import BertModel

from lexdesk_trainer.encoders.token_vectors import TokenVectorEncoder

_FLOAT, _INT, _BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
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
    ("Sub", "count content_count", "without_content", {}),  # one or zero
    ("Add", "read_count without_content", "read_or_empty", {}),
    ("Div", "read_or_empty count", "share", {}),
    ("Mul", "share two", "twice", {}),
    ("Sub", "twice one", "above_half", {}),
    ("Clip", "above_half zero one", "gate", {}),
    ("ReduceMax", "gate", "highest", {"keepdims": 0}),
    ("Greater", "highest zero", "any_read", {}),
    ("And", "any_read with_embedding", "goes_on", {}),
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
    ("Greater", "gate zero", "counts_at_all", {}),
    ("Cast", "counts_at_all", "counted_text", {"to": _FLOAT}),
    ("Mul", "read_piece counted_text", "counted_piece", {}),
    ("Unsqueeze", "counted_piece along_width", "is_read", {}),
    ("Mul", "says is_read", "weighs", {}),
    ("Mul", "weighs context_tokens", "tokens", {}),
)
"""Operator, inputs, output and attributes, in order of computation; the branch precedes ``counted``."""


def write(encoder_graph: Path, joined: TokenVectorEncoder, path: Path) -> None:
    """Write the graph of ``joined`` to ``path``; ``encoder_graph`` maps to unit vectors."""
    inner = onnx.load(encoder_graph)
    nodes = [helper.make_node(op, ins.split(), [out], **given) for op, ins, out, given in _NODES]
    first = next(n for n, node in enumerate(nodes) if "context" in node.input)
    nodes[first:first] = _branches(inner.graph)
    shape = ["batch", "tokens"]
    graph = helper.make_graph(
        nodes,
        "token_vectors",
        [
            *(helper.make_tensor_value_info(name, _INT, shape) for name in joined.inputs),
            # true where it is not given: it is among the constants, too
            helper.make_tensor_value_info("with_embedding", _BOOL, []),
        ],
        [
            helper.make_tensor_value_info(name, _FLOAT, output)
            for name, output in joined.outputs.items()
        ],
        [numpy_helper.from_array(value, name) for name, value in _constants(joined).items()],
    )
    model = helper.make_model(graph, opset_imports=inner.opset_import, ir_version=inner.ir_version)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def _branches(inner: onnx.GraphProto) -> list[onnx.NodeProto]:
    """Build the encoder up to the middle layer, and its rest: both give zero if nothing is read."""
    halfway = _last_normalization(inner, "tokens")
    names = {"input_ids": "known_ids", "attention_mask": "known"}
    lower = _then_branch(inner, {**names, halfway: "read_halfway", "tokens": "read_tokens"}, ())
    upper = _then_branch(inner, {**names, halfway: "halfway", "embedding": "encoded"}, (halfway,))
    of_tokens = _else_branch("rows", ("unread_halfway", "unread_tokens"))
    of_text = _else_branch("own", ("unread",))
    return [
        _if("any_read", lower, of_tokens, ["halfway", "context_tokens"]),
        _if("goes_on", upper, of_text, ["context"]),
    ]


def _if(
    where: str, then: onnx.GraphProto, otherwise: onnx.GraphProto, outputs: list[str]
) -> onnx.NodeProto:
    return helper.make_node("If", [where], outputs, then_branch=then, else_branch=otherwise)


def _last_normalization(graph: onnx.GraphProto, name: str) -> str:
    """Return the output of the last normalization before ``name``."""
    for node in reversed(_required_nodes(graph, [name], ())):
        if node.op_type.endswith("LayerNormalization"):
            return str(node.output[0])
    raise ValueError(f"{name} is not made of a normalized layer")


def _required_nodes(
    graph: onnx.GraphProto, names: Sequence[str], known: Collection[str]
) -> list[onnx.NodeProto]:
    """Return the nodes that compute ``names`` from the graph's inputs and ``known``, in order."""
    wanted = set(names)
    found = []
    for node in reversed(graph.node):
        if wanted.intersection(node.output) - set(known):
            found.append(node)
            wanted.update(set(node.input) - set(known))
    return found[::-1]


def _then_branch(
    inner: onnx.GraphProto, names: Mapping[str, str], known: Collection[str]
) -> onnx.GraphProto:
    """Build the branch that computes the encoder tensors ``names`` from outer tensors ``known``."""
    inputs = {graph_input.name for graph_input in inner.input}
    goals = [name for name in names if name not in inputs and name not in known]
    nodes = []
    for node in _required_nodes(inner, goals, known):
        copy = onnx.NodeProto()
        copy.CopyFrom(node)
        copy.input[:] = [names.get(name, name) for name in node.input]
        copy.output[:] = [names.get(name, name) for name in node.output]
        nodes.append(copy)
    read = {name for node in nodes for name in node.input}
    weights = [constant for constant in inner.initializer if constant.name in read]
    outputs = [_value_info(names[goal]) for goal in goals]
    return helper.make_graph(nodes, "encoder", [], outputs, weights)


def _else_branch(like: str, names: Sequence[str]) -> onnx.GraphProto:
    """Build the branch of zeros in the shape of the table's vectors ``like``, under each of ``names``."""
    nodes = [helper.make_node("Shape", [like], ["shape"])]
    nodes += [helper.make_node("ConstantOfShape", ["shape"], [name]) for name in names]
    return helper.make_graph(nodes, "unread", [], [_value_info(name) for name in names])


def _value_info(name: str) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, _FLOAT, None)


def is_joined(graph: onnx.GraphProto) -> bool:
    """Check whether a graph has a token-vector table around its encoder."""
    return any(constant.name == "table" for constant in graph.initializer)


def read(path: Path, encoder: BertModel) -> TokenVectorEncoder:
    """Read the table of a joined graph around ``encoder``."""
    graph = onnx.load(path).graph
    found = {constant.name: numpy_helper.to_array(constant) for constant in graph.initializer}
    table = torch.from_numpy(found["table"] * found["scales"])
    weight, specials = float(found["weight"]), int(found["specials"])
    return TokenVectorEncoder(encoder, table, weight, specials).eval()


def _constants(joined: TokenVectorEncoder) -> dict[str, "np.ndarray[Any, Any]"]:
    numbers = {"one": 1.0, "two": 2.0, "zero": 0.0, "tiny": 1e-12}
    found: dict[str, np.ndarray[Any, Any]] = {
        name: np.array(value, np.float32) for name, value in numbers.items()
    }
    return found | {
        "read": np.array(joined.read, np.int64),
        "specials": np.array(joined.specials, np.int64),
        "along_tokens": np.array([1], np.int64),
        "along_width": np.array([2], np.int64),
        "with_embedding": np.array(True),
        "table": joined.rows.numpy(),
        "scales": joined.scales.numpy(),
        "weight": np.array(joined.weight, np.float32),
    }
