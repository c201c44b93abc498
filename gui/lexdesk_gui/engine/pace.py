"""How often long work tells how far it is, and how a person ends it."""

from __future__ import annotations

import time

_SECONDS_BETWEEN_NEWS = 0.1  # a person reads no faster, and each item costs the interface a redraw


class StoppedByUser(Exception):  # noqa: N818 - what a person asked for is no error
    """Raised inside the work that a person stopped."""


class Pace:
    """Says which progress is worth telling: not more often than a person reads, and always the last."""

    def __init__(self) -> None:
        self._told_at = 0.0

    def is_due(self, done: int, total: int) -> bool:
        """Whether to tell now that ``done`` of ``total`` are done; it is then taken as told."""
        now = time.monotonic()
        if done != total and now - self._told_at < _SECONDS_BETWEEN_NEWS:
            return False
        self._told_at = now
        return True
