"""Dates as acts print them in their titles: ``of 27 April 2016``, ``vom 27. April 2016``."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

_MONTHS = (
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "januari februari maart april mei juni juli augustus september oktober november december",
)
_NUMBER_OF_MONTH = {
    name: number for names in _MONTHS for number, name in enumerate(names.split(), 1)
}
_DATE = re.compile(r"\b(\d{1,2})(?:\.?[º°o]|\.|er)?\s+(?:de\s+)?([^\W\d]+)\s+(?:de\s+)?(\d{4})\b")
_NUMERIC = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b")


def printed_date(text: str) -> datetime.date | None:
    """The first date in a text that exists in the calendar; ``None`` where there is none."""
    return next(printed_dates(text), None)


def printed_dates(text: str) -> Iterator[datetime.date]:
    """The dates in a text that exist in the calendar, in order."""
    for match in _DATE.finditer(text):
        month = _NUMBER_OF_MONTH.get(match[2].lower())
        if month and (date := _date(int(match[3]), month, int(match[1]))):
            yield date


def numeric_date(text: str) -> datetime.date | None:
    """The first ``04.05.2016`` in a text; ``None`` where there is none."""
    for match in _NUMERIC.finditer(text):
        if date := _date(int(match[3]), int(match[2]), int(match[1])):
            return date
    return None


def _date(year: int, month: int, day: int) -> datetime.date | None:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
