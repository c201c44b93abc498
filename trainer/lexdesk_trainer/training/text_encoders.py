"""Encoders of shard texts for contrastive training: BERT, token vectors, or both.

Texts are given by number.
"""

from typing import Any, Protocol

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import BertModel

from lexdesk.models.manifest import Pooling
from lexdesk_trainer.data.ragged import Ragged
from lexdesk_trainer.data.shards import Shard
from lexdesk_trainer.data.vocabulary import SPECIAL
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.encoders.sentence_encoder import SentenceEncoder
from lexdesk_trainer.encoders.token_vectors import TokenVectors, bound_length, gate
from lexdesk_trainer.training.feeding import Batch, Feeder
from lexdesk_trainer.training.loop import precision

_Array = np.ndarray[Any, Any]


class TextEncoder(Protocol):
    """A trainable encoder: its weights, its width, and its encoding of shard texts."""

    module: nn.Module
    width: int

    def encode(self, texts: _Array) -> torch.Tensor:
        """Encode texts, int64 (n,) -> unnormalized vectors, float32 (n, D)."""


class TokenEncoder(TextEncoder, Protocol):
    """A text encoder with token vectors, as in the exported model."""

    def tokens(self, texts: _Array) -> torch.Tensor:
        """Encode texts, int64 (n,) -> token vectors, float32 (n, T, D), zero after the end of a text.

        Vectors are of the middle layer; the length of each is its weight in a query.
        """


class BertTexts:
    """Texts encoded by BERT with pooling; every weight is trained.

    Pieces beyond the encoder's own vocabulary are skipped.
    """

    def __init__(
        self,
        encoder: BertModel,
        shard: Shard,
        longest: int,
        device: torch.device,
        pooling: Pooling = "mean",
    ):
        self.module: nn.Module = SentenceEncoder(encoder, pooling, normalize=False)
        self.width = int(encoder.config.hidden_size)
        self._texts, self._longest, self._device = shard.texts, longest, device
        self._feeder = Feeder.of(shard.tokenizer, device)
        self._read = int(encoder.config.vocab_size)
        self._lower = bert.lower_half(encoder)

    def encode(self, texts: _Array) -> torch.Tensor:
        """Encode texts, int64 (n,) -> unnormalized vectors, float32 (n, D)."""
        ids, mask = self._known(self.pieces(texts))
        with precision(self._device):
            output = self.module(input_ids=ids, attention_mask=mask)
        vectors: torch.Tensor = output["embedding"].float()
        return vectors

    def tokens(self, texts: _Array) -> torch.Tensor:
        """Encode texts, int64 (n,) -> unit token vectors, float32 (n, T, D); zero for skipped tokens."""
        ids, mask = self._known(self.pieces(texts))
        with precision(self._device):
            halfway = self._lower(input_ids=ids, attention_mask=mask).last_hidden_state
        return functional.normalize(halfway.float(), dim=-1) * mask.unsqueeze(-1)

    def pieces(self, texts: _Array) -> Batch:
        """Return the tokens of texts, int64 (n,), with special tokens."""
        return self._feeder.feed_texts([self._texts.row(text) for text in texts], self._longest)

    def _known(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Return ids and mask without pieces unknown to the encoder."""
        known = (batch.ids < self._read).long()
        return batch.ids * known, batch.mask * known


class TokenVectorTexts:
    """Texts as the sum of their token vectors."""

    def __init__(self, learned: TokenVectors, shard: Shard, device: torch.device):
        self.module: nn.Module = learned
        self.width = int(learned.rows.embedding_dim)
        self._texts, self._device = _drop_special_tokens(shard.texts), device

    def encode(self, texts: _Array) -> torch.Tensor:
        """Encode texts, int64 (n,) -> unnormalized vectors, float32 (n, D)."""
        vectors: torch.Tensor = self.module(
            *(torch.from_numpy(piece).to(self._device) for piece in self._pieces(texts))
        )
        return vectors

    def _pieces(self, texts: _Array) -> tuple[_Array, _Array, _Array]:
        """Concatenate the distinct pieces of texts, int64; their counts, float32; and starts of texts, int64."""
        rows = [np.unique(self._texts.row(text), return_counts=True) for text in texts]
        starts = np.cumsum([0, *(len(pieces) for pieces, _ in rows[:-1])], dtype=np.int64)
        pieces = np.concatenate([pieces for pieces, _ in rows]).astype(np.int64)
        return pieces, np.concatenate([n for _, n in rows]).astype(np.float32), starts


class JoinedTexts:
    """Texts as in ``TokenVectorEncoder``, an encoder joined with token vectors; both are trained."""

    def __init__(
        self,
        encoder: BertModel,
        learned: TokenVectors,
        weight: float,
        shard: Shard,
        longest: int,
        device: torch.device,
    ):
        self._context = BertTexts(encoder, shard, longest, device)
        self._own = TokenVectorTexts(learned, shard, device)
        self._learned = learned
        self.module: nn.Module = nn.ModuleList([self._context.module, learned])
        self.width = self._context.width
        self._texts, self._weight, self._device = shard.texts, weight, device
        self._read = int(encoder.config.vocab_size)

    def encode(self, texts: _Array) -> torch.Tensor:
        """Encode texts, int64 (n,) -> unnormalized vectors, float32 (n, D)."""
        share = torch.tensor([self._share(self._texts.row(text)) for text in texts])
        counts = gate(share).to(self._device)
        read = torch.nonzero(counts).squeeze(1)
        vectors = bound_length(self._own.encode(texts))
        if len(read):  # what is not read, as German, costs no time
            context = functional.normalize(self._context.encode(texts[read.cpu().numpy()]), dim=-1)
            vectors = vectors.index_add(0, read, self._weight * counts[read, None] * context)
        return vectors

    def tokens(self, texts: _Array) -> torch.Tensor:
        """Encode texts, int64 (n,) -> token vectors, float32 (n, T, D), with the lengths of the table.

        Zero for special tokens, and for texts not counted by the encoder. The table gets no gradient.
        """
        ids = self._context.pieces(texts).ids
        counts = gate(torch.tensor([self._share(self._texts.row(text)) for text in texts])) > 0
        is_content = (ids >= len(SPECIAL)) & counts.to(self._device)[:, None]
        says = self._learned.lengths(ids) * is_content
        return self._context.tokens(texts) * says.unsqueeze(-1)

    def _share(self, row: _Array) -> float:
        content = row[row >= len(SPECIAL)]
        return float((content < self._read).mean()) if len(content) else 1.0


def _drop_special_tokens(texts: Ragged) -> Ragged:
    """Remove special tokens, including the masked citation: they have no meaning of their own."""
    content = texts.values >= len(SPECIAL)
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(content)])
    return Ragged(texts.values[content], before[texts.offsets])
