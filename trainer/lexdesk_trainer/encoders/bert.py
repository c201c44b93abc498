"""BERT encoders for training: resize, deepen, merge, save and load.

Every model folder has the layout of sentence-transformers (``source.read``): config, weights,
``tokenizer.json`` and pooling. ``lexdesk.json`` records the training data.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import torch
from safetensors import SafetensorError
from tokenizers import Tokenizer
from torch import nn
from transformers import AutoConfig, BertModel

from lexdesk.errors import ModelError
from lexdesk.models.manifest import Pooling, TrainingData
from lexdesk.system.atomic import write_atomically
from lexdesk_trainer.data import vocabulary
from lexdesk_trainer.encoders import trained_encoder
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import (
    DiskFull,
    OtherArchitecture,
    describe_problem,
    report_full_disk,
    weights_error,
)

RECORD_NAME = "lexdesk.json"
WEIGHTS = "model.safetensors"
NOT_REDISTRIBUTABLE = "not to be passed on: trained on what its makers may only use themselves"
_PIECES = "embeddings.word_embeddings.weight"
_STEPS = ("Transformer", "Pooling", "Normalize")
_POOLINGS: Mapping[Pooling, str] = {"mean": "mean_tokens", "cls": "cls_token"}
ATTENTION_DROPOUT = 0.1 if torch.cuda.is_available() else 0.0
"""Published value, except on a CPU: its fused attention has no dropout (docs/training.md has the cost)."""


def load(folder: Path) -> BertModel:
    """Load the encoder in ``folder`` in float32; raise ModelError for another architecture."""
    config = read_config(folder)
    if config.model_type != "bert":
        raise OtherArchitecture(TrainingCode.NOT_BERT, folder=folder, model_type=config.model_type)
    try:
        config.attention_probs_dropout_prob = ATTENTION_DROPOUT
        encoder = BertModel.from_pretrained(
            folder, config=config, local_files_only=True, dtype=torch.float32
        )
    except (OSError, ValueError, SafetensorError) as problem:
        raise weights_error(folder, problem) from None
    return cast(BertModel, encoder)


def read_config(folder: Path) -> Any:
    """Read ``config.json``; raise ModelError without a model type: transformers guesses one from the path."""
    try:
        stated = json.loads((folder / "config.json").read_bytes())
        if not isinstance(stated, dict) or "model_type" not in stated:
            raise ValueError("config.json names no model_type")
        return AutoConfig.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, RecursionError) as problem:
        raise weights_error(folder, problem) from None


def replace_vocabulary(trained: TrainedEncoder, tokenizer: Tokenizer) -> BertModel:
    """Return the encoder of ``trained`` with embeddings for the pieces of ``tokenizer``."""
    encoder = load(trained.folder)
    old = vocabulary.read(trained.folder)
    rows = vocabulary.embeddings(old, encoder.embeddings.word_embeddings.weight.data, tokenizer)
    table = nn.Embedding.from_pretrained(  # type: ignore[no-untyped-call]
        rows, freeze=False, padding_idx=tokenizer.token_to_id("[PAD]")
    )
    encoder.embeddings.word_embeddings = table
    encoder.config.vocab_size = len(rows)
    encoder.config.pad_token_id = tokenizer.token_to_id("[PAD]")
    return encoder


def change_depth(encoder: BertModel, count: int) -> BertModel:
    """Return the encoder with ``count`` layers: evenly selected, or each repeated.

    A deeper stack repeats each layer in place; Gong et al. (2019, "Efficient Training of BERT by
    Progressively Stacking") repeat the whole stack. A shallower one keeps layers at even distances, the
    last among them (Sanh et al. 2019).
    """
    layers = list(encoder.encoder.layer)
    if count == len(layers):
        return encoder
    chosen = [layers[(at + 1) * len(layers) // count - 1] for at in range(count)]
    if count > len(layers):
        chosen = [layers[at * len(layers) // count] for at in range(count)]
    weights = [layer.state_dict() for layer in chosen]
    config = type(encoder.config).from_dict(
        {**encoder.config.to_dict(), "num_hidden_layers": count}
    )
    model = BertModel(config)  # type: ignore[no-untyped-call]
    model.embeddings.load_state_dict(encoder.embeddings.state_dict())
    for layer, state in zip(model.encoder.layer, weights, strict=True):
        layer.load_state_dict(state)
    return model


def lower_half(encoder: BertModel) -> BertModel:
    """Return an encoder of the layers up to the middle one, with shared weights."""
    layers = encoder.encoder.layer[: len(encoder.encoder.layer) // 2]
    config = type(encoder.config).from_dict(
        {**encoder.config.to_dict(), "num_hidden_layers": len(layers)}
    )
    lower = BertModel(config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    lower.embeddings, lower.encoder.layer = encoder.embeddings, layers
    return lower


def merge_into(encoder: BertModel, other: BertModel, share: float) -> None:
    """Move the weights of ``encoder`` by ``share`` towards those of ``other``, in place.

    The average of a tuned model and its origin keeps the abilities of the origin (Wortsman et al. 2022,
    arXiv:2109.01903). Embeddings stay unchanged if the vocabularies differ.
    """
    with torch.no_grad():
        theirs = dict(other.named_parameters())
        for name, weight in encoder.named_parameters():
            if name == _PIECES and theirs[name].shape != weight.shape:
                continue
            if name not in theirs or theirs[name].shape != weight.shape:
                raise OtherArchitecture(TrainingCode.MODELS_DIFFER, name=name)
            weight.lerp_(theirs[name].to(weight.device), share)


def save(
    folder: Path,
    encoder: BertModel,
    tokenizer: Tokenizer,
    *,
    maximum_tokens: int,
    training_data: Iterable[TrainingData],
    ships: bool,
    base: str,
    licence: str,
    pooling: Pooling = "mean",
    measured: dict[str, Any] | None = None,
    half: bool = False,
    settings: Any = None,
) -> None:
    """Write an encoder to a folder for ``load``; ``half`` stores weights in half precision.

    ``settings`` (JSON) must be equal when the folder is reused. ``RECORD_NAME`` is written last and marks a
    complete folder; companion files are written before it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / RECORD_NAME).unlink(missing_ok=True)
    with report_write_errors(folder):
        if half:
            state = {name: value.half() for name, value in encoder.state_dict().items()}
            encoder.save_pretrained(folder, state_dict=state)
        else:
            encoder.save_pretrained(folder)
    with report_full_disk(folder):
        tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    write_pooling(folder, pooling, maximum_tokens)
    rows = [[source.name, source.licence] for source in training_data]
    about = {"training_data": rows, "ships": ships, "base": base, "licence": licence}
    _write(folder / RECORD_NAME, {**about, "measured": measured or {}, "settings": settings})


