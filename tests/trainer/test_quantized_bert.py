"""Bases from quantized graphs: a small BERT exported, quantized, converted back, and files that are no such graph."""

import json
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path

import onnx
import pytest
import torch
from onnx import TensorProto, helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from tests.codes import raises_code
from tests.trainer.conftest import write_tokenizer
from torch import nn
from transformers import BertConfig, BertModel

from lexdesk.errors import ModelError
from lexdesk_trainer.bases import folders, quantized_bert
from lexdesk_trainer.bases.folders import PublishedModel
from lexdesk_trainer.encoders import bert, pretrained
from lexdesk_trainer.error_codes import TrainingCode

ABOUT = PublishedModel("an/encoder", "mit", "cls", {"query": "Question: "})


class _Plain(nn.Module):
    """The parts of a BERT under their published names, with the mask of older exports."""

    def __init__(self, network: BertModel):
        super().__init__()
        self.embeddings, self.encoder = network.embeddings, network.encoder

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        hidden = (1.0 - attention_mask[:, None, None, :].float()) * -10_000.0
        embedded = self.embeddings(input_ids, token_type_ids)
        found: torch.Tensor = self.encoder(embedded, attention_mask=hidden)[0]
        return found


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, BertModel]:
    folder = tmp_path_factory.mktemp("exported")
    torch.manual_seed(5)
    config = BertConfig(
        vocab_size=write_tokenizer(folder), hidden_size=32, num_hidden_layers=3, num_attention_heads=4,
        intermediate_size=64, max_position_embeddings=160, attn_implementation="eager",
    )  # fmt: skip
    network = BertModel(config, add_pooling_layer=False).eval()
    for parameter in network.parameters():
        parameter.data += torch.randn_like(parameter) * 0.2
    ids, names = (
        torch.ones(1, 7, dtype=torch.long),
        ["input_ids", "attention_mask", "token_type_ids"],
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Plain(network), (ids, ids, ids * 0), str(folder / "float.onnx"), input_names=names, output_names=["hidden"],
            dynamic_axes={name: {0: "batch", 1: "tokens"} for name in [*names, "hidden"]},
            opset_version=11, dynamo=False,
        )  # fmt: skip
    quantize_dynamic(
        folder / "float.onnx", folder / "model.onnx", per_channel=True, weight_type=QuantType.QInt8
    )
    (folder / "float.onnx").unlink()
    config.save_pretrained(folder)
    return folder, network


def test_quantized_graph_becomes_a_base(exported: tuple[Path, BertModel], tmp_path: Path) -> None:
    source, network = exported
    assert "MatMulInteger" in {n.op_type for n in onnx.load(source / "model.onnx").graph.node}
    cosine = folders.convert(source, tmp_path / "base", ABOUT)
    assert cosine is not None
    assert cosine > quantized_bert.LEAST_COSINE
    base = pretrained.convert(tmp_path / "base", tmp_path / "converted")
    assert (base.base, base.licence, base.pooling) == ("an/encoder", "MIT", "cls")
    found = dict(bert.load(base.folder).named_parameters())
    for name, weights in network.named_parameters():
        step = float(weights.detach().abs().max()) / 100  # of eight bits
        torch.testing.assert_close(found[name], weights, atol=step, rtol=0)
    prompts = json.loads((tmp_path / "base" / folders.PROMPTS).read_text())
    assert prompts == {"prompts": {"query": "Question: "}}


@pytest.mark.slow
def test_chosen_layers_are_kept(exported: tuple[Path, BertModel], tmp_path: Path) -> None:
    source, whole = exported[0], quantized_bert.read(exported[0])
    folders.convert(source, tmp_path / "base", ABOUT, layers=[1, 3])
    found = bert.load(pretrained.convert(tmp_path / "base", tmp_path / "converted").folder)
    assert len(found.encoder.layer) == 2
    torch.testing.assert_close(
        found.encoder.layer[1].output.dense.weight, whole.encoder.layer[2].output.dense.weight
    )
    for layers in ([3, 1], [0], [4], [2, 2]):
        with raises_code(ModelError, TrainingCode.BASE_LAYERS):
            folders.convert(source, tmp_path / "other", ABOUT, layers=layers)
    assert not (tmp_path / "other").exists()


def _config(change: dict[str, object]) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        stored = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps(stored | change))

    return spoil


def _nested(folder: Path) -> None:
    (folder / "config.json").write_text('{"model_type": ' + "[" * 60_000)


def _graph(change: Callable[[onnx.GraphProto], None]) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        model = onnx.load(folder / "model.onnx")
        change(model.graph)
        (folder / "model.onnx").write_bytes(model.SerializeToString())

    return spoil


def _loop(graph: onnx.GraphProto) -> None:
    graph.node.append(helper.make_node("Loop", ["", ""], ["endless"]))


def _outside(graph: onnx.GraphProto) -> None:
    tensor = graph.initializer[0]
    tensor.data_location = TensorProto.EXTERNAL
    entry = tensor.external_data.add()
    entry.key, entry.value = "location", "/etc/passwd"


def _large(graph: onnx.GraphProto) -> None:
    next(t for t in graph.initializer if len(t.dims) == 2).dims[0] = 1 << 40


def _not_finite(graph: onnx.GraphProto) -> None:
    scale = next(t for t in graph.initializer if t.name.endswith("_scale") and t.dims)
    scale.CopyFrom(helper.make_tensor(scale.name, 1, scale.dims, [float("nan")] * scale.dims[0]))


def _no_tensor(graph: onnx.GraphProto) -> None:
    del graph.initializer[:]


def _cut(folder: Path) -> None:
    stored = (folder / "model.onnx").read_bytes()
    (folder / "model.onnx").write_bytes(stored[: len(stored) // 2])


@pytest.mark.parametrize(
    "spoil",
    [
        _config({"hidden_size": 1 << 40}), _config({"num_hidden_layers": 4}), _config({"vocab_size": "9"}),
        _config({"model_type": "gpt2"}), _config({"hidden_act": "relu"}), _config({"num_attention_heads": 7}),
        _nested, _graph(_loop), _graph(_outside), _graph(_large), _graph(_not_finite), _graph(_no_tensor), _cut,
    ],
)  # fmt: skip
def test_other_files_are_rejected(
    spoil: Callable[[Path], None], exported: tuple[Path, BertModel], tmp_path: Path
) -> None:
    folder = tmp_path / "graph"
    shutil.copytree(exported[0], folder)
    spoil(folder)
    with raises_code(ModelError, TrainingCode.NO_WEIGHTS):
        folders.convert(folder, tmp_path / "base", ABOUT)
    assert not (tmp_path / "base").exists()


def test_network_unlike_its_graph_is_rejected(
    exported: tuple[Path, BertModel], tmp_path: Path
) -> None:
    folder = tmp_path / "graph"
    shutil.copytree(exported[0], folder)

    def swap(graph: onnx.GraphProto) -> None:  # the names of the first and the last layer
        for node in graph.node:
            for old, new in (
                ("layer.0/", "layer.x/"),
                ("layer.2/", "layer.0/"),
                ("layer.x/", "layer.2/"),
            ):
                node.name = node.name.replace(old, new)

    _graph(swap)(folder)
    with raises_code(ModelError, TrainingCode.BASE_UNLIKE):
        folders.convert(folder, tmp_path / "base", ABOUT)
