"""Scan of binary codes: by differing bits first, then by products with the query."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from lexdesk.index.vector.base import Ids, Mask, Vectors
from lexdesk.vector_codes.binary import (
    Codes,
    compute_hamming_distances,
    compute_products,
    find_least,
    quantize,
)

# Measured by benchmarks/vectors.py: of the codes that are scanned, those that differ in the fewest bits (and 4 for
# each hit that is wanted) are kept, of these the ones with the highest products (and 2 for each hit).
_BY_CODE, _BY_PRODUCT = 2_000, 300
_ALL = 1_200  # vectors that are all ranked: in a small library, or behind a narrow filter
_GATHERED = 0.25  # up to this share, copying the allowed codes costs less than scanning all


class CodeBlock(NamedTuple):
    """Codes (words, n) and their passages (n,)."""

    codes: Codes
    passages: Ids


def find_nearest_by_code(
    seen: CodeBlock, query: Vectors, limit: int, may: Mask | None = None
) -> Ids:
    """Return candidate passages among ``seen`` for the ``limit`` nearest.

    ``may`` is true for each of ``seen`` that a filter allows.
    """
    if may is not None and np.count_nonzero(may) <= _GATHERED * len(may):
        seen, may = select(seen, may), None
    if len(seen.passages) <= _ALL:
        return seen.passages if may is None else seen.passages[may]
    distances = compute_hamming_distances(seen.codes, quantize(query[None]))
    if may is not None:
        distances[~may] = 64 * len(seen.codes) + 1  # above every Hamming distance
    near = seen if may is None else None
    if len(distances) > (few := _BY_CODE + 4 * limit):
        close = distances <= find_least(distances, few)
        near = select(seen, close if may is None else close & may)
    elif near is None:
        near = select(seen, may)
    if len(near.passages) <= (few := _BY_PRODUCT + 2 * limit):
        return near.passages
    best = np.argpartition(-compute_products(near.codes, query), few)[:few]
    return near.passages[best]


def may_be_found(ids: Ids, allowed: Mask) -> Mask:
    """Return true for each of ``ids`` that is ``allowed``; negative ids are gaps, and never are."""
    if not len(allowed):
        return np.zeros(len(ids), np.bool_)
    return allowed[np.clip(ids, 0, len(allowed) - 1)] & (ids >= 0) & (ids < len(allowed))


def within(ids: Ids, ranges: Iterable[tuple[int, int]]) -> Mask:
    """Return true for each of ``ids`` inside one of ``ranges``, without overlaps between these."""
    bounds = np.asarray(sorted(ranges), np.int64).reshape(-1, 2)
    if not len(bounds):
        return np.zeros(len(ids), np.bool_)
    at = np.searchsorted(bounds[:, 0], ids, side="right") - 1
    inside: Mask = (at >= 0) & (ids <= bounds[at, 1])
    return inside


def select(part: CodeBlock, which: Mask | None) -> CodeBlock:
    """Return the entries of ``part`` selected by ``which``; all for ``None``."""
    if which is None:
        return part
    at = np.flatnonzero(which)
    return CodeBlock(part.codes[:, at], part.passages[at])


def concatenate(parts: Iterable[CodeBlock]) -> CodeBlock:
    """Concatenate ``parts``."""
    codes, passages = zip(*parts, strict=True)
    return CodeBlock(np.concatenate(codes, axis=1), np.concatenate(passages))
