"""All annotations and saved searches of a library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Bookmark, SavedSearch


@dataclass(frozen=True, slots=True)
class News:
    """Changes since the last visit.

    ``counts`` holds new results by saved search, ``first`` the first of them; ``changed`` counts decisions with
    changed text. ``waiting`` counts unchecked saved searches and decisions.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    first: Mapping[str, Sequence[Bookmark]] = field(default_factory=dict)
    changed: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class SavedItems:
    """All annotations of a library; ``decisions`` counts decisions by verdict, ``news`` holds the changes found so far."""

    saved: Sequence[SavedSearch]
    tags: dict[str, int]
    collections: dict[str, int]
    notes: int
    decisions: dict[str, int]
    earlier: Sequence[str]
    news: News = field(default_factory=News)
