"""The day that a contract, a policy or a letter states for itself: ``made this 15th day of July, 2010``.

What a file says of when it was created is often another day: that of a copy, of a scan, or of the
template of the program that wrote it. Only wordings that speak of the text itself count, near its beginning; a date
after ``dated`` inside of a sentence is mostly that of another document.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

from lexdesk.structure.printed_dates import numeric_date, printed_date

_BEGINNING = 4000  # characters: the first page
_SAYS = re.compile(
    r"\b(?:made|entered\s+into|executed)\b[^.\d]{0,80}"
    r"|\bthis\s[^.]{3,80}?\sis\s+dated\b[^.\d]{0,20}"
    r"|\blast\s+(?:updated|revised|reviewed|amended|modified)\b[^.\d]{0,20}"
    r"|^\W{0,4}(?-i:Effective [Dd]ate|EFFECTIVE DATE|Dated?|DATED?|Updated|Revised|Stand|Datum|Fassung vom)\b[^.\d\n]{0,20}",
    re.IGNORECASE | re.MULTILINE,
)
_DAY = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?(?:\s+day)?(?:\s+of)?\s+(?P<month>[^\W\d]+),?\s+(?P<year>\d{4})\b"
    r"|(?P<iso>\d{4}-\d{2}-\d{2})\b"
    r"|(?P<numeric>\d{1,2}\.\d{1,2}\.\d{4})\b"
)
_MONTH_FIRST = re.compile(r"([^\W\d]+)\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_LONGEST_MONTH = 12


def stated_day(text: str) -> datetime.date | None:
    """The first such day on the first page, ``None`` where there is none."""
    return next(_stated(text[:_BEGINNING]), None)


def _stated(page: str) -> Iterator[datetime.date]:
    for says in _SAYS.finditer(page):
        if found := _DAY.match(page, says.end()):
            day = _day(found)
        elif found := _MONTH_FIRST.search(page, max(says.start(), says.end() - _LONGEST_MONTH)):
            is_there = found.start(2) == says.end()
            day = printed_date(f"{found[2]} {found[1]} {found[3]}") if is_there else None
        else:
            day = None
        if day is not None:
            yield day


def _day(found: re.Match[str]) -> datetime.date | None:
    if found["iso"]:
        try:
            return datetime.date.fromisoformat(found["iso"])
        except ValueError:
            return None
    if found["numeric"]:
        return numeric_date(found["numeric"])
    return printed_date(f"{found['day']} {found['month']} {found['year']}")
