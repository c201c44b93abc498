"""Further evidence combined with BM25's scores of its candidates: no system of the paper.

The strongest evidence is the shipped embedder. It was trained on the train queries and would be overrated
by them; its kind and weight are therefore chosen for the queries of each statute on the queries of the
others. The length of a document alone is a baseline: long statutes are cited more often, and k1 and b of
the paper's range penalize them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lexdesk.evaluation.measures import per_query
from lexdesk.evaluation.run import Ranking, Run
from lexdesk.models import encoder, manifest
from lexdesk_reproductions.citing_passages import Dataset, Query
from lexdesk_reproductions.gerdalir.cross_encoders import rank_by_best
from lexdesk_reproductions.gerdalir.votes import SHARES

Array = np.ndarray[Any, Any]
PASSAGES = (1, 2, 3, 5, 10)
_DEPTH = 20  # of nDCG@20, which chooses


def vectors(texts: Sequence[str]) -> Array:
    """Encode ``texts`` with the embedder: float32 (n, dimensions), unit rows."""
    return encoder.load(manifest.find("embedder")).encode(texts)


def rerank(
    dataset: Dataset, passages: Array, queries: Array, best: Sequence[Array], run: Run
) -> Run:
    """Rank documents by the cosine of their best passage among ``best``, then the rest of ``run``.

    ``passages`` and ``queries`` are the vectors of all passages and of the queries of ``run``.
    """
    found: Run = {}
    for (query, ranking), numbers, vector in zip(run.items(), best, queries, strict=True):
        owners = [dataset.documents[at] for at in dataset.owner[numbers]]
        found[query] = rank_by_best(owners, passages[numbers] @ vector, ranking)
    return found


@dataclass(frozen=True)
class EvidenceChoice:
    """The rankings, with the kind of evidence and its share for each query."""

    run: Run
    kinds: tuple[int, ...]
    shares: tuple[float, ...]

    @property
    def most_frequent(self) -> tuple[int, float]:
        """Return the kind and the share of most queries."""
        return Counter(zip(self.kinds, self.shares, strict=True)).most_common(1)[0][0]


def lengths(dataset: Dataset, queries: Sequence[Query]) -> Array:
    """Return the logarithm of the number of passages of documents: float (queries, 1, documents)."""
    log_lengths = np.log([max(len(own), 1) for own in dataset.passages_of])
    return np.broadcast_to(log_lengths, (len(queries), 1, len(log_lengths)))


def mean_passage_cosines(
    dataset: Dataset, passages: Array, queries: Array, counts: Sequence[int]
) -> Array:
    """Average the cosines of the best passages of documents: float32 (queries, counts, documents).

    ``passages`` and ``queries`` are unit vectors of all passages and of the queries.
    """
    found = np.empty((len(queries), len(counts), len(dataset.documents)), np.float32)
    for row, vector in zip(found, queries, strict=True):
        row[:] = best_means(dataset, passages @ vector, counts)
    return found


def best_means(dataset: Dataset, cosines: Array, counts: Sequence[int]) -> Array:
    """Average the highest ``cosines`` (passages,) of each document: float (counts, documents).

    A document with fewer passages than a count has the mean of all.
    """
    size = len(dataset.documents)
    order = np.lexsort((-cosines, dataset.owner))
    owner, cosines = dataset.owner[order], cosines[order]
    place = np.arange(len(order)) - np.searchsorted(owner, np.arange(size))[owner]
    found = np.zeros((len(counts), size))
    for row, count in zip(found, counts, strict=True):
        best = place < count
        read = np.bincount(owner[best], minlength=size)
        row[:] = np.bincount(owner[best], cosines[best], size) / np.maximum(read, 1)
    return found


def choose_evidence(
    dataset: Dataset, queries: Sequence[Query], run: Run, evidence: Array
) -> EvidenceChoice:
    """Re-rank the candidates of ``run`` with evidence and share chosen on the other statutes' queries.

    ``evidence`` is float (queries, kinds, documents).
    """
    number = {document: at for at, document in enumerate(dataset.documents)}
    picked = [
        evidence_of_query[:, [number[document] for document, _ in run[query.id]]]
        for query, evidence_of_query in zip(queries, evidence, strict=True)
    ]
    grid = [(kind, share) for kind in range(evidence.shape[1]) for share in SHARES]
    qrels = dataset.qrels(queries)
    values = []
    for kind, share in grid:
        head = {
            query.id: combine(run[query.id], scores[kind], share)[:_DEPTH]
            for query, scores in zip(queries, picked, strict=True)
        }
        (found,) = per_query(head, qrels, f"nDCG@{_DEPTH}").values()
        values.append([found[query.id] for query in queries])
    picks = [grid[at] for at in choose_on_others(np.array(values), queries)]
    rankings = {
        query.id: combine(run[query.id], scores[kind], share)
        for query, scores, (kind, share) in zip(queries, picked, picks, strict=True)
    }
    kinds, shares = zip(*picks, strict=True)
    return EvidenceChoice(rankings, kinds, shares)


def choose_on_others(values: Array, queries: Sequence[Query]) -> list[int]:
    """Choose for each query the row of ``values`` (choices, queries) that is best on queries of other documents."""
    sources = np.array(
        [number.barred if number.barred >= 0 else -1 - at for at, number in enumerate(queries)]
    )
    found = np.empty(len(queries), int)
    for source in np.unique(sources):
        own = sources == source
        found[own] = values[:, ~own].sum(axis=1).argmax()
    return [int(at) for at in found]


def combine(ranking: Ranking, scores: Array, share: float) -> Ranking:
    """Add BM25, scaled by its highest score, and the evidence, scaled to 0..1."""
    if not ranking:
        return []
    words = np.array([score for _, score in ranking])  # above zero
    above = scores - scores.min()
    sums = (1 - share) * words / words.max() + share * above / max(float(above.max()), 1e-9)
    return [(ranking[at][0], float(sums[at])) for at in np.argsort(-sums, kind="stable")]
