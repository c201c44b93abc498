"""Options of one search, passed unchanged from the caller to the pipeline."""

import datetime
from typing import Literal, get_args

from msgspec import Struct

from lexdesk.errors import LexdeskError, QueryCode
from lexdesk.query.dates import Day, read_day

Mode = Literal["keyword", "semantic", "hybrid"]
MODES: tuple[Mode, ...] = get_args(Mode)


class SearchOptions(Struct, frozen=True):
    """Options of one search.

    ``mode`` selects keyword search, semantic search or both; ``top`` limits the number of hits; ``plain`` reads
    the query as text without operators; ``as_of`` selects the versions of that day (today by default);
    ``rerank`` re-ranks the top hits.
    """

    mode: Mode = "hybrid"
    top: int = 10
    plain: bool = False
    as_of: Day | None = None
    rerank: bool = False

    def __post_init__(self) -> None:
        require_mode(self.mode)

    @property
    def day(self) -> datetime.date:
        """Return the day of ``as_of``; raise ``ImpossibleDate`` for a day that does not exist."""
        return read_day(self.as_of) if self.as_of else datetime.date.today()


def require_mode(mode: str) -> None:
    """Raise ``LexdeskError`` for an unknown mode."""
    if mode not in MODES:
        raise LexdeskError(QueryCode.MODE_UNKNOWN, mode=mode, known=", ".join(MODES))
