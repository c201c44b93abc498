"""A filter for log lines under the control of clients: each kind once a minute at most."""

from __future__ import annotations

import logging
import time

_SECONDS = 60.0
_MOST_KINDS = 1_000
NAMES = ("uvicorn.error", "asyncio", "lexdesk.service")


class LogThrottle(logging.Filter):
    """A filter of one record of each kind a minute, with a count of the suppressed ones.

    The kind is the text of the message without its arguments, and the class of the exception.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write ``record``."""
        error = record.exc_info[0] if record.exc_info else None
        kind = (record.name, record.msg, error)
        now = time.monotonic()
        last, held = self._seen.get(kind, (-_SECONDS, 0))
        if now - last < _SECONDS:
            self._seen[kind] = (last, held + 1)
            return False
        if len(self._seen) >= _MOST_KINDS:
            self._seen.clear()
        self._seen[kind] = (now, 0)
        if held:
            record.msg = f"{record.msg} ({held} more in the minute before)"
        return True


def throttle_logs() -> None:
    """Hold back repeated lines of the service, of uvicorn and of asyncio, in this process."""
    for name in NAMES:
        logger = logging.getLogger(name)
        if not any(isinstance(log_filter, LogThrottle) for log_filter in logger.filters):
            logger.addFilter(LogThrottle())
