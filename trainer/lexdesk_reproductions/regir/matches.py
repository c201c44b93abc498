"""Inputs of the re-rankers for a query and an act, and their training pairs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import torch

from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Run
from lexdesk_reproductions import sampling
from lexdesk_reproductions.bases import Array
from lexdesk_reproductions.regir.dataset import Dataset
from lexdesk_reproductions.regir.prefetch import Lexicals
from lexdesk_reproductions.regir.rerankers import (
    ABSENT,
    Match,
    Matching,
    Preference,
    Reranker,
    Validating,
)
from lexdesk_reproductions.regir.vectors import Vectors


def split_rows(
    queries: Sequence[str], validating: Validating, seed: int
) -> tuple[list[str], list[str]]:
    """Split queries into training and validation for choosing the epoch."""
    taught, judging = sampling.split_rows(queries, validating.share, seed)
    return (taught, judging) if len(judging) >= validating.fewest else (list(queries), [])


class Pair(NamedTuple):
    """A query with an act and its score in the first stage."""

    query: str
    act: str
    prefetched: float


def draw_wrong_acts(
    dataset: Dataset, run: Run, queries: Sequence[str], settings: Matching, seed: int
) -> list[tuple[Pair, Pair]]:
    """Draw wrong acts for each relevant act found by the first stage: the right and the wrong."""
    rng = np.random.default_rng(seed)
    found = []
    for query in queries:
        grades = dataset.qrels[query]
        ranking = [Pair(query, act, score) for act, score in run[query][: settings.depth]]
        wrong = [pair for pair in ranking if not grades.get(pair.act)]
        for right in ranking:
            if grades.get(right.act):
                chosen = rng.permutation(len(wrong))[: settings.negatives]
                found += [(right, wrong[at]) for at in chosen]
    return found


@dataclass
class Matcher:
    """A builder of matches over ``vectors``; query terms are cached."""

    words: Lexicals
    vectors: Vectors
    settings: Matching
    _terms: dict[str, tuple[list[str], Array]] = field(default_factory=dict)
    _rows: dict[str, Array] = field(default_factory=dict)

    def match(self, pair: Pair) -> Match:
        """Match one query with one act."""
        terms, rarity = self.terms(pair.query)
        if pair.query not in self._rows:
            self._rows[pair.query] = self.vectors.terms(pair.query, terms)
        cosines = np.full((self.settings.terms, self.settings.words), ABSENT, np.float32)
        read = self.vectors.act(pair.act)
        cosines[: len(terms), : len(read)] = self._rows[pair.query] @ read.T
        return Match(cosines, rarity, pair.prefetched, (pair.query, pair.act))

    def terms(self, query: str) -> tuple[list[str], Array]:
        """Return the top TF-IDF words of a query in order of appearance, and their rarity, float32 (terms,)."""
        if query not in self._terms:
            self._terms[query] = self._choose_terms(query)
        return self._terms[query]

    def _choose_terms(self, query: str) -> tuple[list[str], Array]:
        known, rarity = self.vectors.known_words(query), self.words.rarity
        tokens = Counter(self.words.tokens(self.words.dataset.queries[query].text))
        weight = {
            word: count * rarity.get(word, 0.0) for word, count in tokens.items() if word in known
        }
        heaviest = sorted(weight, key=lambda term: (-weight[term], term))[: self.settings.terms]
        chosen = [word for word in weight if word in heaviest]
        values = np.zeros(self.settings.terms, np.float32)
        values[: len(chosen)] = [max(rarity.get(term, 0.0), 1e-3) for term in chosen]
        return chosen, values

    def preferences(self, run: Run, queries: Sequence[str], seed: int) -> list[Preference]:
        """Build the training preferences of these queries."""
        pairs = draw_wrong_acts(self.words.dataset, run, queries, self.settings, seed)
        rights = {right: self.match(right) for right, _ in pairs}
        return [Preference(rights[right], self.match(wrong)) for right, wrong in pairs]

    def measure_reranked(self, model: Reranker, run: Run, queries: Sequence[str]) -> float:
        """Measure nDCG@20 of these queries, re-ranked."""
        grades = {query: self.words.dataset.qrels[query] for query in queries}
        return measure(self.rerank(model, run, queries), grades, "nDCG@20")["nDCG@20"]

    def rerank(self, model: Reranker, run: Run, queries: Sequence[str]) -> Run:
        """Re-rank the first of each ranking by the model; keep the rest."""
        found: Run = {}
        for query in queries:
            ranking = run[query][: self.settings.depth]
            with torch.no_grad():
                scores = model([self.match(Pair(query, *row)) for row in ranking])
            order = torch.argsort(scores, descending=True, stable=True).tolist()
            rest = run[query][self.settings.depth :]
            every = [*(ranking[at] for at in order), *rest]
            found[query] = [(act, -float(at)) for at, (act, _) in enumerate(every)]
        return found
