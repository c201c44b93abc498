"""Passages of copies and drafts that say nearly the same: one hit in a list of results."""

from __future__ import annotations

from collections import defaultdict
from difflib import SequenceMatcher

import numpy as np

from lexdesk.near_duplicates.groups import ALIKE
from lexdesk.near_duplicates.signature import LENGTH, numbers
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

_NEARLY_THE_SAME = 0.9  # share of the words of two passages that both have, in the same order
_EDGE = 24  # characters at the beginning or the end that passages nearly the same have in common

_Key = tuple[str | None, str | None, str]
"""Provision and language of a passage, and an edge of its text."""


class Folding:
    """Remembers passages of one list, and finds among them one that says nearly the same."""

    def __init__(self, store: Store):
        self._told: dict[_Key, list[tuple[int, ExpressionRow, str]]] = {}
        self._drafts = _Drafts(store)

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
        return a.work != b.work and self._drafts.are_one(a.id, b.id)


class _Drafts:
    """Which of the expressions met so far are copies or drafts of one document.

    A form that a thousand documents share brings them all together here: the signature of each is
    read once, and compared with all before it at once.
    """

    def __init__(self, store: Store):
        self._store = store
        self._signatures = np.zeros((16, LENGTH), np.uint32)
        self._met: list[int] = []  # expressions with a signature, a row each
        self._alike: dict[int, set[int]] = defaultdict(set)

    def are_one(self, a: int, b: int) -> bool:
        """Whether the signatures of two expressions say so; not where one has none."""
        for expression in (a, b):
            if expression not in self._alike:
                self._meet(expression)
        return b in self._alike[a]

    def _meet(self, expression: int) -> None:
        alike = self._alike[expression]
        stored = self._store.signatures([expression]).get(expression)
        if stored is None:
            return
        count, signature = len(self._met), numbers(stored)
        shared = np.mean(self._signatures[:count] == signature, axis=1)
        for at in np.flatnonzero(shared >= ALIKE).tolist():
            alike.add(self._met[at])
            self._alike[self._met[at]].add(expression)
        if count == len(self._signatures):
            self._signatures = np.concatenate([self._signatures, np.zeros_like(self._signatures)])
        self._signatures[count] = signature
        self._met.append(expression)


def _keys(expression: ExpressionRow, eid: str | None, text: str) -> tuple[_Key, _Key]:
    language = expression.language
    return ((eid, language, f"^{text[:_EDGE]}"), (eid, language, f"{text[-_EDGE:]}$"))


def _is_near(a: str, b: str) -> bool:
    matcher = SequenceMatcher(None, a.split(), b.split(), autojunk=False)
    return (
        matcher.real_quick_ratio() >= _NEARLY_THE_SAME
        and matcher.quick_ratio() >= _NEARLY_THE_SAME
        and matcher.ratio() >= _NEARLY_THE_SAME
    )
