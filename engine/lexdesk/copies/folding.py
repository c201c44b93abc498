"""Passages of copies and drafts that say nearly the same: one hit in a list of results."""

from __future__ import annotations

from difflib import SequenceMatcher

from lexdesk.copies.groups import ALIKE
from lexdesk.copies.signature import numbers, similarity
from lexdesk.store import Store
from lexdesk.store.schema import ExpressionRow

_NEARLY_THE_SAME = 0.9  # share of the words of two passages that both have, in the same order
_EDGE = 24  # characters at the beginning or the end that passages nearly the same have in common


class Folding:
    """Remembers passages of one list, and finds among them one that says nearly the same."""

    def __init__(self, store: Store):
        self._store = store
        self._told: dict[tuple[str | None, str | None, str], list[tuple[int, ExpressionRow, str]]]
        self._told = {}
        self._alike: dict[tuple[int, int], bool] = {}

    def find(self, expression: ExpressionRow, eid: str | None, text: str) -> int | None:
        """The number of a remembered passage of a copy or draft that says nearly the same as ``text``."""
        for key in _keys(expression, eid, text):
            for number, other, other_text in self._told.get(key, ()):
                if self._are_one(expression, other) and _is_near(text, other_text):
                    return number
        return None

    def remember(self, number: int, expression: ExpressionRow, eid: str | None, text: str) -> None:
        """Note the passage of the hit with a ``number``."""
        for key in _keys(expression, eid, text):
            self._told.setdefault(key, []).append((number, expression, text))

    def _are_one(self, a: ExpressionRow, b: ExpressionRow) -> bool:
        """Whether two expressions, of works of their own, are copies or drafts of one document."""
        if a.work == b.work:
            return False
        pair = (min(a.id, b.id), max(a.id, b.id))
        if pair not in self._alike:
            found = [numbers(value) for value in self._store.signatures(pair).values()]
            self._alike[pair] = len(found) == len(pair) and similarity(*found) >= ALIKE
        return self._alike[pair]


def _keys(
    expression: ExpressionRow, eid: str | None, text: str
) -> tuple[tuple[str | None, str | None, str], ...]:
    language = expression.language
    return ((eid, language, f"^{text[:_EDGE]}"), (eid, language, f"{text[-_EDGE:]}$"))


def _is_near(a: str, b: str) -> bool:
    matcher = SequenceMatcher(None, a.split(), b.split(), autojunk=False)
    return (
        matcher.real_quick_ratio() >= _NEARLY_THE_SAME
        and matcher.quick_ratio() >= _NEARLY_THE_SAME
        and matcher.ratio() >= _NEARLY_THE_SAME
    )
