"""The date of a document, and which documents a search lets through by theirs."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.document import DATED, ENACTED
from lexdesk.errors import LexdeskError
from lexdesk.law.beginning import beginning

if TYPE_CHECKING:
    from lexdesk.document import Document
    from lexdesk.store import Store
    from lexdesk.store.schema import ExpressionRow

_OF_TEXT = ("date", DATED)
_OF_FILE = ("created", "modified")  # of a copy or a template as well
_DATED_BY = (*_OF_TEXT, *_OF_FILE)  # what a file says of itself, the surest first


class Dated(NamedTuple):
    """When a work was made, and whether only its file says so."""

    day: datetime.date | None
    is_of_file: bool


@dataclass(frozen=True, slots=True)
class Period:
    """The days, both inclusive, in which a document has to be dated; ``None`` is open.

    A document whose date is not known passes: nothing says that it is another one.
    """

    first: datetime.date | None = None
    last: datetime.date | None = None

    def __contains__(self, day: datetime.date | None) -> bool:
        if day is None:
            return True
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    @property
    def is_open(self) -> bool:
        """Whether it lets everything through."""
        return self.first is None and self.last is None


def period(
    around: datetime.date | None,
    years: int | None,
    after: datetime.date | None,
    before: datetime.date | None,
) -> Period:
    """The days from ``after`` to ``before``, and at most ``years`` from ``around``.

    Raises ``LexdeskError`` where ``years`` are to be counted from a date that is not known.
    """
    if years is None:
        return Period(after, before)
    if around is None:
        raise LexdeskError(
            "the document has no date to count years from; give --after and --before instead"
        )
    first, last = _moved(around, -years), _moved(around, years)
    return Period(max(first, after or first), min(last, before or last))


def _moved(day: datetime.date, years: int) -> datetime.date:
    year = min(max(day.year + years, datetime.MINYEAR), datetime.MAXYEAR)
    is_leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=year, day=28 if is_leap_day else day.day)


def day_of_document(document: Document) -> datetime.date | None:
    """When a document was made: the first day of its law or text, else what its file says."""
    stated = {each.name: each.value for each in document.properties}
    enacted = _day(stated.get(ENACTED))
    return enacted or document.in_force_from or document.valid_from or _stated(stated)


def day_of_work(store: Store, expressions: Iterable[ExpressionRow]) -> datetime.date | None:
    """When the work of these expressions was made: its first day of all."""
    return dated(store, expressions).day


def dated(store: Store, expressions: Iterable[ExpressionRow]) -> Dated:
    """As ``day_of_work``, and whether the day is no more than that of a file."""
    rows = list(expressions)
    begun = beginning(store, rows)
    if begun.work or begun.text:
        return Dated(min(filter(None, (begun.work, begun.text))), False)
    for names in (_OF_TEXT, _OF_FILE):
        for row in rows:
            if day := _stated(store.properties(row.id), names):
                return Dated(day, names is _OF_FILE)
    return Dated(None, False)


def outside(store: Store, wanted: Period) -> frozenset[int]:
    """The expressions of works that are dated outside of a period."""
    if wanted.is_open:
        return frozenset()
    dated = ((each, _day(first) or _day(stated)) for each, first, stated in store.first_days())
    return frozenset(each for each, day in dated if day not in wanted)


def _day(stated: str | None) -> datetime.date | None:
    with contextlib.suppress(ValueError):
        return datetime.date.fromisoformat((stated or "")[:10])
    return None


def _stated(
    properties: Mapping[str, str], names: Iterable[str] = _DATED_BY
) -> datetime.date | None:
    return next((day for name in names if (day := _day(properties.get(name)))), None)
