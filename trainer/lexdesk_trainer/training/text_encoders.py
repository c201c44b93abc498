"""How contrastive training turns texts of a shard into vectors: an encoder, vectors of tokens, or both.

All are told texts by their numbers.
"""

from typing import Any, Protocol

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import BertModel

from lexdesk_trainer.data.ragged import Ragged
from lexdesk_trainer.data.shards import Shard
from lexdesk_trainer.data.vocabulary import SPECIAL
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.encoders.sentence_encoder import SentenceEncoder
from lexdesk_trainer.encoders.token_vectors import TokenVectors, bounded, gate
from lexdesk_trainer.training.feeding import Batch, Feeder
from lexdesk_trainer.training.loop import precision

_Array = np.ndarray[Any, Any]


class TextEncoder(Protocol):
    """What learns: its weights, the width of its vectors, and how it encodes texts of a shard."""

    module: nn.Module
    width: int

    def encode(self, texts: _Array) -> torch.Tensor:
        """Texts, int64 (n,) -> vectors, float32 (n, D), of any length."""


class TokenEncoder(TextEncoder, Protocol):
    """One that gives vectors of tokens, too, as the model that is exported does."""

    def tokens(self, texts: _Array) -> torch.Tensor:
        """Texts, int64 (n,) -> vectors of their tokens, float32 (n, T, D), nought behind the end of a text.

        Of the layer halfway; each is as long as the token counts in a query.
        """


class BertTexts:
    """Texts through a BERT encoder, mean of the tokens; every weight learns.

    Pieces that are none of the encoder's, behind its own in the vocabulary, are not read.
    """

    def __init__(self, encoder: BertModel, shard: Shard, longest: int, device: torch.device):
        self.module: nn.Module = SentenceEncoder(encoder, "mean", normalize=False)
        self.width = int(encoder.config.hidden_size)
        self._texts, self._longest, self._device = shard.texts, longest, device
        self._feeder = Feeder.of(shard.tokenizer, device)
        self._read = int(encoder.config.vocab_size)
        self._lower = bert.lower_half(encoder)

    def encode(self, texts: _Array) -> torch.Tensor:
        """Texts, int64 (n,) -> vectors, float32 (n, D), of any length."""
        ids, mask = self._known(self.pieces(texts))
        with precision(self._device):
            told = self.module(input_ids=ids, attention_mask=mask)
        vectors: torch.Tensor = told["embedding"].float()
        return vectors

    def tokens(self, texts: _Array) -> torch.Tensor:
        """Texts, int64 (n,) -> unit vectors of their tokens, float32 (n, T, D); nought where none is read."""
        ids, mask = self._known(self.pieces(texts))
        with precision(self._device):
            halfway = self._lower(input_ids=ids, attention_mask=mask).last_hidden_state
        return functional.normalize(halfway.float(), dim=-1) * mask.unsqueeze(-1)

    def pieces(self, texts: _Array) -> Batch:
        """The tokens of texts, int64 (n,), with special ones."""
        return self._feeder.single([self._texts.row(text) for text in texts], self._longest)

    def _known(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Ids and mask without what the encoder does not read."""
        known = (batch.ids < self._read).long()
        return batch.ids * known, batch.mask * known


class TokenVectorTexts:
    """Texts as the sum of their tokens' vectors."""

    def __init__(self, learned: TokenVectors, shard: Shard, device: torch.device):
        self.module: nn.Module = learned
        self.width = int(learned.rows.embedding_dim)
        self._texts, self._device = _without_specials(shard.texts), device

    def encode(self, texts: _Array) -> torch.Tensor:
        """Texts, int64 (n,) -> vectors, float32 (n, D), of any length."""
        vectors: torch.Tensor = self.module(
            *(torch.from_numpy(each).to(self._device) for each in self._pieces(texts))
        )
        return vectors

    def _pieces(self, texts: _Array) -> tuple[_Array, _Array, _Array]:
        """The pieces of texts one text after another, each piece once, int64; how often it occurs,
        float32; and where each text begins, int64.
        """
        rows = [np.unique(self._texts.row(text), return_counts=True) for text in texts]
        starts = np.cumsum([0, *(len(pieces) for pieces, _ in rows[:-1])], dtype=np.int64)
        pieces = np.concatenate([pieces for pieces, _ in rows]).astype(np.int64)
        return pieces, np.concatenate([n for _, n in rows]).astype(np.float32), starts


class JoinedTexts:
    """Texts as ``TokenVectorEncoder`` reads them, an encoder with vectors of tokens beside it; both learn."""

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
        """Texts, int64 (n,) -> vectors, float32 (n, D), of any length."""
        share = torch.tensor([self._share(self._texts.row(text)) for text in texts])
        counts = gate(share).to(self._device)
        read = torch.nonzero(counts).squeeze(1)
        vectors = bounded(self._own.encode(texts))
        if len(read):  # what is not read, as German, costs no time
            context = functional.normalize(self._context.encode(texts[read.cpu().numpy()]), dim=-1)
            vectors = vectors.index_add(0, read, self._weight * counts[read, None] * context)
        return vectors

    def tokens(self, texts: _Array) -> torch.Tensor:
        """Texts, int64 (n,) -> vectors of their tokens, float32 (n, T, D), as long as those of the table.

        Nought for special tokens, and for texts that the encoder does not count in. The table learns nothing by it.
        """
        ids = self._context.pieces(texts).ids
        counts = gate(torch.tensor([self._share(self._texts.row(text)) for text in texts])) > 0
        is_content = (ids >= len(SPECIAL)) & counts.to(self._device)[:, None]
        says = self._learned.lengths(ids) * is_content
        return self._context.tokens(texts) * says.unsqueeze(-1)

    def _share(self, row: _Array) -> float:
        content = row[row >= len(SPECIAL)]
        return float((content < self._read).mean()) if len(content) else 1.0


def _without_specials(texts: Ragged) -> Ragged:
    """Special tokens, the masked citation among them, have no meaning of their own."""
    content = texts.values >= len(SPECIAL)
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(content)])
    return Ragged(texts.values[content], before[texts.offsets])
