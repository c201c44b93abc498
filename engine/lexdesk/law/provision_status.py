"""The legal status of a work or provision on a day."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from msgspec.structs import replace

from lexdesk.document.model import StatusName
from lexdesk.errors import Message, NoteCode, StatusCode, join_list
from lexdesk.law.application_days import find_other_days, find_own_day, set_own_day
from lexdesk.law.german_commencement import find_other_force
from lexdesk.law.national_commencement import decide_commencement_status, list_days
from lexdesk.law.versions import LegalStatus, Times, decide_status_on
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow


def decide_provision_status(
    times: Times, day: datetime.date, store: Store, expression: ExpressionRow, eid: str | None
) -> LegalStatus | None:
    """Return the status of ``eid`` on ``day``, for a work with these ``times``, by its own day of application.

    Otherwise the status of the work, with the article of ``expression`` that sets other days, if
    any. An act that repeals the work on an unknown day is named.
    """
    status = _status_if_not_repealed(times, day, store, expression, eid)
    if not times.repealed_by or (status and status.name == "no longer in force"):
        return status
    repeal = Message(StatusCode.REPEALED_BY, act=times.repealed_by)
    begun = _without_repeal(status.sentence) if status and status.sentence else None
    return LegalStatus("repealed, day unknown", join_list(begun, repeal))


_BEGUN = {
    StatusCode.IN_FORCE: StatusCode.ENTERED_INTO_FORCE,
    StatusCode.APPLIES_AS_HELD: StatusCode.APPLIES,
}


def _without_repeal(sentence: Message) -> Message:
    """Return ``sentence`` without the words that the library holds no repeal."""
    stated = {
        name: _without_repeal(value) if isinstance(value, Message) else value
        for name, value in sentence.parameters.items()
    }
    code = sentence.code
    return Message(_BEGUN.get(code, code) if isinstance(code, StatusCode) else code, **stated)


def _status_if_not_repealed(
    times: Times, day: datetime.date, store: Store, expression: ExpressionRow, eid: str | None
) -> LegalStatus | None:
    if commenced := decide_commencement_status(times, day, store, expression, eid):
        return commenced
    own, article = set_own_day(times, store, expression, eid)
    status = decide_status_on(own, day)
    stated = find_own_day(store, expression, eid)
    is_open = stated is not None and not stated.is_certain
    if own.applies_from is None and times.applies_from is not None and stated and is_open:
        return _add_application_days(
            status, stated.days, day, find_other_days(store, expression).article
        )
    if section := find_other_force(store, expression).section:
        return _with_section(status, article, section)
    if status is None or own.applies_from is None or status.name == "no longer in force":
        return status
    if article:
        return replace(
            status,
            sentence=Message(StatusCode.STATED_BY_ARTICLE, status=status.sentence, article=article),
        )
    if not (article := find_other_days(store, expression).article):
        return status
    return replace(
        status, sentence=Message(StatusCode.OTHER_DAYS, status=status.sentence, article=article)
    )


def without_end(status: LegalStatus | None, text_notice: Message | None) -> LegalStatus | None:
    """Return ``status`` without the claim to be in force, if ``text_notice`` says that the text ended, or is unknown later.

    The library holds no text of later days: an act that it does not hold may have repealed the work.
    """
    codes = {*text_notice.codes()} if text_notice else set()
    end = next((code for code in _ENDS if code in codes), None)
    if status is None or end is None or status.name not in ("in force", "applies"):
        return status
    name, sentence = _ENDS[end] or status.name, status.sentence
    if sentence is not None and sentence.code is StatusCode.IN_FORCE:
        entered = Message(StatusCode.ENTERED_INTO_FORCE, first=sentence.parameters["first"])
        return LegalStatus(name, entered)
    return status if name == status.name else LegalStatus(name, None)


_ENDS: dict[NoteCode | StatusCode, StatusName | None] = {
    NoteCode.TEXT_ENDED: None,
    NoteCode.LEFT_OUT: "text not known",
    NoteCode.NOT_IN_LATER_TEXT: "no text any more",
    StatusCode.TEXT_HELD_TO: "no text any more",
}
"""The status of a text by its notice; ``None`` keeps that of the work."""


def _with_section(status: LegalStatus | None, own: str, section: str) -> LegalStatus:
    """Return ``status`` with the ``section`` that states it, or that states other days for other provisions."""
    if status is None:
        sentence = Message(StatusCode.COMMENCEMENT_IN, article=section)
        return LegalStatus("commencement unknown", sentence)
    code = StatusCode.STATED_BY_ARTICLE if own else StatusCode.OTHER_DAYS
    sentence = Message(code, status=status.sentence, article=section)
    return replace(status, sentence=sentence)


def _add_application_days(
    status: LegalStatus | None, days: Sequence[datetime.date], day: datetime.date, article: str
) -> LegalStatus:
    """Return ``status`` (that of being in force) with the possible ``days`` of application."""
    name: StatusName = status.name if status else "in force"
    if name == "in force" and days:
        begun = [first <= day for first in days]
        name = "applies" if all(begun) else "in force" if any(begun) else "not yet applicable"
    see = Message(StatusCode.SEE_ARTICLE, article=article)
    if days:
        see = Message(StatusCode.DEPENDS_ON_ARTICLE, article=article, days=list_days(days))
    return LegalStatus(name, join_list(status.sentence if status else None, see))
