"""What the comparison asks the engine; done in its process, without Qt."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lexdesk.errors import NotFound

LISTED = 20  # passages that are told

if TYPE_CHECKING:
    from lexdesk.compliance.neighbours import Match
    from lexdesk.law.history import Comparison, History
    from lexdesk.library.library import Library


@dataclass(frozen=True, slots=True)
class Force:
    """What a provision is on ``day``, today where ``None``: the name of its status, and the day (ISO) from which it
    applies, where either is told."""

    day: datetime.date | None = None
    status: str | None = None
    applies_from: str | None = None


@dataclass(frozen=True, slots=True)
class Versions:
    """The states of a provision, with what is known of it and its work.

    ``act`` is how the work is cited, ``known`` how many versions of it the library has, ``in_force_from`` the day (ISO)
    from which it is law.
    """

    history: History
    provisions: list[dict[str, Any]]
    heading: str
    title: str
    act: str
    known: int
    in_force_from: str | None
    force: Force


def versions(
    library: Library, *, work: str, eid: str, language: str | None, day: datetime.date | None
) -> Versions:
    """The states of a provision, and what is known of it on ``day``. Raises ``NotFound``."""
    history = library.history(work, eid, language=language)
    whole = library.show(history.work, language=language)
    return Versions(
        history=history,
        provisions=whole.provisions,
        heading=library.show(history.work, eid, language=language).heading,
        title=whole.title,
        act=whole.citation,
        known=_known(library, history),
        in_force_from=whole.in_force_from,
        force=force(library, work=history.work, eid=eid, language=language, day=day),
    )


def force(
    library: Library, *, work: str, eid: str | None, language: str | None, day: datetime.date | None
) -> Force:
    """What the provision is on ``day``, today where ``None``; nothing where it has no text of it."""
    try:
        shown = library.show(work, eid, language=language, as_of=day)
    except NotFound:
        return Force(day)
    return Force(day, shown.status, shown.applies_from)


def _known(library: Library, history: History) -> int:
    from lexdesk.law.versions import build_versions

    held = library.retriever("keyword").store.expressions_of(history.work)
    return len(build_versions(each for each in held if each.language == history.language))


def changed(
    library: Library, *, work: str, language: str | None, old: str, new: str
) -> frozenset[str]:
    """The articles, sections and annexes that differ between the texts of two days. Raises ``NotFound``."""
    told = library.changed(work, old, new, language=language)
    return frozenset((*told.amended, *told.inserted, *told.removed, *told.renumbered.values()))


def touched(
    library: Library, *, work: str, eid: str, language: str | None, old: str, new: str
) -> list[Match]:
    """The passages of other documents that the change of one provision between two days touches, one more than are ``LISTED``
    where there are more. Raises ``NotFound``."""
    from lexdesk.compliance.impact import impact

    article = eid.partition("__")[0]
    days = map(datetime.date.fromisoformat, (old, new))
    told = impact(library, work, *days, only=article, language=language, top=LISTED + 1)
    return [match for each in told.provisions for match in each.matches]


def difference(
    library: Library, *, work: str, eid: str | None, language: str | None, old: int, new: int
) -> Comparison:
    """The difference between two states, by their numbers. Raises ``NotFound``."""
    return library.compare(work, eid, old, new, language=language)
