"""Processes that end for lack of memory."""

import subprocess
import sys

import pytest

from lexdesk.system.memory_shortage import SHORTAGE_EXIT

PARENT = """
import os, subprocess, sys
from lexdesk.system.memory_shortage import is_abort, kill_for_peak
{before}
process = subprocess.Popen([sys.executable, "-c", sys.argv[1]])
os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
peak = kill_for_peak(process)
print(peak, is_abort(process), kill_for_peak(process))
"""
CHILD = "import os, resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); a = b'1' * 200_000_000; "
ABORT, KILL = "os.abort()", "os.kill(os.getpid(), 9)"


def _ended(end: str, before: str = "") -> tuple[int, bool, int]:
    """Return the peak of an ended process, whether it aborted, and the peak when asked again."""
    command = [sys.executable, "-c", PARENT.format(before=before), CHILD + end]
    peak, aborted, again = subprocess.check_output(command, text=True).split()
    return int(peak), aborted == "True", int(again)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells no peak")
@pytest.mark.parametrize(("end", "aborts"), [(ABORT, True), (KILL, False)])
def test_peak_of_ended_process(end: str, aborts: bool) -> None:
    peak, aborted, again = _ended(end)
    assert 200_000_000 < peak < 600_000_000
    assert (aborted, again) == (aborts, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells no peak")
def test_peak_of_parent_is_not_that_of_its_child() -> None:
    assert _ended(ABORT, before="held = b'1' * 400_000_000") == (0, True, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the data segment")
@pytest.mark.parametrize("limit", [100_000_000, 1_000_000_000])
def test_growing_process_ends_before_its_limit(limit: int) -> None:
    growing = "a = []\nwhile len(a) < 300: a.append(b'1' * 2**20); time.sleep(0.001)"
    code = f"import time\nfrom lexdesk.system.memory_shortage import end_before\nend_before({limit})\n{growing}"
    ended = subprocess.run([sys.executable, "-c", code], check=False)
    assert ended.returncode == (SHORTAGE_EXIT if limit < 300_000_000 else 0)
