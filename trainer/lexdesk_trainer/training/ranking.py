"""Scores of candidates: the engine's fusion, and nDCG@10 by group, on whole arrays."""

from collections.abc import Collection
from typing import Any

import numpy as np

_Array = np.ndarray[Any, Any]
_DEPTH = 10


def fuse_arrays(words: _Array, cosines: _Array, weight: float) -> _Array:
    """Fuse scores as in ``lexdesk.search.ranking.fusion``: each scaled by its maximum, ``weight`` of the cosines."""
    return (1 - weight) * _scale(words) + weight * _scale(cosines)


def ndcg(scores: _Array, groups: _Array, relevant: Collection[int]) -> float:
    """Compute nDCG@10 with binary grades (Järvelin & Kekäläinen 2002); a group counts by its best candidate."""
    seen: dict[int, None] = {}
    for group in groups[np.argsort(-scores, kind="stable")]:
        seen.setdefault(int(group))
    gains = [group in relevant for group in list(seen)[:_DEPTH]]
    best = _discounted_gain([True] * min(len(relevant), _DEPTH))
    return _discounted_gain(gains) / best if best else 0.0


def _discounted_gain(gains: list[bool]) -> float:
    return float(sum(gain / np.log2(rank + 2) for rank, gain in enumerate(gains)))


def _scale(scores: _Array) -> _Array:
    highest = float(scores.max(initial=0.0))
    return np.maximum(scores, 0.0) / highest if highest > 0 else np.zeros_like(scores)
