"""Time: what implements an act comes soon after it, and what it implements shortly before."""

from collections import Counter

from lexdesk.evaluation.run import Run
from lexdesk_reproductions.regir.dataset import Dataset


def within(run: Run, dataset: Dataset, years: int) -> Run:
    """Only acts at most so many years from the query; those without a year stay."""
    found: Run = {}
    for query, ranking in run.items():
        year = dataset.queries[query].year
        found[query] = [row for row in ranking if _apart(year, dataset.acts[row[0]].year) <= years]
    return found


def differences(dataset: Dataset) -> Counter[int]:
    """Year of the relevant act minus year of the query, over all judgements (Figure 5)."""
    return Counter(
        dataset.acts[act].year - dataset.queries[query].year
        for query, judged in dataset.qrels.items()
        for act, grade in judged.items()
        if grade > 0
        and act in dataset.acts
        and dataset.acts[act].year
        and dataset.queries[query].year
    )


def _apart(one: int, other: int) -> int:
    """Years between both; 0 where one is not known, which is written as 0."""
    return abs(one - other) if one and other else 0
