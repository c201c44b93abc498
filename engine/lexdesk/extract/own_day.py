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

_BEGINNING = 6000  # characters: the first page, also behind a table of contents
_AS_OF = r"(?:\s+effective)?(?:\s+as\s+of)?"
_BRACKET = r"(?:\s*\([^()]{1,60}\))?"
_SAYS = re.compile(
    r"\b(?:made|entered\s+into|executed)\b[^.\d]{0,80}"
    r"|\bthis\s[^.]{3,80}?\sis\s+dated\b[^.\d]{0,20}"
    # “this Agreement (the “Agreement”), dated as of”, but not “this Amendment to the Agreement dated”
    rf"|\bthis\s(?:(?!to\b|of\b|the\b)[\w&-]+\s+){{0,6}}?(?:agreement|amendment|lease|deed|contract|policy){_BRACKET},?"
    r"\s+(?:dated|(?:is\s+)?effective)\b[^.\d]{0,20}"
    r"|\blast\s+(?:updated|revised|reviewed|amended|modified)\b[^.\d]{0,20}"
    rf"|^[^\w\n]{{0,80}}(?:\d\d?[.)]\s*)?(?-i:Effective [Dd]ate|EFFECTIVE DATE|(?:Dated?|DATED?|[Vv]ersion\s[\d.]+,\sin\sforce\sfrom)"
    rf"(?i:{_AS_OF}\n?)|(?:Effective|EFFECTIVE)(?i:\s+as\s+of)?|Updated|Revised|Stand|Datum|Fassung vom)\b[^.\d\n]{{0,20}}"
    # on the cover, below the title: STRATEGIC ALLIANCE AGREEMENT / dated as of August 26, 2015
    rf"|(?-i:^[A-Z][^a-z\n]{{3,}}\n\s*dated)(?i:{_AS_OF})\b[^.\d\n]{{0,20}}",
    re.IGNORECASE | re.MULTILINE,
)
_DAY = re.compile(
    r"(?P<day>\d{1,2})\s?(?:st|nd|rd|th|\.)?(?:\s+day)?(?:\s+of)?\s+(?P<month>[^\W\d]+),?\s+(?P<year>\d{4})\b"
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
