"""All that a person keeps in a library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk.work.workbook import Kept, SavedSearch


@dataclass(frozen=True, slots=True)
class Shelf:
    """All that a person keeps in a library; ``news`` counts what is new in each saved search, ``new`` has the
    first of it, ``decisions`` those of each verdict and, as ``changed``, those on a text that is another now."""

    saved: Sequence[SavedSearch]
    news: dict[str, int]
    tags: dict[str, int]
    collections: dict[str, int]
    notes: int
    decisions: dict[str, int]
    earlier: Sequence[str]
    new: Mapping[str, Sequence[Kept]] = field(default_factory=dict)
