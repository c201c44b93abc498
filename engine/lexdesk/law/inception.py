"""Works older than their first text in the library.

For an Act held only as revised in 2025, or a consolidated text without earlier versions, the
earlier wording is unknown. That differs from an act that did not exist yet.
"""

import contextlib
import datetime
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from lexdesk.document.dates import from_iso
from lexdesk.document.model import ENACTED, OWN_DATE_PROPERTIES
from lexdesk.errors import LawCode, Message, NoteCode, NotFound
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow
from lexdesk.structure.dates import find_worded_date
from lexdesk.text.lazy_pattern import lazy_pattern

_YEAR = lazy_pattern(r"3(\d{4})[A-Z]")  # of a CELEX number
_AMENDING = lazy_pattern(r"\d{4},?\s(?:amending|zur\sÄnderung|modifiant)\b")
"""Right behind the day of an act that only amends others, and may quote their articles."""


class Inception(Struct, frozen=True):
    """The first known day of a work, and the day of its first text; ``None`` if unknown.

    ``is_by_number``: the first day is that of the year in the work's number, before which it did not exist.
    """

    work: datetime.date | None
    text: datetime.date | None
    is_by_number: bool = False

    @property
    def is_unknown(self) -> bool:
        """Return True if the work is older than its first text, so that this text is not the adopted one."""
        return self.work is not None and self.text is not None and self.work < self.text

    def lacks_text_of(self, day: datetime.date) -> bool:
        """Return True if the work existed on ``day`` but its wording then is unknown."""
        if self.work is None or self.text is None:
            return False
        return self.work <= day < self.text


class TextDates(NamedTuple):
    """The dates of a text and its ``work``: days in ISO form, and the properties of the file."""

    work: str
    in_force_from: str | None
    valid_from: str | None
    properties: Mapping[str, str]


def find_inception(store: Store, expressions: Iterable[ExpressionRow]) -> Inception:
    """Return the first days of the work of these expressions and of their first text."""
    return derive_inception(
        TextDates(row.work, row.in_force_from, row.valid_from, store.files.properties(row.id))
        for row in expressions
    )


def derive_inception(texts: Iterable[TextDates]) -> Inception:
    """Return the first days of the work of these ``texts`` and of the first text."""
    stated = list(texts)
    enacted = [parse_property_date(text.properties.get(ENACTED)) for text in stated]
    days = [*enacted, *map(_entry_into_force, stated)]
    valid = [from_iso(text.valid_from) for text in stated]
    begun, text = min(filter(None, days), default=None), min(filter(None, valid), default=None)
    if (
        begun is None
        and text
        and (first := _first_day_by_number(stated))
        and first.year < text.year
    ):
        return Inception(first, text, is_by_number=True)
    return Inception(begun, text)


def derive_first_day(texts: Iterable[TextDates]) -> datetime.date | None:
    """Return the first day of the work of these ``texts``, else the own date of the text, as of a contract."""
    stated = list(texts)
    inception = derive_inception(stated)
    if days := [day for day in (inception.work, inception.text) if day]:
        return min(days)
    own = (text.properties.get(name) for text in stated for name in OWN_DATE_PROPERTIES)
    return next(filter(None, map(parse_property_date, own)), None)


def parse_property_date(value: str | None) -> datetime.date | None:
    """Parse the date of a property, which may include a time; ``None`` if it is no date."""
    with contextlib.suppress(ValueError):
        return from_iso((value or "")[:10])
    return None


def _entry_into_force(text: TextDates) -> datetime.date | None:
    """Return the day of entry into force; ``None`` for a day before the year of the act's number.

    Regulation (EU) 2020/2084 as adopted states such a day, of another act.
    """
    day, numbered = from_iso(text.in_force_from), _YEAR.match(text.work)
    return None if day and numbered and day.year < int(numbered[1]) else day


def _first_day_by_number(stated: Iterable[TextDates]) -> datetime.date | None:
    """Return the first day of the year in the CELEX number; an act of that year has no text of a later one."""
    numbered = (_YEAR.match(text.work) for text in stated)
    years = [int(match[1]) for match in numbered if match]
    return datetime.date(min(years), 1, 1) if years else None


def make_missing_text_error(inception: Inception, work: str, day: datetime.date) -> NotFound | None:
    """Return the error for a day before the first text of ``work``; ``None`` if it is not known to be older."""
    if inception.lacks_text_of(day):
        return NotFound(LawCode.TEXT_UNKNOWN, work=work, day=day, first=inception.text)
    if inception.is_by_number:
        return None
    if inception.is_unknown and inception.work is not None and day < inception.work:
        return NotFound(LawCode.NO_TEXT_YET, work=work, day=day, first=inception.work)
    return None


def describe_consolidation(
    inception: Inception, valid_from: datetime.date | None
) -> Message | None:
    """Return the notice for the first text of a work that is older than all its texts."""
    if not inception.is_unknown or valid_from != inception.text:
        return None
    return Message(NoteCode.CONSOLIDATED, day=inception.text)


def is_older_by_title(store: Store, expressions: Iterable[ExpressionRow]) -> bool:
    """Return True if the first text of an EU act, without recitals, begins after the date in its title.

    Consolidated texts have no recitals: that of the GDPR from 4 May 2016 is entitled "of 27 April 2016".
    """
    dated = [row for row in expressions if row.valid_from and _YEAR.match(row.work)]
    begin = min((row.valid_from or "" for row in dated), default="")
    first = [row for row in dated if row.valid_from == begin]
    stated = (find_worded_date(row.title, row.language) for row in first)
    is_later = any(day is not None and day.isoformat() < begin for day in stated)
    return is_later and not store.law.with_recitals(row.id for row in first)


@until_changed
def describe_later_wording(store: Store, expression: ExpressionRow) -> Message | None:
    """Return that a text has a later wording than that of the day it is dated; ``None`` if nothing shows it.

    It cites acts of later years, or has an article with a letter, as amendments insert them, on the day of adoption.
    """
    day = from_iso(expression.valid_from)
    if year := _later_year(store, expression):
        return Message(NoteCode.LATER_WORDING, day=day, year=year)
    numbered = _YEAR.match(expression.work)
    if day is None or numbered is None or day.year >= datetime.date.today().year:
        return None
    if find_worded_date(expression.title, expression.language) != day:
        return None
    if _AMENDING.search(expression.title) or not (eid := store.law.inserted_article(expression.id)):
        return None
    provision = store.texts.provision(expression.id, eid)
    if provision is None:
        return None
    return Message(NoteCode.LATER_ARTICLE, day=day, article=provision.label)


def _later_year(store: Store, expression: ExpressionRow) -> int | None:
    """Return the latest year of the acts that a text cites, if several are later than the day it is dated.

    An archive may date a consolidated text by the day of adoption: Regulation (EU) No 910/2014 cites acts of 2022. One
    later act may be a misread number.
    """
    numbered = _YEAR.match(expression.work)
    dated = from_iso(expression.valid_from)
    if numbered is None or dated is None:
        return None
    first, last = max(dated.year, int(numbered[1])), datetime.date.today().year
    if first >= last:
        return None
    years = (int(work[1:5]) for work in store.law.union_acts_cited(expression.id))
    later = [year for year in years if first < year <= last]
    return max(later) if len(later) > 1 else None
