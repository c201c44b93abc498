"""Measures of a ranking, by ir-measures (MacAvaney et al. 2022): ``R@10``, ``nDCG@10``, ``AP@10`` ..."""

from __future__ import annotations

from typing import Any

from lexdesk.errors import CollectionCode, CollectionError
from lexdesk.evaluation.collection import Qrels
from lexdesk.evaluation.run import Run, strictly_decreasing
from lexdesk.system.extras import needing

DEFAULT_MEASURES = "R@10 AP@10 nDCG@10 RR R@100"


def parse_measures(names: str) -> list[Any]:
    """Return the ir-measures objects for names between blanks. Raises ``CollectionError`` for an unknown one."""
    ir_measures = _library()
    measures = []
    for name in names.split():
        try:
            measures.append(ir_measures.parse_measure(name))
        except (ValueError, NameError) as error:
            raise CollectionError(
                CollectionCode.MEASURE_UNKNOWN, name=name, known=DEFAULT_MEASURES
            ) from error
    if not measures:
        raise CollectionError(CollectionCode.NO_MEASURE, known=DEFAULT_MEASURES)
    return measures


def measure(run: Run, qrels: Qrels, names: str = DEFAULT_MEASURES) -> dict[str, float]:
    """Return the mean of each measure over the queries of ``qrels``; a query without a ranking counts 0.

    Raises ``CollectionError`` if there is no query.
    """
    if not qrels:
        raise CollectionError(CollectionCode.NO_JUDGEMENT_TO_MEASURE)
    values = {str(name): values for name, values in per_query(run, qrels, names).items()}
    return {name: sum(by_query.values()) / len(qrels) for name, by_query in values.items()}


def per_query(run: Run, qrels: Qrels, names: str = DEFAULT_MEASURES) -> dict[str, dict[str, float]]:
    """Each measure's value for each query."""
    ir_measures = _library()
    scores = {
        query: dict(strictly_decreasing(ranking))
        for query, ranking in run.items()
        if query in qrels
    }
    found: dict[str, dict[str, float]] = {
        str(measure): dict.fromkeys(qrels, 0.0) for measure in parse_measures(names)
    }
    for metric in ir_measures.iter_calc(parse_measures(names), qrels, scores):
        found[str(metric.measure)][metric.query_id] = metric.value
    return found


def by_document(run: Run, qrels: Qrels) -> float:
    """Return R@10 averaged over relevant documents: the share of a document's queries with it among their best.

    So a few documents relevant to many queries count no more than the others.
    """
    found: dict[str, list[bool]] = {}
    for query, grades in qrels.items():
        best = {document for document, _ in run.get(query, [])[:10]}
        for document, grade in grades.items():
            if grade > 0:
                found.setdefault(document, []).append(document in best)
    return sum(sum(hits) / len(hits) for hits in found.values()) / len(found) if found else 0.0


def _library() -> Any:
    with needing("evaluate", "measuring"):
        import ir_measures
    return ir_measures
