"""Initial encoders of the papers, and batches of texts for them.

The only general encoder available offline is all-MiniLM-L6-v2. It is a sentence transformer already,
while the papers start from plain BERT; their row "without fine-tuning" is therefore stronger here. The
others are derived from it, or trained from scratch, by ``masked``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn
from transformers import BertConfig, BertModel

from lexdesk_trainer.data import shards, vocabulary
from lexdesk_trainer.data.corpus import Text
from lexdesk_trainer.encoders import bert, trained_encoder
from lexdesk_trainer.encoders.sentence_encoder import mean
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.settings import Vocabulary
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.feeding import Batch, Feeder, by_length

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Size:
    """Layers, width, heads and inner width of an encoder trained from scratch."""

    layers: int = 6
    width: int = 384
    heads: int = 12
    inner: int = 1536


@dataclass(frozen=True)
class Base:
    """An encoder with its vocabulary; ``clone`` gives a trainable copy.

    ``fingerprint`` is of its origin and training data, so that models trained further from different
    starts differ.
    """

    name: str
    encoder: BertModel
    tokenizer: Tokenizer
    fingerprint: str = ""

    def clone(self) -> BertModel:
        """Copy the encoder to the training device."""
        model = BertModel(self.encoder.config)  # type: ignore[no-untyped-call]
        model.load_state_dict(self.encoder.state_dict())
        model.to(device=loop.device())  # type: ignore[call-arg]
        return model

    def rows(self, texts: Iterable[str]) -> list[Array]:
        """Return the ids of each text, without special tokens."""
        encodings = self.tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [np.array(encoding.ids, np.int64) for encoding in encodings]

    @property
    def feeder(self) -> Feeder:
        """Return a feeder that adds the special tokens and pads."""
        return Feeder.of(self.tokenizer, loop.device())


def load_general(source: TrainedEncoder | None = None, layers: int = 0) -> Base:
    """Load MiniLM, or ``source``; keep ``layers`` evenly selected layers unless 0."""
    source = source or trained_encoder.minilm()
    encoder = bert.load(source.folder)
    if layers:
        encoder = bert.change_depth(encoder, layers)
    return Base("MiniLM", encoder, vocabulary.read(source.folder), f"{layers} layers")


def replace_vocabulary(
    base: TrainedEncoder, texts: Iterable[Text], settings: Vocabulary, layers: int
) -> Base:
    """Put the layers of ``base`` on a vocabulary learned from ``texts``."""
    tokenizer = vocabulary.train(texts, settings)
    encoder = bert.replace_vocabulary(base, tokenizer)
    encoder = bert.change_depth(encoder, layers) if layers else encoder
    fingerprint = f"{layers} layers, {shards.fingerprint(tokenizer)}"
    return Base("own vocabulary", encoder, tokenizer, fingerprint)


def initialize(texts: Iterable[Text], settings: Vocabulary, size: Size, seed: int = 1) -> Base:
    """Initialize random weights over a vocabulary learned from ``texts``."""
    tokenizer = vocabulary.train(texts, settings)
    torch.manual_seed(seed)
    config = BertConfig(  # type: ignore[no-untyped-call]
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=size.width,
        num_hidden_layers=size.layers,
        num_attention_heads=size.heads,
        intermediate_size=size.inner,
        attention_probs_dropout_prob=bert.ATTENTION_DROPOUT,
        pad_token_id=tokenizer.token_to_id("[PAD]"),
    )
    fingerprint = f"{size}, {seed}, {shards.fingerprint(tokenizer)}"
    return Base("from scratch", BertModel(config), tokenizer, fingerprint)  # type: ignore[no-untyped-call]


def encode_tokens(encoder: BertModel, batch: Batch) -> torch.Tensor:
    """Encode to the vectors of all tokens: (B, T, D)."""
    with loop.precision(batch.ids.device):
        output = encoder(
            input_ids=batch.ids, attention_mask=batch.mask, token_type_ids=batch.segments
        )
    vectors: torch.Tensor = output.last_hidden_state
    return vectors.float()


def embed(
    encoder: BertModel, feeder: Feeder, rows: Sequence[Array], longest: int, chunk: int = 64
) -> Array:
    """Encode rows of ids, cut to ``longest`` tokens, to unit mean vectors: float32 (n, D)."""
    found = np.zeros((len(rows), encoder.config.hidden_size), np.float32)
    encoder.eval()  # type: ignore[no-untyped-call]
    with torch.no_grad():
        for part in chunks(rows, longest, chunk):
            batch = feeder.feed_texts([rows[at] for at in part], longest)
            pooled = mean(encode_tokens(encoder, batch), batch.mask)
            found[part] = nn.functional.normalize(pooled, dim=-1).cpu().numpy()
    return found


def chunks(rows: Sequence[Array], longest: int, size: int) -> Iterator[Array]:
    """Yield numbers of rows of similar length, at most ``size`` together."""
    yield from by_length(np.array([min(len(row), longest) for row in rows]), size)
