"""Measures of both stages by query, and leave-one-out choice of settings."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from lexdesk.evaluation.collection import Qrels
from lexdesk.evaluation.measures import per_query
from lexdesk.evaluation.run import Run
from lexdesk_reproductions.bases import Array
from lexdesk_reproductions.significance import interval

K = TypeVar("K", bound=Hashable)

MEASURES = {"R@20": "R@20", "R@100": "R@100", "nDCG@20": "nDCG@20", "R-precision": "Rprec"}
ALPHAS = tuple(round(0.05 * step, 2) for step in range(21))


def by_query(run: Run, qrels: Qrels) -> dict[str, dict[str, float]]:
    """Compute each measure of each query, by the name of its column."""
    found = per_query(run, qrels, " ".join(MEASURES.values()))
    return dict(zip(MEASURES, found.values(), strict=True))


def mean_of(runs: Sequence[Mapping[str, Mapping[str, float]]]) -> dict[str, dict[str, float]]:
    """Average each measure of each query over the runs of one system."""
    return {
        name: {query: float(np.mean([run[name][query] for run in runs])) for query in values}
        for name, values in runs[0].items()
    }


def score(values: Mapping[str, Mapping[str, float]], bounded: str = "R@100") -> dict[str, float]:
    """Compute the means, and the 95 % interval of the measure ``bounded``."""
    found = {name: float(np.mean(list(score.values()))) for name, score in values.items()}
    low, high = interval(list(values[bounded].values()))
    return {**found, "from": low, "to": high}


def oracle(run: Run, qrels: Qrels, depth: int = 100) -> Run:
    """Sort the first ``depth`` of each ranking by grade: the best order of a re-ranker."""
    found: Run = {}
    for query, ranking in run.items():
        grades = qrels.get(query, {})
        best = sorted(ranking[:depth], key=lambda row: -grades.get(row[0], 0))
        rest = ranking[depth:]
        found[query] = [(document, -float(at)) for at, (document, _) in enumerate([*best, *rest])]
    return found


def left_out(values: Mapping[K, Mapping[str, float]], queries: Sequence[str]) -> dict[str, K]:
    """Choose for each query the setting with the best mean over all other queries.

    ``values`` has a measure by query for each setting; ties go to the first.
    """
    settings = list(values)
    table = np.array([[values[setting][query] for query in queries] for setting in settings])
    # Sums of equal values differ in their last digits.
    others = (table.sum(1, keepdims=True) - table).round(9)
    return {query: settings[int(np.argmax(others[:, at]))] for at, query in enumerate(queries)}


def recall_curve(scores: Array, run_of: Callable[[Array], Run], qrels: Qrels) -> dict[str, float]:
    """Compute R@k at the depths of Figure 6."""
    depths = (10, 20, 50, 100, 200, 500, 1000, 2000)
    names = " ".join(f"R@{depth}" for depth in depths)
    found = per_query(run_of(scores), qrels, names)
    return {name: float(np.mean(list(values.values()))) for name, values in found.items()}
