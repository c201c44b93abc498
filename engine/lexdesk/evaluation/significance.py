"""Paired significance tests of two rankings of the same queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

_SHUFFLES = 10_000
_SEED = 20


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The mean ``difference`` of a measure, its 95 % interval from ``low`` to ``high``, and ``p``."""

    difference: float
    low: float
    high: float
    p: float


def paired(one: Mapping[str, float], other: Mapping[str, float]) -> PairedDifference:
    """Compare ``one`` with ``other``; both map the same queries to their values.

    ``p`` is of the two-sided paired randomisation test (Smucker, Allan, Carterette 2007): the share of
    10,000 random exchanges of both values of queries that differ at least as much. The interval is of
    as many bootstrap samples of queries (Sakai 2006). Raises ``ValueError`` for other queries.
    """
    if one.keys() != other.keys() or not one:
        raise ValueError(f"{len(one)} and {len(other)} queries that are not the same")
    differences = np.array([one[query] - other[query] for query in one])
    random = np.random.default_rng(_SEED)
    signs = random.choice((-1.0, 1.0), size=(_SHUFFLES, len(differences)))
    exchanged = np.abs((signs * differences).mean(axis=1))
    observed = abs(float(differences.mean()))
    extreme = int((exchanged >= observed - 1e-12).sum())
    drawn = random.integers(0, len(differences), size=(_SHUFFLES, len(differences)))
    low, high = np.quantile(differences[drawn].mean(axis=1), (0.025, 0.975))
    return PairedDifference(
        round(float(differences.mean()), 4),
        round(float(low), 4),
        round(float(high), 4),
        round((extreme + 1) / (_SHUFFLES + 1), 4),
    )
