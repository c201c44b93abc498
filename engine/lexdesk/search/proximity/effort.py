"""Limits on the work for the connectors of one search, since a short query can require any amount."""

from __future__ import annotations

import time

from msgspec import Struct

MOST_PAIRS = 200_000
"""Pairs of matches compared in one stretch of text; of real queries, hundreds."""

SECONDS = 1.2  # per 100,000 passages, and at least; real queries take hundredths of that
_PASSAGES = 100_000


class TooMuchWork(Exception):  # noqa: N818
    """The connectors of a query fit so many places that they are not all verified."""


class Effort(Struct):
    """The processor time of this thread that is left to verify connectors among ``passages``, from the first check on."""

    passages: int
    # Most queries have no connector, and reading the clock gives up the core on a busy machine.
    _begun: float | None = None

    @property
    def seconds(self) -> float:
        """The time limit of a search."""
        return SECONDS * max(1.0, self.passages / _PASSAGES)

    def check(self) -> None:
        """Raise ``TooMuchWork`` where the time is used up."""
        now = time.thread_time()
        if self._begun is None:
            self._begun = now
        if now - self._begun > self.seconds:
            raise TooMuchWork
