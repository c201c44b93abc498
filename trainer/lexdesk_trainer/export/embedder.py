"""Export of an embedder to a model folder: trace, fuse, quantize, measure.

The graph follows the contract in lexdesk.models.manifest. It uses standard ONNX operators and the
com.microsoft operators available in onnxruntime on every CPU. optimum exports, fuses and quantizes; it is
imported inside the functions, because it loads slowly and is pinned to versions that the training machine
need not have.
"""

import copy
import logging
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from tokenizers import Tokenizer
from torch.jit import TracerWarning  # type: ignore[attr-defined] # public, but not in __all__
from transformers import BertModel

from lexdesk.errors import ModelError
from lexdesk.models import manifest
from lexdesk.models.manifest import Manifest
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.encoders import bert, token_vectors
from lexdesk_trainer.encoders.sentence_encoder import SentenceEncoder, Shape, load
from lexdesk_trainer.encoders.token_vectors import TokenVectorEncoder
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.export import gpu_graph, joined_graph, model_card, quantizations
from lexdesk_trainer.export.batches import Feed, batches, token_ids
from lexdesk_trainer.export.drafts import replace_folder
from lexdesk_trainer.export.parity import Texts, measure
from lexdesk_trainer.export.quantizations import Recipe
from lexdesk_trainer.export.rounding import compensate
from lexdesk_trainer.export.smoothing import smooth

_FILES = (manifest.GRAPH, manifest.CUDA_GRAPH, "tokenizer.json")
OPSET = 17  # the first with LayerNormalization as one operator; onnxruntime has had it since 2022
CALIBRATION_BATCH = 8


def export(
    trained: TrainedEncoder,
    folder: Path,
    *,
    quantization: str = quantizations.DEFAULT,
    maximum_tokens: int | None = None,
    texts: Sequence[str] | None = None,
) -> Manifest:
    """Export ``trained`` to ``folder`` and return its manifest.

    ``maximum_tokens`` overrides the limit of ``trained``; ``texts`` replace the paragraphs for measuring
    parity. An older model in ``folder`` is replaced only by a complete new one.
    """
    how = quantizations.recipe(quantization)
    trained = replace(trained, maximum_tokens=maximum_tokens or trained.maximum_tokens)
    encoder = _load(trained)
    with replace_folder(folder) as draft:
        tokenizer = write_tokenizer(trained, draft)
        feeds = calibration(tokenizer, trained, encoder.config.vocab_size)
        _write(encoder, feeds, how, draft / "model.onnx")
        if gpu_graph.has_int8_products(draft / manifest.GRAPH):
            gpu_graph.write_gpu_graph(draft)
        float_graph = draft.parent / "float32.onnx"
        _write(encoder, [], quantizations.RECIPES["float32-fused"], float_graph)
        parity_texts = Texts(tokenizer, texts or paragraphs.gdpr("parity"), trained.maximum_tokens)
        graphs = {"shipped": draft / "model.onnx", "onnx_float32": float_graph}
        measured = measure(encoder, graphs, parity_texts)
        return _write_manifest(trained, draft, how, encoder.config.hidden_size, measured)


def _load(trained: TrainedEncoder) -> SentenceEncoder | TokenVectorEncoder:
    """Load the encoder of ``trained``, with the token vectors of its folder if present."""
    plain = load(trained)
    if token_vectors.has_token_vectors(trained.folder):
        return token_vectors.load(trained.folder, plain.encoder)
    return plain


def _write(
    encoder: SentenceEncoder | TokenVectorEncoder, feeds: list[Feed], how: Recipe, path: Path
) -> None:
    if isinstance(encoder, TokenVectorEncoder):
        branch = path.with_suffix(".branch.onnx")
        write_graph(SentenceEncoder(encoder.encoder, "mean", normalize=True), feeds, how, branch)
        joined_graph.write(branch, encoder, path)
        branch.unlink()
    else:
        write_graph(encoder, feeds, how, path)


class Exportable(Protocol):
    """A torch module that can be traced to a graph with int64 inputs (batch, tokens).

    ``outputs`` gives the shape of each output.
    """

    encoder: BertModel
    config: Any
    inputs: tuple[str, ...]
    outputs: Mapping[str, Shape]


def write_graph(encoder: Exportable, feeds: list[Feed], how: Recipe, path: Path) -> None:
    """Write ``encoder`` as ONNX to ``path`` by the recipe ``how``; ``encoder`` stays unchanged."""
    if how.smooth is not None or how.compensate:
        encoder = copy.deepcopy(encoder)
    if how.smooth is not None:
        smooth(encoder.encoder, feeds, how.smooth)
    if how.compensate:
        compensate(encoder.encoder, feeds)
    with tempfile.TemporaryDirectory(dir=path.parent) as work_name, silence_third_party_warnings():
        graph = _trace(encoder, Path(work_name))
        if how.fuse:
            graph = _fuse(graph, encoder.config)
        if how.quantize:
            graph = _quantize(graph, encoder.config, how)
        graph.replace(path)


def _trace(encoder: Exportable, work: Path) -> Path:
    from optimum.exporters.onnx import export as export_onnx
    from optimum.exporters.onnx.model_configs import BertOnnxConfig

    class ContractOnnxConfig(BertOnnxConfig):  # type: ignore[misc] # optimum has no types
        """Inputs and outputs of the contracts in lexdesk.models.manifest and lexdesk.models.cross_encoder."""

        @property
        def inputs(self) -> dict[str, dict[int, str]]:
            return {name: {0: "batch", 1: "tokens"} for name in encoder.inputs}

        @property
        def outputs(self) -> dict[str, dict[int, str]]:
            return {name: _variable_dimensions(shape) for name, shape in encoder.outputs.items()}

    config = ContractOnnxConfig(encoder.config, task="feature-extraction")
    path = work / "traced" / "model.onnx"
    path.parent.mkdir()
    export_onnx(encoder, config, path, opset=OPSET)
    _set_output_sizes(path, list(encoder.outputs.values()))
    return path


