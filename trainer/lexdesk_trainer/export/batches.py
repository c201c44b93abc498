"""Batches of texts as in the engine: sorted by length, padded on the right."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from tokenizers import Tokenizer

Feed = dict[str, np.ndarray[Any, np.dtype[np.int64]]]


def token_ids(tokenizer: Tokenizer, texts: Sequence[str], maximum_tokens: int) -> list[list[int]]:
    """Return the ids of each text, cut at ``maximum_tokens`` with special tokens, shortest first."""
    tokenizer.no_padding()
    tokenizer.enable_truncation(maximum_tokens)
    return sorted((encoding.ids for encoding in tokenizer.encode_batch(list(texts))), key=len)


def batches(ids: Sequence[list[int]], size: int, padding: int = 0) -> Iterator[Feed]:
    """Yield the inputs of the model: two int64 arrays of shape (at most ``size``, longest row)."""
    for start in range(0, len(ids), size):
        rows = ids[start : start + size]
        shape = (len(rows), max(map(len, rows)))
        input_ids, attention_mask = np.full(shape, padding, np.int64), np.zeros(shape, np.int64)
        for position, row in enumerate(rows):
            input_ids[position, : len(row)] = row
            attention_mask[position, : len(row)] = 1
        yield {"input_ids": input_ids, "attention_mask": attention_mask}
