"""Notices of the time that a request names: a day, or an earlier wording (``a. F.``), held or not."""

from __future__ import annotations

import datetime

from lexdesk.citations.moments import Moment, names_several_times
from lexdesk.document.dates import from_iso
from lexdesk.document.model import Provision
from lexdesk.errors import Message, NoteCode, both
from lexdesk.law.amendments import first_day_of_year
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.gaps import list_held_versions
from lexdesk.law.inception import describe_later_wording
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow


def describe_time(moment: Moment, day: datetime.date) -> Message | None:
    """Return that the answer is as of ``day``, which the request names; ``None`` if it names none."""
    if moment.day is None:
        return None
    code = NoteCode.AS_OF_END_OF_QUERY if moment.is_end else NoteCode.AS_OF_QUERY
    return both(Message(code, day=day), describe_several_times(moment))


def describe_several_times(moment: Moment) -> Message | None:
    """Return that a request states unlike times for its citations, if so."""
    return Message(NoteCode.SEVERAL_TIMES) if names_several_times(moment) else None


def describe_earlier_wordings(
    store: Store, expression: ExpressionRow, provision: Provision | None, *, is_listed: bool = False
) -> Message | None:
    """Return the command that lists the earlier wordings of a work or provision, or that the library has one only.

    ``None`` for several wordings if the answer lists them itself.
    """
    texts = store.law.expressions_of(expression.work)
    in_language = [text for text in texts if text.language == expression.language]
    eid = provision.eid if provision else None
    if len(list_held_versions(store, in_language, eid)) > 1:
        place = " ".join(filter(None, (expression.work, eid)))
        return None if is_listed else Message(NoteCode.EARLIER_WORDINGS, place=place)
    name = label_citation(provision.label if provision else "", expression, None)
    return Message(NoteCode.EARLIER_WORDING_MISSING, place=name)


def describe_amendments(
    store: Store, expression: ExpressionRow, provision: Provision | None, named: str
) -> Message:
    """Return whether the text of ``expression`` has the amendments by the act that a request has ``named``."""
    from lexdesk.citations.query_citations import parse_query_citation  # loads many patterns

    cited = parse_query_citation(named)
    act, work = cited.work if cited else "", expression.work
    holding = {
        number
        for number, own, relation in store.law.amending_relations(work)
        if own == work and relation.subject == act
    }
    texts = [e for e in store.law.expressions_of(work) if e.language == expression.language]
    eid = provision.eid if provision else None
    with_them = (
        v
        for v in list_held_versions(store, texts, eid)
        if any(e.id in holding for e in v.expressions)
    )
    first = next(with_them, None)
    if first and first.valid_from and expression not in first.expressions:
        return Message(NoteCode.AMENDMENTS_FIRST_HELD, act=named, day=first.valid_from)
    if first:
        return Message(NoteCode.AMENDMENTS_HELD, act=named)
    begun, dated = first_day_of_year(act), from_iso(expression.valid_from)
    if begun and dated and dated < begun and not describe_later_wording(store, expression):
        return Message(NoteCode.AMENDMENTS_LATER, act=named, day=dated)
    return Message(NoteCode.AMENDMENTS_UNKNOWN, act=named)
