"""Vectors of unit length in three bits a dimension, for the vectors shipped with a model.

Components are treated as normally distributed and rounded to the eight optimal levels (Max 1960,
"Quantizing for minimum distortion", table I); a cosine is off by 0.01, with signs alone by 0.04.
"""

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Levels = NDArray[np.uint8]

_BORDERS = np.array([-1.748, -1.05, -0.5006, 0, 0.5006, 1.05, 1.748], np.float32)
_VALUES = np.array([-2.152, -1.344, -0.756, -0.2451, 0.2451, 0.756, 1.344, 2.152], np.float32)
_COSINE = np.float32(np.sqrt(1 - 0.03454))  # of a vector and its quantized form


def pack(vectors: Vectors) -> NDArray[np.uint8]:
    """Quantize float32 (n, dimensions) of unit length to uint8 (n, 3 / 8 of the dimensions)."""
    dimensions = vectors.shape[1]
    levels = np.searchsorted(_BORDERS, vectors * np.float32(np.sqrt(dimensions))).astype(np.uint8)
    bits = np.unpackbits(levels[..., None], axis=-1)[..., -3:]
    return np.packbits(bits.reshape(len(vectors), 3 * dimensions), axis=1)


def unpack(packed: NDArray[np.uint8], dimensions: int) -> Levels:
    """Return the levels (0..7) of ``pack``, uint8 (n, dimensions).

    Raises ``ValueError`` for an array of another shape.
    """
    _require_shape(packed, dimensions)
    triples = np.zeros((len(packed), -(-dimensions // 8), 3), np.uint8)  # each with eight levels
    triples.reshape(len(packed), -1)[:, : packed.shape[1]] = packed
    a, b, c = np.moveaxis(triples, -1, 0)
    levels = np.empty((*a.shape, 8), np.uint8)
    levels[..., 0], levels[..., 1], levels[..., 2] = a >> 5, a >> 2, a << 1 | b >> 7
    levels[..., 3], levels[..., 4], levels[..., 5] = b >> 4, b >> 1, b << 2 | c >> 6
    levels[..., 6], levels[..., 7] = c >> 3, c
    levels &= 7
    return levels.reshape(len(packed), -1)[:, :dimensions]


def unpack_signs(packed: NDArray[np.uint8], dimensions: int) -> NDArray[np.uint8]:
    """Return 1 for each positive component of the vectors in ``packed``, else 0, uint8 (n, dimensions).

    Raises ``ValueError`` for an array of another shape.
    """
    return _bits(packed, dimensions)[:, ::3]


def _require_shape(packed: NDArray[np.uint8], dimensions: int) -> None:
    if packed.ndim != 2 or packed.shape[1] != -(-3 * dimensions // 8):
        raise ValueError(f"no vectors of {dimensions} dimensions: {packed.shape}")


def _bits(packed: NDArray[np.uint8], dimensions: int) -> NDArray[np.uint8]:
    _require_shape(packed, dimensions)
    return np.unpackbits(packed, axis=1, count=3 * dimensions)


def dequantize(levels: Levels) -> Vectors:
    """Return vectors for ``levels``, float32 of the same shape.

    Their dot products with other vectors equal those of the packed vectors on average.
    """
    rounded = np.take(_VALUES, levels)  # in half the time of an index
    vectors: Vectors = rounded / (_COSINE * np.linalg.norm(rounded, axis=1, keepdims=True))
    return vectors
