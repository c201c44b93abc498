"""The processor time of another process, which, unlike elapsed time, a busy machine does not lengthen."""

from __future__ import annotations

import sys
import time

# Kind of a CPU clock: the time that a process ran (CPUCLOCK_SCHED, clock_getcpuclockid(3)).
_SCHEDULED = 2


def processor_seconds(pid: int) -> float | None:
    """Return the seconds run by all threads of a process; ``None`` if it is gone or the system hides them."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~pid << 3 | _SCHEDULED)
    except OSError:
        return None
