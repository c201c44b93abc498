"""Binary codes of vectors: one bit a dimension, set if the component is positive.

For unit vectors, the share of differing bits grows with the angle between them
(Charikar 2002, Similarity estimation techniques from rounding algorithms). Codes of 384 dimensions
take 48 bytes; comparing a million of them takes some milliseconds. The nearest are ranked by the query's own
components times the signs in the code (asymmetric distance, as in Gordo et al. 2014), and the best of
these by their whole vectors.

Codes are stored by word, uint64 (words, n): the first 64 bits of all vectors, the next 64 of all, and so
on, so that one pass reads one row.
"""

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Codes = NDArray[np.uint64]

_WORD = 64
_BLOCK = 65_536  # columns that stay in the cache from the first word to the last


def count_words(dimensions: int) -> int:
    """Return the number of words in a vector's code."""
    return -(-dimensions // _WORD)


def quantize(vectors: Vectors | NDArray[np.uint8]) -> Codes:
    """Quantize float32 (n, dimensions), or 1 where they are positive, to uint64 (words, n)."""
    count, dimensions = vectors.shape
    signs = np.zeros((count, count_words(dimensions) * _WORD), np.bool_)
    np.greater(vectors, 0, out=signs[:, :dimensions])
    return np.ascontiguousarray(np.packbits(signs, axis=1).view(np.uint64).T)


def compute_hamming_distances(codes: Codes, query: Codes) -> NDArray[np.uint16]:
    """Return the Hamming distances of ``codes`` (words, n) from ``query`` (words, 1) as (n,)."""
    count = codes.shape[1]
    distances = np.empty(count, np.uint16)
    for start in range(0, count, _BLOCK):
        part = codes[:, start : start + _BLOCK]
        total = distances[start : start + _BLOCK]
        total[:] = 0
        for row, word in zip(part, query[:, 0], strict=True):
            total += np.bitwise_count(row ^ word)
    return distances


def find_least(distances: NDArray[np.uint16], count: int) -> int:
    """Return the smallest distance that includes at least ``count`` (at most all) of ``distances`` (n,).

    Counts the few distinct distances, in a third of the time of a partition.
    """
    return int(np.searchsorted(np.cumsum(np.bincount(distances)), count))


def compute_products(codes: Codes, query: Vectors) -> Vectors:
    """Return ``query`` (dimensions,) times the bits of ``codes`` (words, n) as (n,), in the order of their signs.

    Looks up a byte at a time in a table of the sums of each byte.
    """
    packed = np.ascontiguousarray(codes.T).view(np.uint8)  # (n, bytes)
    parts = np.zeros(packed.shape[1] * 8, np.float32)
    parts[: len(query)] = query
    sums = np.zeros((packed.shape[1], 1), np.float32)
    for part in parts.reshape(-1, 8).T[::-1]:  # the first dimension is the highest bit
        sums = np.concatenate([sums, sums + part[:, None]], axis=1)
    # Taken from one row: indexing both axes takes twice as long.
    found: Vectors = np.take(sums, packed + np.arange(0, sums.size, 256)).sum(axis=1)
    return found


def compute_cosines(rows: Vectors, query: Vectors) -> Vectors:
    """Return ``rows`` (n, dimensions) times ``query`` (dimensions,) as (n,), on one core.

    A matrix product would start the threads of BLAS; they wait for each other on a busy machine.
    """
    found: Vectors = np.einsum("ij,j->i", rows, query)
    return found
