"""The score from which a pair counts as found: that of the best F1."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def f1(scores: Array, same: Array, threshold: float) -> float:
    """F1 of "same" where the score is at least ``threshold``."""
    told = scores >= threshold
    return float(2 * (told & same).sum() / max(told.sum() + same.sum(), 1))


def best_f1(scores: Array, same: Array, missed: int = 0) -> tuple[float, float]:
    """The threshold with the best F1 among the scores themselves, and that F1; the highest of equal ones.

    ``missed`` pairs are right and have no score, so that no threshold finds them.
    """
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(same[order])
    told = np.arange(1, len(scores) + 1)
    values = 2 * right / (told + same.sum() + missed)
    last = np.append(np.diff(scores[order]) != 0, True)  # a threshold takes all that score the same
    at = int(np.argmax(np.where(last, values, -1.0)))
    return float(scores[order][at]), float(values[at])


def measured(test: Array, same: Array, dev: Array, dev_same: Array) -> dict[str, float]:
    """F1 by the threshold of the test pairs (as the paper) and by that of the dev pairs, with both."""
    on_test, best = best_f1(test, same)
    on_dev, _ = best_f1(dev, dev_same)
    return {
        "F1": best,
        "threshold": on_test,
        "F1, threshold of dev": f1(test, same, on_dev),
        "threshold of dev": on_dev,
    }
