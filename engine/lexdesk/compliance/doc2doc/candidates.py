"""The documents that a long query may concern: those of the best passages, by words and by meaning.

Each question finds passages in the library's own indexes; a document counts by its best ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lexdesk.compliance.passage_matching import demanded
from lexdesk.index.allowed import Conditions, Excluded
from lexdesk.query import And, parse
from lexdesk.search.retrieval.hybrid import Retriever
from lexdesk.search.retrieval.mask import allowed_passages, owners

Passages = Sequence[tuple[int, float]]
"""(passage, score), best first."""

Pooled = dict[int, float]
"""A score for each expression."""


class Owners:
    """Tells the expression that each passage of a library is of."""

    def __init__(self, retriever: Retriever):
        self._of = owners(retriever.store)

    @property
    def expressions(self) -> frozenset[int]:
        """All that have passages."""
        return frozenset(np.unique(self._of).tolist()) - {0}

    def __getitem__(self, passage: int) -> int:
        return int(self._of[passage])

    def pooled(self, passages: Passages, best: int = 1) -> Pooled:
        """Each expression with the mean score of its ``best`` passages; missing ones count 0."""
        scores: dict[int, list[float]] = defaultdict(list)
        for passage, score in passages:
            expression = self[passage]
            if expression and len(scores[expression]) < best:  # 0 of what was removed meanwhile
                scores[expression].append(score)
        return {expression: sum(some) / best for expression, some in scores.items()}


class CandidateFinder:
    """Finds passages of the expressions of a library that are not ``excluded``."""

    def __init__(self, retriever: Retriever, excluded: frozenset[int]):
        self._retriever = retriever
        self._conditions = Conditions(excluded=Excluded(excluded))
        self.owners = Owners(retriever)

    def by_words(self, weights: Mapping[str, float], limit: int) -> Passages:
        """The passages that say the weighted words best, by BM25 of passages."""
        if not weights:
            return []
        return self._retriever.fulltext.search_weighted(weights, limit, self._conditions)

    def by_meaning(self, vectors: Iterable[NDArray[np.float32]], limit: int) -> list[Passages]:
        """For each vector the passages nearest to it, with their cosines; none without vectors."""
        semantic = self._retriever.semantic
        if semantic is None:
            return []
        allowed = allowed_passages(And(()), self._conditions, self._retriever.store)
        return [semantic.vectors.search(vector, limit, allowed) for vector in vectors]


def outside(retriever: Retriever, of: Owners, within: str) -> frozenset[int]:
    """The expressions none of whose passages the query ``within`` finds.

    Raises ``QueryError`` for a mistake in it.
    """
    query = replace(parse(within), root=demanded(within, retriever))
    passages = max(1, retriever.store.progress()[1])
    found = retriever.candidates(query, "keyword", passages).best
    return of.expressions - {of[each.passage] for each in found}
