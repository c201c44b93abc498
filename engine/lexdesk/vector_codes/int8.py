"""Int8 vectors of unit length, one byte a dimension, as stored in a library.

The largest component is scaled to 127, the others in proportion. The norm is not stored: unpacked
rows are normalised. Cosines then differ by about 0.002.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

_LARGEST = 127


def pack(vectors: Vectors) -> list[bytes]:
    """Quantize float32 (n, dimensions) of unit length to int8, one ``bytes`` a vector."""
    largest = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-9)
    quantized = np.rint(vectors * (_LARGEST / largest)).astype(np.int8)
    return [row.tobytes() for row in quantized]


def unpack(stored: Sequence[bytes]) -> Vectors:
    """Return the vectors of ``pack`` as float32 (n, dimensions), rows of unit length."""
    dimensions = len(stored[0]) if stored else 0
    quantized = np.frombuffer(b"".join(stored), np.int8).reshape(len(stored), dimensions)
    rows = quantized.astype(np.float32)
    squares = np.einsum("ij,ij->i", rows, rows)  # in one pass, unlike numpy.linalg.norm
    rows *= (1 / np.sqrt(np.maximum(squares, 1)))[:, None]
    return rows


def from_float16(stored: bytes) -> bytes:
    """Convert a float16 little-endian vector, the form of library formats 1 and 2, to int8."""
    return pack(np.frombuffer(stored, "<f2").astype(np.float32)[None])[0]
