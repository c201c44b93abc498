"""The places visited in one tab."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lexdesk.law.citation_labels import usual_citation
from lexdesk_gui.preferences import StoredTab

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Bookmark
    from lexdesk.search.results.hits import Hit

_REMEMBERED = 100  # places to go back to


def as_stored_tab(place: Bookmark | Hit) -> StoredTab:
    """Return ``place`` in the form of a stored tab."""
    return StoredTab(place.work, place.eid or "", place.language or "", usual_citation(place))


@dataclass(slots=True, eq=False)
class Visits:
    """Visited places with back and forward navigation; ``at`` is the current index, or -1.

    Each place is stored with its highlighted query.
    """

    places: list[tuple[Bookmark, str]] = field(default_factory=list)
    at: int = -1

    @property
    def place(self) -> Bookmark | None:
        """Return the current place."""
        return self.places[self.at][0] if self.at >= 0 else None

    @property
    def query(self) -> str:
        """Return the query highlighted in the current place."""
        return self.places[self.at][1] if self.at >= 0 else ""

    def put(self, place: Bookmark, query: str = "") -> bool:
        """Append ``place`` and report whether it differs from the current one."""
        if self.place == place:
            self.places[self.at] = (place, query)
            return False
        self.places = [*self.places[: self.at + 1], (place, query)][-_REMEMBERED:]
        self.at = len(self.places) - 1
        return True

    def can_go(self, by: int) -> bool:
        """Report whether a place exists ``by`` steps away."""
        return 0 <= self.at + by < len(self.places)
