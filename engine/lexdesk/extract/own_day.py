"""The day that a contract, a policy or a letter states for itself: ``made this 15th day of July, 2010``.

What a file says of when it was created is often another day: that of a copy, of a scan, or of the
template of the program that wrote it. Only wordings that speak of the text itself count, near its beginning; a date
after ``dated`` inside of a sentence is mostly that of another document.
"""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Iterator

from lexdesk.structure.printed_dates import numeric_date, printed_date

_BEGINNING = 6000  # characters: the first page, also behind a table of contents
_AS_OF = r"(?:\s+effective)?(?:\s+as\s+of)?"
_THIS = (  # “this Agreement (the “Agreement”), dated as of”, but not “this Amendment to the Agreement dated”
    r"\bthis\s(?:(?!to\b|of\b|the\b)[\w&-]+\s+){0,6}?(?:agreement|amendment|lease|deed|contract|policy)"
    r"(?:\s*\([^()]{1,60}\))?,?\s+(?:is\s+)?"
)
_LINE = r"^[^\w\n]{0,80}(?:\d\d?[.)]\s*)?"
_TITLE = r"(?-i:^[A-Z][^a-z\n]{3,})"
_SAYS = re.compile(
    r"\b(?:made\b(?!\s+an?\b)|(?<!previously\s)entered\s+into\b|executed\b)[^.\d]{0,80}"
    rf"|\bthis\s[^.]{{3,80}}?\sis\s+dated\b[^.\d]{{0,20}}|{_THIS}dated\b[^.\d]{{0,20}}"
    r"|\blast\s+(?:updated|revised|reviewed|amended|modified)\b[^.\d]{0,20}"
    rf"|{_LINE}(?:(?-i:Dated?|DATED?){_AS_OF}\n?|(?-i:Updated|Revised|Stand|Datum|Fassung vom))\b[^.\d\n]{{0,20}}"
    # STRATEGIC ALLIANCE AGREEMENT / dated as of August 26, 2015
    rf"|{_TITLE}\n\s*dated{_AS_OF}\n?\b[^.\d\n]{{0,20}}",
    re.IGNORECASE | re.MULTILINE,
)
_SAYS_EFFECTIVE = re.compile(
    rf"{_LINE}(?-i:Effective(?:\s[Dd]ate)?|EFFECTIVE(?:\sDATE)?|Version\s[\d.]+,\sin\sforce\sfrom)\b[^.\d\n]{{0,20}}"
    rf"|(?:{_THIS}|{_TITLE},\s+)effective\b[^.\d]{{0,20}}",
    re.IGNORECASE | re.MULTILINE,
)
"""What counts where a text says nothing else: a contract that is restated is effective since the one before."""
_DAY = re.compile(
    r"(?P<day>\d{1,2})\s?(?:st|nd|rd|th|\.)?(?:\s+day)?(?:\s+of)?\s+(?P<month>[^\W\d]+),?\s+(?P<year>\d{4})\b"
    r"|(?P<iso>\d{4}-\d{2}-\d{2})\b"
    r"|(?P<numeric>\d{1,2}\.\d{1,2}\.\d{4})\b"
)
_MONTH_FIRST = re.compile(r"([^\W\d]+)\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_LONGEST_MONTH = 12


def stated_day(text: str) -> datetime.date | None:
    """The first such day on the first page, ``None`` where there is none."""
    page = text[:_BEGINNING]
    return next(itertools.chain(_stated(page, _SAYS), _stated(page, _SAYS_EFFECTIVE)), None)


def _stated(page: str, says_so: re.Pattern[str]) -> Iterator[datetime.date]:
    for says in says_so.finditer(page):
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
