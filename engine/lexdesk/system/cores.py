"""The available processors, their number and model, and the time that a process ran on them.

Unlike elapsed time, a busy machine does not lengthen it.
"""

import contextlib
import os
import platform
import sys
import time
from pathlib import Path

# Kind of a CPU clock: the time that a process ran (CPUCLOCK_SCHED, clock_getcpuclockid(3)).
_SCHEDULED = 2


def count_cores() -> int:
    """Return the number of processors available to this process, possibly fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def find_processor() -> str:
    """Return the model name of this machine's processor."""
    with contextlib.suppress(OSError), Path("/proc/cpuinfo").open(encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def measure_processor_seconds(pid: int) -> float | None:
    """Return the seconds run by all threads of a process; ``None`` if it is gone or the system hides them."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~pid << 3 | _SCHEDULED)
    except OSError:
        return None
