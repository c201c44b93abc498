"""Measures of a ranking, by ir-measures (MacAvaney et al. 2022): ``R@10``, ``nDCG@10``, ``AP@10`` ..."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lexdesk.errors import CollectionCode, CollectionError
from lexdesk.evaluation.collection import Qrels
from lexdesk.evaluation.run import Run, break_ties
from lexdesk.system.extras import require_extra

_SHUFFLES = 10_000
_SEED = 20


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The mean ``difference`` of a measure, its 95 % interval from ``low`` to ``high``, and ``p``."""

    difference: float
    low: float
    high: float
    p: float


def compare_pairs(one: Mapping[str, float], other: Mapping[str, float]) -> PairedDifference:
    """Compare ``one`` with ``other``; both map the same queries to their values.

    ``p`` is of the two-sided paired randomisation test (Smucker, Allan, Carterette 2007): the share of
    10,000 random exchanges of both values of queries that differ at least as much. The interval is of
    as many bootstrap samples of queries (Sakai 2006). Raises ``ValueError`` for other queries.
    """
    if one.keys() != other.keys() or not one:
        raise ValueError(f"{len(one)} and {len(other)} queries that are not the same")
    differences = np.array([one[query] - other[query] for query in one])
    random = np.random.default_rng(_SEED)
    exchanged = np.concatenate(
        [
            np.abs((random.choice((-1.0, 1.0), size=shape) * differences).mean(axis=1))
            for shape in _draws(len(differences))
        ]
    )
    observed = abs(float(differences.mean()))
    extreme = int((exchanged >= observed - 1e-12).sum())
    means = np.concatenate(
        [
            differences[random.integers(0, len(differences), size=shape)].mean(axis=1)
            for shape in _draws(len(differences))
        ]
    )
    low, high = np.quantile(means, (0.025, 0.975))
    return PairedDifference(
        round(float(differences.mean()), 4),
        round(float(low), 4),
        round(float(high), 4),
        round((extreme + 1) / (_SHUFFLES + 1), 4),
    )


def _draws(queries: int) -> Iterator[tuple[int, int]]:
    """Yield the shapes of all shuffles of ``queries`` values in parts of at most 8 MB, unless one is larger."""
    step = max(1, (1 << 20) // queries)
    for start in range(0, _SHUFFLES, step):
        yield min(step, _SHUFFLES - start), queries


_MOST = 1_000_000
"""Of a cutoff and of a grade."""

DEFAULT_MEASURES = "R@10 AP@10 nDCG@10 RR R@100"


def parse_measures(names: str) -> list[Any]:
    """Return the ir-measures objects for names between blanks. Raises ``CollectionError`` for an unknown one."""
    ir_measures = _library()
    measures = []
    for name in names.split():
        try:
            measure = ir_measures.parse_measure(name)
            if not all(1 <= measure.params.get(key, 1) <= _MOST for key in ("cutoff", "rel")):
                raise ValueError(name)  # trec_eval ends the program
            measures.append(measure)
        except (ValueError, NameError, TypeError) as error:
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
    """Return each measure's value for each query."""
    ir_measures = _library()
    scores = {query: dict(break_ties(ranking)) for query, ranking in run.items() if query in qrels}
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
    with require_extra("evaluate", "measuring"):
        import ir_measures
    return ir_measures
