"""Notices of the day or the earlier wording that a query asks for, and hits as of that day."""

from __future__ import annotations

import datetime

from lexdesk.citations.moments import Moment, list_earlier_eids
from lexdesk.errors import Message, NoteCode, both
from lexdesk.law.time_notices import describe_amendments, describe_earlier_wordings, describe_time
from lexdesk.search.known_item.item import KnownItem
from lexdesk.search.retrieval.hybrid import Candidates
from lexdesk.storage import Store


def order_by_day(found: Candidates, store: Store, day: datetime.date) -> Candidates:
    """Return the candidates with those of works that had no text yet on ``day`` last."""
    extents = store.passages.extents(candidate.passage for candidate in found.best)
    rows = store.law.expression_rows({extent.expression for extent in extents.values()})
    later = {
        passage
        for passage, extent in extents.items()
        if extent.expression in rows and (rows[extent.expression].valid_from or "") > str(day)
    }
    return found._replace(best=sorted(found.best, key=lambda candidate: candidate.passage in later))


def describe_moment(
    moment: Moment, day: datetime.date, item: KnownItem, store: Store, *, is_lacking: bool
) -> Message | None:
    """Return the notices of the day or the earlier wording in the query, and of law that is not known.

    That is law of a future day and, where an answer ``is_lacking``, that of files that are still being added.
    """
    return both(
        _notice_of_query(moment, day, item, store), _notice_of_unknown(store, day, is_lacking)
    )


def _notice_of_query(
    moment: Moment, day: datetime.date, item: KnownItem, store: Store
) -> Message | None:
    amended = [
        describe_amendments(store, member.expression, member.provision, moment.amending)
        for member in item.located[:1]
        if moment.amending
    ]
    if notice := describe_time(moment, day):
        return both(notice, *amended)
    if amended:
        return amended[0]
    if not moment.is_earlier:
        return None
    if not item.located:
        if item.is_absent:
            return Message(NoteCode.EARLIER_WORDING_ABSENT)
        return Message(NoteCode.EARLIER_WORDING_UNNAMED)
    eids = list_earlier_eids(moment)
    members = [m for m in item.located if m.provision and m.provision.eid in eids]
    return both(
        *(
            describe_earlier_wordings(store, member.expression, member.provision)
            for member in members or item.located[:1]
        )
    )


def _notice_of_unknown(store: Store, day: datetime.date, is_lacking: bool) -> Message | None:
    if day > datetime.date.today():
        return Message(NoteCode.FUTURE_DAY, day=day)
    return Message(NoteCode.FILES_UNFINISHED) if is_lacking and store.is_unfinished() else None
