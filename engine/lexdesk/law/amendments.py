"""Which works made a provision what it is, as far as the library knows."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lexdesk.document.dates import iso
from lexdesk.document.eid import is_within
from lexdesk.law.naming import citation
from lexdesk.law.versions import State, Times, times_of
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

_CHANGES = frozenset({"amends", "corrects", "repeals"})


@dataclass(frozen=True, slots=True)
class Amendment:
    """A work that amends another, from when it does so, and how it is cited.

    ``possibly`` where it is not known that it made the text: it amends the provision, or the work, on a day
    that is not known or before the text, and one or more of those that are listed made it.
    """

    work: str
    date: str | None
    citation: str
    possibly: bool = False


def by(amendments: Sequence[Amendment]) -> str:
    """``by A, B``; ``by one or more of: A, B`` where only possible ones are known; ``""`` for none."""
    listed = ", ".join(each.citation for each in amendments)
    if not amendments or not amendments[0].possibly:
        return f"by {listed}" if listed else ""
    return f"by one or more of: {listed}" if len(amendments) > 1 else f"perhaps by {listed}"


@dataclass(frozen=True, slots=True)
class _Claim:
    """A statement that ``work`` amends, with the days on which that may have had effect."""

    work: str
    days: frozenset[datetime.date]


def amended_by(store: Store, work: str, eid: str | None, state: State) -> list[Amendment]:
    """The works that made ``state`` of a provision: those whose effect falls on its first day.

    Where no such day is known: the works that say they amend the provision, else those that amend
    the work, unless they had effect only later. Nothing for a text that stands as adopted.
    """
    if state.valid_from is None:
        return []
    language = state.found.expression.language
    named = store.amendments_to(work)
    of_provision = [_claim(store, by) for target, by in named if eid and is_within(target, eid)]
    of_work = [_claim(store, by) for target, by in named if not target]
    of_work += _relations(store, work)
    on_the_day = [c for c in (*of_provision, *of_work) if state.valid_from in c.days]
    if on_the_day:
        return _amendments(store, on_the_day, state.valid_from, language)
    if _is_first(store, work, state):
        return []
    for claims in (of_provision, of_work):
        if possible := [c for c in claims if not c.days or min(c.days) < state.valid_from]:
            return _amendments(store, possible, None, language)
    return []


def _is_first(store: Store, work: str, state: State) -> bool:
    """Whether the state begins with the first text of the work."""
    days = [e.valid_from for e in store.expressions_of(work) if e.valid_from]
    return state.valid_from is not None and state.valid_from.isoformat() == min(days, default=None)


def _relations(store: Store, work: str) -> Iterable[_Claim]:
    for relation in store.relations_to(work):
        if relation.kind in _CHANGES:
            days = {relation.date} if relation.date else _days_of(store, relation.subject)
            yield _Claim(relation.subject, frozenset(days))


def _claim(store: Store, work: str) -> _Claim:
    return _Claim(work, frozenset(_days_of(store, work)))


def _days_of(store: Store, work: str) -> set[datetime.date]:
    """The days from which a work was in force or applied."""
    return {
        datetime.date.fromisoformat(day)
        for e in store.expressions_of(work)
        for day in (e.in_force_from, e.applies_from)
        if day
    }


def _amendments(
    store: Store, claims: Iterable[_Claim], day: datetime.date | None, language: str | None
) -> list[Amendment]:
    """One for each work, cited in ``language`` where it is there in it, with the day of its effect where it is known.

    ``day`` is that of the text that they made.
    """
    found: dict[str, Amendment] = {}
    for claim in claims:
        effect = day or min(claim.days, default=None)
        found.setdefault(
            claim.work,
            Amendment(
                claim.work, iso(effect), _cited(store, claim.work, language), possibly=day is None
            ),
        )
    return sorted(found.values(), key=lambda a: (a.date is None, a.date, a.work))


def _cited(store: Store, work: str, language: str | None) -> str:
    expressions = sorted(store.expressions_of(work), key=lambda each: each.language != language)
    return citation("", expressions[0], None) if expressions else work


def times_of_work(store: Store, expression: ExpressionRow, on: datetime.date) -> Times:
    """When the work of ``expression`` is law, as its texts and the acts that repeal it state, seen ``on`` a day."""
    work = expression.work
    return times_of(store.expressions_of(work), expression, on, repeals(store, work).get(work))


def repeals(store: Store, *works: str) -> dict[str, datetime.date]:
    """Those of ``works`` that another act says it repeals, with the first day from which it does."""
    found: dict[str, datetime.date] = {}
    for each in store.relations_to(*works):
        if each.kind == "repeals" and each.date:
            found[each.object] = min(each.date, found.get(each.object, each.date))
    return found
