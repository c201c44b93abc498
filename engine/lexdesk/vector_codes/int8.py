"""How vectors lie in the store: a byte a dimension, and their length is one.

The longest component is given 127, the others in proportion. The length need not be kept: what is
read is divided by its own. Cosines then differ by about 0.002 (docs/results/scale.md).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

_LARGEST = 127


def pack(vectors: Vectors) -> list[bytes]:
    """Vectors of unit length, float32 (n, dimensions) -> int8 as bytes, one for each."""
    largest = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-9)
    small = np.rint(vectors * (_LARGEST / largest)).astype(np.int8)
    return [row.tobytes() for row in small]


def unpack(stored: Sequence[bytes]) -> Vectors:
    """What ``pack`` made -> float32 (n, dimensions), rows of unit length."""
    dimensions = len(stored[0]) if stored else 0
    small = np.frombuffer(b"".join(stored), np.int8).reshape(len(stored), dimensions)
    rows = small.astype(np.float32)
    squares = np.einsum("ij,ij->i", rows, rows)  # in one pass, unlike numpy.linalg.norm
    rows *= (1 / np.sqrt(np.maximum(squares, 1)))[:, None]
    return rows


def from_sixteen_bits(stored: bytes) -> bytes:
    """The vector as the formats before the third had it: float16, little-endian."""
    return pack(np.frombuffer(stored, "<f2").astype(np.float32)[None])[0]
