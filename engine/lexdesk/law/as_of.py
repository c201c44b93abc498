"""Search as of a day: which version of each work is searched, and what is said of its law that day.

Nothing is hidden: a work that had no text on the day is searched in the version nearest to it, and
labelled. ``in-force:`` in the query is what restricts.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterable

from lexdesk.document.eid import is_recital
from lexdesk.index.allowed import Excluded
from lexdesk.law.amendments import repeals
from lexdesk.law.application import OwnDay, own_day, status_of_provision
from lexdesk.law.beginning import beginning
from lexdesk.law.versions import (
    LegalStatus,
    Version,
    holds_on,
    nearest_to,
    printed,
    times_of,
    versions_of,
)
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow


@until_changed
def excluded_on(store: Store, day: datetime.date) -> Excluded:
    """What a search as of ``day`` leaves out: all but one version of each work and language.

    Recitals of the act as adopted are spared where the version of the day carries none.
    """
    expressions: set[int] = set()
    spared: set[int] = set()
    rows = store.expressions_with_versions()
    for _, group in itertools.groupby(rows, key=lambda e: (e.work, e.language)):
        versions = versions_of(list(of_work := tuple(group)))
        chosen = nearest_to(versions, day)
        kept = {each.id for each in chosen.expressions}
        others = [each.id for each in of_work if each.id not in kept]
        expressions.update(others)
        if others and not any(map(store.recitals_in, kept)):
            spared.update(_adopted_recitals(store, versions))
    return Excluded(frozenset(expressions), frozenset(spared))


def _adopted_recitals(store: Store, versions: Iterable[Version]) -> list[int]:
    """The recitals of the oldest version that has some."""
    for version in versions:
        if found := store.recitals_in(version.expressions[0].id):
            return found
    return []


_Key = tuple[int, bool, OwnDay | None]
"""All provisions of an expression have one status that are recitals, or that apply from one day."""


class LawOn:
    """What works are on a day; each is looked up once, several at once where they are known before."""

    def __init__(self, store: Store, day: datetime.date):
        self._store = store
        self._day = day
        self._known: dict[_Key, LegalStatus | None] = {}
        self._expressions: dict[str, list[ExpressionRow]] = {}
        self._repeals: dict[str, datetime.date] = {}

    def look_up(self, works: Iterable[str]) -> None:
        """Read what is told of these works, each statement once for all of them."""
        if new := {work for work in works if work not in self._expressions}:
            self._expressions |= self._store.expressions_by_work(new)
            self._repeals |= repeals(self._store, *new)

    def __call__(self, expression: ExpressionRow, eid: str | None) -> LegalStatus | None:
        """Whether the provision, or the work, is law on the day, and whether the text of ``expression`` is of that day.

        ``None`` where nothing is known of either. Recitals hold from their adoption on.
        """
        key = (expression.id, is_recital(eid), own_day(self._store, expression, eid))
        if key not in self._known:
            self._known[key] = self._status(expression, eid)
        return self._known[key]

    def _status(self, expression: ExpressionRow, eid: str | None) -> LegalStatus | None:
        self.look_up([expression.work])
        of_work = self._expressions[expression.work]
        in_language = [each for each in of_work if each.language == expression.language]
        shown = next(
            version
            for version in versions_of(in_language)
            if any(each.id == expression.id for each in version.expressions)
        )
        times = times_of(of_work, expression, self._day, self._repeals.get(expression.work))
        status = status_of_provision(times, self._day, self._store, expression, eid)
        if shown.valid_from and self._day < shown.valid_from:
            name, note = "no text yet", f"this text dates from {printed(shown.valid_from)}"
            if beginning(self._store, of_work).lacks_text_of(self._day):
                name, note = "text not known", f"what it said then is not known, {note}"
        elif holds_on(shown, self._day) or is_recital(eid):
            return status
        else:
            name, note = "no text any more", f"this text held to {printed(shown.valid_to)}"
        return LegalStatus(name, f"{note}, {status.sentence}" if status else note)
