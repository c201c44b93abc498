"""BM25 over whole cases, and by windows around the citation markers of the query."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lexdesk.evaluation.run import Ranking, Run
from lexdesk_reproductions import lexical
from lexdesk_reproductions.bases import Array
from lexdesk_reproductions.pli.cases import Cases
from lexdesk_reproductions.pli.paragraphs import windows
from lexdesk_reproductions.words import make_tokenizer


@dataclass(frozen=True)
class Windows:
    """``words`` before and after each marker; ``above``: see ``FirstStage.by_windows``."""

    words: int = 75
    above: int = 10
    k1: float = 3.0
    b: float = 0.95


@dataclass(frozen=True)
class FirstStage:
    """BM25 over cases; a query is cut to its ``terms`` rarest words."""

    cases: Cases
    k1: float = 0.9
    b: float = 0.4
    terms: int = 250
    depth: int = 1_000

    @cached_property
    def counts(self) -> lexical.Counts:
        """Return the words of the searched cases."""
        return lexical.count(self.cases.documents.values(), make_tokenizer("en"))

    @cached_property
    def _weights(self) -> lexical.Sparse:
        return lexical.bm25(self.counts, self.k1, self.b)

    @cached_property
    def _rarity(self) -> Array:
        return lexical.idf(self.counts)

    def query_vectors(self, texts: list[str]) -> lexical.Sparse:
        """Count the words of texts, each row cut to the words of the highest TF-IDF."""
        vectors = self.counts.count_others(texts, make_tokenizer("en"))
        for row in range(vectors.shape[0]):
            start, end = vectors.indptr[row : row + 2]
            weight = vectors.data[start:end] * self._rarity[vectors.indices[start:end]]
            if len(weight) > self.terms:
                vectors.data[start:end][np.argsort(-weight, kind="stable")[self.terms :]] = 0.0
        return vectors

    def whole(self) -> Run:
        """Rank cases by BM25 for the whole query."""
        vectors = self.query_vectors(list(self.cases.queries.values()))
        return self._run(
            dict(zip(self.cases.queries, lexical.scores(vectors, self._weights), strict=True))
        )

    def by_windows(self, window_parameters: Windows) -> Run:
        """Rank cases by their best window; use the whole query if it has none.

        With ``window_parameters.above`` the score of a window counts by its distance to the window's own rank
        ``above``: a window that fits many cases alike says little of any of them.
        """
        weights = lexical.bm25(self.counts, window_parameters.k1, window_parameters.b)
        found = {}
        for query, text in self.cases.queries.items():
            around = windows(text, window_parameters.words) or [text]
            scores = lexical.scores(self.counts.count_others(around, make_tokenizer("en")), weights)
            if window_parameters.above and scores.shape[1] > window_parameters.above:
                scores = scores - np.sort(scores, axis=1)[:, -window_parameters.above, None]
            best = scores.max(0)
            found[query] = best - best.min()
        return self._run(found)

    def _run(self, scores: dict[str, Array]) -> Run:
        names = np.array(list(self.cases.documents))
        return {query: _ranking(names, row, self.depth) for query, row in scores.items()}


def _ranking(names: Array, row: Array, depth: int) -> Ranking:
    order = np.argsort(-row, kind="stable")[:depth]
    return [(str(names[at]), float(row[at])) for at in order if row[at] > 0]
