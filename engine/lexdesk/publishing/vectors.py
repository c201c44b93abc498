"""Semantic search in the table of a publication, with filters as conditions on its rows."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from lexdesk.index.vector.base import Mask, Vectors
from lexdesk.publishing.passages import Passages, listed
from lexdesk.storage import Store


class PublishedVectors:
    """Semantic search in the table, an implementation of ``lexdesk.index.protocol.VectorSearch``."""

    def __init__(self, passages: Passages, store: Store):
        self._passages, self._store = passages, store

    def search(
        self, query: Vectors, limit: int, allowed: Mask | None = None
    ) -> list[tuple[int, float]]:
        """Return the passages nearest to ``query`` as (passage, cosine), best first; only those ``allowed``."""
        if allowed is None:
            return self._passages.nearest(query, limit, None)
        condition = condition_of(self._store.passages.ranges(), allowed)
        return self._passages.nearest(query, limit, condition) if condition else []

    def similarities(self, query: Vectors, passages: Collection[int]) -> dict[int, float]:
        """Return cosines of ``query`` with the encoded ones among ``passages``."""
        ids, rows = self._passages.vectors(passages)
        return dict(zip(ids.tolist(), (rows @ query).tolist(), strict=True))

    def vectors_of(self, passages: Collection[int]) -> tuple[list[int], Vectors]:
        """Return the encoded ones among ``passages``, and their vectors of unit length."""
        ids, rows = self._passages.vectors(passages)
        return ids.tolist(), rows


def condition_of(ranges: list[tuple[int, int, int]], allowed: Mask) -> str:
    """Return the condition for the passages in ``allowed``; ``""`` for none.

    ``ranges`` are (expression, first passage, last passage) of all expressions.

    Most filters mean whole expressions: these are named, and passages of the others.
    """
    all_in, all_out, some_in, some_out = [], [], [], []
    for expression, first, last in ranges:
        inside = allowed[first : last + 1]
        if not inside.any():
            all_out.append(expression)
        elif len(inside) == last - first + 1 and inside.all():
            all_in.append(expression)
        else:
            known = np.zeros(last - first + 1, np.bool_)
            known[: len(inside)] = inside
            some_in += (first + np.flatnonzero(known)).tolist()
            some_out += (first + np.flatnonzero(~known)).tolist()
    if not all_in and not some_in:
        return ""
    if len(all_in) + len(some_in) <= len(all_out) + len(some_out):
        return _either(all_in, some_in)
    return f"NOT ({_either(all_out, some_out) or 'false'})"


def _either(expressions: list[int], passages: list[int]) -> str:
    named = [("expression", expressions), ("passage", passages)]
    return " OR ".join(f"{column} IN ({listed(ids)})" for column, ids in named if ids)
