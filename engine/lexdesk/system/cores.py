"""The available processors: their number and model."""

from __future__ import annotations

import contextlib
import os
import platform
from pathlib import Path


def cores() -> int:
    """Return the number of processors available to this process, possibly fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processor() -> str:
    """Return the model name of this machine's processor."""
    with contextlib.suppress(OSError), Path("/proc/cpuinfo").open(encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