def write_pooling(folder: Path, pooling: Pooling, maximum_tokens: int) -> None:
    """Write the steps after the transformer, in the layout of sentence-transformers."""
    steps = [{"type": f"sentence_transformers.models.{name}"} for name in _STEPS]
    _write(folder / "modules.json", steps)
    (folder / "1_Pooling").mkdir(exist_ok=True)
    _write(folder / "1_Pooling" / "config.json", {f"pooling_mode_{_POOLINGS[pooling]}": True})
    _write(folder / "sentence_bert_config.json", {"max_seq_length": maximum_tokens})


@contextmanager
def report_write_errors(folder: Path) -> Iterator[None]:
    """Raise ``DiskFull`` for safetensors' own error of writing, which is no ``OSError``."""
    try:
        yield
    except SafetensorError as problem:
        raise DiskFull(TrainingCode.WEIGHTS_NOT_WRITTEN, folder=folder, problem=problem) from None


def read_record(folder: Path) -> dict[str, Any]:
    """Read the record of ``save``: base, licence, training data, permission to ship, measures."""
    try:
        found: dict[str, Any] = json.loads((folder / RECORD_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ModelError(
            TrainingCode.NOT_OF_TRAINER, folder=folder, reason=describe_problem(problem)
        ) from None
    return found


def training_data(folder: Path) -> tuple[TrainingData, ...]:
    """Return the sources of a trained model, each once."""
    return tuple(
        TrainingData(name, licence) for name, licence in read_record(folder)["training_data"]
    )


def read_trained_encoder(folder: Path, fusion_weights: Mapping[str, float]) -> TrainedEncoder:
    """Describe the model in ``folder`` for an export, with its proposed semantic weights."""
    record = read_record(folder)
    measured = record["measured"]
    return trained_encoder.read(
        folder,
        base=record["base"],
        licence=record["licence"] if record["ships"] else NOT_REDISTRIBUTABLE,
        training_data=training_data(folder),
        fusion_weights=fusion_weights,
        measured={"dev, on the candidates of the engine": measured} if measured else {},
    )


def merge_sources(*lists: Sequence[TrainingData]) -> tuple[TrainingData, ...]:
    """Join lists of sources, each source once."""
    return tuple(dict.fromkeys(text for some in lists for text in some))


def _write(path: Path, value: Any) -> None:
    write_atomically(path, json.dumps(value, indent=1).encode())
