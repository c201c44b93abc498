"""Processes that end for want of memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lexdesk.system.memory_shortage import is_abort, wait_for_peak


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells no peak")
@pytest.mark.parametrize(
    ("end", "aborted"), [("os.abort()", True), ("os.kill(os.getpid(), 9)", False)]
)
def test_peak_of_ended_process(end: str, aborted: bool) -> None:
    code = f"import os, resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); a = b'1' * 200_000_000; {end}"
    process = subprocess.Popen([sys.executable, "-c", code])
    assert 200_000_000 < wait_for_peak(process) < 600_000_000
    assert is_abort(process) is aborted
    assert wait_for_peak(process) == 0
