"""What the comparison asks the engine; done in its process, without Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexdesk.law.history import Comparison, History
    from lexdesk.library import Library


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


def difference(
    library: Library, *, work: str, eid: str | None, language: str | None, old: int, new: int
) -> Comparison:
    """The difference between two states, by their numbers. Raises ``NotFound``."""
    return library.compare(work, eid, old, new, language=language)
