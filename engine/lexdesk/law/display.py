"""A work or provision for display: its text with all known data."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lexdesk.document.dates import from_iso, iso
from lexdesk.document.eid import is_recital
from lexdesk.document.model import LAW_KINDS, STATE, Provision, StatusName
from lexdesk.errors import Message, NoteCode, OptionalMessage, both
from lexdesk.law.amendments import (
    Amendment,
    derive_times_of_work,
    find_amendments,
    find_corrections,
)
from lexdesk.law.application_days import set_own_day
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.gaps import WHOLE, describe_gap, is_in_parts, list_held_versions
from lexdesk.law.inception import (
    describe_consolidation,
    describe_later_wording,
    find_inception,
    parse_property_date,
)
from lexdesk.law.insertion import is_inserted
from lexdesk.law.lost_provisions import find_lost_provisions
from lexdesk.law.printed_text import print_record
from lexdesk.law.provision_lookup import locate, sort_by_language
from lexdesk.law.provision_status import decide_provision_status, without_end
from lexdesk.law.versions import ProvisionText, State, Times, Version
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow


@dataclass(frozen=True, slots=True)
class ShownText:
    """A work or a provision with its text.

    ``valid_from`` and ``valid_to`` bound its state, the days with this text; ``version`` has the
    dates of the version it was read from. All dates are inclusive and in ISO form. ``status`` is
    that of the work on the requested day, else today. ``page`` is the first page of a provision in
    the file, ``attached_to`` the path of the mail that contains the file, ``attachments`` (of a
    whole work) the contents of the file, each with its ``name`` there and its ``work``,
    ``properties`` the properties of the file. ``notice`` states unknown facts: the earlier wording
    of a consolidated text, or the day of an undated one. ``known_until`` is the last day that the text is known
    for, if it was changed after it and the library lacks the changed text; ``valid_to`` is then this day, too.
    ``earliest`` is the first day that it may have begun on, if the library lacks the text before ``valid_from``.
    """

    work: str
    eid: str | None
    citation: str
    title: str
    heading: str
    text: str
    language: str | None
    path: str | None
    page: int | None
    attached_to: str | None
    attachments: list[dict[str, str]]
    properties: dict[str, str]
    valid_from: str | None
    valid_to: str | None
    version: dict[str, str | None]
    amended_by: list[Amendment]
    in_force_from: str | None
    in_force_to: str | None
    applies_from: str | None
    status: StatusName | None
    status_sentence: OptionalMessage
    provisions: list[dict[str, Any]]
    notice: OptionalMessage = ""
    known_until: str | None = None
    earliest: str | None = None

    @property
    def is_repeal(self) -> bool:
        """Return True if this text stems from a repeal of the work, not from an amendment."""
        times = Times(in_force_to=from_iso(self.in_force_to))
        return times.are_over_on(from_iso(self.valid_from))


def show(
    store: Store,
    work: str,
    eid: str | None,
    language: str | None,
    preferred: Sequence[str],
    as_of: datetime.date | None = None,
) -> ShownText:
    """Return the text of ``work`` or of its provision ``eid``, in ``language`` or the first of ``preferred``.

    With ``as_of`` as of that day, else as of today, or the last text before; later texts must be
    requested by their day. ``document`` is the whole text. Recitals, missing from consolidated
    texts, come from the version that has them. Raises ``NotFound`` with the available alternatives.
    """
    located = locate(store, work, eid, language, preferred, as_of)
    shown, own = _build_shown(store, *located, as_of), located[2].expression.language
    wanted = sort_by_language(store, work, language, preferred)[0][0].language
    if own == wanted or not (own and wanted):
        return shown
    note = Message(NoteCode.IN_LANGUAGE, language=own, wanted=wanted)
    return replace(shown, notice=both(note, shown.notice or None) or "")


def list_wordings(
    store: Store,
    work: str,
    eid: str,
    language: str | None,
    preferred: Sequence[str],
    as_of: datetime.date | None = None,
) -> frozenset[str]:
    """Return the text of the provision returned by ``show`` and the texts of its passages.

    As in the files of its version. Raises ``NotFound``.
    """
    _, version, found = locate(store, work, eid, language, preferred, as_of)
    pieces = (
        piece
        for expression in version.expressions
        for piece in store.passages.pieces_in(expression.id)
    )
    own = (piece.text.strip() for piece in pieces if piece.eid == found.eid)
    stored = (found.text.strip(), *own)
    # Both as stored and as hits print them.
    return frozenset((*stored, *(print_record(text, found.expression.path)[0] for text in stored)))


def _build_shown(
    store: Store, state: State, version: Version, found: ProvisionText, as_of: datetime.date | None
) -> ShownText:
    chosen = found.expression
    provision = store.texts.provision(chosen.id, found.eid) if found.eid else None
    day = as_of or datetime.date.today()
    times = derive_times_of_work(store, chosen, day)
    status = decide_provision_status(times, day, store, chosen, found.eid)
    times, _ = set_own_day(times, store, chosen, found.eid)
    if is_later := not is_recital(found.eid) and describe_later_wording(store, chosen) is not None:
        status = None if is_inserted(found.eid) else status
    notice = both(*_notices(store, state, as_of, times))
    status = without_end(status, notice)
    listed = (
        store.texts.provisions_in(chosen.id, provision.eid)
        if provision
        else store.texts.provisions(chosen.id)
    )
    return ShownText(
        work=chosen.work,
        eid=found.eid,
        citation=label_citation(provision.label if provision else "", chosen, None),
        title=chosen.title,
        heading=provision.heading if provision else "",
        text=found.text,
        language=chosen.language,
        path=chosen.path,
        page=_page(store, chosen, provision) if provision else None,
        attached_to=store.files.enclosing_file(chosen.path) if chosen.path else None,
        attachments=[] if provision else _attachments(store, chosen.path),
        properties=store.files.properties(chosen.id),
        valid_from=None if is_later else iso(state.valid_from),
        valid_to=iso(None if is_recital(found.eid) or is_later else state.known_to),
        version={"valid_from": iso(version.valid_from), "valid_to": iso(version.known_to)},
        amended_by=find_amendments(store, chosen.work, found.eid, state),
        in_force_from=iso(times.in_force_from),
        in_force_to=iso(times.in_force_to),
        applies_from=iso(times.applies_from),
        status=status.name if status else None,
        status_sentence=(status and status.sentence) or "",
        provisions=[
            {"eid": p.eid, "label": p.label, "heading": p.heading, "parent": p.parent}
            for p in listed
        ],
        notice=notice or "",
        known_until=None if is_later else _known_until(state, found.eid, times),
        earliest=None if is_recital(found.eid) else iso(state.versions[0].earliest),
    )


def _known_until(state: State, eid: str | None, times: Times) -> str | None:
    """Return the last known day of a text, unless its work ended with it."""
    if is_recital(eid) or (state.known_until and state.known_until == times.in_force_to):
        return None
    return iso(state.known_until)


def _attachments(store: Store, path: str | None) -> list[dict[str, str]]:
    """Return the contents of the file at ``path``, such as a mail."""
    inside = store.files.files_inside(path) if path else []
    return [
        {"name": enclosed_path[len(path or "") + 1 :], "work": work}
        for enclosed_path, work in inside
    ]


def _notices(
    store: Store, state: State, as_of: datetime.date | None, times: Times
) -> Iterator[Message]:
    """Yield the notices of the text, and that later changes of an act are unknown after the first day of its last text."""
    if notice := describe_state(store, state, as_of, times):
        yield notice
    if not state.found.eid and is_in_parts(store, state.versions[-1].expressions):
        yield Message(NoteCode.IN_PARTS)
    if is_last_text(state, as_of or datetime.date.today(), times):
        yield Message(NoteCode.LAST_TEXT)


def describe_state_on(store: Store, state: State, as_of: datetime.date | None) -> Message | None:
    """Return ``describe_state`` of a text, and that later changes are not known if it is the last one of its act."""
    day = as_of or datetime.date.today()
    times = derive_times_of_work(store, state.found.expression, day)
    last = Message(NoteCode.LAST_TEXT) if is_last_text(state, day, times) else None
    return both(describe_state(store, state, as_of, times), last)


def is_last_text(state: State, day: datetime.date, times: Times) -> bool:
    """Return True for the last text of an act in the library, without a known end, on a ``day`` after its first."""
    last, chosen = state.versions[-1], state.found.expression
    is_last = not (last.valid_to or last.known_until) and (last.valid_from or day) < day
    has_end = is_recital(state.found.eid) or times.in_force_to or times.repealed_by
    return chosen.kind in LAW_KINDS and is_last and not has_end


def describe_state(
    store: Store, state: State, as_of: datetime.date | None, times: Times | None = None
) -> Message | None:
    """Return what is not known of a text on a day, by default today: its wording, its dates, and corrections.

    The wording after the end of the work is not looked for. ``times`` are those of the work on the day.
    """
    wording = _notice_of_wording(store, state, as_of, times)
    return both(*filter(None, (wording, find_correction_notice(store, state))))


def find_correction_notice(store: Store, state: State) -> Message | None:
    """Return the notice of the works of the library that correct the act, if its text may lack the corrections."""
    chosen = state.found.expression
    if chosen.kind not in LAW_KINDS or not (found := find_corrections(store, chosen)):
        return None
    return Message(NoteCode.CORRECTED_BY, acts=", ".join(found))


def _notice_of_wording(
    store: Store, state: State, as_of: datetime.date | None, times: Times | None
) -> Message | None:
    day, chosen = as_of or datetime.date.today(), state.found.expression
    if not is_recital(state.found.eid) and (later := describe_later_wording(store, chosen)):
        return later
    times = times or derive_times_of_work(store, chosen, day)
    if not (times.are_over_on(day) or is_recital(state.found.eid)) and (
        gap := describe_gap(state, day)
    ):
        return gap
    if not times.are_over_on(day) and (ended := _notice_of_end(store, state, day)):
        return ended
    if state.valid_from is not None:
        inception = find_inception(store, store.law.expressions_of(chosen.work))
        return describe_consolidation(inception, state.valid_from)
    state_day = parse_property_date(store.files.properties(chosen.id).get(STATE))
    if state_day and as_of and as_of != state_day:
        return Message(NoteCode.STATE_BEFORE_OR_AFTER, state=state_day, day=as_of)
    if state_day:
        return Message(NoteCode.STATE_OF, state=state_day)
    if state.found.eid in (None, WHOLE) and is_in_parts(store, state.versions[-1].expressions):
        return None
    if as_of is not None:
        return Message(NoteCode.DATES_UNKNOWN, day=as_of)
    return Message(NoteCode.NO_DATES) if chosen.kind in LAW_KINDS else None


def _notice_of_end(store: Store, state: State, day: datetime.date) -> Message | None:
    """Return that the text of ``day`` lacks a provision with an earlier ``state``: by the law, or by its file alone."""
    eid, end, chosen = state.found.eid, state.valid_to, state.found.expression
    if eid in (None, WHOLE) or is_recital(eid) or end is None or end >= day:
        return None
    rows = [e for e in store.law.expressions_of(chosen.work) if e.language == chosen.language]
    later = next(
        (v for v in list_held_versions(store, rows, eid) if v.valid_from and v.valid_from > end),
        None,
    )
    if later is None or later.valid_from is None:
        return None
    is_lost = eid in find_lost_provisions(store, later)
    code = NoteCode.LEFT_OUT if is_lost else NoteCode.NOT_IN_LATER_TEXT
    return Message(code, day=later.valid_from)


def _page(store: Store, expression: ExpressionRow, provision: Provision) -> int | None:
    """Return the page of the start of ``provision``, if the text has pages."""
    pages = [page for page in store.texts.pages(expression.id) if page.start <= provision.start]
    return pages[-1].number if pages else None
