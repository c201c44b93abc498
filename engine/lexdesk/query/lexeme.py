"""A token of a query with its position."""

from __future__ import annotations

from typing import Literal, NamedTuple

from lexdesk.query.tree import Scope

Kind = Literal[
    "word", "phrase", "prefix", "joined", "wild", "fuzzy", "(", ")", "AND", "OR", "NOT",
    "connector", "field", "filter", "end",
]  # fmt: skip


class Lexeme(NamedTuple):
    """A token of a query, from ``start`` to ``end``.

    The ``text`` of a field or filter is its name; ``value`` is a filter's value. ``reach``, ``ordered``
    and ``negated`` belong to connectors as in ``Near``; ``reach`` is also the distance of a fuzzy word.
    """

    kind: Kind
    text: str
    start: int
    end: int
    value: str = ""
    reach: int | Scope = 0
    ordered: bool = False
    negated: bool = False
