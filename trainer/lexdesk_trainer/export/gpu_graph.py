"""The graph of an embedder for NVIDIA GPUs, over the weights of its int8 graph.

CUDA has no kernels for the int8 operators of the CPU's graph. Here its matrices are float16: they are dequantized when
a session is made, by nodes that onnxruntime folds. Their bytes are read from ``model.onnx`` itself, as external data,
so that the weights are on disk once.

Both graphs make vectors of one family. The inputs of attention are rounded as in the int8 graph: that explains most of
the difference, and rounding all activations brings no more. A single activation rounded differently, as by another
order of a sum, costs as much.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import GraphProto, NodeProto, TensorProto, helper, numpy_helper

from lexdesk.models.manifest import CUDA_GRAPH, GRAPH

_SHARED_FROM = 1_024  # bytes of a tensor, from which it stays in the other file
_LAST_AXIS, _STEPS, _LEAST = "last_axis", "steps_of_a_text", "least_step"
_CONSTANTS: dict[str, np.ndarray[Any, np.dtype[Any]]] = {
    _LAST_AXIS: np.array([-1], np.int64),
    _STEPS: np.array(255, np.float32),
    _LEAST: np.array(1e-9, np.float32),  # of a text whose tokens are all masked
}
_TO_FLOAT, _TO_HALF = TensorProto.FLOAT, TensorProto.FLOAT16
_MICROSOFT = "com.microsoft"


def write_gpu_graph(folder: Path) -> Path:
    """Write ``model_cuda.onnx`` beside the graph in ``folder``; raise ``ValueError`` for an unknown pattern of nodes."""
    source = folder / GRAPH
    model = onnx.load(source)
    _inline_branches(model.graph)
    _convert_to_float16(model.graph)
    drop_unused(model.graph)
    _share_tensors(model.graph, source.read_bytes())
    target = folder / CUDA_GRAPH
    target.write_bytes(model.SerializeToString())
    onnx.checker.check_model(str(target))
    return target


def has_int8_products(path: Path) -> bool:
    """Return whether the graph at ``path`` has products of int8, which a GPU needs in another form."""
    graph = onnx.load(path, load_external_data=False).graph
    return ("", "MatMulInteger") in node_types(graph)


def _inline_branches(graph: GraphProto) -> None:
    """Replace each ``If`` by its ``then_branch``: on a GPU, texts are encoded in batches, and hardly any is skipped."""
    nodes = list(graph.node)
    del graph.node[:]
    for number, node in enumerate(nodes):
        if node.op_type != "If":
            graph.node.append(node)
            continue
        branch = next(
            node_attribute.g
            for node_attribute in node.attribute
            if node_attribute.name == "then_branch"
        )
        own = {weight.name for weight in branch.initializer} | {
            o for n in branch.node for o in n.output
        }
        names = {name: f"{number}/{name}" for name in own}
        names.update(zip((o.name for o in branch.output), node.output, strict=True))
        for tensor in branch.initializer:
            tensor.name = names[tensor.name]
            graph.initializer.append(tensor)
        for inner_node in branch.node:
            inner_node.name = f"{number}/{inner_node.name}"
            inner_node.input[:] = [names.get(name, name) for name in inner_node.input]
            inner_node.output[:] = [names.get(name, name) for name in inner_node.output]
            graph.node.append(inner_node)
    switch = [graph_input for graph_input in graph.input if graph_input.name == "with_embedding"]
    for switched in switch:  # it selects a branch
        graph.input.remove(switched)


def _convert_to_float16(graph: GraphProto) -> None:
    """Replace products of int8 by products of float16."""
    products = _Products(graph)
    nodes: list[NodeProto] = []
    known: set[str] = set()
    for node in products.replace():
        if node.output[0] not in known:  # a text is cast once for several products
            nodes.append(node)
            known.update(node.output)
    del graph.node[:]
    graph.node.extend(nodes)
    graph.initializer.extend(
        numpy_helper.from_array(value, name) for name, value in _CONSTANTS.items()
    )


class _Products:
    """The int8 products of ``graph``, with the nodes that produce and use each tensor."""

    def __init__(self, graph: GraphProto):
        self._nodes = list(graph.node)
        self._tensors = {weight.name: weight for weight in graph.initializer}
        self._producers = {output: node for node in graph.node for output in node.output}
        self._users: dict[str, list[NodeProto]] = {}
        for node in graph.node:
            for name in node.input:
                self._users.setdefault(name, []).append(node)

    def replace(self) -> Iterator[NodeProto]:
        """Yield the nodes of the graph, those of a float16 product in place of each node that ends an int8 product."""
        replaced: dict[str, list[NodeProto]] = {}
        for node in self._nodes:
            if node.op_type == "MatMulInteger":
                end, nodes = self._matrix_product(node)
                replaced[end] = nodes
            elif node.op_type == "QAttention":
                replaced[node.output[0]] = self._attention(node)
        for node in self._nodes:
            yield from replaced.get(node.output[0], [node])

    def _matrix_product(self, node: NodeProto) -> tuple[str, list[NodeProto]]:
        """Return the output of the scaled product, and the nodes that compute it in float16."""
        _require_symmetric(self._tensors, node.input[3])
        cast = _find_single(self._users[node.output[0]], "Cast")
        output = _find_single(self._users[cast.output[0]], "Mul")
        scale = next(
            self._producers[name] for name in output.input if self._producers[name].op_type == "Mul"
        )
        weight_scale = next(name for name in scale.input if name in self._tensors)
        text = self._producers[node.input[0]].input[0]
        weights = _dequantization_nodes(node.input[1], weight_scale)
        name = output.output[0]
        product = helper.make_node(
            "MatMul", [f"{text}_half", weights[-1].output[0]], [f"{name}_half"]
        )
        return name, [_cast(text, _TO_HALF), *weights, product, _cast_to_float(name)]

    def _attention(self, node: NodeProto) -> list[NodeProto]:
        """Return the nodes that compute the attention ``node`` in float16, over inputs rounded as in int8."""
        _require_symmetric(self._tensors, node.input[7])
        text, bias, mask = self._producers[node.input[0]].input[0], node.input[2], node.input[5]
        weights = _dequantization_nodes(node.input[1], node.input[4])
        rounding = _rounding_nodes(text, mask)
        rounded = rounding[-1].output[0]
        attention = helper.make_node(
            "Attention",
            [f"{rounded}_half", weights[-1].output[0], f"{bias}_half", mask],
            [f"{node.output[0]}_half"],
            domain=_MICROSOFT,
        )
        attention.attribute.extend(
            setting
            for setting in node.attribute
            if setting.name in ("num_heads", "mask_filter_value")
        )
        inputs = [_cast(rounded, _TO_HALF), *weights, _cast(bias, _TO_HALF)]
        return [*rounding, *inputs, attention, _cast_to_float(node.output[0])]


def _find_single(nodes: list[NodeProto], kind: str) -> NodeProto:
    if len(nodes) != 1 or nodes[0].op_type != kind:
        raise ValueError(
            f"a product of int8 is followed by {[n.op_type for n in nodes]}, not by one {kind}"
        )
    return nodes[0]


def _require_symmetric(tensors: dict[str, TensorProto], zero_point: str) -> None:
    if numpy_helper.to_array(tensors[zero_point]).any():
        raise ValueError(f"the zero point {zero_point} is not zero")


def _dequantization_nodes(weight: str, scale: str) -> list[NodeProto]:
    """Return nodes that make float16 of an int8 matrix; both inputs are constants, so that they run once."""
    return [
        helper.make_node("Cast", [weight], [f"{weight}_float"], to=_TO_FLOAT),
        helper.make_node("Mul", [f"{weight}_float", scale], [f"{weight}_scaled"]),
        helper.make_node("Cast", [f"{weight}_scaled"], [f"{weight}_half"], to=_TO_HALF),
    ]


def _rounding_nodes(text: str, mask: str) -> list[NodeProto]:
    """Return nodes that round ``text`` to eight bits, as the int8 graph does with each text alone.

    The step is that of the tokens in ``mask``, so that it is independent of the other texts of a batch.
    """

    def node(kind: str, inputs: list[str], name: str, **attributes: Any) -> NodeProto:
        return helper.make_node(kind, inputs, [f"{text}_{name}"], **attributes)

    axes: dict[str, Any] = {"axes": [1, 2], "keepdims": 1}
    return [
        helper.make_node("Cast", [mask], [f"{mask}_float"], to=_TO_FLOAT),
        helper.make_node("Unsqueeze", [f"{mask}_float", _LAST_AXIS], [f"{mask}_read"]),
        node("Mul", [text, f"{mask}_read"], "read"),
        node("ReduceMax", [f"{text}_read"], "highest", **axes),
        node("ReduceMin", [f"{text}_read"], "lowest", **axes),
        node("Sub", [f"{text}_highest", f"{text}_lowest"], "range"),
        node("Div", [f"{text}_range", _STEPS], "exact_step"),
        node("Max", [f"{text}_exact_step", _LEAST], "step"),
        node("Div", [text, f"{text}_step"], "steps"),
        node("Round", [f"{text}_steps"], "whole_steps"),
        node("Mul", [f"{text}_whole_steps", f"{text}_step"], "rounded"),
    ]


def _cast(name: str, to: int) -> NodeProto:
    return helper.make_node("Cast", [name], [f"{name}_half"], to=to)


def _cast_to_float(name: str) -> NodeProto:
    return helper.make_node("Cast", [f"{name}_half"], [name], to=_TO_FLOAT)


def drop_unused(graph: GraphProto) -> None:
    """Remove nodes and tensors that no output needs."""
    needed = {graph_output.name for graph_output in graph.output}
    kept: list[NodeProto] = []
    for node in reversed(graph.node):
        if needed.intersection(node.output):
            kept.append(node)
            needed.update(node.input)
    tensors = [weight for weight in graph.initializer if weight.name in needed]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(reversed(kept))
    graph.initializer.extend(tensors)


def _share_tensors(graph: GraphProto, source: bytes) -> None:
    """Let large tensors be read from their places in ``source``, the other graph."""
    for tensor in graph.initializer:
        content = tensor.raw_data
        if len(content) < _SHARED_FROM:
            continue
        at = source.find(content)
        if at < 0:
            raise ValueError(f"the bytes of {tensor.name} are not in {GRAPH}")
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in {"location": GRAPH, "offset": at, "length": len(content)}.items():
            tensor.external_data.add(key=key, value=str(value))


def node_types(graph: GraphProto) -> Iterator[tuple[str, str]]:
    """Yield the (domain, operator) of each node."""
    return ((node.domain, node.op_type) for node in _all_nodes(graph.node))


def _all_nodes(nodes: Iterable[NodeProto]) -> Iterator[NodeProto]:
    for node in nodes:
        yield node
        for attribute in node.attribute:
            yield from _all_nodes(attribute.g.node)
