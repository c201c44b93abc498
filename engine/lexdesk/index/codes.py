"""Codes of vectors: a bit for each dimension, whether it is above nought.

Of two vectors of length one, the share of bits that differ grows with the angle between them
(Charikar 2002, Similarity estimation techniques from rounding algorithms). Codes of 384 dimensions
take 48 bytes; a million of them are compared in some milliseconds. The nearest by that are put into
order by the query's own components, of which a code takes the signs (asymmetric distance, as in
Gordo et al. 2014), and the best of these by their whole vectors.

Codes lie word by word, uint64 (words, n): the first 64 bits of all vectors, the next 64 of all, and so
on, so that one pass reads one row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Codes = NDArray[np.uint64]

_WORD = 64
_BLOCK = 65_536  # columns that stay in the cache from the first word to the last


def words(dimensions: int) -> int:
    """How many words the code of a vector takes."""
    return -(-dimensions // _WORD)


def codes_of(vectors: Vectors) -> Codes:
    """float32 (n, dimensions) -> uint64 (words, n)."""
    count, dimensions = vectors.shape
    signs = np.zeros((count, words(dimensions) * _WORD), np.bool_)
    np.greater(vectors, 0, out=signs[:, :dimensions])
    return np.ascontiguousarray(np.packbits(signs, axis=1).view(np.uint64).T)


def differing(codes: Codes, query: Codes) -> NDArray[np.uint16]:
    """In how many bits each of ``codes`` (words, n) differs from ``query`` (words, 1); (n,)."""
    count = codes.shape[1]
    distances = np.empty(count, np.uint16)
    for start in range(0, count, _BLOCK):
        part = codes[:, start : start + _BLOCK]
        total = distances[start : start + _BLOCK]
        total[:] = 0
        for row, word in zip(part, query[:, 0], strict=True):
            total += np.bitwise_count(row ^ word)
    return distances


def products(codes: Codes, query: Vectors) -> Vectors:
    """``query`` (dimensions,) times the signs that ``codes`` (words, n) stand for; (n,)."""
    packed = np.ascontiguousarray(codes.T).view(np.uint8)
    bits = np.unpackbits(packed, axis=1, count=len(query))
    found: Vectors = bits.astype(np.float32) @ query  # the sum of all components apart, and halved
    return found
