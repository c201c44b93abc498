"""All that a person keeps in a library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Kept, SavedSearch


@dataclass(frozen=True, slots=True)
class News:
    """What has come since: ``counts`` of what is new in saved searches, by their names, and the ``first`` of it;
    ``changed`` counts decisions on a text that is another now. ``waiting`` are the saved searches and decisions that were
    not looked at so far."""

    counts: Mapping[str, int] = field(default_factory=dict)
    first: Mapping[str, Sequence[Kept]] = field(default_factory=dict)
    changed: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class SavedItems:
    """All that a person keeps in a library; ``decisions`` counts those of each verdict, ``news`` tells what takes
    longer to find out, as far as it is known."""

    saved: Sequence[SavedSearch]
    tags: dict[str, int]
    collections: dict[str, int]
    notes: int
    decisions: dict[str, int]
    earlier: Sequence[str]
    news: News = field(default_factory=News)