def _variable_dimensions(shape: Shape) -> dict[int, str]:
    """Return the variable dimensions of ``shape``."""
    return {place: size for place, size in enumerate(shape) if isinstance(size, str)}


def _set_output_sizes(path: Path, shapes: Sequence[Shape]) -> None:
    """Set the sizes of the outputs in the graph; tracing leaves invented symbols there."""
    import onnx

    model = onnx.load(path)
    for output, shape in zip(model.graph.output, shapes, strict=True):
        for found, size in zip(output.type.tensor_type.shape.dim, shape, strict=True):
            if isinstance(size, int):
                found.Clear()
                found.dim_value = size
    onnx.save(model, path)


def _fuse(graph: Path, config: Any) -> Path:
    import onnx
    from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference
    from optimum.onnxruntime import OptimizationConfig, ORTOptimizer

    fusion = OptimizationConfig(
        optimization_level=1,  # what every processor and CUDA have; 99 would bind it to this CPU
        use_raw_attention_mask=True,  # any padding, and no operator that only a CPU has
        enable_transformers_specific_optimizations=True,
    )
    folder = graph.parent.parent / "fused"
    ORTOptimizer([graph], config).optimize(fusion, folder, file_suffix=None)
    path = folder / graph.name
    # The quantizer must know the types of fused operators' outputs, and onnx alone cannot infer them.
    onnx.save(SymbolicShapeInference.infer_shapes(onnx.load(path), auto_merge=True), path)
    return path


def _quantize(graph: Path, config: Any, how: Recipe) -> Path:
    from onnxruntime.quantization import QuantFormat, QuantizationMode, QuantType
    from optimum.onnxruntime import ORTQuantizer, QuantizationConfig

    quantization = QuantizationConfig(
        is_static=False,
        format=QuantFormat.QOperator,
        mode=QuantizationMode.IntegerOps,
        activations_dtype=QuantType.QUInt8,
        weights_dtype=QuantType.QInt8 if how.signed else QuantType.QUInt8,
        weights_symmetric=True,
        per_channel=how.per_channel,
        reduce_range=how.seven_bits,
        operators_to_quantize=["MatMul", "Attention", "Gather"],
    )
    folder = graph.parent.parent / "quantized"
    ORTQuantizer(graph, config=config).quantize(quantization, folder, file_suffix=None)
    return folder / graph.name


def write_tokenizer(trained: TrainedEncoder, folder: Path) -> Tokenizer:
    """Copy the tokenizer without truncation and padding, set by the engine."""
    path = trained.folder / "tokenizer.json"
    if not path.is_file():
        raise ModelError(TrainingCode.TOKENIZER_MISSING, path=path)
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    return tokenizer


def calibration(
    tokenizer: Tokenizer, trained: TrainedEncoder, pieces: int = sys.maxsize
) -> list[Feed]:
    """Return the calibration texts, disjoint from those for parity.

    The encoder reads the first ``pieces`` of the vocabulary; others are dropped.
    """
    ids = token_ids(tokenizer, paragraphs.gdpr("calibration"), trained.maximum_tokens)
    read = [[number for number in row if number < pieces] for row in ids]
    return list(batches(read, CALIBRATION_BATCH))


def _write_manifest(
    trained: TrainedEncoder, folder: Path, how: Recipe, dimensions: int, measured: dict[str, Any]
) -> Manifest:
    manifest_ = manifest.write(
        folder,
        Manifest(
            name=folder.name,
            task="embedder",
            base=trained.base,
            dimensions=dimensions,
            pooling=trained.pooling,
            normalize=trained.normalize,
            maximum_tokens=trained.maximum_tokens,
            quantization=how.about,
            licence=trained.licence,
            training_data=trained.training_data,
            measured=measured | dict(trained.measured),
            fusion_weights=trained.fusion_weights,
        ),
        [name for name in _FILES if (folder / name).exists()],
    )
    model_card.write(folder, manifest_, _about(trained))
    return manifest_


def _about(trained: TrainedEncoder) -> model_card.Introduction:
    if token_vectors.has_token_vectors(trained.folder):
        adapted = trained.licence == bert.NOT_REDISTRIBUTABLE
        return "adapted embedder" if adapted else "joined embedder"
    return "trained embedder" if trained.measured else "embedder"


@contextmanager
def silence_third_party_warnings() -> Iterator[None]:
    """Silence deprecation warnings of the pinned torch, optimum and onnxruntime.

    Tracing warns about frozen branches on tensor shapes and about its own deprecation; parity on batches
    of other shapes is the actual check.
    """
    loggers = [logging.getLogger(name) for name in ("", "optimum", "onnxruntime")]
    levels = [logger.level for logger in loggers]
    with warnings.catch_warnings():
        for kind in (TracerWarning, UserWarning, DeprecationWarning, FutureWarning):
            warnings.simplefilter("ignore", kind)
        for logger in loggers:
            logger.setLevel(logging.ERROR)
        try:
            yield
        finally:
            for logger, level in zip(loggers, levels, strict=True):
                logger.setLevel(level)
