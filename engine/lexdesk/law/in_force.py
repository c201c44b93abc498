"""Expressions of works in force on a day, for the filter ``in-force:``.

The statements of a work, or of a repealing act, decide, as for the displayed status.
"""

from __future__ import annotations

import datetime
from typing import NamedTuple

from lexdesk.document.dates import iso
from lexdesk.law.amendments import find_repeals
from lexdesk.law.inception import find_inception
from lexdesk.law.versions import derive_times
from lexdesk.storage import Store, until_changed

_EVER = datetime.date.max
"""The day for ``derive_times``: after all stated ends, so that a postponed end counts."""


class _Force(NamedTuple):
    """The period in force of a text's work, inclusive; ``None`` is open."""

    first: datetime.date | None
    last: datetime.date | None

    def holds_on(self, day: datetime.date) -> bool:
        return not ((self.first and day < self.first) or (self.last and day > self.last))


def expressions_in_force(store: Store, day: datetime.date) -> set[int]:
    """Return the ids of the expressions of works in force on ``day``.

    Without a stated period, an expression counts while its text is valid; that of a revised Act
    counts from its enactment on.
    """
    stated = _stated(store)
    valid = store.filters.expressions_valid_on(iso(day) or "")
    return {number for number, force in stated.items() if force.holds_on(day)} | (
        valid - stated.keys()
    )


@until_changed
def _stated(store: Store) -> dict[int, _Force]:
    """Return the stated periods in force by id of the expression.

    A work with only a stated end begins with its enactment, else with its first text.
    """
    by_work = store.law.expressions_by_work(store.filters.works_stating_force())
    repealed = find_repeals(store, *by_work)
    periods: dict[int, _Force] = {}
    for work, rows in by_work.items():
        times_by_id = {row.id: derive_times(rows, row, _EVER, repealed.get(work)) for row in rows}
        first = None
        if any(times.in_force_from is None for times in times_by_id.values()):
            inception = find_inception(store, rows)
            first = min(filter(None, (inception.work, inception.text)), default=None)
        for number, times in times_by_id.items():
            periods[number] = _Force(times.in_force_from or first, times.in_force_to)
    return periods
