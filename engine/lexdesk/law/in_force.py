"""Which texts are of works that are in force on a day, as ``in-force:`` asks for them.

What a work, or an act that repeals it, states decides: by the same rule as the status that is shown with it.
"""

from __future__ import annotations

import datetime
from typing import NamedTuple

from lexdesk.document.dates import iso
from lexdesk.law.amendments import repeals
from lexdesk.law.beginning import beginning
from lexdesk.law.versions import times_of
from lexdesk.storage import Store, until_changed

_EVER = datetime.date.max
"""A day on which an end that was put off is told as such; the days before the first end are before the second."""


class _Force(NamedTuple):
    """From when to when the work of a text is in force, inclusive; ``None`` is open."""

    first: datetime.date | None
    last: datetime.date | None

    def holds_on(self, day: datetime.date) -> bool:
        return not ((self.first and day < self.first) or (self.last and day > self.last))


def in_force_on(store: Store, day: datetime.date) -> set[int]:
    """The ids of the expressions of works in force on ``day``.

    Where nothing states when a work is in force, an expression counts while its text is valid, that of a
    revised Act from its enactment on.
    """
    stated = _stated(store)
    valid = store.expressions_valid_on(iso(day) or "")
    return {number for number, force in stated.items() if force.holds_on(day)} | (
        valid - stated.keys()
    )


@until_changed
def _stated(store: Store) -> dict[int, _Force]:
    """When the work of an expression is in force, by its id, where something states that.

    A work of which only the end is stated began with its enactment, else with its first text.
    """
    by_work = store.expressions_by_work(store.works_stating_force())
    repealed = repeals(store, *by_work)
    found: dict[int, _Force] = {}
    for work, rows in by_work.items():
        stated = {row.id: times_of(rows, row, _EVER, repealed.get(work)) for row in rows}
        first = None
        if any(times.in_force_from is None for times in stated.values()):
            begun = beginning(store, rows)
            first = min(filter(None, (begun.work, begun.text)), default=None)
        for number, times in stated.items():
            found[number] = _Force(times.in_force_from or first, times.in_force_to)
    return found
