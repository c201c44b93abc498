"""Uncertainty of few queries: bootstrap intervals and paired tests."""

from collections.abc import Sequence

import numpy as np
from scipy import stats

DRAWS = 2_000


def interval(values: Sequence[float], seed: int = 1) -> tuple[float, float]:
    """Compute the 95 % interval of the mean, by 2,000 samples with replacement (Efron 1979)."""
    found = np.asarray(values, float)
    chosen = np.random.default_rng(seed).integers(len(found), size=(DRAWS, len(found)))
    low, high = np.percentile(found[chosen].mean(1), [2.5, 97.5])
    return float(low), float(high)


def deviation(values: Sequence[float]) -> float:
    """Compute the sample standard deviation (n - 1); zero for equal values."""
    return float(np.std(values, ddof=1))


def paired_t_test(one: Sequence[float], other: Sequence[float]) -> float:
    """Compute the p-value of a two-sided paired t-test; 1 if no pair differs."""
    difference = np.asarray(one, float) - np.asarray(other, float)
    if len(difference) < 2 or not difference.any():
        return 1.0
    if not difference.std():  # the same gain each time: the test has no variance to go by
        return 0.0
    return float(stats.ttest_rel(one, other).pvalue)
