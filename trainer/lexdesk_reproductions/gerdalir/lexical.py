"""TF-IDF and BM25 by passages and by documents, with k1 and b tuned by Optuna."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Ranking, Run
from lexdesk_reproductions import lexical
from lexdesk_reproductions.citing_passages import Dataset, Query
from lexdesk_reproductions.gerdalir.settings import Depth, Tuning
from lexdesk_reproductions.words import make_tokenizer

Array = np.ndarray[Any, Any]
_TOGETHER = 16  # queries scored at once: 16 * 71,802 float32 are 4.6 MB


class LexicalSearch:
    """The words of a dataset, analysed as German, counted by passages and by documents."""

    def __init__(self, dataset: Dataset, folder: Path, depth: Depth):
        self.dataset, self.depth, self._folder = dataset, depth, folder

    @cached_property
    def passages(self) -> lexical.Counts:
        """Return counts by passages, cached in the folder."""
        return lexical.load_or_count(self._folder, self.dataset.passages, make_tokenizer("de"))

    @cached_property
    def documents(self) -> lexical.Counts:
        """Return counts by documents: the sum over their passages."""
        return self.passages.group_counts(self.dataset.owner, len(self.dataset.documents))

    def counts(self, mode: str) -> lexical.Counts:
        """Return counts of passages (``P``) or documents (``D``)."""
        return self.passages if mode == "P" else self.documents

    def query_vectors(self, queries: Sequence[Query]) -> lexical.Sparse:
        """Count the words of queries: CSR (queries, words)."""
        return self.passages.count_others((query.text for query in queries), make_tokenizer("de"))

    def bm25(self, queries: Sequence[Query], mode: str, k1: float, b: float) -> Run:
        """Rank documents by BM25."""
        weights = lexical.bm25(self.counts(mode), k1, b)
        return self._run(queries, mode, self.query_vectors(queries), weights)

    def tf_idf(self, queries: Sequence[Query], mode: str) -> Run:
        """Rank documents by the cosine of TF-IDF vectors."""
        counts = self.counts(mode)
        rarity = lexical.idf(counts)
        weights = lexical.tf_idf(counts.matrix, rarity).T.tocsr()
        return self._run(
            queries, mode, lexical.tf_idf(self.query_vectors(queries), rarity), weights
        )

    def best_passages(
        self, queries: Sequence[Query], k1: float, b: float, count: int
    ) -> Iterator[Array]:
        """Yield the numbers of the best passages of each query by BM25, best first: int (<= count,)."""
        weights = lexical.bm25(self.passages, k1, b)
        for query, scores in zip(
            queries, _score(self.query_vectors(queries), weights), strict=True
        ):
            scores[self.dataset.owner == query.barred] = 0.0
            yield best_positions(scores, count)

    def _run(
        self,
        queries: Sequence[Query],
        mode: str,
        vectors_of_queries: lexical.Sparse,
        weights: lexical.Sparse,
    ) -> Run:
        owner = self.dataset.owner if mode == "P" else np.arange(len(self.dataset.documents))
        return {
            query.id: rank_documents(self.dataset, scores, owner, query.barred, self.depth)
            for query, scores in zip(queries, _score(vectors_of_queries, weights), strict=True)
        }

    def tune_bm25(self, mode: str, tuning: Tuning) -> tuple[float, float]:
        """Tune k1 and b for nDCG@20 on train queries, by Optuna's sampler (TPE)."""
        import optuna

        queries = self.dataset.sample("train", tuning.queries, tuning.seed)
        qrels = self.dataset.qrels(queries)

        def value(trial: optuna.Trial) -> float:
            k1 = trial.suggest_float("k1", *tuning.k1)
            b = trial.suggest_float("b", *tuning.b)
            return measure(self.bm25(queries, mode, k1, b), qrels, "nDCG@20")["nDCG@20"]

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.TPESampler(seed=tuning.seed)
        study = optuna.create_study(direction="maximize", sampler=sampler)
        study.optimize(value, n_trials=tuning.trials)
        return float(study.best_params["k1"]), float(study.best_params["b"])


def rank_documents(
    dataset: Dataset, scores: Array, owner: Array, barred: int, depth: Depth
) -> Ranking:
    """Rank documents by their best passage in ``scores`` (passages,), without the barred one."""
    chosen = best_positions(np.where(owner == barred, 0.0, scores), depth.passages)
    seen: dict[int, float] = {}
    for passage in chosen:  # best first, so that the first of a document is its maximum
        seen.setdefault(int(owner[passage]), float(scores[passage]))
    found = list(seen.items())[: depth.documents]
    return [(dataset.documents[document], score) for document, score in found]


def best_positions(scores: Array, count: int) -> Array:
    """Return the numbers of the highest positive scores, highest first, ties in order: int (<= count,)."""
    chosen = (
        np.argpartition(-scores, count)[:count] if count < len(scores) else np.arange(len(scores))
    )
    chosen = np.sort(chosen[scores[chosen] > 0])
    return np.asarray(chosen[np.argsort(-scores[chosen], kind="stable")])


def _score(queries: lexical.Sparse, weights: lexical.Sparse) -> Iterator[Array]:
    for at in range(0, queries.shape[0], _TOGETHER):
        yield from lexical.scores(queries[at : at + _TOGETHER], weights)
