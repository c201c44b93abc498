"""Requests of the comparison to the engine, executed in its process without Qt."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lexdesk.errors import NotFound

LISTED = 20  # displayed passages

if TYPE_CHECKING:
    from lexdesk.compliance.match import Match
    from lexdesk.document.model import StatusName
    from lexdesk.law.history import History
    from lexdesk.law.state_comparison import Comparison
    from lexdesk.library.library import Library


@dataclass(frozen=True, slots=True)
class Force:
    """The legal status of a provision on ``day`` (``None`` for today), and its known date of application (ISO)."""

    day: datetime.date | None = None
    status: StatusName | None = None
    applies_from: str | None = None


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of a provision and facts about its work.

    ``act`` is the citation of the work, ``known`` the number of its versions in the library,
    ``in_force_from`` its entry into force (ISO).
    """

    history: History
    provisions: list[dict[str, Any]]
    heading: str
    title: str
    act: str
    known: int
    in_force_from: str | None
    force: Force


def list_versions(
    library: Library, *, work: str, eid: str, language: str | None, day: datetime.date | None
) -> Versions:
    """Return the versions of a provision and its status on ``day``. Raise ``NotFound``."""
    history = library.law.history(work, eid, language=language)
    whole = library.law.show(history.work, language=language)
    return Versions(
        history=history,
        provisions=whole.provisions,
        heading=library.law.show(history.work, eid, language=language).heading,
        title=whole.title,
        act=whole.citation,
        known=_known(library, history),
        in_force_from=whole.in_force_from,
        force=find_force(library, work=history.work, eid=eid, language=language, day=day),
    )


def find_force(
    library: Library, *, work: str, eid: str | None, language: str | None, day: datetime.date | None
) -> Force:
    """Return the status of the provision on ``day`` (``None`` for today), empty without a text of that day."""
    try:
        shown = library.law.show(work, eid, language=language, as_of=day)
    except NotFound:
        return Force(day)
    return Force(day, shown.status, shown.applies_from)


def _known(library: Library, history: History) -> int:
    from lexdesk.law.versions import build_versions

    held = library.search.retriever("keyword").store.law.expressions_of(history.work)
    return len(build_versions(text for text in held if text.language == history.language))


def list_changed_provisions(
    library: Library, *, work: str, language: str | None, old: str, new: str
) -> frozenset[str]:
    """Return the articles, sections and annexes with different texts on two days. Raise ``NotFound``."""
    changes = library.law.changed_provisions(work, old, new, language=language)
    return frozenset(
        (*changes.amended, *changes.inserted, *changes.removed, *changes.renumbered.values())
    )


def find_affected_passages(
    library: Library, *, work: str, eid: str, language: str | None, old: str, new: str
) -> list[Match]:
    """Return passages of other documents affected by the change of a provision between two days.

    At most ``LISTED`` + 1 passages. Raise ``NotFound``.
    """
    from lexdesk.compliance.impact import compute_impact

    article = eid.partition("__")[0]
    days = map(datetime.date.fromisoformat, (old, new))
    affected = compute_impact(library, work, *days, only=article, language=language, top=LISTED + 1)
    return [match for provision in affected.provisions for match in provision.matches]


def compute_difference(
    library: Library, *, work: str, eid: str | None, language: str | None, old: int, new: int
) -> Comparison:
    """Return the difference between two versions by number. Raise ``NotFound``."""
    return library.law.compare(work, eid, old, new, language=language)
