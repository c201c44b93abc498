"""Acts of the Union of which some provisions apply from other days than the act as a whole.

Article 113 of the AI Act: "It shall apply from 2 August 2026. However: (a) Chapters I and II shall apply from
2 February 2025". In English it is read which provisions those are, where the sentence says nothing else of them; of
what is said with conditions or exceptions, as in other languages, it is told that there is such an article.
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
from lexdesk.law.versions import LegalStatus, Times, status_on
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

if TYPE_CHECKING:
    from lexdesk.citations import Citation

_MOST = 1_000  # expressions of which it is kept what they say
_LAST = 4  # articles of an act, of which one states its application
_APPLIES = re.compile(r",?(?: which)? shall apply from (\d{1,2} [A-Z][a-z]+ \d{4})")
_BEFORE_PLACES = re.compile(
    r"^[\s,;]*(?:\d+\.\s|\([a-z]{1,4}\)\s)?(?:and )?(?:However, |Nevertheless, |Notwithstanding [^,]{1,60}, "
    r"|By way of derogation from [^,]{1,60}, |with the exception of )?"
)
_END = re.compile(r"[.;,]?(?: and| or)?\s*$|, with the exception of ")
_BETWEEN_PLACES = re.compile(r"[\s,]*(?:and)?[\s,]*")
_SENTENCE_END = re.compile(r"(?<=[.;])\s+(?=[A-Z(])")


class OwnDay(NamedTuple):
    """The ``day`` from which a provision applies; whether one inside it applies from another (``has_others``)."""

    day: datetime.date
    has_others: bool


class OtherDays(NamedTuple):
    """The ``article`` (its label) that states other days of application; the day of each provision that is known (eid)."""

    article: str
    days: Mapping[str, OwnDay]


_NONE = OtherDays("", {})


def own_day(store: Store, expression: ExpressionRow, eid: str | None) -> OwnDay | None:
    """The day from which the provision applies where that is not the act's and is known; else ``None``."""
    return _other_days(store, expression).days.get(eid or "")


def with_own_day(
    times: Times, store: Store, expression: ExpressionRow, eid: str | None
) -> tuple[Times, str]:
    """``times`` with the day from which the provision ``eid`` applies, and the label of the article that states it.

    The label is ``""`` where another day is stated of a part of ``eid``. As they are, and ``""``, where that is the act's
    day or is not known. What an earlier text says is not taken where a later one moved the day of the act.
    """
    own = own_day(store, expression, eid)
    if own is None or times.applies_from != from_iso(expression.applies_from):
        return times, ""
    article = "" if own.has_others else _other_days(store, expression).article
    return dataclasses.replace(times, applies_from=own.day), article


def status_of_provision(
    times: Times, day: datetime.date, store: Store, expression: ExpressionRow, eid: str | None
) -> LegalStatus | None:
    """The status on ``day`` of ``eid``, of a work that has these ``times``: by its own day of application, if it is known.

    Else that of the work, with the article of ``expression`` that states other days, where one does.
    """
    own, article = with_own_day(times, store, expression, eid)
    status = status_on(own, day)
    if status is None or own.applies_from is None or status.name == "no longer in force":
        return status
    if article:
        return dataclasses.replace(status, sentence=f"{status.sentence}, as {article} says")
    if not (article := _other_days(store, expression).article):
        return status
    return dataclasses.replace(
        status, sentence=f"{status.sentence}, some provisions from another day ({article})"
    )


_known: WeakKeyDictionary[Store, dict[int, OtherDays]] = WeakKeyDictionary()


def _other_days(store: Store, expression: ExpressionRow) -> OtherDays:
    """What ``expression`` says; as it never changes, that is kept, also while others are added."""
    if expression.applies_from is None:
        return _NONE
    known = _known.setdefault(store, {})
    if expression.id not in known:
        if len(known) >= _MOST:
            known.clear()
        known[expression.id] = _stated(store, expression)
    return known[expression.id]


def _stated(store: Store, expression: ExpressionRow) -> OtherDays:
    """What the article says that states the day ``applies_from``, and behind it another one."""
    from lexdesk.metadata.commencement_patterns import WORDINGS
    from lexdesk.structure.dates import find_date, find_dates

    wording, day = WORDINGS.get(expression.language or ""), from_iso(expression.applies_from)
    if wording is None or day is None:
        return _NONE
    for article in store.last_articles(expression.id, _LAST):
        text = store.text(expression.id, article.start, article.end)
        for stated in wording.application.finditer(text):
            if find_date(stated[0]) == day and {*find_dates(text[stated.start() :])} != {day}:
                is_read = expression.language == "en"
                places = dict(_places(text, expression.work)) if is_read else {}
                around = store.parents(expression.id) if places else {}
                return OtherDays(article.label, _by_provision(places, around))
    return _NONE


def _places(text: str, work: str) -> Iterator[tuple[str, datetime.date | None]]:
    """The provisions of ``work`` that ``text`` names, each with its day; ``None`` where more is said of it than a day."""
    from lexdesk.citations import Context, find
    from lexdesk.structure.dates import find_date

    found: dict[str, set[datetime.date | None]] = {}
    for sentence in itertools.chain.from_iterable(map(_SENTENCE_END.split, text.split("\n"))):
        stated = list(_APPLIES.finditer(sentence))
        begins = [0, *(each.end() for each in stated)]
        parts = [sentence[a : each.start()] for a, each in zip(begins, stated, strict=False)]
        parts = [_BEFORE_PLACES.sub("", each) for each in (*parts, sentence[begins[-1] :])]
        cited = [[c for c in find(p, "en", Context(work=work)) if c.work == work] for p in parts]
        plain = [*map(_is_list, parts, cited)]
        plain[-1] = not stated or _END.match(sentence, begins[-1]) is not None
        for n, citations in enumerate(cited):
            is_known = n < len(stated) and plain[n] and plain[n + 1]
            day = find_date(stated[n][1]) if is_known else None
            for eid in itertools.chain.from_iterable(c.eids for c in citations):
                found.setdefault(eid, set()).add(day)
    for eid, said in found.items():
        yield eid, said.pop() if len(said) == 1 else None


def _is_list(text: str, citations: list[Citation]) -> bool:
    """Whether ``text`` has nothing beside ``citations`` but what joins them."""
    ends = [0, *(each.end for each in citations)]
    starts = [*(each.start for each in citations), len(text)]
    gaps = zip(ends, starts, strict=True)
    return bool(citations) and all(_BETWEEN_PLACES.fullmatch(text[a:b]) for a, b in gaps)


def _by_provision(
    places: Mapping[str, datetime.date | None], parents: Mapping[str, str | None]
) -> dict[str, OwnDay]:
    """The day of each provision that is one of ``places`` or lies in one.

    ``parents`` has each provision behind the one that it lies in.
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
