"""Requests for a work or provision: the time stated in their words, and where a missing one leads."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Iterator
from typing import NamedTuple

from lexdesk.citations.moments import Moment, read_moment
from lexdesk.citations.query_language import prioritise_languages
from lexdesk.errors import LawCode, Message, NoteCode, NotFound, both
from lexdesk.search.known_item.library_citations import (
    citation_of,
    identified_in,
    library_citation,
)
from lexdesk.search.library_state import languages
from lexdesk.storage import Store
from lexdesk.system.paths import encode_path

_ABSENCE = frozenset(
    (
        NoteCode.AMENDED_SINCE,
        NoteCode.AMENDED_ON_UNKNOWN_DAY,
        NoteCode.LATER_WORDING,
        NoteCode.LATER_ARTICLE,
        NoteCode.TEXT_ENDED,
        NoteCode.UNDATED_TEXT_HELD,
        NoteCode.PROVISION_REPEALED,
        NoteCode.STATE_BEFORE_OR_AFTER,
        NoteCode.DATES_UNKNOWN,
    )
)
"""The notices of a text that is not, or may not be, that of the day asked for."""


class LawRequest(NamedTuple):
    """A work and its provision by identifiers, the day of the text, and the words of the request.

    ``moment`` has the time that the words state; a day given beside them overrides it. ``languages`` (ISO 639-1) are
    the preferred ones.
    """

    work: str
    eid: str | None
    day: datetime.date | None
    moment: Moment
    languages: tuple[str, ...]
    words: str


def read_request(store: Store, work: str, eid: str | None, day: datetime.date | None) -> LawRequest:
    """Return the identifiers of ``work`` and ``eid``, and the day or wording that their words ask for.

    ``§ 823 BGB a. F.``, ``Article 17 GDPR as of 1 May 2019``. Names of the library itself have no time in them.
    """
    words = " ".join(filter(None, (work, eid)))
    moments = []
    if not store.law.expressions_of(encode_path(work)):
        moment = read_moment(work, lambda rest: _is_citation(rest, store))
        if moment != Moment(work) and _is_citation(moment.text, store):
            moments.append(moment)
            work = moment.text
    if eid:
        moments.append(read_moment(eid, lambda rest: _is_citation(f"{rest} {work}", store)))
        eid = moments[-1].text
    stated = max(
        moments,
        key=lambda m: (m.day is not None, m.is_earlier, m.amending),
        default=Moment(words),
    )
    if len(moments) > 1:  # offsets of wordings count in one text
        stated = stated._replace(text=f"{work} {eid}", wordings=())
    if day is not None:
        stated = Moment(stated.text, amending=stated.amending)
    wanted = prioritise_languages(f"{work} {eid or ''}", languages(store))
    work, eid = identified_in(store, work, eid)
    return LawRequest(work, eid, day or stated.day, stated, wanted, words)


def _is_citation(text: str, store: Store) -> bool:
    return (citation_of(text) or library_citation(text, store)) is not None


def with_time(
    store: Store, request: LawRequest, notice: Message | None, *, is_listed: bool = False
) -> Message | None:
    """Return the notices of the time that the request states, then ``notice``, that of the answer.

    ``is_listed`` is whether the answer lists all wordings.
    """
    from lexdesk.law.time_notices import describe_several_times

    if request.moment.day and is_listed:
        return both(_absence_on_day(store, request), notice)
    if request.moment.day and notice and not _ABSENCE.isdisjoint(notice.codes()):
        return both(
            describe_several_times(request.moment), notice
        )  # the answer is not as of the day
    return both(_notice_of_time(store, request, is_listed=is_listed), notice)


def _absence_on_day(store: Store, request: LawRequest) -> Message | None:
    """Return that the library lacks the text of the day."""
    from lexdesk.law.display import show

    try:
        shown = show(store, request.work, request.eid, None, request.languages, request.day)
    except NotFound as error:
        return error.message
    is_absent = shown.notice and not _ABSENCE.isdisjoint(shown.notice.codes())
    return shown.notice or None if is_absent else None


def _notice_of_time(store: Store, request: LawRequest, *, is_listed: bool) -> Message | None:
    from lexdesk.law.provision_lookup import locate
    from lexdesk.law.time_notices import (
        describe_amendments,
        describe_earlier_wordings,
        describe_time,
    )

    if request.day and (notice := describe_time(request.moment, request.day)):
        return notice
    if request.moment.amending and not is_listed:
        found = locate(store, request.work, request.eid, None, request.languages, request.day)[2]
        provision = store.texts.provision(found.expression.id, found.eid) if found.eid else None
        return describe_amendments(store, found.expression, provision, request.moment.amending)
    if not request.moment.is_earlier:
        return None
    notices = []
    for eid in _earlier_places(request):
        with contextlib.suppress(NotFound):  # of a list, the other members
            found = locate(store, request.work, eid, None, request.languages)[2]
            provision = store.texts.provision(found.expression.id, found.eid) if found.eid else None
            notices.append(
                describe_earlier_wordings(store, found.expression, provision, is_listed=is_listed)
            )
    return both(*notices)


def _earlier_places(request: LawRequest) -> list[str | None]:
    """Return the eids of the request whose earlier wording is asked for."""
    from lexdesk.citations.moments import list_earlier_eids

    cited = citation_of(request.moment.text) if request.moment.wordings else None
    if cited is None or len(cited.eids) < 2:
        return [request.eid]
    earlier = list_earlier_eids(request.moment)
    return [eid for eid in cited.eids if eid in earlier]


@contextlib.contextmanager
def naming_leads(store: Store, request: LawRequest) -> Iterator[None]:
    """Add to ``NotFound`` that no earlier wording is held, if asked for, and what corresponds in a later act."""
    from lexdesk.law.correlation_tables import find_correspondence_notice

    try:
        yield
    except NotFound as error:
        if request.moment.is_earlier:
            raise NotFound(LawCode.EARLIER_MISSING, reason=error.message) from error
        if later := find_correspondence_notice(store, request.work, request.eid):
            raise NotFound(LawCode.MISSING_BUT_LATER, reason=error.message, later=later) from error
        raise


def find_later(store: Store, request: LawRequest) -> tuple[str, str, Message] | None:
    """Return the work and eid that correspond to a missing place, by a correlation table, and the notice of it.

    ``None`` without a table in the library, and for the text of a day.
    """
    from lexdesk.citations import Citation
    from lexdesk.search.known_item.former_law import describe_recast, in_later_act

    if request.eid is None or request.day or request.moment.is_earlier:
        return None
    cited = Citation(0, 0, "", "eu", request.work, eids=(request.eid,))
    later = in_later_act(store, cited)
    notice = describe_recast(store, request.words, cited)
    return (later.work, later.eids[0], notice) if later and notice else None
