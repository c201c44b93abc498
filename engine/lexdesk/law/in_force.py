"""Texts of works in force on a day, for the filter ``in-force:``.

The statements of a work, or of a repealing act, decide, as for the displayed status; of national law also commencement
orders and clauses, for single provisions.
"""

import datetime
from collections.abc import Callable
from typing import NamedTuple

from lexdesk.document.dates import iso
from lexdesk.document.model import IN_FORCE, NOT_IN_FORCE, STATE
from lexdesk.law.amendments import derive_times_of_work, find_repeals
from lexdesk.law.german_commencement import OTHER_FORCE, find_other_force
from lexdesk.law.inception import find_inception, parse_property_date
from lexdesk.law.national_commencement import (
    CLAUSE,
    decide_commencement_status,
    has_days_of_provisions,
)
from lexdesk.law.provision_status import decide_provision_status
from lexdesk.law.versions import derive_times
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow

_EVER = datetime.date.max
"""The day for ``derive_times``: after all stated ends, so that a postponed end counts."""


class _TextsInForce(NamedTuple):
    """The period in force of a text's work, inclusive; ``None`` is open."""

    first: datetime.date | None
    last: datetime.date | None

    def holds_on(self, day: datetime.date) -> bool:
        return not ((self.first and day < self.first) or (self.last and day > self.last))


class InForce(NamedTuple):
    """The ids of the expressions in force, and those of their passages that are not."""

    expressions: set[int]
    without: frozenset[int]


def find_texts_in_force(store: Store, day: datetime.date) -> InForce:
    """Return the texts of works in force on ``day``.

    Without a stated period, an expression counts while its text is valid; that of a revised Act counts from its
    enactment on. So does one with an unknown commencement, and an undated one counts from the amendment that it names.
    """
    stated = _read_stated_periods(store)
    found = store.filters.expressions_valid_on(iso(day) or "") - stated.keys()
    found |= {number for number, force in stated.items() if force.holds_on(day)}
    without: set[int] = set()
    for law in _laws_with_clauses(store):
        is_in = _test(store, law, day, of_work=law.id in found)
        out = _passages_not_in_force(store, law, is_in)
        if out is None:
            found.discard(law.id)
        else:
            found.add(law.id)
            without |= out
    return InForce(found, frozenset(without))


@until_changed
def _laws_with_clauses(store: Store) -> list[ExpressionRow]:
    """Return the texts whose commencement clause, or an order, may state days of the whole or of provisions."""
    laws = store.findings.later_laws(0)
    return [law for law in laws if CLAUSE.concerns(law) or OTHER_FORCE.concerns(law)]


def _test(
    store: Store, law: ExpressionRow, day: datetime.date, *, of_work: bool
) -> Callable[[str | None], bool]:
    """Return a test of the provisions of ``law`` by an order or clause; ``of_work`` counts if these leave it open."""
    times, own = derive_times_of_work(store, law, day), find_other_force(store, law).days
    may_be = of_work or _is_of_unknown_day(store, law, day)

    def is_in(eid: str | None) -> bool:
        if eid in own:
            status = decide_provision_status(times, day, store, law, eid)
        else:
            status = decide_commencement_status(times, day, store, law, eid)
        if status is None:
            return of_work
        return status.name in IN_FORCE or (may_be and status.name not in NOT_IN_FORCE)

    return is_in


def _is_of_unknown_day(store: Store, law: ExpressionRow, day: datetime.date) -> bool:
    """Return True for a text without dates, unless it names an amendment after ``day``."""
    if law.valid_from or law.valid_to or law.applies_from:
        return False
    state = parse_property_date(store.files.properties(law.id).get(STATE))
    return state is None or state <= day


def _passages_not_in_force(
    store: Store, law: ExpressionRow, is_in: Callable[[str | None], bool]
) -> set[int] | None:
    """Return the passages of ``law`` that are not in force; ``None`` if none of them is."""
    if not (find_other_force(store, law).days or has_days_of_provisions(store, law)):
        return set() if is_in(None) else None
    passages = store.filters.eids_of_passages(law.id)
    holds = {eid: is_in(eid) for _, eid in passages}
    out = {passage for passage, eid in passages if not holds[eid]}
    return None if len(out) == len(passages) else out


@until_changed
def _read_stated_periods(store: Store) -> dict[int, _TextsInForce]:
    """Return the stated periods in force by id of the expression.

    A work with only a stated end begins with its enactment, else with its first text.
    """
    by_work = store.law.expressions_by_work(store.filters.works_stating_force())
    repealed = find_repeals(store, *by_work)
    periods: dict[int, _TextsInForce] = {}
    for work, rows in by_work.items():
        times_by_id = {row.id: derive_times(rows, row, _EVER, repealed.get(work)) for row in rows}
        first = None
        if any(times.in_force_from is None for times in times_by_id.values()):
            inception = find_inception(store, rows)
            first = min(filter(None, (inception.work, inception.text)), default=None)
        for number, times in times_by_id.items():
            periods[number] = _TextsInForce(times.in_force_from or first, times.in_force_to)
    return periods
