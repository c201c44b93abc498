"""Errors of Python and the libraries for a lack of memory, and deaths of processes from it."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.errors import LibraryCode, NotEnoughMemory

if TYPE_CHECKING:
    import subprocess

_SIGNS = (
    "bad_alloc",  # of C++, as in onnxruntime and tokenizers
    "bad allocation",
    "ailed to allocate memory",
    "annot allocate memory",
    "failed to map segment from shared object",
    "can't start new thread",
    "allocating memory failed",
)
"""Texts of the libraries' errors, of any class."""
SHORTAGE_EXIT = 77
"""The exit code of a process that ``end_before`` ended."""
_LOOK_EVERY = 0.02  # seconds; native code takes some 10 MB in that time
_DATA = 5  # the column of the data segment, in pages, in /proc/PID/statm (proc(5))


def find_shortage(error: BaseException) -> NotEnoughMemory | None:
    """Return the error to raise if ``error``, or its cause, reports a lack of memory; else ``None``."""
    seen: BaseException | None = error
    while seen is not None:
        if _is_shortage(seen):
            return NotEnoughMemory(LibraryCode.MEMORY)
        seen = seen.__cause__ or seen.__context__
    return None


def _is_shortage(error: BaseException) -> bool:
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return True
    return any(sign in str(error) for sign in _SIGNS)


def end_before(limit: int) -> None:
    """End this process with ``SHORTAGE_EXIT`` before its data segment has ``limit`` bytes, on Linux.

    Native code without memory ends its process by signals that look like crashes. One step beyond the limit is left
    to ``RLIMIT_DATA``.
    """
    if sys.platform != "linux":
        return
    size = os.sysconf("SC_PAGE_SIZE")

    def watch(statm: int) -> None:
        while int(os.pread(statm, 200, 0).split()[_DATA]) * size < limit:
            time.sleep(_LOOK_EVERY)
        os._exit(SHORTAGE_EXIT)

    with contextlib.suppress(OSError):
        statm = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
        threading.Thread(target=watch, args=(statm,), name="lexdesk-memory", daemon=True).start()


def kill_for_peak(process: subprocess.Popen[bytes]) -> int:
    """Kill a process, wait for it, and return the most bytes of memory that it had; 0 where the system does not report it.

    ``Popen.kill`` would lose the peak of one that died by itself. On Linux a process begins with the peak of the one
    that started it, so that only a higher one is its own.
    """
    if sys.platform != "win32" and process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except ChildProcessError:  # waited for in another thread
            process.wait()
            return 0
        process.returncode = os.waitstatus_to_exitcode(status)
        peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return peak if peak > _peak_of_this_process() else 0
    process.kill()
    process.wait()
    return 0


def _peak_of_this_process() -> int:
    """Return the peak memory of this program in bytes, without that inherited from its starter; 0 outside Linux."""
    if sys.platform != "linux":
        return 0
    (line,) = (
        row for row in Path("/proc/self/status").read_text("utf-8").splitlines() if "VmHWM" in row
    )
    return int(line.split()[1]) * 1024


def is_abort(process: subprocess.Popen[bytes]) -> bool:
    """Return True for a process that ended itself, as native code does without memory: SIGILL, SIGTRAP, SIGABRT."""
    return process.returncode in (-4, -5, -6)


def was_ended_early(process: subprocess.Popen[bytes]) -> bool:
    """Return True for a process that ``end_before`` ended."""
    return process.returncode == SHORTAGE_EXIT
