"""The measures of Table 2, over queries and over the statutes that they cite."""

from collections.abc import Mapping, Sequence

from lexdesk.evaluate.collection import Qrels
from lexdesk.evaluate.measures import per_query
from lexdesk.evaluate.run import Run
from lexdesk_trainer.papers.citing_passages import Dataset, Query

MEASURES = "RR@10 nDCG@20 R@100 R@1000"
COLUMNS = ("MRR@10", "nDCG@20", "R@100", "R@1000")
BY_CITED = tuple(f"{column}, by cited" for column in COLUMNS)


def scored(run: Run, dataset: Dataset, queries: Sequence[Query]) -> dict[str, float]:
    """Each measure as the mean over queries, and as the mean over cited documents.

    Few documents are cited by most queries; over cited documents each counts once, by the mean of the
    measure over the queries that cite it.
    """
    qrels = dataset.qrels(queries)
    found: dict[str, float] = {}
    for column, values in zip(COLUMNS, per_query(run, qrels, MEASURES).values(), strict=True):
        found[column] = sum(values.values()) / len(values)
        found[f"{column}, by cited"] = over_cited(values, qrels)
    return found


def over_cited(values: Mapping[str, float], qrels: Qrels) -> float:
    """The mean over cited documents of the mean of ``values`` over the queries that cite each."""
    citing: dict[str, list[float]] = {}
    for query, judged in qrels.items():
        for document in judged:
            citing.setdefault(document, []).append(values[query])
    return sum(sum(each) / len(each) for each in citing.values()) / len(citing)
