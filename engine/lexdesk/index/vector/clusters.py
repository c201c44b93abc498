"""Clusters of vectors, so that a search looks at the codes of near ones alone (Jégou et al. 2011).

Centres are found by k-means on the sphere (Dhillon, Modha 2001) from a sample.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

WANTED = 512
"""Vectors of a cluster, on average."""

SAMPLE = 32
"""Vectors for each centre from which centres are found."""

_ROUNDS = 6
_BLOCK = 16_384  # vectors held against all centres at once: 128 MB for two thousand of these


def found_in(sample: Vectors, count: int) -> Vectors:
    """``count`` centres of ``sample`` (n, dimensions), n at least ``count``; rows of unit length.

    The same sample gives the same centres.
    """
    chance = np.random.default_rng(0)
    centres: Vectors = sample[chance.choice(len(sample), count, replace=False)].copy()
    for _ in range(_ROUNDS):
        members = nearest(sample, centres)
        order = np.argsort(members, kind="stable")
        filled, starts = np.unique(members[order], return_index=True)
        sums = np.add.reduceat(sample[order], starts, axis=0)
        centres[filled] = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    return centres


def nearest(vectors: Vectors, centres: Vectors) -> NDArray[np.int32]:
    """The number of the centre nearest to each of ``vectors``; (n,)."""
    found = [
        np.argmax(vectors[start : start + _BLOCK] @ centres.T, axis=1)
        for start in range(0, len(vectors), _BLOCK)
    ]
    return np.concatenate([np.empty(0, np.int32), *found]).astype(np.int32)
