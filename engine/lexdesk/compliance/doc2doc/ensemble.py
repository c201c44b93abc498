"""Ensemble of several document scores, each scaled to 0..1 (Chalkidis et al. 2021, section 4.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]
_Name = TypeVar("_Name", bound=str)


def scaled(scores: Scores) -> Scores:
    """Scale scores to 0..1 by the highest; negative scores become 0."""
    highest = float(scores.max(initial=0.0))
    if highest <= 0:
        return np.zeros_like(scores)
    return np.asarray(np.maximum(scores, 0) / highest, np.float32)


def ensemble(voices: Mapping[_Name, Scores], weights: Mapping[_Name, float]) -> Scores:
    """Return the weighted mean of the scaled ``voices``, each (documents,); voices without a weight are ignored.

    Weights of missing voices go to the others, so the result stays in 0..1.
    """
    heard = {name: weights[name] for name in voices if weights.get(name)}
    total = sum(heard.values())
    mixed = [scaled(voices[name]) * (weight / total) for name, weight in heard.items()]
    size = len(next(iter(voices.values()), np.zeros(0)))
    return np.sum(mixed, axis=0, dtype=np.float32) if mixed else np.zeros(size, np.float32)
