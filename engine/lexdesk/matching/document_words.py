"""BM25 of whole documents with parameters of one's own, which the full-text index does not offer.

The index holds passages and has k1 and b fixed, so it only finds candidates; their texts are counted
here, for the words of the query alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from lexdesk.matching.parameters import BM25
from lexdesk.store import Store
from lexdesk.text import tokens

Matrix = NDArray[np.float32]


class DocumentWords:
    """How often ``expressions`` say each of the words ``vocabulary``.

    ``counts`` is float32 (documents, words), ``lengths`` their characters against the mean of the
    library, (documents,).
    """

    def __init__(
        self,
        store: Store,
        expressions: Sequence[int],
        vocabulary: Sequence[str],
        progress: Callable[[int, int], None],
    ):
        self._column = {word: at for at, word in enumerate(vocabulary)}
        self.counts: Matrix = np.zeros((len(expressions), len(vocabulary)), np.float32)
        lengths = np.zeros(len(expressions), np.float32)
        for row, expression in enumerate(expressions):
            text = store.text(expression)
            lengths[row] = len(text)
            for word, count in Counter(tokens(text)).items():
                if (column := self._column.get(word)) is not None:
                    self.counts[row, column] = count
            progress(row + 1, len(expressions))
        self.lengths: Matrix = lengths / max(1.0, store.mean_length())

    def scores(self, queries: Sequence[Mapping[str, float]], bm25: BM25) -> Matrix:
        """BM25 of every document for each query of weighted words, (queries, documents)."""
        weights = np.zeros((len(queries), len(self._column)), np.float32)
        for row, query in enumerate(queries):
            for word, weight in query.items():
                if (column := self._column.get(word)) is not None:
                    weights[row, column] = weight
        longer = bm25.k1 * (1 - bm25.b + bm25.b * self.lengths)  # (documents,)
        said = self.counts * (bm25.k1 + 1) / (self.counts + longer[:, None])
        return np.asarray(weights @ said.T, np.float32)
