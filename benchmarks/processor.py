"""Processor time of programs from Linux's ``/proc``, less disturbed by other jobs than the clock."""

import os
import resource
from pathlib import Path

from benchmarks.memory import family

_TICKS = os.sysconf("SC_CLK_TCK")


def used_below(process: int) -> float:
    """Return the core seconds of ``process`` and its descendants, including ended ones."""
    return sum(map(_used_by, family(process)))


def used_by_ended() -> float:
    """Return the core seconds of all programs that this one started and waited for, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def used_by_all() -> float:
    """Return the core seconds of all programs of the machine."""
    user, nice, system = Path("/proc/stat").read_text().splitlines()[0].split()[1:4]
    return (int(user) + int(nice) + int(system)) / _TICKS


def _used_by(process: int) -> float:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:  # it has ended
        return 0
    after_name = status.rpartition(")")[2].split()
    times = after_name[11:15]  # utime, stime, and both of children waited for
    return sum(map(int, times)) / _TICKS
