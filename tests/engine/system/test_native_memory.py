"""Tests of returning memory after much work."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from lexdesk import Document, Library
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


_SEARCH = """
import sys
from lexdesk import Library
from lexdesk.system import native_memory
native_memory._LONG = -1
with Library.open(sys.argv[1]) as library:
    print(len(library.search("lease", mode="keyword").hits), "numpy" in sys.modules)
"""


def test_keyword_search_loads_no_model_to_release_its_memory(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([Document("A lease.", "Lease", work="lease")], vectors=False)
    command = [sys.executable, "-c", _SEARCH, str(tmp_path / "library")]
    assert subprocess.check_output(command, text=True).split() == ["1", "False"]


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4_096
