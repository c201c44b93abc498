"""Folding of near-duplicate passages from copies and drafts into one hit of a result list."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

if TYPE_CHECKING:
    from lexdesk.near_duplicates.drafts import Drafts

_MIN_RATIO = 0.9  # share of the words common to two passages, in the same order
_EDGE = 24  # characters; near-duplicates share their first or their last ones

_Key = tuple[str | None, str | None, str]
"""Provision and language of a passage, and the beginning or end of its text."""


class PassageFolding:
    """The passages of one result list, searchable for near-duplicates."""

    def __init__(self, store: Store):
        self._passages: dict[_Key, list[tuple[int, ExpressionRow, str]]] = {}
        self._store = store

    def find(self, expression: ExpressionRow, eid: str | None, text: str) -> int | None:
        """Return the number of a remembered near-duplicate of ``text`` from a copy or draft, if any."""
        for key in _keys(expression, eid, text):
            for number, other, other_text in self._passages.get(key, ()):
                if (
                    expression.work != other.work
                    and _is_as_long(text, other_text)  # cheaper than comparing signatures
                    and self._drafts.are_drafts(expression.id, other.id)
                    and is_near_duplicate(text, other_text)
                ):
                    return number
        return None

    def remember(self, number: int, expression: ExpressionRow, eid: str | None, text: str) -> None:
        """Store the passage of hit ``number``."""
        for key in _keys(expression, eid, text):
            self._passages.setdefault(key, []).append((number, expression, text))

    @cached_property
    def _drafts(self) -> Drafts:
        from lexdesk.near_duplicates.drafts import Drafts  # numpy, which few result lists need

        return Drafts(self._store)


def _keys(expression: ExpressionRow, eid: str | None, text: str) -> tuple[_Key, _Key]:
    language = expression.language
    return ((eid, language, f"^{text[:_EDGE]}"), (eid, language, f"{text[-_EDGE:]}$"))


def _is_as_long(a: str, b: str) -> bool:
    """Return False where too few words can be common to both."""
    shorter, longer = sorted((_length(a), _length(b)))
    return 2 * shorter >= _MIN_RATIO * (shorter + longer)


@lru_cache(maxsize=128)  # of the passages of a result list, each of which is compared with several
def _length(text: str) -> int:
    return len(text.split())


def is_near_duplicate(a: str, b: str) -> bool:
    """Check whether nine of ten words of both texts agree, in order."""
    from rapidfuzz.distance import LCSseq  # loaded for copies and drafts alone

    words, others = a.split(), b.split()
    return 2 * LCSseq.similarity(words, others) >= _MIN_RATIO * (len(words) + len(others))
