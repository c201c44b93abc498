"""Union acts with provisions that apply from other days than the act as a whole.

Article 113 of the AI Act: "It shall apply from 2 August 2026. However: (a) Chapters I and II shall
apply from 2 February 2025". In English the provisions are extracted if the sentence says nothing
else about them. For conditions, exceptions and other languages, only the existence of such an
article is reported.
"""

from __future__ import annotations

import dataclasses
import datetime
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from lexdesk.document.dates import from_iso
from lexdesk.errors import Message, StatusCode
from lexdesk.law.versions import LegalStatus, Times, status_on
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

if TYPE_CHECKING:
    from lexdesk.citations import Citation

_MAX_CACHED = 1_000  # expressions
_LAST = 4  # articles of an act, one of which states its application
_APPLIES = re.compile(r",?(?: which)? shall apply from (\d{1,2} [A-Z][a-z]+ \d{4})")
_BEFORE_PLACES = re.compile(
    r"^[\s,;]*(?:\d+\.\s|\([a-z]{1,4}\)\s)?(?:and )?(?:However, |Nevertheless, |Notwithstanding [^,]{1,60}, "
    r"|By way of derogation from [^,]{1,60}, |with the exception of )?"
)
_END = re.compile(r"[.;,]?(?: and| or)?\s*$|, with the exception of ")
_BETWEEN_PLACES = re.compile(r"[\s,]*(?:and)?[\s,]*")
_SENTENCE_END = re.compile(r"(?<=[.;])\s+(?=[A-Z(])")


class OwnDay(NamedTuple):
    """The first day of application of a provision; ``has_others`` if a part of it has another day."""

    day: datetime.date
    has_others: bool


class OtherDays(NamedTuple):
    """The label of the article with other days of application, and the known days by eid."""

    article: str
    days: Mapping[str, OwnDay]


_NONE = OtherDays("", {})


def find_own_day(store: Store, expression: ExpressionRow, eid: str | None) -> OwnDay | None:
    """Return a provision's own day of application, ``None`` if it is the act's or unknown."""
    return _other_days(store, expression).days.get(eid or "")


def apply_own_day(
    times: Times, store: Store, expression: ExpressionRow, eid: str | None
) -> tuple[Times, str]:
    """Return ``times`` with the day of application of ``eid``, and the label of the article that sets it.

    The label is ``""`` if a part of ``eid`` has another day. Without an own day, ``times`` are
    returned unchanged with ``""``. An earlier text is ignored if a later one moved the act's day.
    """
    own = find_own_day(store, expression, eid)
    if own is None or times.applies_from != from_iso(expression.applies_from):
        return times, ""
    article = "" if own.has_others else _other_days(store, expression).article
    return dataclasses.replace(times, applies_from=own.day), article


def status_of_provision(
    times: Times, day: datetime.date, store: Store, expression: ExpressionRow, eid: str | None
) -> LegalStatus | None:
    """Return the status of ``eid`` on ``day``, for a work with these ``times``, by its own day of application.

    Otherwise the status of the work, with the article of ``expression`` that sets other days, if
    any.
    """
    own, article = apply_own_day(times, store, expression, eid)
    status = status_on(own, day)
    if status is None or own.applies_from is None or status.name == "no longer in force":
        return status
    if article:
        return dataclasses.replace(
            status,
            sentence=Message(StatusCode.STATED_BY_ARTICLE, status=status.sentence, article=article),
        )
    if not (article := _other_days(store, expression).article):
        return status
    return dataclasses.replace(
        status, sentence=Message(StatusCode.OTHER_DAYS, status=status.sentence, article=article)
    )


_known: WeakKeyDictionary[Store, dict[int, OtherDays]] = WeakKeyDictionary()


def _other_days(store: Store, expression: ExpressionRow) -> OtherDays:
    """Return the days stated in ``expression``; cached, because an expression never changes."""
    if expression.applies_from is None:
        return _NONE
    known = _known.setdefault(store, {})
    if expression.id not in known:
        if len(known) >= _MAX_CACHED:
            known.clear()
        known[expression.id] = _read_other_days(store, expression)
    return known[expression.id]


def _read_other_days(store: Store, expression: ExpressionRow) -> OtherDays:
    """Return the days of the article that states ``applies_from`` and another day after it."""
    from lexdesk.metadata.commencement_patterns import WORDINGS
    from lexdesk.structure.dates import find_date, find_dates

    wording, day = WORDINGS.get(expression.language or ""), from_iso(expression.applies_from)
    if wording is None or day is None:
        return _NONE
    for article in store.texts.last_articles(expression.id, _LAST):
        text = store.texts.text(expression.id, article.start, article.end)
        for stated in wording.application.finditer(text):
            if find_date(stated[0]) == day and {*find_dates(text[stated.start() :])} != {day}:
                is_english = expression.language == "en"
                places = dict(_places(text, expression.work)) if is_english else {}
                parents = store.texts.parents(expression.id) if places else {}
                return OtherDays(article.label, _by_provision(places, parents))
    return _NONE


def _places(text: str, work: str) -> Iterator[tuple[str, datetime.date | None]]:
    """Yield the provisions of ``work`` named in ``text`` with their day; ``None`` if more than a day is said."""
    from lexdesk.citations import Context, find
    from lexdesk.structure.dates import find_date

    days: dict[str, set[datetime.date | None]] = {}
    for sentence in itertools.chain.from_iterable(map(_SENTENCE_END.split, text.split("\n"))):
        stated = list(_APPLIES.finditer(sentence))
        begins = [0, *(match.end() for match in stated)]
        parts = [sentence[a : match.start()] for a, match in zip(begins, stated, strict=False)]
        parts = [_BEFORE_PLACES.sub("", part) for part in (*parts, sentence[begins[-1] :])]
        cited = [[c for c in find(p, "en", Context(work=work)) if c.work == work] for p in parts]
        plain = [*map(_is_list, parts, cited)]
        plain[-1] = not stated or _END.match(sentence, begins[-1]) is not None
        for n, citations in enumerate(cited):
            is_known = n < len(stated) and plain[n] and plain[n + 1]
            day = find_date(stated[n][1]) if is_known else None
            for eid in itertools.chain.from_iterable(c.eids for c in citations):
                days.setdefault(eid, set()).add(day)
    for eid, values in days.items():
        yield eid, values.pop() if len(values) == 1 else None


def _is_list(text: str, citations: list[Citation]) -> bool:
    """Return True if ``text`` consists of ``citations`` and their connectives."""
    ends = [0, *(citation.end for citation in citations)]
    starts = [*(citation.start for citation in citations), len(text)]
    gaps = zip(ends, starts, strict=True)
    return bool(citations) and all(_BETWEEN_PLACES.fullmatch(text[a:b]) for a, b in gaps)


def _by_provision(
    places: Mapping[str, datetime.date | None], parents: Mapping[str, str | None]
) -> dict[str, OwnDay]:
    """Return the day of each provision that is one of ``places`` or lies in one.

    ``parents`` lists each provision after its parent.
    """
    days: dict[str, datetime.date | None] = {}
    for eid, parent in parents.items():
        days[eid] = places.get(eid, days.get(parent or ""))
    mixed: set[str] = set()
    for place, day in places.items():
        around: str | None = parents.get(place, place)
        while around is not None:
            if around in parents:
                if days[around] != day:
                    mixed.add(around)
                around = parents[around]
            else:
                around = around.rpartition("__")[0] or None
    return {eid: OwnDay(day, eid in mixed) for eid, day in days.items() if day is not None}
