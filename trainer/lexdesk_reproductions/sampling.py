"""Seeded samples in the order of the population."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

_T = TypeVar("_T")


def sample(rows: Sequence[_T], most: int, seed: int = 1) -> Sequence[_T]:
    """Draw at most ``most`` of ``rows``, reproducibly; all of them for 0."""
    if not most or most >= len(rows):
        return rows
    order = np.random.default_rng(seed).permutation(len(rows))[:most]
    return [rows[at] for at in sorted(order.tolist())]


def split_rows(rows: Sequence[_T], share: float, seed: int = 1) -> tuple[list[_T], list[_T]]:
    """Split ``rows`` into a rest and a held-out ``share``."""
    order = np.random.default_rng(seed).permutation(len(rows)).tolist()
    kept = round(share * len(rows))
    most, rest = ([rows[at] for at in sorted(part)] for part in (order[kept:], order[:kept]))
    return most, rest
