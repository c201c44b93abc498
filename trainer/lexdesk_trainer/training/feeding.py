"""Padded tensors for an encoder from rows of token ids, grouped by length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from tokenizers import Tokenizer

from lexdesk_trainer.data import vocabulary

_Array = np.ndarray[Any, Any]


class Batch(NamedTuple):
    """Inputs of an encoder, int64 (B, T): ids, 1 for tokens and 0 for padding, segments 0 and 1."""

    ids: torch.Tensor
    mask: torch.Tensor
    segments: torch.Tensor


@dataclass(frozen=True)
class Feeder:
    """A feeder that adds the special tokens of BERT to rows of ids, pads them and moves them to ``device``."""

    opening: int
    closing: int
    padding: int
    device: torch.device

    @classmethod
    def of(cls, tokenizer: Tokenizer, device: torch.device) -> "Feeder":
        """Create a feeder with the special tokens of ``tokenizer``."""
        opening, closing, padding = (
            vocabulary.special_token_id(tokenizer, name) for name in ("[CLS]", "[SEP]", "[PAD]")
        )
        return cls(opening, closing, padding, device)

    def feed_texts(self, rows: Sequence[_Array], longest: int) -> Batch:
        """Build [CLS] row [SEP], each cut to ``longest`` tokens in all."""
        return self._pad(
            [self._add_special_tokens(row, longest) for row in rows], [longest] * len(rows)
        )

    def feed_pairs(self, lefts: Sequence[_Array], rights: Sequence[_Array], longest: int) -> Batch:
        """Build [CLS] left [SEP] right [SEP], the right cut to at most ``longest`` tokens in all.

        The left is cut to two thirds, to leave room for the right.
        """
        rows, borders = [], []
        for left, right in zip(lefts, rights, strict=True):
            one = self._add_special_tokens(left, 2 * longest // 3)
            rows.append(np.concatenate([one, right[: longest - len(one) - 1], [self.closing]]))
            borders.append(len(one))
        return self._pad(rows, borders)

    def _add_special_tokens(self, row: _Array, longest: int) -> _Array:
        return np.concatenate([[self.opening], row[: longest - 2], [self.closing]])

    def _pad(self, rows: Sequence[_Array], borders: Sequence[int]) -> Batch:
        shape = (len(rows), max(map(len, rows)))
        ids = np.full(shape, self.padding, np.int64)
        mask, segments = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for at, (row, border) in enumerate(zip(rows, borders, strict=True)):
            ids[at, : len(row)] = row
            mask[at, : len(row)] = 1
            segments[at, border : len(row)] = 1
        return Batch(*(torch.from_numpy(array).to(self.device) for array in (ids, mask, segments)))


def by_length(lengths: _Array, size: int) -> Iterator[_Array]:
    """Cut 0..n into parts of at most ``size`` numbers of similar length."""
    order = np.argsort(lengths, kind="stable")
    for start in range(0, len(order), size):
        yield order[start : start + size]
