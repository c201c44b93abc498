"""Dates of documents, and the filter of a search by date."""

import calendar
import datetime
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from lexdesk.document.dates import iso
from lexdesk.document.model import ENACTED, OWN_DATE_PROPERTIES, Document
from lexdesk.errors import LawCode, LexdeskError, QueryCode
from lexdesk.law.inception import TextDates, derive_first_day, parse_property_date
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

_OF_FILE = ("created", "modified")  # may be dates of a copy or a template


class WorkDate(NamedTuple):
    """The date of a work; ``is_of_file`` is true for a date from file properties alone."""

    day: datetime.date | None
    is_of_file: bool


@dataclass(frozen=True, slots=True)
class Period:
    """A period from ``first`` to ``last``, both inclusive; ``None`` is open.

    Documents without a date pass, since nothing excludes them.
    """

    first: datetime.date | None = None
    last: datetime.date | None = None

    def __contains__(self, day: datetime.date | None) -> bool:
        if day is None:
            return True
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    @property
    def is_open(self) -> bool:
        """Return whether every date passes."""
        return self.first is None and self.last is None


def compute_period(
    around: datetime.date | None,
    years: int | None,
    after: datetime.date | None,
    before: datetime.date | None,
) -> Period:
    """Return the period from ``after`` to ``before``, at most ``years`` from ``around``.

    Raise ``LexdeskError`` for ``years`` without a date to count from, and for an empty period.
    """
    first, last = after, before
    if years is not None:
        if around is None:
            raise LexdeskError(LawCode.NO_DATE_TO_COUNT_FROM)
        begin, end = _add_years(around, -years), _add_years(around, years)
        first, last = max(begin, after or begin), min(end, before or end)
    if first and last and first > last:
        raise LexdeskError(QueryCode.PERIOD_EMPTY, first=first, last=last)
    return Period(first, last)


def _add_years(day: datetime.date, years: int) -> datetime.date:
    year = min(max(day.year + years, datetime.MINYEAR), datetime.MAXYEAR)
    is_without = (day.month, day.day) == (2, 29) and not calendar.isleap(year)
    return day.replace(year=year, day=28 if is_without else day.day)


def derive_document_date(document: Document) -> datetime.date | None:
    """Return the date of a document outside any library, derived as in ``derive_work_date``."""
    properties = {
        document_property.name: document_property.value for document_property in document.properties
    }
    in_force, valid = iso(document.in_force_from), iso(document.valid_from)
    return _derive_date([TextDates(document.work, in_force, valid, properties)]).day


def derive_work_date(store: Store, expressions: Iterable[ExpressionRow]) -> WorkDate:
    """Return the date of a work: the first day of all its expressions, else the date of its files; and its origin."""
    return _derive_date(
        [
            TextDates(row.work, row.in_force_from, row.valid_from, store.files.properties(row.id))
            for row in expressions
        ]
    )


def exclude_by_date(store: Store, wanted: Period) -> frozenset[int]:
    """Return the expressions of works dated outside a period."""
    if wanted.is_open:
        return frozenset()
    properties = store.files.properties_named((ENACTED, *OWN_DATE_PROPERTIES, *_OF_FILE))
    found: set[int] = set()
    for _, group in itertools.groupby(store.law.days_of_texts(), key=itemgetter(1)):
        of_work = list(group)
        texts = [
            TextDates(work, in_force, valid, properties.get(number, {}))
            for number, work, in_force, valid in of_work
        ]
        if _derive_date(texts).day not in wanted:
            found.update(number for number, *_ in of_work)
    return frozenset(found)


def _derive_date(texts: Sequence[TextDates]) -> WorkDate:
    """Derive the date of the work of these ``texts``."""
    if day := derive_first_day(texts):
        return WorkDate(day, is_of_file=False)
    of_file = (text.properties.get(name) for text in texts for name in _OF_FILE)
    day = next(filter(None, map(parse_property_date, of_file)), None)
    return WorkDate(day, is_of_file=day is not None)
