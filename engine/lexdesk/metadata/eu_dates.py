"""Extraction of a text's own date in the languages of the Union other than English.

A date counts after a label at the beginning of a line (``Stand: 3. März 2024``), on a line with
only a place (``Paris, le 3 mars 2024``) at the beginning or end, in the second line of an act's
title, and below an act or a contract (``Geschehen zu Brüssel am 27. April 2016``).
"""

import datetime
import itertools
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lexdesk.structure.dates import DATE, to_date
from lexdesk.structure.eu.vocabulary import KINDS_OF_ACT
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import read_table

_BEGIN = r"^[^\w\n]*"
_END = r"(?:\s?(?:г|год|година|r|d|né?m?|[áé]n)\b)?[^\w\n]*$"
_NEVER = r"(?!)"
_TITLE_ENDS = 2000  # characters
_LINES_OF_TITLE = 3  # up to its date
_MAX_PLACE_WORDS = 4
_CLOSING = 200_000  # characters at the end: annexes follow the closing formula
_SIGNATURES = 3000  # characters at the end of a contract
_KIND = lazy_pattern(
    rf"[^\w\n]*(?:{'|'.join(itertools.chain.from_iterable(KINDS_OF_ACT.values()))})", re.IGNORECASE
)
_NUMBER = lazy_pattern(r"\d/\d")


_WORDINGS = {
    row["language"]: row
    for row in read_table(
        Path(__file__).parent / "data" / "day_wordings.tsv",
        ("language", "labels", "done", "on", "of", "in_force"),
    )
}


class _Patterns(NamedTuple):
    """The date patterns of one language."""

    label: re.Pattern[str]
    headed: re.Pattern[str]
    in_title: re.Pattern[str]
    done: re.Pattern[str]
    in_force: re.Pattern[str]


@cache
def _patterns(language: str) -> _Patterns:
    wording = _WORDINGS[language]
    between = "|".join(filter(None, [wording["on"], wording["of"]]))
    behind = rf"(?!\w)[^\w\n]{{0,8}}\n?[^\w\n]{{0,8}}(?:(?:{between})[\s:]+)?{DATE}"
    on = rf"(?:(?:{wording['on']})\s+)" if wording["on"] else _NEVER
    place = rf"(?P<place>[^\W\d_][^\d\n,:;]{{1,40}}),\s*{on}?|(?:ve?|we?|u)\s[^\W\d_]+,?\s{on}"
    patterns = (
        rf"{_BEGIN}(?:{wording['labels']}){behind}",
        rf"{_BEGIN}(?:{place}){DATE}{_END}",
        rf"{_BEGIN}(?:{wording['of']})\s*{DATE}{_END}",
        rf"{_BEGIN}(?:{wording['done']})(?!\w)[^\d\n]{{0,40}}?{DATE}"
        if wording["done"]
        else _NEVER,
        rf"{_BEGIN}(?:{wording['in_force']}){behind}" if wording["in_force"] else _NEVER,
    )
    return _Patterns(*(lazy_pattern(text, re.IGNORECASE | re.MULTILINE) for text in patterns))


def find_page_dates(page: str, language: str | None) -> Iterator[datetime.date]:
    """Yield the own dates on a first page, in order; none in a language without wordings."""
    if language not in _WORDINGS:
        return
    label, headed, in_title, *_ = _patterns(language)
    matches = [
        *label.finditer(page),
        *filter(_is_place, headed.finditer(page)),
        *filter(_is_below_act, in_title.finditer(page, 0, _TITLE_ENDS)),
    ]
    yield from _days(sorted(matches, key=re.Match.start), language)


def find_closing_dates(text: str, language: str | None) -> Iterator[datetime.date]:
    """Yield the date of the closing formula or of the signatures; none if there are several."""
    if language in _WORDINGS:
        done = _patterns(language).done.finditer(text, max(0, len(text) - _CLOSING))
        signed = _patterns(language).headed.finditer(text, max(0, len(text) - _SIGNATURES))
        days = {*_days(done, language), *_days(filter(_is_place, signed), language)}
        if len(days) == 1:
            yield from days


def find_validity_dates(page: str, language: str | None) -> Iterator[datetime.date]:
    """Yield the start dates of validity stated on a first page."""
    if language in _WORDINGS:
        yield from _days(_patterns(language).in_force.finditer(page), language)


def _days(matches: Iterable[re.Match[str]], language: str) -> Iterator[datetime.date]:
    for match in matches:
        if (day := to_date(match, language)) is not None:
            yield day


def _is_place(line: re.Match[str]) -> bool:
    """Return True if the words before a date may be the name of a place."""
    place = line["place"]
    return place is None or (place[0].isupper() and len(place.split()) <= _MAX_PLACE_WORDS)


def _is_below_act(day: re.Match[str]) -> bool:
    """Return True if an act is named right above a date: by its number, with capitals or its kind first."""
    above = day.string[: day.start()].rstrip().splitlines()[-_LINES_OF_TITLE:]
    return any(_NUMBER.search(line) and (line.isupper() or _KIND.match(line)) for line in above)
