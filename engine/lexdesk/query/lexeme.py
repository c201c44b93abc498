"""A token of a query with its position."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from lexdesk.query.tree import Scope
from lexdesk.text.lazy_pattern import lazy_pattern

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


_ENUMERATOR = lazy_pattern(
    r"(?:.*\W)?(?:\d{1,3}[a-z]?|([a-z])\1?|[ivx]{2,5})", re.IGNORECASE | re.DOTALL
)
"""Text before a closing bracket without an opening one: ``lit. a)``, ``point f)``, ``Buchst. aa)``, ``1)``."""


def mark_alternatives(lexemes: list[Lexeme]) -> list[Lexeme]:
    """Return ``or`` in brackets as OR where the query has a connector: ``data w/5 (breach or leak)``."""
    if not any(lexeme.kind == "connector" for lexeme in lexemes):
        return lexemes
    depth, found = 0, []
    for lexeme in lexemes:
        depth += (lexeme.kind == "(") - (lexeme.kind == ")")
        is_or = depth > 0 and lexeme.kind == "word" and lexeme.text in ("or", "oder", "ou")
        found.append(lexeme._replace(kind="OR") if is_or else lexeme)
    return found


def find_enumerating_brackets(lexemes: Sequence[Lexeme]) -> set[int]:
    """Return the starts of closing brackets that belong to a letter or number, as in ``lit. a)``."""
    enumerating: list[int] = []
    grouping = 0  # closing brackets of groups, each with an opening one before it
    for before, lexeme in reversed([*pairwise((Lexeme("end", "", 0, 0), *lexemes))]):
        if lexeme.kind == ")":
            is_behind = before.kind == "word" and before.end == lexeme.start
            if is_behind and _ENUMERATOR.fullmatch(before.text):
                enumerating.append(lexeme.start)
            else:
                grouping += 1
        elif lexeme.kind == "(" and grouping:
            grouping -= 1
        elif lexeme.kind == "(" and enumerating:
            enumerating.pop()
    return set(enumerating)
