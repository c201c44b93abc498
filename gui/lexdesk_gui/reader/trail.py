"""The places that were read in one tab, and which of them is read now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lexdesk.work.workbook import Kept

_REMEMBERED = 100  # places to go back to


class Opened(NamedTuple):
    """What a tab shows, as it is kept for the next start."""

    work: str
    eid: str
    language: str
    citation: str


@dataclass(slots=True, eq=False)
class Trail:
    """Goes back and forth; ``at`` is the place that is read, -1 where there is none yet."""

    places: list[Kept] = field(default_factory=list)
    at: int = -1

    @property
    def place(self) -> Kept | None:
        """The place that is read."""
        return self.places[self.at] if self.at >= 0 else None

    def put(self, place: Kept) -> bool:
        """Go on to ``place``; whether it is another one than before."""
        if self.place == place:
            return False
        self.places = [*self.places[: self.at + 1], place][-_REMEMBERED:]
        self.at = len(self.places) - 1
        return True

    def can_go(self, by: int) -> bool:
        """Whether there is a place ``by`` steps on."""
        return 0 <= self.at + by < len(self.places)
