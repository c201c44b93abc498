"""Tests of returning memory after much work."""

import sys
import time
from pathlib import Path

import pytest

from lexdesk.system.native_memory import releasing_memory

_BLOCKS, _BYTES = 100_000, 1_000


@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of the process from /proc")
def test_memory_freed_after_much_work_goes_back_to_the_system() -> None:
    kept: list[bytes] = []

    def release() -> None:
        kept.clear()

    with releasing_memory(release):
        kept = [bytes(_BYTES) for _ in range(_BLOCKS)]
        ceiling = bytes(_BYTES)  # above the blocks, so that freeing these shrinks no heap
        most = _resident()
        began = time.process_time()
        while time.process_time() - began < 0.15:
            pass
    assert ceiling and _resident() < most - 0.8 * _BLOCKS * _BYTES


def test_little_work_releases_nothing() -> None:
    with releasing_memory(lambda: pytest.fail("released after little work")):
        pass


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4_096
