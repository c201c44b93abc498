"""Read an exported embedder back for training: its encoder and its token vectors.

Adapting a model needs only the folder served by the engine. The weights are the eight-bit weights of the
graph; smoothing factors of activations (``smoothing``) are multiplied back into the matrices.
"""

import re
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from transformers import BertConfig, BertModel

from lexdesk.errors import ModelError
from lexdesk.models import manifest
from lexdesk_trainer.data import vocabulary
from lexdesk_trainer.encoders import bert, token_vectors
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.export import joined_graph

_PLACE = re.compile(r"/(layer\.\d+)/(attention/output|intermediate|output)/dense/")
_EMBEDDINGS = (
    "embeddings.word_embeddings.weight",
    "embeddings.position_embeddings.weight",
    "embeddings.token_type_embeddings.weight",
    "embeddings.LayerNorm.weight",
    "embeddings.LayerNorm.bias",
)


def unpack(folder: Path, target: Path) -> TrainedEncoder:
    """Write the embedder in ``folder`` to ``target`` in the layout of ``bert.save``; keep a complete one.

    Raises ModelError for a model of another kind than the default export.
    """
    stored = _require_mean_embedder(folder, "embedder")
    if not (target / bert.RECORD_NAME).exists():
        graph = _read_verified_graph(folder, stored)
        network = _encoder(_Graph(graph, folder))
        target.mkdir(parents=True, exist_ok=True)
        if joined_graph.is_joined(graph):
            joined = joined_graph.read(folder / "model.onnx", network)
            token_vectors.save(target, joined.table(), joined.weight, joined.specials)
        bert.save(
            target,
            network,
            vocabulary.read(folder),
            maximum_tokens=stored.maximum_tokens,
            training_data=stored.training_data,
            ships=stored.licence != bert.NOT_REDISTRIBUTABLE,
            base=stored.base,
            licence=stored.licence,
        )
    return bert.read_trained_encoder(target, stored.fusion_weights)


def encoder(folder: Path, task: str) -> BertModel:
    """Return the encoder of the model in ``folder``, which has this ``task``.

    Raises ModelError for a model of another kind than the default export.
    """
    return _encoder(
        _Graph(_read_verified_graph(folder, _require_mean_embedder(folder, task)), folder)
    )


def _require_mean_embedder(folder: Path, task: str) -> manifest.Manifest:
    stored = manifest.read(folder)
    if (stored.task, stored.pooling, stored.normalize) != (task, "mean", True):
        raise ModelError(TrainingCode.NO_MEAN_EMBEDDER, folder=folder)
    return stored


def _read_verified_graph(folder: Path, stored: manifest.Manifest) -> onnx.GraphProto:
    manifest.verify(folder, stored)
    return onnx.load(folder / "model.onnx").graph


class _Graph:
    """The nodes of an encoder's graph, including branches, and its tensors in float32."""

    def __init__(self, graph: onnx.GraphProto, folder: Path):
        branches = [
            part.g
            for node in graph.node
            if node.op_type == "If"
            for part in node.attribute
            if part.name == "then_branch"
        ]
        self.nodes = [node for body in (graph, *branches) for node in body.node]
        self.attentions = [node for node in self.nodes if node.op_type == "QAttention"]
        if not self.attentions:
            raise ModelError(TrainingCode.NOT_EIGHT_BITS, folder=folder / "model.onnx")
        self._producers = {name: node for node in self.nodes for name in node.output}
        self._found = {
            constant.name: constant for body in (graph, *branches) for constant in body.initializer
        }
        self._folder = folder

    def tensor(self, name: str) -> torch.Tensor:
        """Return a tensor of the graph, dequantized if it has eight bits."""
        name = name.removesuffix("_quantized")
        if name in self._found:
            return self._array(name)
        whole, zero = self._array(f"{name}_quantized"), self._array(f"{name}_zero_point")
        return (whole - zero) * self._array(f"{name}_scale")

    def matrix(self, node: onnx.NodeProto) -> torch.Tensor:
        """Return the matrix of ``node``, (out, in), with smoothing undone."""
        columns = self.tensor(node.input[1]).T
        rounded = self._producers[node.input[0]]
        before = self._producers[rounded.input[0]]
        if before.op_type == "Mul" and before.input[1] in self._found:
            return columns * self.tensor(before.input[1])
        return columns

    def _array(self, name: str) -> torch.Tensor:
        if name not in self._found:
            raise ModelError(
                TrainingCode.WEIGHTS_MISSING, folder=self._folder / "model.onnx", name=name
            )
        return torch.from_numpy(numpy_helper.to_array(self._found[name]).copy()).float()


def _encoder(graph: _Graph) -> BertModel:
    # By what the nodes do and whose outputs theirs are: weights that are equal have one name in a graph.
    state = {name: graph.tensor(f"encoder.{name}") for name in _EMBEDDINGS}
    for number, node in enumerate(graph.attentions):
        parts = zip(
            graph.tensor(node.input[1]).T.chunk(3),
            graph.tensor(node.input[2]).chunk(3),
            strict=True,
        )
        for name, (matrix, bias) in zip(("query", "key", "value"), parts, strict=True):
            place = f"encoder.layer.{number}.attention.self.{name}"
            state |= {f"{place}.weight": matrix, f"{place}.bias": bias}
    for node in graph.nodes:
        # What comes after a product has its name; the output of a layer may have been given another.
        named = node.output if node.op_type == "MatMulInteger" else node.input
        if not named or not (at := _PLACE.search(named[0])):
            continue
        place = f"encoder.{at[1]}.{at[2].replace('/', '.')}"
        if node.op_type == "MatMulInteger":
            state[f"{place}.dense.weight"] = graph.matrix(node)
        elif node.op_type == "BiasGelu":
            state[f"{place}.dense.bias"] = graph.tensor(node.input[1])
        elif node.op_type == "SkipLayerNormalization":
            names = ("LayerNorm.weight", "LayerNorm.bias", "dense.bias")
            state |= {
                f"{place}.{n}": graph.tensor(i) for n, i in zip(names, node.input[2:], strict=True)
            }
    made = BertModel(_config(state, graph.attentions))  # type: ignore[no-untyped-call]
    missing, unknown = made.load_state_dict(state, strict=False)
    if unknown or any(not name.startswith("pooler.") for name in missing):
        raise ModelError(TrainingCode.GRAPH_NOT_BERT, value=", ".join([*unknown, *missing][:3]))
    for name, value in made.named_parameters():
        if name.startswith("pooler."):  # is not exported, and not used
            value.data.zero_()
    return made


def _config(state: dict[str, torch.Tensor], attentions: list[onnx.NodeProto]) -> BertConfig:
    heads = next(part.i for part in attentions[0].attribute if part.name == "num_heads")
    pieces, width = state["embeddings.word_embeddings.weight"].shape
    return BertConfig(  # type: ignore[no-untyped-call]
        vocab_size=pieces,
        hidden_size=width,
        num_hidden_layers=len(attentions),
        num_attention_heads=heads,
        intermediate_size=len(state["encoder.layer.0.intermediate.dense.bias"]),
        max_position_embeddings=len(state["embeddings.position_embeddings.weight"]),
        type_vocab_size=len(state["embeddings.token_type_embeddings.weight"]),
    )
