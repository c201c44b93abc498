"""Dates: implementing acts follow soon after the implemented act."""

from collections import Counter

from lexdesk.evaluation.run import Run
from lexdesk_reproductions.regir.dataset import Dataset


def within(run: Run, dataset: Dataset, years: int) -> Run:
    """Keep acts at most ``years`` from the query, and undated ones."""
    found: Run = {}
    for query, ranking in run.items():
        year = dataset.queries[query].year
        found[query] = [
            row for row in ranking if _years_between(year, dataset.acts[row[0]].year) <= years
        ]
    return found


def differences(dataset: Dataset) -> Counter[int]:
    """Count year of the relevant act minus year of the query, over all judgements (Figure 5)."""
    return Counter(
        dataset.acts[act].year - dataset.queries[query].year
        for query, judged in dataset.qrels.items()
        for act, grade in judged.items()
        if grade > 0
        and act in dataset.acts
        and dataset.acts[act].year
        and dataset.queries[query].year
    )


def _years_between(one: int, other: int) -> int:
    """Return the years between both; 0 if one is unknown (0)."""
    return abs(one - other) if one and other else 0
