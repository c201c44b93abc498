"""Folding of near-duplicate passages from copies and drafts into one hit of a result list."""

from __future__ import annotations

from collections import defaultdict
from difflib import SequenceMatcher

import numpy as np

from lexdesk.near_duplicates.groups import MIN_SIMILARITY
from lexdesk.near_duplicates.signature import LENGTH, decode_signature
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

_MIN_RATIO = 0.9  # share of the words common to two passages, in the same order
_EDGE = 24  # characters; near-duplicates share their first or their last ones

_Key = tuple[str | None, str | None, str]
"""Provision and language of a passage, and the beginning or end of its text."""


class Folding:
    """The passages of one result list, searchable for near-duplicates."""

    def __init__(self, store: Store):
        self._passages: dict[_Key, list[tuple[int, ExpressionRow, str]]] = {}
        self._drafts = _Drafts(store)

    def find(self, expression: ExpressionRow, eid: str | None, text: str) -> int | None:
        """Return the number of a remembered near-duplicate of ``text`` from a copy or draft, if any."""
        for key in _keys(expression, eid, text):
            for number, other, other_text in self._passages.get(key, ()):
                if self._are_drafts(expression, other) and _is_near_duplicate(text, other_text):
                    return number
        return None

    def remember(self, number: int, expression: ExpressionRow, eid: str | None, text: str) -> None:
        """Store the passage of hit ``number``."""
        for key in _keys(expression, eid, text):
            self._passages.setdefault(key, []).append((number, expression, text))

    def _are_drafts(self, a: ExpressionRow, b: ExpressionRow) -> bool:
        """Return True if two expressions of different works are copies or drafts of one document."""
        return a.work != b.work and self._drafts.are_drafts(a.id, b.id)


class _Drafts:
    """The expressions seen so far, with their near-duplicates.

    Each signature is loaded once and compared with all earlier ones in one array operation, because
    a widely used form brings a thousand documents together.
    """

    def __init__(self, store: Store):
        self._store = store
        self._signatures = np.zeros((16, LENGTH), np.uint32)
        self._rows: list[int] = []  # the expression of each row
        self._similar: dict[int, set[int]] = defaultdict(set)

    def are_drafts(self, a: int, b: int) -> bool:
        """Return True if the signatures of two expressions agree; False if one has none."""
        for expression in (a, b):
            if expression not in self._similar:
                self._add(expression)
        return b in self._similar[a]

    def _add(self, expression: int) -> None:
        similar = self._similar[expression]
        stored = self._store.law.signatures([expression]).get(expression)
        if stored is None:
            return
        count, signature = len(self._rows), decode_signature(stored)
        shared = np.mean(self._signatures[:count] == signature, axis=1)
        for at in np.flatnonzero(shared >= MIN_SIMILARITY).tolist():
            similar.add(self._rows[at])
            self._similar[self._rows[at]].add(expression)
        if count == len(self._signatures):
            self._signatures = np.concatenate([self._signatures, np.zeros_like(self._signatures)])
        self._signatures[count] = signature
        self._rows.append(expression)


def _keys(expression: ExpressionRow, eid: str | None, text: str) -> tuple[_Key, _Key]:
    language = expression.language
    return ((eid, language, f"^{text[:_EDGE]}"), (eid, language, f"{text[-_EDGE:]}$"))


def _is_near_duplicate(a: str, b: str) -> bool:
    matcher = SequenceMatcher(None, a.split(), b.split(), autojunk=False)
    return (
        matcher.real_quick_ratio() >= _MIN_RATIO
        and matcher.quick_ratio() >= _MIN_RATIO
        and matcher.ratio() >= _MIN_RATIO
    )
