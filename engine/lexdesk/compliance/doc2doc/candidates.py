"""Candidate documents of a long query, by their best passages in keyword and semantic search.

Each query searches the library's own indexes; the best passages of a document make its score.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from lexdesk.compliance.passage_matching import require_words
from lexdesk.index.conditions import Conditions, Exclusion
from lexdesk.query import And, parse
from lexdesk.search.retrieval.hybrid import Retriever
from lexdesk.search.retrieval.mask import find_allowed_passages, read_owners

Passages = Sequence[tuple[int, float]]
"""Pairs of (passage, score), best first."""

Pooled = dict[int, float]
"""A score for each expression."""


class Owners:
    """A lookup of the expression of each passage."""

    def __init__(self, retriever: Retriever):
        self._of = read_owners(retriever.store)

    @property
    def expressions(self) -> frozenset[int]:
        """Return all expressions with passages."""
        return frozenset(np.unique(self._of).tolist()) - {0}

    def __getitem__(self, passage: int) -> int:
        return int(self._of[passage])

    def pool_scores(self, passages: Passages, best: int = 1) -> Pooled:
        """Return for each expression the mean score of its ``best`` passages; missing ones count 0."""
        scores: dict[int, list[float]] = defaultdict(list)
        for passage, score in passages:
            expression = self[passage]
            # Expression 0 is that of a passage removed meanwhile.
            if expression and len(scores[expression]) < best:
                scores[expression].append(score)
        return {expression: sum(some) / best for expression, some in scores.items()}


class CandidateFinder:
    """A search for passages of all expressions of a library except ``excluded``."""

    def __init__(self, retriever: Retriever, excluded: frozenset[int]):
        self._retriever = retriever
        self._conditions = Conditions(excluded=Exclusion(excluded))
        self.owners = Owners(retriever)

    def by_words(self, weights: Mapping[str, float], limit: int) -> Passages:
        """Return the passages with the highest BM25 score for the weighted words."""
        if not weights:
            return []
        return self._retriever.fulltext.search_weighted(weights, limit, self._conditions)

    def by_vectors(self, vectors: Iterable[NDArray[np.float32]], limit: int) -> list[Passages]:
        """Return for each vector the nearest passages with their cosines; none without a semantic index."""
        semantic = self._retriever.semantic
        if semantic is None:
            return []
        allowed = find_allowed_passages(And(()), self._conditions, self._retriever.store)
        return [semantic.vectors.search(vector, limit, allowed) for vector in vectors]


def exclude_unmatched(retriever: Retriever, of: Owners, within: str) -> frozenset[int]:
    """Return the expressions without a passage matching the query ``within``.

    Raise ``QueryError`` for an error in it.
    """
    query = replace(parse(within), root=require_words(within, retriever))
    passages = max(1, retriever.store.vectors.progress()[1])
    found = retriever.candidates(query, "keyword", passages).best
    return of.expressions - {of[candidate.passage] for candidate in found}
