"""A time limit for a process at work, by its processor time if the system reports it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from lexdesk.system.cores import measure_processor_seconds

_LEAST_WAIT = 0.1  # seconds between two checks of a waiting process


class TimeLimit(NamedTuple):
    """Time limits of a document: ``seconds`` of processor time, ``elapsed`` including waiting.

    On systems without processor times of other processes, ``seconds`` are elapsed ones.
    """

    seconds: float
    elapsed: float

    def times(self, factor: int) -> TimeLimit:
        """Return the limits multiplied by ``factor``."""
        return TimeLimit(factor * self.seconds, factor * self.elapsed)


class Deadline:
    """A timer calling ``end`` after a process exceeds its ``limit``, unless cancelled.

    The argument of ``end`` is true if the process was mostly waiting.
    """

    def __init__(self, pid: int, limit: TimeLimit, end: Callable[[bool], None]):
        self._pid, self._limit, self._end = pid, limit, end
        self._begun, self._used = time.monotonic(), measure_processor_seconds(pid)
        self._cancelled = False
        self._lock = threading.Lock()
        self._wait(limit.seconds)

    def cancel(self) -> None:
        """Cancel the deadline if it has not passed."""
        with self._lock:
            self._cancelled = True
            self._timer.cancel()

    def _wait(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._look)
        self._timer.daemon = True
        self._timer.start()

    def _look(self) -> None:
        with self._lock:
            if self._cancelled:
                return
            elapsed = time.monotonic() - self._begun
            used = measure_processor_seconds(self._pid)
            spent = elapsed if used is None or self._used is None else used - self._used
            left = min(self._limit.seconds - spent, self._limit.elapsed - elapsed)
            if left <= 0:
                self._end(spent < self._limit.seconds)
            else:
                self._wait(max(left, _LEAST_WAIT))
