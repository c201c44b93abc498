"""A work or a provision as it is read: its text with all that is known of it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lexdesk.document.dates import from_iso, iso
from lexdesk.document.eid import is_recital
from lexdesk.document.model import Provision
from lexdesk.law.amendments import Amendment, amended_by, times_of_work
from lexdesk.law.application import status_of_provision, with_own_day
from lexdesk.law.beginning import beginning, consolidated
from lexdesk.law.locate import locate
from lexdesk.law.naming import citation
from lexdesk.law.versions import (
    ProvisionText,
    State,
    Times,
    Version,
    printed,
)
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow


@dataclass(frozen=True, slots=True)
class Shown:
    """A work or a provision with its text.

    ``valid_from`` and ``valid_to`` are those of its state, the days through which it said this;
    ``version`` holds the dates of the version that it was read from. All dates are inclusive and in
    ISO form. ``status`` is that of the work on the day asked for, else today. ``page`` is that of the
    file on which a provision begins, ``attached_to`` the path of the mail in which the file lies,
    ``attachments`` (of a work as a whole) what lies in it, each with its ``name`` there and its ``work``,
    ``properties`` what the file says of itself. ``notice`` says what is not known of the text: what a
    consolidated one said before, or whether one without dates is that of the day asked for.
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
    status: str | None
    status_sentence: str
    provisions: list[dict[str, Any]]
    notice: str = ""

    @property
    def is_repeal(self) -> bool:
        """Whether what made this text repealed the work, rather than amended it."""
        times = Times(in_force_to=from_iso(self.in_force_to))
        return times.are_over_on(from_iso(self.valid_from))


def show(
    store: Store,
    work: str,
    eid: str | None,
    language: str | None,
    preferred: Sequence[str],
    as_of: datetime.date | None = None,
) -> Shown:
    """The text of ``work`` or of its provision ``eid``, in ``language`` or the first of ``preferred``.

    With ``as_of`` as it was on that day, else as it is today, or was last: a text that begins to hold
    later has to be asked for by its day. ``document`` is the whole text.
    Recitals, which consolidated texts leave out, come from the version that has them. Raises
    ``NotFound``, naming what there is instead.
    """
    return _shown(store, *locate(store, work, eid, language, preferred, as_of), as_of)


def wordings(
    store: Store,
    work: str,
    eid: str,
    language: str | None,
    preferred: Sequence[str],
    as_of: datetime.date | None = None,
) -> frozenset[str]:
    """What the provision that ``show`` shows says: its whole text, and each passage that it was cut into.

    As the files of its version have it. Raises ``NotFound``.
    """
    _, version, found = locate(store, work, eid, language, preferred, as_of)
    pieces = (piece for of in version.expressions for piece in store.pieces_in(of.id))
    own = (piece.text.strip() for piece in pieces if piece.eid == found.eid)
    return frozenset((found.text.strip(), *own))


def _shown(
    store: Store, state: State, version: Version, found: ProvisionText, as_of: datetime.date | None
) -> Shown:
    chosen = found.expression
    provision = store.provision(chosen.id, found.eid) if found.eid else None
    day = as_of or datetime.date.today()
    times = times_of_work(store, chosen, day)
    status = status_of_provision(times, day, store, chosen, found.eid)
    times, _ = with_own_day(times, store, chosen, found.eid)
    listed = (
        store.provisions_in(chosen.id, provision.eid) if provision else store.provisions(chosen.id)
    )
    return Shown(
        work=chosen.work,
        eid=found.eid,
        citation=citation(provision.label if provision else "", chosen, None),
        title=chosen.title,
        heading=provision.heading if provision else "",
        text=found.text,
        language=chosen.language,
        path=chosen.path,
        page=_page(store, chosen, provision) if provision else None,
        attached_to=store.enclosing(chosen.path) if chosen.path else None,
        attachments=[] if provision else _attachments(store, chosen.path),
        properties=store.properties(chosen.id),
        valid_from=iso(state.valid_from),
        valid_to=iso(None if is_recital(found.eid) else state.valid_to),
        version={"valid_from": iso(version.valid_from), "valid_to": iso(version.valid_to)},
        amended_by=amended_by(store, chosen.work, found.eid, state),
        in_force_from=iso(times.in_force_from),
        in_force_to=iso(times.in_force_to),
        applies_from=iso(times.applies_from),
        status=status.name if status else None,
        status_sentence=status.sentence if status else "",
        provisions=[
            {"eid": p.eid, "label": p.label, "heading": p.heading, "parent": p.parent}
            for p in listed
        ],
        notice=_notice(store, chosen, state, as_of),
    )


def _attachments(store: Store, path: str | None) -> list[dict[str, str]]:
    """What lies in the file at ``path``, such as a mail."""
    inside = store.enclosed(path) if path else []
    return [{"name": each[len(path or "") + 1 :], "work": work} for each, work in inside]


def _notice(store: Store, chosen: ExpressionRow, state: State, as_of: datetime.date | None) -> str:
    """What is not known of a text: its earlier wording, or its days."""
    if state.valid_from is not None:
        begun = beginning(store, store.expressions_of(chosen.work))
        return consolidated(begun, state.valid_from)
    if as_of is None:
        return ""
    return f"the dates of this text are not known; it may not be the text of {printed(as_of)}"


def _page(store: Store, expression: ExpressionRow, provision: Provision) -> int | None:
    """The page on which ``provision`` begins, where the text has pages."""
    begun = [each for each in store.pages(expression.id) if each.start <= provision.start]
    return begun[-1].number if begun else None
