"""How contrastive training turns texts of a shard into vectors: a whole encoder, or vectors of tokens.

Both are told texts by their numbers. An encoder learns with all its weights; vectors of tokens learn
beside one that stays as it is, whose vectors are therefore worth keeping on disk.
"""

from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import BertModel

from lexdesk_trainer.feeding import Feeder, by_length
from lexdesk_trainer.loop import precision
from lexdesk_trainer.ragged import Ragged
from lexdesk_trainer.sentence_encoder import SentenceEncoder
from lexdesk_trainer.shards import Shard
from lexdesk_trainer.token_vectors import TokenVectors, gate
from lexdesk_trainer.vocabulary import SPECIAL

_Array = np.ndarray[Any, Any]
_CHUNK = 32  # texts of like length that the frozen encoder reads at once


class TextEncoder(Protocol):
    """What learns: its weights, the width of its vectors, and how it encodes texts of a shard."""

    module: nn.Module
    width: int

    def encode(self, texts: _Array) -> torch.Tensor:
        """Texts, int64 (n,) -> vectors, float32 (n, D), of any length."""


class BertTexts:
    """Texts through a BERT encoder, mean of the tokens; every weight learns."""

    def __init__(self, encoder: BertModel, shard: Shard, longest: int, device: torch.device):
        self.module: nn.Module = SentenceEncoder(encoder, "mean", normalize=False)
        self.width = int(encoder.config.hidden_size)
        self._texts, self._longest, self._device = shard.texts, longest, device
        self._feeder = Feeder.of(shard.tokenizer, device)

    def encode(self, texts: _Array) -> torch.Tensor:
        """Texts, int64 (n,) -> vectors, float32 (n, D), of any length."""
        batch = self._feeder.single([self._texts.row(text) for text in texts], self._longest)
        with precision(self._device):
            told = self.module(input_ids=batch.ids, attention_mask=batch.mask)
        vectors: torch.Tensor = told["embedding"].float()
        return vectors


class TokenVectorTexts:
    """Texts as the vector of a frozen encoder and the sum of their tokens' vectors."""

    def __init__(self, learned: TokenVectors, contexts: "Contexts", device: torch.device):
        self.module: nn.Module = learned
        self.width = int(learned.rows.embedding_dim)
        self._contexts, self._device = contexts, device

    def encode(self, texts: _Array) -> torch.Tensor:
        """Texts, int64 (n,) -> vectors, float32 (n, D), of any length."""
        inputs = (self._contexts.of(texts), *self._contexts.tokens(texts))
        vectors: torch.Tensor = self.module(
            *(torch.from_numpy(each).to(self._device) for each in inputs)
        )
        return vectors


class Contexts:
    """Vectors of a frozen encoder for texts of a shard, each made when it is first asked for.

    They are kept in ``folder``, so that a run that is resumed finds them, in a file that is named by
    the vocabulary and the tokens read: float16 (texts, D), not a number where nothing was encoded yet.
    """

    def __init__(
        self, encoder: BertModel, shard: Shard, longest: int, folder: Path, device: torch.device
    ):
        self._encoder = SentenceEncoder(encoder.to(device), "mean", normalize=True).eval()  # type: ignore[arg-type]
        self._read = int(encoder.config.vocab_size)
        self._device, self._longest = device, longest
        self._feeder = Feeder.of(shard.tokenizer, device)
        self._texts = _without_specials(shard.texts)
        self.shares = _shares(self._texts, self._read)
        """Of each text the share of pieces that the encoder reads, float32 (texts,)."""
        self._gates = gate(torch.from_numpy(self.shares)).numpy()[:, np.newaxis]
        name = f"contexts-{shard.told['vocabulary']}-{longest}.npy"
        self._kept = _kept(folder / name, (len(shard.texts), int(encoder.config.hidden_size)))

    def of(self, texts: _Array) -> _Array:
        """Vectors times how much they count, float32 (n, D); nought where less than half is read."""
        found = np.zeros((len(texts), self._kept.shape[1]), np.float32)
        open_ = np.flatnonzero(self._gates[texts, 0] > 0)
        wanted = np.unique(texts[open_])
        self._encode(wanted[np.isnan(self._kept[wanted, 0])])
        found[open_] = self._kept[texts[open_]]
        found *= self._gates[texts]
        return found

    def tokens(self, texts: _Array) -> tuple[_Array, _Array, _Array]:
        """The pieces of texts one text after another, each piece once, int64; how often it occurs,
        float32; and where each text begins, int64.
        """
        rows = [np.unique(self._texts.row(text), return_counts=True) for text in texts]
        starts = np.cumsum([0, *(len(pieces) for pieces, _ in rows[:-1])], dtype=np.int64)
        pieces = np.concatenate([pieces for pieces, _ in rows]).astype(np.int64)
        return pieces, np.concatenate([n for _, n in rows]).astype(np.float32), starts

    def _encode(self, texts: _Array) -> None:
        lengths = np.diff(self._texts.offsets)[texts]
        for part in by_length(lengths, _CHUNK):
            rows = [self._texts.row(text) for text in texts[part]]
            batch = self._feeder.single([row[row < self._read] for row in rows], self._longest)
            with torch.no_grad(), precision(self._device):
                told = self._encoder(input_ids=batch.ids, attention_mask=batch.mask)
            vectors = functional.normalize(told["embedding"].float(), dim=-1)
            self._kept[texts[part]] = vectors.cpu().numpy()


def _without_specials(texts: Ragged) -> Ragged:
    """Special tokens, the masked citation among them, have no meaning of their own."""
    content = texts.values >= len(SPECIAL)
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(content)])
    return Ragged(texts.values[content], before[texts.offsets])


def _shares(texts: Ragged, read: int) -> _Array:
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(texts.values < read)])
    known = before[texts.offsets[1:]] - before[texts.offsets[:-1]]
    shares: _Array = known / np.maximum(np.diff(texts.offsets), 1)
    return shares.astype(np.float32)


def _kept(path: Path, shape: tuple[int, int]) -> _Array:
    """The vectors on disk; all unknown where there are none or they are those of other texts."""
    if path.exists():
        kept: _Array = np.lib.format.open_memmap(path, mode="r+")
        if kept.shape == shape:
            return kept
    path.parent.mkdir(parents=True, exist_ok=True)
    made: _Array = np.lib.format.open_memmap(path, mode="w+", dtype=np.float16, shape=shape)
    made[:] = np.nan
    return made
