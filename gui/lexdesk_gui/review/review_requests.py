"""Requests for review decisions; run in the engine's process, without Qt."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from lexdesk.errors import NotFound
from lexdesk.law.citation_labels import label_usual_citation
from lexdesk.text.control_characters import escape_controls

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import Decision, DecisionStatus, Subject, Verdict
    from lexdesk.library.library import Library


@dataclass(frozen=True, slots=True)
class ProvisionDecisions:
    """A provision, its decisions, and the names of compared documents."""

    subject: Subject
    standing: DecisionStatus | None
    elsewhere: tuple[DecisionStatus, ...]
    names: Mapping[str, str]


def find_decisions(
    library: Library, *, subject_of: Callable[[Library], Subject]
) -> ProvisionDecisions:
    """Return the decisions on the subject of ``subject_of``. Raises ``NotFound``."""
    subject = subject_of(library)
    with library.workbook() as book:
        kept = book.decisions
        standing, elsewhere = kept.on(subject), tuple(kept.on_other_documents(subject))
    return ProvisionDecisions(subject, standing, elsewhere, names_against(library, elsewhere))


def names_against(library: Library, standings: Iterable[DecisionStatus]) -> dict[str, str]:
    """Map the stored keys of compared documents to names: a work or a file name."""
    against = {standing.decision.against for standing in standings} - {""}
    return {document: _name(library, document) for document in against}


def _name(library: Library, against: str) -> str:
    with contextlib.suppress(NotFound):
        shown = library.law.show(against)
        if shown.work == against:  # not an act of the same name
            return label_usual_citation(shown)
    return escape_controls(PurePath(against).name)


def find_current(standing: DecisionStatus | None) -> Decision | None:
    """Return the decision if it was made on the present text."""
    return standing.decision if standing and not standing.is_changed else None


def decide(
    library: Library, *, subject: Subject, verdict: Verdict, note: str
) -> tuple[Decision | None, Decision]:
    """Decide on ``subject``; the decision on it before, and this one as stored."""
    with library.workbook() as book:
        before = find_current(book.decisions.on(subject))
        return before, book.decisions.put(subject, verdict, note)


def replace(library: Library, *, old: Decision | None, new: Decision | None) -> None:
    """Replace ``old`` by ``new``; delete it without ``new``."""
    with library.workbook() as book:
        if new is not None:
            book.decisions.restore(new)
        elif old is not None:
            book.decisions.remove(old)
