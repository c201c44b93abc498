"""The values that each column of a library's tables may hold, and the check of rows.

SQLite stores a value of any type in nearly any column, so a file written by another program may hold values
that Lexdesk never writes. A column's name determines its check: names mean the same in all tables.
"""

import datetime
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import NoneType
from typing import Any

_MOST = 2**40
"""An upper bound: no text has as many characters, no library as many passages."""

_TEXT = frozenset({str})
_INTEGER = frozenset({int})
_REAL = frozenset({float, int})
_NULL = frozenset({NoneType})


def _is_day(value: str) -> bool:
    return not value or _is_iso(value)


@lru_cache(8192)
def _is_iso(value: str) -> bool:
    try:
        datetime.date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_count(value: int) -> bool:
    return -1 <= value < _MOST


_TYPES: dict[str, frozenset[type]] = {
    **dict.fromkeys(
        ("number", "work", "title", "short_title", "kind", "sha256", "heading", "label", "text", "name", "name_key", "target",
         "subject", "object", "recital", "provision", "source", "key", "citation", "value", "made", "query", "mode",
         "seen_at", "seen", "asked", "against", "text_hash", "verdict", "note", "file", "place", "law", "commit"),
        _TEXT,
    ),
    **dict.fromkeys(
        ("language", "failure", "container", "eid", "parent", "path", "valid_from", "valid_to", "in_force_from",
         "in_force_to", "applies_from", "date", "failure_parameters"),
        _TEXT | _NULL,
    ),
    **dict.fromkeys(
        ("id", "position", "start", "end", "searchable", "bytes", "reader", "first_passage", "last_passage", "passage",
         "page_number", "times", "unreadable", "base", "first", "last", "home", "rules", "seq", "failed"),
        _INTEGER,
    ),
    **dict.fromkeys(("expression", "page", "modified"), _INTEGER | _NULL),
    **dict.fromkeys(("confidence", "score"), _REAL | _NULL),
    **dict.fromkeys(("values", "boxes"), frozenset({bytes})),
}  # fmt: skip
# NULL is checked with the types.
_RANGES: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(
        ("valid_from", "valid_to", "in_force_from", "in_force_to", "applies_from", "date"), _is_day
    ),
    **dict.fromkeys(
        ("position", "start", "end", "bytes", "reader", "first_passage", "last_passage", "passage", "page",
         "page_number"),
        _is_count,
    ),
    "id": lambda value: 0 <= value < _MOST,
    "work": lambda value: "\0" not in value,  # SQLite's JSON stops at NUL
    "source": ("mapping", "model").__contains__,
    "verdict": ("complies", "gap", "not relevant").__contains__,
    **dict.fromkeys(("confidence", "score"), lambda value: 0 <= value <= 1),
}  # fmt: skip


class ColumnCheck:
    """A check of rows against the values allowed in the columns ``names``."""

    def __init__(self, names: Sequence[str]):
        self._names = names
        self._types = [_TYPES.get(name) for name in names]
        self._ranges = [(at, _RANGES[name]) for at, name in enumerate(names) if name in _RANGES]
        self._known: set[tuple[type, ...]] = set()
        """Types of rows already found valid."""
        self.is_needed = any(self._types)

    def wrong(self, rows: Sequence[Sequence[Any]]) -> str:
        """Describe an invalid value of ``rows``; ``""`` if all are valid."""
        for row in rows:
            types = tuple(map(type, row))
            if types in self._known:
                continue
            for at, (found, wanted) in enumerate(zip(types, self._types, strict=True)):
                if wanted is not None and found not in wanted:
                    return self._describe(at, row[at])
            self._known.add(types)
        for at, is_right in self._ranges:
            for value in {row[at] for row in rows}:  # rows of one result repeat works and days
                if value is not None and not is_right(value):
                    return self._describe(at, value)
        return ""

    def _describe(self, at: int, value: Any) -> str:
        return f"its column {self._names[at]} holds {value!r:.40}"


@lru_cache(1024)
def check_of(names: tuple[str, ...]) -> ColumnCheck:
    """Return the check of the columns ``names``."""
    return ColumnCheck(names)
