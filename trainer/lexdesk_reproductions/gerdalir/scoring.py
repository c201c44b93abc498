"""The measures of Table 2, over queries and over cited statutes."""

from collections.abc import Mapping, Sequence

from lexdesk.evaluation.collection import Qrels
from lexdesk.evaluation.measures import per_query
from lexdesk.evaluation.run import Run
from lexdesk_reproductions.citing_passages import Dataset, Query
from lexdesk_reproductions.significance import paired_t_test

MEASURES = "RR@10 nDCG@20 R@100 R@1000"
COLUMNS = ("MRR@10", "nDCG@20", "R@100", "R@1000")
COMPARED = ("MRR@10", "BM25", "above it by", "p")
BY_CITED = tuple(f"{column}, by cited" for column in COLUMNS)


def score(run: Run, dataset: Dataset, queries: Sequence[Query]) -> dict[str, float]:
    """Average each measure over queries, and over cited documents.

    Few documents are cited by most queries; over cited documents each counts once, by the mean over the
    queries that cite it.
    """
    qrels = dataset.qrels(queries)
    found: dict[str, float] = {}
    for column, values in zip(COLUMNS, per_query(run, qrels, MEASURES).values(), strict=True):
        found[column] = sum(values.values()) / len(values)
        found[f"{column}, by cited"] = over_cited(values, qrels)
    return found


def over_cited(values: Mapping[str, float], qrels: Qrels) -> float:
    """Average ``values`` over the queries of each cited document, then over documents."""
    found = of_cited(values, qrels)
    return sum(found) / len(found)


def of_cited(values: Mapping[str, float], qrels: Qrels) -> list[float]:
    """Average ``values`` over the queries that cite a document, for each cited one."""
    citing: dict[str, list[float]] = {}
    for query, judged in qrels.items():
        for document in judged:
            citing.setdefault(document, []).append(values[query])
    return [sum(document) / len(document) for document in citing.values()]


def compare(run: Run, other: Run, dataset: Dataset, queries: Sequence[Query]) -> dict[str, float]:
    """Compare MRR@10 of two runs, with difference and p, over queries and over cited documents."""
    qrels = dataset.qrels(queries)
    ours, theirs = (per_query(scores, qrels, "RR@10").popitem()[1] for scores in (run, other))
    found: dict[str, float] = {}
    pairs = (
        ("", [ours[query] for query in qrels], [theirs[query] for query in qrels]),
        (", by cited", of_cited(ours, qrels), of_cited(theirs, qrels)),
    )
    for by, here, there in pairs:
        mean, its = sum(here) / len(here), sum(there) / len(there)
        above = mean / its - 1 if its else float("nan")
        values = (mean, its, above, paired_t_test(here, there))
        found |= {f"{column}{by}": value for column, value in zip(COMPARED, values, strict=True)}
    return found
