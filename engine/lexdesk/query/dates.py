"""Dates in queries: a day, a month or a year in ISO 8601, and spans."""

import calendar
import datetime
import re

from lexdesk.errors import ImpossibleDate, QueryCode
from lexdesk.text.lazy_pattern import lazy_pattern

Day = datetime.date | str
"""A day, as such or in ISO form: ``2018-05-25``."""

_DATE = lazy_pattern(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_WITH_DOTS = lazy_pattern(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", re.ASCII)  # 25.5.2018
_ONE_DAY = datetime.timedelta(days=1)


def read_day(stated: Day) -> datetime.date:
    """Return a day, given as such or in ISO form; raise ``ImpossibleDate``."""
    if isinstance(stated, datetime.date):
        return stated.date() if isinstance(stated, datetime.datetime) else stated
    try:
        return datetime.date.fromisoformat(stated)
    except (ValueError, TypeError):
        raise ImpossibleDate(QueryCode.DAY_NOT_IN_CALENDAR, stated=stated) from None


def read_days(name: str, value: str) -> tuple[str, str]:
    """Return the first and last day of a date field, inclusive, in ISO form, ``""`` if open.

    ``name`` is ``date``, ``before``, ``after`` or ``in-force``. Raises ``ImpossibleDate``.
    """
    if name == "date":
        return _span(value)
    first, last = _period(value)
    if name == "before":
        return "", _shift(first, -_ONE_DAY)
    if name == "after":
        return _shift(last, _ONE_DAY), ""
    if first != last:
        raise ImpossibleDate(QueryCode.NO_SINGLE_DAY, first.isoformat(), value=value)
    return first.isoformat(), last.isoformat()


def _span(value: str) -> tuple[str, str]:
    from_text, dots, to_text = value.partition("..")
    if not dots:
        first, last = _period(value)
        return first.isoformat(), last.isoformat()
    if not from_text and not to_text:
        raise ImpossibleDate(QueryCode.SPAN_OPEN, "2016..2018")
    begin = _period_in(value, from_text)[0].isoformat() if from_text else ""
    end = _period_in(value, to_text)[1].isoformat() if to_text else ""
    if begin and end and end < begin:
        raise ImpossibleDate(QueryCode.SPAN_REVERSED, f"{to_text}..{from_text}", value=value)
    return begin, end


def _period_in(span: str, text: str) -> tuple[datetime.date, datetime.date]:
    try:
        return _period(text)
    except ImpossibleDate as error:
        suggestion = span.replace(text, error.suggestion) if error.suggestion else ""
        raise ImpossibleDate(error.message, suggestion) from error


def _period(text: str) -> tuple[datetime.date, datetime.date]:
    """Return the first and last day of a day, a month or a year."""
    match = _DATE.fullmatch(text)
    if match is None or not text.isascii():
        raise ImpossibleDate(QueryCode.DATE_FORM, _suggest_iso(text), text=text)
    year, month, day = (int(group) if group else None for group in match.groups())
    assert year is not None  # noqa: S101 - the pattern has it
    if year < 1:
        raise ImpossibleDate(QueryCode.YEAR_ZERO)
    if month is None:
        return datetime.date(year, 1, 1), datetime.date(year, 12, 31)
    near_month = min(max(month, 1), 12)
    last_day = calendar.monthrange(year, near_month)[1]
    if near_month != month or (day is not None and not 1 <= day <= last_day):
        near = f"{year:04}-{near_month:02}"
        nearest = near if day is None else f"{near}-{min(max(day, 1), last_day):02}"
        raise ImpossibleDate(
            QueryCode.NO_SUCH_DAY if near_month == month else QueryCode.NO_SUCH_MONTH,
            nearest,
            text=text,
        )
    return datetime.date(year, month, day or 1), datetime.date(year, month, day or last_day)


def _suggest_iso(text: str) -> str:
    """Return the ISO form of a German date with dots, or of the nearest day; ``""`` for other forms: slashes are ambiguous."""
    if not (found := _WITH_DOTS.fullmatch(text)) or not int(found[3]):
        return ""
    iso = "{2}-{1:0>2}-{0:0>2}".format(*found.groups())
    try:
        _period(iso)
    except ImpossibleDate as error:
        return error.suggestion
    return iso


def _shift(day: datetime.date, by: datetime.timedelta) -> str:
    try:
        return (day + by).isoformat()
    except OverflowError as error:
        raise ImpossibleDate(QueryCode.NOTHING_BEYOND, day=day) from error
