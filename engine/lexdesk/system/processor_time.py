"""The processor time of another process: a busy machine makes all last longer, and uses up none of it."""

from __future__ import annotations

import sys
import time

_SCHEDULED = (
    2  # what a clock of a process counts: the time that it ran (clock_getcpuclockid(3), in Linux)
)


def processor_seconds(pid: int) -> float | None:
    """Return the seconds run by all threads of a process; ``None`` if it is gone or the system hides them."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~pid << 3 | _SCHEDULED)
    except OSError:
        return None
