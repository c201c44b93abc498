"""A pre-trained encoder in transformers' format as base: read as BERT, under its own name and licence.

RoBERTa, XLM-R and ELECTRA compute what BERT computes; their positions begin elsewhere, or their files have other
names. So one architecture is trained and exported. Name and licence come from the head of ``README.md``.
"""

import re
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from tokenizers import Tokenizer, processors
from transformers import AutoModel, BertConfig, BertModel

from lexdesk.errors import ModelError
from lexdesk.models.manifest import TrainingData
from lexdesk_trainer.data import licences, vocabulary
from lexdesk_trainer.encoders import bert, trained_encoder
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import LicenceForbids, weights_error

KINDS = ("bert", "electra", "roberta", "xlm-roberta", "camembert")
_KINDS_WITH_SHIFTED_POSITIONS = ("roberta", "xlm-roberta", "camembert")
"""Their first position follows the number of padding."""
_SEGMENTS = 2
_TOKENS = 512
_POSITIONS, _TYPES = (f"embeddings.{name}_embeddings.weight" for name in ("position", "token_type"))
_NO_DATA_STATED = "not stated by the publisher of the weights"
_HEAD = re.compile(r"\A---\n(.*?)^---$", re.DOTALL | re.MULTILINE)
_SHAPE = (
    "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "hidden_act",
    "hidden_dropout_prob", "layer_norm_eps", "vocab_size",
)  # fmt: skip


def convert(folder: Path, target: Path, *, ships: bool = True) -> TrainedEncoder:
    """Write the base in ``folder`` to ``target`` in the layout of ``bert.save``; return it.

    Raises ``ModelError`` for another architecture, a tokenizer that does not belong to it or no weights, and
    ``LicenceForbids`` for a base without a licence or, if the model ``ships``, without a free one.
    """
    config = _config(folder)
    name, licence = _name_and_licence(folder)
    if ships and not licences.is_free(licence):
        raise LicenceForbids(TrainingCode.LICENCE_FORBIDS, name=name, licence=licence)
    tokenizer = _tokenizer(folder, config)
    encoder = _load_as_bert(folder, config)
    has_pooling = (folder / "1_Pooling").is_dir()  # in the layout of sentence-transformers
    bert.save(
        target,
        encoder,
        tokenizer,
        maximum_tokens=min(_TOKENS, encoder.config.max_position_embeddings),
        training_data=(TrainingData(f"texts of {name}", _NO_DATA_STATED),),
        ships=True,
        base=name,
        licence=licence,
        pooling=trained_encoder.pooling(folder) if has_pooling else "mean",
    )
    return bert.read_trained_encoder(target, {})


def _name_and_licence(folder: Path) -> tuple[str, str]:
    """Return the name and the licence that the head of ``README.md`` states, or the name of the folder."""
    readme = folder / "README.md"
    text = readme.read_text(encoding="utf-8", errors="replace") if readme.is_file() else ""
    head = _HEAD.match(text)
    stated = dict(re.findall(r"^(\w+): *[\"']?([^\n\"']+)", head[1] if head else "", re.MULTILINE))
    if not (licence := stated.get("license", "").strip()):
        raise LicenceForbids(TrainingCode.BASE_NO_LICENCE, folder=folder)
    return stated.get("model_name", folder.resolve().name).strip(), licences.canonical_licence(
        licence
    )


def _config(folder: Path) -> Any:
    config = bert.read_config(folder)
    if config.model_type not in KINDS:
        raise ModelError(
            TrainingCode.BASE_UNKNOWN,
            folder=folder, model_type=config.model_type, known=", ".join(KINDS),
        )  # fmt: skip
    positions = getattr(config, "position_embedding_type", "absolute")
    if getattr(config, "embedding_size", config.hidden_size) != config.hidden_size:
        raise ModelError(TrainingCode.BASE_PROJECTS, folder=folder)
    if positions != "absolute":
        raise ModelError(TrainingCode.BASE_POSITIONS, folder=folder, positions=positions)
    return config


def _tokenizer(folder: Path, config: Any) -> Tokenizer:
    """Read the tokenizer of a base; raise ``ModelError`` if it is not that of the network."""
    tokenizer = vocabulary.read(folder)
    pieces = tokenizer.get_vocab_size()
    if pieces > vocabulary.MOST_PIECES:
        raise ModelError(
            TrainingCode.BASE_TOO_MANY_PIECES,
            folder=folder, pieces=pieces, most=vocabulary.MOST_PIECES,
        )  # fmt: skip
    if pieces > config.vocab_size:
        raise ModelError(
            TrainingCode.BASE_OTHER_TOKENIZER, folder=folder, pieces=pieces, rows=config.vocab_size
        )
    first, last = "[CLS]", "[SEP]"
    numbers = {name: vocabulary.special_token_id(tokenizer, name) for name in (first, last)}
    spelt = {name: tokenizer.id_to_token(number) for name, number in numbers.items()}
    one = f"{spelt[first]} $A {spelt[last]}"
    tokenizer.post_processor = (
        processors.TemplateProcessing(  # as ``feeding`` joins texts, for all bases
            single=one,
            pair=f"{one} $B:1 {spelt[last]}:1",
            special_tokens=[(spelt[name], number) for name, number in numbers.items()],
        )
    )
    return tokenizer


def _load_as_bert(folder: Path, config: Any) -> BertModel:
    try:
        network, loading = AutoModel.from_pretrained(
            folder,
            config=config,
            local_files_only=True,
            dtype=torch.float32,
            output_loading_info=True,
        )
    except (OSError, ValueError, SafetensorError) as problem:
        raise weights_error(folder, problem) from None
    if missing := sorted(name for name in loading["missing_keys"] if "pooler" not in name):
        raise weights_error(folder, ValueError(f"{missing[0]} is missing"))
    state = dict(network.state_dict())
    if config.model_type in _KINDS_WITH_SHIFTED_POSITIONS:
        state[_POSITIONS] = state[_POSITIONS][config.pad_token_id + 1 :]
    types = state[_TYPES]
    if len(types) < _SEGMENTS:  # the passage of a cross-encoder begins as its question
        state[_TYPES] = types[:1].repeat(_SEGMENTS, 1)
    shape = {name: getattr(config, name) for name in _SHAPE}
    read_as = BertConfig(  # type: ignore[no-untyped-call]
        **shape,
        pad_token_id=config.pad_token_id,
        type_vocab_size=len(state[_TYPES]),
        max_position_embeddings=len(state[_POSITIONS]),
        attention_probs_dropout_prob=bert.ATTENTION_DROPOUT,
    )
    encoder = BertModel(read_as)  # type: ignore[no-untyped-call]
    encoder.load_state_dict(
        {k: v for k, v in state.items() if k in encoder.state_dict()}, strict=False
    )
    return encoder
