"""Calibrated probabilities: a logistic regression, its threshold and its calibration error."""

from typing import Any

import numpy as np
import torch
from torch.nn import functional

from lexdesk.models.labels import Calibration

_Array = np.ndarray[Any, Any]
_STEPS = 300
_DIGITS = 6  # what threads leave the same from one run to the next


def logistic(features: _Array, truth: _Array) -> Calibration:
    """Fit a logistic regression of float32 ``features`` (n, F) to ``truth`` (n,) of 0 and 1."""
    scores, wanted = (torch.from_numpy(array).double() for array in (features, truth))
    weights = torch.zeros(scores.shape[-1], dtype=torch.float64, requires_grad=True)
    offset = torch.zeros((), dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights, offset], max_iter=_STEPS)

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        value = functional.binary_cross_entropy_with_logits(scores @ weights + offset, wanted)
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    found = [round(value, _DIGITS) for value in (*weights.tolist(), offset.item())]
    return Calibration(tuple(found[:-1]), found[-1])


def best_threshold(probabilities: _Array, labels: _Array, beta: float = 1.0) -> float:
    """Return the threshold in 0.05 .. 0.95 with the best micro-averaged F-beta on held-out texts.

    With ``beta`` below 1 a wrong label costs more than a missing one (van Rijsbergen 1979).
    """

    def measure(threshold: float) -> float:
        predicted = probabilities >= threshold
        right = float((predicted & (labels > 0)).sum())
        of_all = beta**2 * float(labels.sum()) + float(predicted.sum())
        return (1 + beta**2) * right / max(of_all, 1.0)

    return float(max(np.arange(0.05, 0.96, 0.05).round(2), key=measure))


def ranked_measures(probabilities: _Array, labels: _Array) -> dict[str, float]:
    """Compute ``first_right`` and ``R@10`` of the labels by probability: both arrays (texts, labels)."""
    ranked = np.argsort(-probabilities, axis=1)
    in_ten = np.take_along_axis(labels, ranked[:, :10], 1).sum(1) / np.maximum(labels.sum(1), 1)
    first = np.take_along_axis(labels, ranked[:, :1], 1)
    return {"first_right": round(float(first.mean()), 4), "R@10": round(float(in_ten.mean()), 4)}


def suggested_measures(probabilities: _Array, labels: _Array, threshold: float) -> dict[str, float]:
    """Compute micro-averaged ``precision`` and ``recall`` of the labels at or above ``threshold``."""
    predicted = probabilities >= threshold
    right = float((predicted * labels).sum())
    return {
        "precision": round(right / max(float(predicted.sum()), 1.0), 4),
        "recall": round(right / float(labels.sum()), 4),
    }


def calibration_error(probabilities: _Array, labels: _Array, bins: int = 15) -> float:
    """Compute the expected calibration error (Naeini et al. 2015) over all labels of all texts."""
    flat, truth = probabilities.ravel(), labels.ravel()
    place = np.minimum((flat * bins).astype(int), bins - 1)
    sums, right = (np.bincount(place, values, minlength=bins) for values in (flat, truth))
    return float(np.abs(sums - right).sum() / len(flat))
