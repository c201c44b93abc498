"""BM25 over whole cases, and by windows around the citation markers of the query."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lexdesk.evaluate.run import Ranking, Run
from lexdesk_trainer.papers import lexical
from lexdesk_trainer.papers.bases import Array
from lexdesk_trainer.papers.pli.cases import Cases
from lexdesk_trainer.papers.pli.paragraphs import windows
from lexdesk_trainer.papers.words import analysed


@dataclass(frozen=True)
class FirstStage:
    """``terms``: to so many a query is cut, those first that are rarest."""

    cases: Cases
    k1: float = 0.9
    b: float = 0.4
    terms: int = 250
    depth: int = 1_000

    @cached_property
    def counts(self) -> lexical.Counts:
        """The words of the cases that are searched."""
        return lexical.count(self.cases.documents.values(), analysed("en"))

    @cached_property
    def _weights(self) -> lexical.Sparse:
        return lexical.bm25(self.counts, self.k1, self.b)

    @cached_property
    def _rarity(self) -> Array:
        return lexical.idf(self.counts)

    def _asked(self, texts: list[str]) -> lexical.Sparse:
        """Counts of the texts' words, each row cut to the words of the highest TF-IDF."""
        asked = self.counts.of(texts, analysed("en"))
        for row in range(asked.shape[0]):
            start, end = asked.indptr[row : row + 2]
            weight = asked.data[start:end] * self._rarity[asked.indices[start:end]]
            if len(weight) > self.terms:
                asked.data[start:end][np.argsort(-weight, kind="stable")[self.terms :]] = 0.0
        return asked

    def whole(self) -> Run:
        """Cases by BM25 for the whole query."""
        asked = self._asked(list(self.cases.queries.values()))
        return self._run(
            dict(zip(self.cases.queries, lexical.scores(asked, self._weights), strict=True))
        )

    def by_windows(self, words: int) -> Run:
        """Cases by their best window, with the whole query added at the weight of one tenth.

        Each window is about one case that is cited there. The whole query orders what no window
        tells apart, and stands alone where there is no marker.
        """
        found = {}
        for query, text in self.cases.queries.items():
            whole = lexical.scores(self._asked([text]), self._weights)[0]
            around = windows(text, words)
            if around:
                best = lexical.scores(self._asked(around), self._weights)
                best /= np.maximum(best.max(1, keepdims=True), 1e-9)
                whole = best.max(0) + 0.1 * whole / max(float(whole.max()), 1e-9)
            found[query] = whole
        return self._run(found)

    def _run(self, scores: dict[str, Array]) -> Run:
        names = np.array(list(self.cases.documents))
        allowed = self.cases.candidates
        return {
            query: _ranking(names, row, allowed[query] if allowed else None, self.depth)
            for query, row in scores.items()
        }


def _ranking(names: Array, row: Array, allowed: tuple[str, ...] | None, depth: int) -> Ranking:
    if allowed is not None:
        row = np.where(np.isin(names, allowed), row, 0.0)
    order = np.argsort(-row, kind="stable")[:depth]
    return [(str(names[at]), float(row[at])) for at in order if row[at] > 0]
