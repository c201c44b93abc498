"""The day that a text states for itself in the languages of the Union other than English.

Read are a day behind a word for it at the beginning of a line (``Stand: 3. März 2024``), on a line with nothing but a
place (``Paris, le 3 mars 2024``), at the beginning and at the end, in the second line of the title of an act, and below
an act or a contract (``Geschehen zu Brüssel am 27. April 2016``).
"""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from lexdesk.metadata.eu_date_patterns import DAY_WORDINGS
from lexdesk.structure.eu.words import KINDS_OF_ACT
from lexdesk.structure.eu_dates import DATE, day_of

_BEGIN = r"^[^\w\n]*"
_END = r"(?:\s?(?:г|год|година|r|d|né?m?|[áé]n)\b)?[^\w\n]*$"
_NEVER = r"(?!)"
_TITLE_ENDS = 2000  # characters
_LINES_OF_TITLE = 3  # up to its day
_MOST_WORDS = 4  # of the name of a place
_AT_END = 200_000  # characters: below an act stand its annexes
_SIGNATURES = 3000  # characters at the end, where a contract is signed
_KIND = re.compile(
    rf"[^\w\n]*(?:{'|'.join(itertools.chain.from_iterable(KINDS_OF_ACT.values()))})", re.IGNORECASE
)
_NUMBER = re.compile(r"\d/\d")


class _Patterns(NamedTuple):
    """Those of a language, each with a date."""

    label: re.Pattern[str]
    headed: re.Pattern[str]
    in_title: re.Pattern[str]
    done: re.Pattern[str]
    in_force: re.Pattern[str]


@cache
def _patterns(language: str) -> _Patterns:
    wording = DAY_WORDINGS[language]
    between = "|".join(filter(None, [wording.on, wording.of]))
    behind = rf"(?!\w)[^\w\n]{{0,8}}\n?[^\w\n]{{0,8}}(?:(?:{between})[\s:]+)?{DATE}"
    on = rf"(?:(?:{wording.on})\s+)" if wording.on else _NEVER
    place = rf"(?P<place>[^\W\d_][^\d\n,:;]{{1,40}}),\s*{on}?|(?:ve?|we?|u)\s[^\W\d_]+,?\s{on}"
    patterns = (
        rf"{_BEGIN}(?:{wording.labels}){behind}",
        rf"{_BEGIN}(?:{place}){DATE}{_END}",
        rf"{_BEGIN}(?:{wording.of})\s*{DATE}{_END}",
        rf"{_BEGIN}(?:{wording.done})(?!\w)[^\d\n]{{0,40}}?{DATE}" if wording.done else _NEVER,
        rf"{_BEGIN}(?:{wording.in_force}){behind}" if wording.in_force else _NEVER,
    )
    return _Patterns(*(re.compile(each, re.IGNORECASE | re.MULTILINE) for each in patterns))


def stated_on(page: str, language: str | None) -> Iterator[datetime.date]:
    """The days that a first page states for its text, in order; none in a language without wordings."""
    if language not in DAY_WORDINGS:
        return
    label, headed, in_title, *_ = _patterns(language)
    found = [
        *label.finditer(page),
        *filter(_is_place, headed.finditer(page)),
        *filter(_is_below_act, in_title.finditer(page, 0, _TITLE_ENDS)),
    ]
    yield from _days(sorted(found, key=re.Match.start), language)


def stated_below(text: str, language: str | None) -> Iterator[datetime.date]:
    """The day of the formula with which a text ends, or of its signatures; none where these have several days."""
    if language in DAY_WORDINGS:
        done = _patterns(language).done.finditer(text, max(0, len(text) - _AT_END))
        signed = _patterns(language).headed.finditer(text, max(0, len(text) - _SIGNATURES))
        days = {*_days(done, language), *_days(filter(_is_place, signed), language)}
        if len(days) == 1:
            yield from days


def in_force_on(page: str, language: str | None) -> Iterator[datetime.date]:
    """The days from which a first page says that its text holds."""
    if language in DAY_WORDINGS:
        yield from _days(_patterns(language).in_force.finditer(page), language)


def _days(found: Iterable[re.Match[str]], language: str) -> Iterator[datetime.date]:
    for each in found:
        if (day := day_of(each, language)) is not None:
            yield day


def _is_place(line: re.Match[str]) -> bool:
    """Whether what stands before a day may be the name of a place."""
    place = line["place"]
    return place is None or (place[0].isupper() and len(place.split()) <= _MOST_WORDS)


def _is_below_act(day: re.Match[str]) -> bool:
    """Whether an act is named right above a day, by its number, in capitals or first of all by its kind."""
    above = day.string[: day.start()].rstrip().splitlines()[-_LINES_OF_TITLE:]
    return any(_NUMBER.search(line) and (line.isupper() or _KIND.match(line)) for line in above)
