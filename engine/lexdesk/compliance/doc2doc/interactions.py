"""Paragraph-by-paragraph similarity of two documents, as a matrix.

As in BERT-PLI (Shao et al. 2020), every paragraph of the query is compared with every paragraph of a
candidate, and the best of each row is kept. BERT-PLI scores the pairs with a network; here the score is
the cosine of the embeddings or, without a model, of the discriminative words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lexdesk.compliance.doc2doc.long_query import Paragraph
from lexdesk.compliance.doc2doc.query_words import select_informative
from lexdesk.storage import Store
from lexdesk.text.tokens import tokens
from lexdesk.vector_codes.int8 import unpack

if TYPE_CHECKING:
    from lexdesk.models.encoder import TextEncoder

Matrix = NDArray[np.float32]

_MOST_ENCODED = 32  # paragraphs of a candidate without stored embeddings
_MOST_WORDS = 1000  # words for the comparison without a model


@dataclass(frozen=True, slots=True)
class Interactions:
    """A candidate's ``columns`` compared with the paragraphs of a query: ``values`` (rows, columns) in 0..1."""

    columns: tuple[Paragraph, ...]
    values: Matrix

    @property
    def score(self) -> float:
        """Return the mean of the row maxima: the share of the query with a counterpart in the candidate."""
        return float(self.values.max(axis=1).mean()) if self.values.size else 0.0

    def pairs(self, most: int) -> list[tuple[int, int, float]]:
        """Return the best (row, column, value), best first, at most one for each row and each column."""
        free = self.values.copy()
        found: list[tuple[int, int, float]] = []
        for _ in range(min(most, *free.shape)):
            row, column = (int(at) for at in np.unravel_index(int(free.argmax()), free.shape))
            if free[row, column] <= 0:
                break
            found.append((row, column, float(free[row, column])))
            free[row, :] = free[:, column] = 0
        return found

    def keep_columns(self, most: int, also: Sequence[int] = ()) -> Interactions:
        """Keep the ``most`` columns with the highest values and the columns ``also``, in text order."""
        if len(self.columns) <= most:
            return self
        best = np.argsort(-self.values.max(axis=0), kind="stable")[:most]
        kept = np.union1d(best, np.asarray(also, np.intp))
        return Interactions(tuple(self.columns[at] for at in kept), self.values[:, kept])


class ParagraphComparison:
    """A comparison of the paragraphs of a query with those of documents.

    Without an ``encoder`` paragraphs are compared by words, weighted by ``idf``.
    """

    def __init__(
        self,
        store: Store,
        encoder: TextEncoder | None,
        rows: Sequence[Paragraph],
        idf: Mapping[str, float],
    ):
        self._store, self._encoder, self._rows = store, encoder, rows
        row_words = {word for row in rows for word in tokens(row.text)}
        self._idf = select_informative(
            {w: v for w, v in idf.items() if w in row_words}, _MOST_WORDS
        )
        self._column = {word: at for at, word in enumerate(self._idf)}

    def with_document(self, expression: int) -> Interactions:
        """Compare the paragraphs of the query with those of ``expression``.

        Of a document without stored embeddings only the paragraphs sharing most words are compared.
        """
        stored = self._store.vectors.is_encoded(expression)
        if self._encoder is not None and stored:
            return self._by_stored_vectors(expression)
        found = self._by_words(_paragraphs(self._store, expression))
        if self._encoder is None:
            return found
        columns = found.keep_columns(_MOST_ENCODED).columns
        vectors = self._encoder.encode([column.text for column in columns])
        return _interactions(self._encoded_rows, vectors, columns)

    @cached_property
    def _encoded_rows(self) -> Matrix:
        """Return the embeddings of the query paragraphs, (rows, dimensions)."""
        if self._encoder is None:
            return np.zeros((len(self._rows), 0), np.float32)
        return self._encoder.encode([row.text for row in self._rows])

    @cached_property
    def _rows_in_words(self) -> Matrix:
        """Return the word vectors of the query paragraphs, (rows, words)."""
        return self._weigh(self._rows)

    def _by_stored_vectors(self, expression: int) -> Interactions:
        vectors = dict(self._store.vectors.of_expression(expression))
        columns = [c for c in _paragraphs(self._store, expression) if c.start in vectors]
        stored = unpack([vectors[column.start] for column in columns])
        return _interactions(self._encoded_rows, stored, columns)

    def _by_words(self, columns: Sequence[Paragraph]) -> Interactions:
        return _interactions(self._rows_in_words, self._weigh(columns), columns)

    def _weigh(self, paragraphs: Sequence[Paragraph]) -> Matrix:
        """Return word vectors of unit length, (paragraphs, words)."""
        found = np.zeros((len(paragraphs), len(self._column)), np.float32)
        for row, paragraph in enumerate(paragraphs):
            for word, count in Counter(tokens(paragraph.text)).items():
                if (column := self._column.get(word)) is not None:
                    found[row, column] = self._idf[word] * math.sqrt(count)
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        return np.asarray(found / np.maximum(lengths, 1e-9), np.float32)


def _interactions(rows: Matrix, columns: Matrix, paragraphs: Sequence[Paragraph]) -> Interactions:
    if not len(paragraphs):
        return Interactions((), np.zeros((len(rows), 0), np.float32))
    return Interactions(tuple(paragraphs), np.clip(rows @ columns.T, 0, 1))


def _paragraphs(store: Store, expression: int) -> list[Paragraph]:
    """Return the searchable passages of an expression in text order."""
    rows = store.passages.by_id(p.id for p in store.passages.pieces_in(expression) if p.searchable)
    found = (
        Paragraph(r.label, r.start, r.start + len(r.text), r.text, r.eid, r.page)
        for r in rows.values()
    )
    return sorted(found, key=lambda paragraph: paragraph.start)
