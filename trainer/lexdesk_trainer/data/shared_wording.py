"""Texts that share at least half of their wording, to be excluded as negatives.

Runs of eight tokens (8-grams) are hashed; each text keeps the hashes in one of eight residue classes
(mod-8 sampling, Broder 1997), so that two texts keep the same ones. A text is a near-copy of another if the
larger sketch contains the required share of the smaller one.
"""

from typing import Any, NamedTuple

import numpy as np

from lexdesk_trainer.data.ragged import Ragged

GRAM = 8
_SAMPLING = 8
_MOST_TEXTS = 60
"""Runs in more texts than this are boilerplate and do not count."""

_FACTOR = np.uint64(1099511628211)
_Array = np.ndarray[Any, Any]


class _Sketches(NamedTuple):
    hashes: _Array  # uint64 (kept,)
    texts: _Array  # int64 (kept,), the text of each hash


def find_near_copies(texts: Ragged, share: float) -> Ragged:
    """Return for each text the ids of the texts that contain it, or that it contains, by ``share``."""
    sketches = _sketches(texts)
    sizes = np.bincount(sketches.texts, minlength=len(texts))
    left, right, common = _count_common(sketches, len(texts))
    smaller = np.minimum(sizes[left], sizes[right])
    alike = common >= share * np.maximum(smaller, 1)
    left, right = left[alike], right[alike]
    both = np.concatenate([left, right]), np.concatenate([right, left])
    order = np.argsort(both[0], kind="stable")
    counts = np.bincount(both[0], minlength=len(texts))
    return Ragged.of_counts(both[1][order].astype(np.int32), counts)


def _sketches(texts: Ragged) -> _Sketches:
    values = texts.values.astype(np.uint64) + np.uint64(1)
    owner = np.repeat(np.arange(len(texts)), np.diff(texts.offsets))
    if len(values) < GRAM:
        return _Sketches(np.empty(0, np.uint64), np.empty(0, np.int64))
    size = len(values) - GRAM + 1
    hashes = np.zeros(size, np.uint64)
    for place in range(GRAM):  # overflow wraps, as it should in a hash
        hashes = hashes * _FACTOR ^ values[place : place + size]
    hashes ^= hashes >> np.uint64(29)
    inside = owner[:size] == owner[GRAM - 1 :]
    kept = inside & (hashes % np.uint64(_SAMPLING) == 0)
    pairs = np.unique(
        np.stack([hashes[kept], owner[:size][kept].astype(np.uint64)], axis=1), axis=0
    )
    return _Sketches(pairs[:, 0], pairs[:, 1].astype(np.int64))


def _count_common(sketches: _Sketches, count: int) -> tuple[_Array, _Array, _Array]:
    """Count the common hashes of pairs of texts, left < right: three int64 (pairs,)."""
    _, starts, sizes = np.unique(sketches.hashes, return_index=True, return_counts=True)
    keys = [np.empty(0, np.int64)]
    for size in range(2, _MOST_TEXTS + 1):
        rows = starts[sizes == size]
        if len(rows):
            together = np.sort(sketches.texts[rows[:, None] + np.arange(size)], axis=1)
            one, other = np.triu_indices(size, 1)
            keys.append((together[:, one] * count + together[:, other]).ravel())
    key, common = np.unique(np.concatenate(keys), return_counts=True)
    return key // max(count, 1), key % max(count, 1), common
