"""Centroids of inverted lists; a search scans the lists of the nearest ones (Jégou et al. 2011).

Found by k-means on the sphere (Dhillon, Modha 2001) from a sample.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

WANTED = 512
"""Vectors of a list, on average."""

SAMPLE = 32
"""Vectors sampled for each centroid."""

_ROUNDS = 6
_BLOCK = 16_384  # vectors compared with all centroids at once: 128 MB for two thousand of these


def found_in(sample: Vectors, count: int) -> Vectors:
    """Return ``count`` centroids of ``sample`` (n, dimensions), n at least ``count``; rows of unit length.

    The same sample gives the same centroids.
    """
    chance = np.random.default_rng(0)
    centroids: Vectors = sample[chance.choice(len(sample), count, replace=False)].copy()
    for _ in range(_ROUNDS):
        members = nearest(sample, centroids)
        order = np.argsort(members, kind="stable")
        filled, starts = np.unique(members[order], return_index=True)
        sums = np.add.reduceat(sample[order], starts, axis=0)
        centroids[filled] = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    return centroids


def nearest(vectors: Vectors, centroids: Vectors) -> NDArray[np.int32]:
    """Return the number of the centroid nearest to each of ``vectors``; (n,)."""
    found = [
        np.argmax(vectors[start : start + _BLOCK] @ centroids.T, axis=1)
        for start in range(0, len(vectors), _BLOCK)
    ]
    return np.concatenate([np.empty(0, np.int32), *found]).astype(np.int32)
