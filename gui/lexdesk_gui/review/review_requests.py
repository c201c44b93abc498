"""What is asked and written of decisions; done in the engine's process, without Qt."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from lexdesk.errors import NotFound
from lexdesk.law.citation_labels import usual_citation

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import Decision, Standing, Subject, Verdict
    from lexdesk.library.library import Library


@dataclass(frozen=True, slots=True)
class Decided:
    """A provision with what was decided on it, and on it as against other documents, with the names of these."""

    subject: Subject
    standing: Standing | None
    elsewhere: tuple[Standing, ...]
    names: Mapping[str, str]


def decided(library: Library, *, subject_of: Callable[[Library], Subject]) -> Decided:
    """What was decided on what ``subject_of`` finds. Raises ``NotFound``."""
    subject = subject_of(library)
    with library.workbook() as book:
        kept = book.decisions
        standing, elsewhere = kept.on(subject), tuple(kept.elsewhere(subject))
    return Decided(subject, standing, elsewhere, names_against(library, elsewhere))


def names_against(library: Library, made: Iterable[Standing]) -> dict[str, str]:
    """How a person calls what ``made`` was decided as against, by what is kept of it: a work or a file's name."""
    against = {each.decision.against for each in made} - {""}
    return {each: _name(library, each) for each in against}


def _name(library: Library, against: str) -> str:
    with contextlib.suppress(NotFound):
        shown = library.show(against)
        if shown.work == against:  # and not an act that a file is called by
            return usual_citation(shown)
    return PurePath(against).name


def current(standing: Standing | None) -> Decision | None:
    """The decision, where it was made on this very text."""
    return standing.decision if standing and not standing.is_changed else None


def decide(
    library: Library, *, subject: Subject, verdict: Verdict, note: str
) -> tuple[Decision | None, Decision]:
    """Decide on ``subject``; the decision on it before, and this one as stored."""
    with library.workbook() as book:
        before = current(book.decisions.on(subject))
        return before, book.decisions.put(subject, verdict, note)


def replace(library: Library, *, old: Decision | None, new: Decision | None) -> None:
    """Put ``new`` in place of ``old``; where there is no new one, take the old one away."""
    with library.workbook() as book:
        if new is not None:
            book.decisions.restore(new)
        elif old is not None:
            book.decisions.remove(old)
