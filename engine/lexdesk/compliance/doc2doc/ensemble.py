"""Ensemble of several document scores, each scaled to 0..1 (Chalkidis et al. 2021, section 4.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]
_Name = TypeVar("_Name", bound=str)


def scale(scores: Scores) -> Scores:
    """Scale scores to 0..1 by the highest; negative scores become 0."""
    highest = float(scores.max(initial=0.0))
    if highest <= 0:
        return np.zeros_like(scores)
    return np.asarray(np.maximum(scores, 0) / highest, np.float32)


def ensemble(stage_scores: Mapping[_Name, Scores], weights: Mapping[_Name, float]) -> Scores:
    """Return the weighted mean of the scaled ``stage_scores``, each (documents,); those without a weight are ignored.

    Weights of missing scores go to the others, so the result stays in 0..1.
    """
    present = {name: weights[name] for name in stage_scores if weights.get(name)}
    total = sum(present.values())
    mixed = [scale(stage_scores[name]) * (weight / total) for name, weight in present.items()]
    size = len(next(iter(stage_scores.values()), np.zeros(0)))
    return np.sum(mixed, axis=0, dtype=np.float32) if mixed else np.zeros(size, np.float32)
