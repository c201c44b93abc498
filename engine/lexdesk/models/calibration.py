"""Calibration of label features to probabilities: logistic regression (Platt 1999)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Calibration:
    """A linear logit of a label: the ``weights`` (features,) of its features, and ``offset``."""

    weights: tuple[float, ...]
    offset: float

    def probabilities(self, features: Floats) -> Floats:
        """Return the probabilities, (labels,) in 0..1, for float32 (labels, features), each label independently."""
        logits = features @ np.array(self.weights, np.float32) + self.offset
        found: Floats = (1 / (1 + np.exp(-logits))).astype(np.float32)
        return found
