"""What the comparison asks the engine; done in its process, without Qt."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

_TOUCHED = 20  # passages that are told

if TYPE_CHECKING:
    from lexdesk.law.history import Comparison, History
    from lexdesk.library import Library
    from lexdesk.matching.neighbours import Match


def versions(
    library: Library, *, work: str, eid: str, language: str | None
) -> tuple[History, list[dict[str, Any]]]:
    """The states of a provision, and the provisions of its work. Raises ``NotFound``."""
    history = library.history(work, eid, language=language)
    return history, library.show(work, language=language).provisions


def changed(
    library: Library, *, work: str, language: str | None, old: str, new: str
) -> frozenset[str]:
    """The articles, sections and annexes that differ between the texts of two days. Raises ``NotFound``."""
    told = library.changed(work, old, new, language=language)
    return frozenset((*told.amended, *told.inserted, *told.removed, *told.renumbered.values()))


def touched(
    library: Library, *, work: str, eid: str, language: str | None, old: str, new: str
) -> list[Match]:
    """The passages of other documents that the change of one provision between two days touches. Raises ``NotFound``."""
    from lexdesk.matching.impact import impact

    article = eid.partition("__")[0]
    days = map(datetime.date.fromisoformat, (old, new))
    told = impact(library, work, *days, only=article, language=language, top=_TOUCHED)
    return [match for each in told.provisions for match in each.matches]


def difference(
    library: Library, *, work: str, eid: str | None, language: str | None, old: int, new: int
) -> Comparison:
    """The difference between two states, by their numbers. Raises ``NotFound``."""
    return library.compare(work, eid, old, new, language=language)
