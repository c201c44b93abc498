"""Dates in texts (``of 27 April 2016``, ``vom 27. April 2016``) and in metadata (``2018-05-24``)."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from lexdesk.errors import FileCode, FileFailed
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import MONTHS

_NUMBER_OF_MONTH = {
    name.lower(): number for names in MONTHS.values() for number, name in enumerate(names, 1)
} | {"jänner": 1, "feber": 2}  # Austria
_DATE = lazy_pattern(
    r"\b(\d{1,2})(?:\.?[º°o]|\.|er|\s?(?i:st|nd|rd|th)\b,?)?(?:\s+day)?(?:\s+of)?\s+(?:de\s+)?([^\W\d]+),?\s+(?:de\s+)?(\d{4})\b"
)
_NUMERIC = lazy_pattern(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b")


def find_date(text: str) -> datetime.date | None:
    """Return the first valid date in words in a text, or ``None``."""
    return next(find_dates(text), None)


def find_dates(text: str) -> Iterator[datetime.date]:
    """Yield the valid dates in words in a text, in order."""
    for match in _DATE.finditer(text):
        month = _NUMBER_OF_MONTH.get(match[2].lower())
        if month and (date := _date(int(match[3]), month, int(match[1]))):
            yield date


def find_numeric_date(text: str) -> datetime.date | None:
    """Return the first valid ``04.05.2016`` in a text, or ``None``."""
    for match in _NUMERIC.finditer(text):
        if date := _date(int(match[3]), int(match[2]), int(match[1])):
            return date
    return None


def _date(year: int, month: int, day: int) -> datetime.date | None:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None


def parse_metadata_date(printed: str | None, name: str) -> datetime.date | None:
    """Parse ``2018-05-24`` or ``20180524``; ``None`` for no value, ``9999...`` and ``0000...``.

    Raises ``FileFailed`` for a date that does not exist: validity must not be guessed.
    """
    printed = (printed or "").strip()[:10]
    if not printed or printed.startswith(("9999", "0000")):
        return None
    try:
        return datetime.date.fromisoformat(printed)
    except ValueError:
        raise FileFailed(FileCode.DATE_IMPOSSIBLE, name=name, date=printed) from None
