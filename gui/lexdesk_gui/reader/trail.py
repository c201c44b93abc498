"""The places that were read in one tab, and which of them is read now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lexdesk.law.citation_labels import usual_citation
from lexdesk_gui.memory import Opened

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Kept
    from lexdesk.search.results.hits import Hit

_REMEMBERED = 100  # places to go back to


def opened(place: Kept | Hit) -> Opened:
    """``place`` as a tab keeps it."""
    return Opened(place.work, place.eid or "", place.language or "", usual_citation(place))


@dataclass(slots=True, eq=False)
class Trail:
    """Goes back and forth; ``at`` is the place that is read, -1 where there is none yet.

    With each place is the query whose words are marked there.
    """

    places: list[tuple[Kept, str]] = field(default_factory=list)
    at: int = -1

    @property
    def place(self) -> Kept | None:
        """The place that is read."""
        return self.places[self.at][0] if self.at >= 0 else None

    @property
    def query(self) -> str:
        """What is marked in it."""
        return self.places[self.at][1] if self.at >= 0 else ""

    def put(self, place: Kept, query: str = "") -> bool:
        """Go on to ``place``; whether it is another one than before."""
        if self.place == place:
            self.places[self.at] = (place, query)
            return False
        self.places = [*self.places[: self.at + 1], (place, query)][-_REMEMBERED:]
        self.at = len(self.places) - 1
        return True

    def can_go(self, by: int) -> bool:
        """Whether there is a place ``by`` steps on."""
        return 0 <= self.at + by < len(self.places)
