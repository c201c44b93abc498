"""Thresholds of pair scores with the best F1 or another F-beta."""

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]


class PrecisionRecall(NamedTuple):
    """Precision and recall of a threshold."""

    precision: float
    recall: float

    def f(self, beta: float = 1.0) -> float:
        """Compute F-beta (van Rijsbergen 1979): recall counts ``beta`` times as much as precision."""
        weight = beta * beta
        below = weight * self.precision + self.recall
        return (1 + weight) * self.precision * self.recall / below if below else 0.0


def precision_recall(scores: Array, same: Array, threshold: float) -> PrecisionRecall:
    """Compute precision and recall of scores at or above ``threshold``; zero without any."""
    found = scores >= threshold
    right = (found & same).sum()
    return PrecisionRecall(float(right / max(found.sum(), 1)), float(right / max(same.sum(), 1)))


def f1(scores: Array, same: Array, threshold: float) -> float:
    """Compute F1 of scores at or above ``threshold``."""
    return precision_recall(scores, same, threshold).f()


def best_f1(scores: Array, same: Array, missed: int = 0) -> tuple[float, float]:
    """Find the threshold with the best F1."""
    return best_f(scores, same, 1.0, missed)


def best_f(scores: Array, same: Array, beta: float, missed: int = 0) -> tuple[float, float]:
    """Find the threshold with the best F-beta among the scores; ties go to the highest.

    ``missed`` pairs are right and have no score, so no threshold finds them.
    """
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(same[order])
    found = np.arange(1, len(scores) + 1)
    weight = beta * beta
    values = (1 + weight) * right / (found + weight * (same.sum() + missed))
    last = np.append(np.diff(scores[order]) != 0, True)  # a threshold takes all that score the same
    at = int(np.argmax(np.where(last, values, -1.0)))
    return float(scores[order][at]), float(values[at])


def measure(test: Array, same: Array, dev: Array, dev_same: Array) -> dict[str, float]:
    """Compute F1 at the threshold of the test pairs (as the paper) and at that of the dev pairs."""
    on_test, best = best_f1(test, same)
    on_dev, _ = best_f1(dev, dev_same)
    return {
        "F1": best,
        "threshold": on_test,
        "F1, threshold of dev": f1(test, same, on_dev),
        "threshold of dev": on_dev,
    }
