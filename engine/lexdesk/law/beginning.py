"""Works that are older than the first text of them that is here.

An Act that is there only as revised in 2025, or a consolidated text without the versions before it: what it
said earlier is not known. That is something else than an act that was not there yet.
"""

from __future__ import annotations

import contextlib
import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from lexdesk.document.dates import from_iso
from lexdesk.document.model import ENACTED, OWN_DATE_PROPERTIES
from lexdesk.law.versions import printed
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

_YEAR = re.compile(r"3(\d{4})[A-Z]")  # of a CELEX number


@dataclass(frozen=True, slots=True)
class Beginning:
    """The first day that is stated of a work, and that of its first text; ``None`` where unknown."""

    work: datetime.date | None
    text: datetime.date | None

    @property
    def is_unknown(self) -> bool:
        """Whether the work was there before its first text, so that this is not the adopted one."""
        return self.work is not None and self.text is not None and self.work < self.text

    def lacks_text_of(self, day: datetime.date) -> bool:
        """Whether the work was there on ``day``, but what it said then is not known."""
        if self.work is None or self.text is None:
            return False
        return self.work <= day < self.text


class DaysOfText(NamedTuple):
    """What tells when a text and its ``work`` began: days in ISO form, and what the file says of itself."""

    work: str
    in_force_from: str | None
    valid_from: str | None
    properties: Mapping[str, str]


def beginning(store: Store, expressions: Iterable[ExpressionRow]) -> Beginning:
    """When the work of these expressions, and their first text, began."""
    return beginning_of(
        DaysOfText(row.work, row.in_force_from, row.valid_from, store.properties(row.id))
        for row in expressions
    )


def beginning_of(texts: Iterable[DaysOfText]) -> Beginning:
    """When the work of these ``texts``, and the first of them, began."""
    stated = list(texts)
    enacted = [day_stated(text.properties.get(ENACTED)) for text in stated]
    days = [*enacted, *map(_in_force, stated)]
    valid = [from_iso(text.valid_from) for text in stated]
    return Beginning(min(filter(None, days), default=None), min(filter(None, valid), default=None))


def first_day(texts: Iterable[DaysOfText]) -> datetime.date | None:
    """When the work of these ``texts`` was made: its first day of all, else what it states for itself, as a contract does."""
    stated = list(texts)
    begun = beginning_of(stated)
    if days := [day for day in (begun.work, begun.text) if day]:
        return min(days)
    own = (text.properties.get(name) for text in stated for name in OWN_DATE_PROPERTIES)
    return next(filter(None, map(day_stated, own)), None)


def day_stated(value: str | None) -> datetime.date | None:
    """The day of a property, which may have a time behind it, as that of a mail; ``None`` where it is no day."""
    with contextlib.suppress(ValueError):
        return from_iso((value or "")[:10])
    return None


def _in_force(text: DaysOfText) -> datetime.date | None:
    """From when the work is in force; an act that says so of days before the year of its number looks back.

    So does Regulation (EU) 2020/2084, which is there as adopted.
    """
    day, numbered = from_iso(text.in_force_from), _YEAR.match(text.work)
    return None if day and numbered and day.year < int(numbered[1]) else day


def without_text_on(begun: Beginning, work: str, day: datetime.date) -> str:
    """The sentence on a day before the first text of ``work``; ``""`` where nothing but its texts tells of it."""
    if begun.lacks_text_of(day):
        return (
            f"what {work} said on {printed(day)} is not known: it is older than its first text here, "
            f"which is of {printed(begun.text)}"
        )
    if begun.is_unknown and begun.work is not None and day < begun.work:
        return f"{work} had no text on {printed(day)}; it is there since {printed(begun.work)}"
    return ""


def consolidated(begun: Beginning, valid_from: datetime.date | None) -> str:
    """What is to be told of the text that begins on a day, where the work is older than all of its texts."""
    if not begun.is_unknown or valid_from != begun.text:
        return ""
    return f"consolidated text of {printed(begun.text)}; what it said before is not known"
