"""BM25 of whole documents with tuned parameters, not offered by the full-text index.

The index holds passages and fixes k1 and b. It finds the candidates; this module counts their words.
"""

import functools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexdesk.compliance.doc2doc.parameters import BM25
from lexdesk.storage import Store
from lexdesk.text.tokens import tokens

Matrix = NDArray[np.float32]

_KEPT = 2_000  # documents with counts cached for the next query: about 60 MB


class WordCounts(NamedTuple):
    """Word counts of a document: sorted word hashes, counts, and the length in characters."""

    words: NDArray[np.int64]
    counts: Matrix
    length: int


class WordCounter:
    """A cached counter of the words of expressions."""

    def __init__(self, store: Store):
        self._store = store
        self.mean_length = max(1.0, store.texts.mean_length())
        """Mean characters of an expression."""
        self.of = functools.lru_cache(maxsize=_KEPT)(self._count)
        """Word counts of an expression, by its number."""

    def _count(self, expression: int) -> WordCounts:
        text = self._store.texts.text(expression)
        counted = Counter(tokens(text))
        words = np.fromiter(map(hash, counted), np.int64, len(counted))
        counts = np.fromiter(counted.values(), np.float32, len(counted))
        order = np.argsort(words)
        return WordCounts(words[order], counts[order], len(text))


class DocumentWords:
    """Counts of the words ``vocabulary`` in ``expressions``.

    ``counts`` is float32 (documents, words); ``lengths`` is characters relative to the mean of the library,
    (documents,).
    """

    def __init__(
        self,
        counting: WordCounter,
        expressions: Sequence[int],
        vocabulary: Sequence[str],
        progress: Callable[[int, int], None],
    ):
        self._column = {word: at for at, word in enumerate(vocabulary)}
        wanted = np.fromiter(map(hash, vocabulary), np.int64, len(vocabulary))
        self.counts: Matrix = np.zeros((len(expressions), len(vocabulary)), np.float32)
        lengths = np.zeros(len(expressions), np.float32)
        for row, expression in enumerate(expressions):
            counted = counting.of(expression)
            lengths[row] = counted.length
            if len(counted.words):
                at = np.minimum(np.searchsorted(counted.words, wanted), len(counted.words) - 1)
                self.counts[row] = np.where(counted.words[at] == wanted, counted.counts[at], 0)
            progress(row + 1, len(expressions))
        self.lengths: Matrix = lengths / np.float32(counting.mean_length or 1)

    def scores(self, queries: Sequence[Mapping[str, float]], bm25: BM25) -> Matrix:
        """Return BM25 of every document for each query of weighted words, (queries, documents)."""
        weights = np.zeros((len(queries), len(self._column)), np.float32)
        for row, query in enumerate(queries):
            for word, weight in query.items():
                if (column := self._column.get(word)) is not None:
                    weights[row, column] = weight
        columns = np.flatnonzero(weights.any(axis=0))
        counts = self.counts[:, columns]
        longer = bm25.k1 * (1 - bm25.b + bm25.b * self.lengths)  # (documents,)
        longer = np.maximum(longer, np.finfo(np.float32).tiny)  # of a document without words
        saturated = counts * (bm25.k1 + 1) / (counts + longer[:, None])
        return np.asarray(weights[:, columns] @ saturated.T, np.float32)
