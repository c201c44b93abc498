"""The own date of a contract, policy or letter: ``made this 15th day of July, 2010``.

The creation date in a file's properties is often another day: that of a copy, a scan or a template.
Only wordings about the text itself count, near its beginning; a date after ``dated`` inside a
sentence mostly belongs to another document. This module has the English wordings and shared ones;
``eu_dates`` has those of other languages.
"""

import datetime
import itertools
import re
from collections.abc import Iterator
from functools import cache

from lexdesk.metadata.eu_dates import find_closing_dates, find_page_dates, find_validity_dates
from lexdesk.structure.dates import find_date, find_numeric_date
from lexdesk.text.lazy_pattern import begins_word, lazy_pattern

_BEGINNING = 6000  # characters: the first page, also behind a table of contents
_AS_OF = r"(?:\s+effective)?(?:\s+as\s+of)?"
_THIS_WORD = begins_word("this")
_THIS = (  # “this Agreement (the “Agreement”), dated as of”, but not “this Amendment to the Agreement dated”
    rf"{_THIS_WORD}\s(?:(?!to\b|of\b|the\b)[\w&-]+\s+){{0,6}}?(?:agreement|amendment|lease|deed|contract|policy)"
    r"(?:\s*\([^()]{1,60}\))?,?\s+(?:is\s+)?"
)
_KIND = (
    r"(?:agreement|addendum|amendment|assignment|contract|declaration|deed|guarant(?:ee|y)|indenture|lease|licen[cs]e"
    r"|memorandum|mortgage|policy|settlement|undertaking)"
)
_MADE = (  # begins with letters for speed
    r"(?-i:[EMem])(?<!\w.)(?<!\bwas\s.)(?<!\bwere\s.)(?<!\bbeen\s.)"
    r"(?:(?<=m)ade\b|(?<=e)(?:(?<!previously\s.)ntered\s+into\b|xecuted\b))"
    r"(?!\s+(?:an?|any|the|before|after|prior|on\s+or)\b)"
)
_LINE = r"^[^\w\n]{0,80}(?:\d\d?[.)]\s*)?"
_OF_THIS_TEXT = (
    r"(?:(?:this|the)\s+)?(?:last\s+)?(?:adoption|agreement|amendment|approval|contract|deed|document|execution|issue|issuance"
    r"|lease|letter|policy|publication|report|review|revision|signature|signing|update|version)\b"
)
# Rejects the date of something else, such as a date of birth.
_OF_NOTHING_ELSE = rf"(?!\s+(?:der|des|von|d[eu]|d['’]|di|della?)\b|\s+of\s+(?!{_OF_THIS_TEXT}))"
_TITLE = r"(?-i:^[A-Z][^a-z\n]{3,})"
_WORDINGS = (
    # this Agreement … is made, made as of, or made this 15th day; other wordings date another document or a payment
    (
        ("made", "entered", "executed"),
        rf"{_THIS_WORD}\s+(?:[\w&-]+\s+){{0,8}}?{_KIND}\b[\s\S]{{0,300}}?{_MADE}[^.\d]{{0,80}}",
    ),
    (("made", "entered", "executed"), rf"{_MADE}[^.\d]{{0,80}}?\b(?:as\s+of|this)\b[^.\d]{{0,20}}"),
    (("made", "entered", "executed"), rf"(?:{_TITLE}\s+|\bis\s+(?=entered)){_MADE}[^.\d]{{0,80}}"),
    (("dated",), rf"{_THIS_WORD}\s[^.]{{3,80}}?\sis\s+dated\b[^.\d]{{0,20}}"),
    (("dated",), rf"{_THIS}dated\b[^.\d]{{0,20}}"),
    (("last",), begins_word(r"last\s+(?:updated|revised|reviewed|amended|modified)\b[^.\d]{0,20}")),
    (
        ("date", "revised", "datum"),
        rf"{_LINE}(?:(?-i:Dated?|DATED?){_AS_OF}\n?|(?-i:Updated|Revised|Datum))\b{_OF_NOTHING_ELSE}[^.\d\n]{{0,20}}",
    ),
    # alone on its line; in a sentence it dates another text: a statute cited in der / Fassung vom
    (
        ("fassung vom",),
        rf"(?<!\bder\n){_LINE}(?-i:Fassung)\s+vom\s+(?=\d[^\n]{{4,20}}\d{{4}}[^\w\n]*$)",
    ),
    (("stand",), rf"{_LINE}(?-i:Stand)\b(?:\s+der\s+Bearbeitung)?[^.\w\n]{{0,8}}(?:vom\s+)?"),
    # alone on a line above the salutation of a letter
    (("dear ",), r"^[ \t]*(?=[^\n]{8,25}$(?:\n[^\n]*){0,20}?\n[ \t]*Dear\b)(?:[^\W\d]+\s+)?(?=\d)"),
    # STRATEGIC ALLIANCE AGREEMENT / dated as of August 26, 2015
    (("dated",), rf"{_TITLE}\n\s*dated{_AS_OF}\n?\b[^.\d\n]{{0,20}}"),
)
"""Wordings, each with its required words (any of them): a fast prefilter."""
_EFFECTIVE_WORDINGS = (
    (
        ("effective", "version"),
        rf"{_LINE}(?-i:Effective(?:\s[Dd]ate)?|EFFECTIVE(?:\sDATE)?|Version\s[\d.]+,\sin\sforce\sfrom)\b"
        r"(?![^\n]*\d{4},\s+\w)[^.\d\n]{0,20}",  # and not: effective March 1, 2008, the court accepts
    ),
    (("effective",), rf"(?:{_THIS}|{_TITLE},\s+)effective\b[^.\d]{{0,20}}"),
)
"""Wordings of last resort: a restated contract is effective from the date of its predecessor."""
_DAY = lazy_pattern(
    r"(?P<day>\d{1,2})\s?(?:st|nd|rd|th|\.)?(?:\s+day)?(?:\s+of)?\s+(?P<month>[^\W\d]+),?\s+(?P<year>\d{4})\b"
    r"|(?P<iso>\d{4}-\d{2}-\d{2})\b"
    r"|(?P<numeric>\d{1,2}\.\d{1,2}\.\d{4})\b"
)
_MONTH_FIRST = lazy_pattern(r"([^\W\d]+)\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_LONGEST_MONTH, _DAY_AND_YEAR = 12, 20  # characters
_Wordings = tuple[tuple[tuple[str, ...], str], ...]


@cache
def _pattern(wording: str) -> re.Pattern[str]:
    return lazy_pattern(wording, re.IGNORECASE | re.MULTILINE)


def find_own_date(text: str, language: str | None = None) -> datetime.date | None:
    """Return the first own date on the first page, or ``None``.

    English wordings are tried in all texts, those of another ``language`` (ISO 639-1) in its own.
    """
    page = text[:_BEGINNING]
    days = itertools.chain(
        _find_dates(page, _WORDINGS),
        find_page_dates(page, language),
        find_closing_dates(text, language),
        _find_dates(page, _EFFECTIVE_WORDINGS),
        find_validity_dates(page, language),
    )
    return next(days, None)


def _find_dates(page: str, wordings: _Wordings) -> Iterator[datetime.date]:
    lowered = page.lower()
    matches = (
        _pattern(wording).finditer(page)
        for words, wording in wordings
        if any(word in lowered for word in words)
    )
    for wording_match in sorted(itertools.chain.from_iterable(matches), key=re.Match.start):
        if date := _DAY.match(page, wording_match.end()):
            day = _day(date)
        elif date := _MONTH_FIRST.search(
            page,
            max(wording_match.start(), wording_match.end() - _LONGEST_MONTH),
            wording_match.end() + _DAY_AND_YEAR,
        ):
            is_adjacent = date.start(2) == wording_match.end()
            day = find_date(f"{date[2]} {date[1]} {date[3]}") if is_adjacent else None
        else:
            day = None
        if day is not None:
            yield day


def _day(match: re.Match[str]) -> datetime.date | None:
    if match["iso"]:
        try:
            return datetime.date.fromisoformat(match["iso"])
        except ValueError:
            return None
    if match["numeric"]:
        return find_numeric_date(match["numeric"])
    return find_date(f"{match['day']} {match['month']} {match['year']}")
