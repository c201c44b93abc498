"""The choice of semantic index: the graph, or the compact index if the graph would not fit."""

import os
import sys
from functools import cache

from lexdesk.errors import LibraryError
from lexdesk.index.vector.graph import BYTES_PER_VECTOR
from lexdesk.system.extras import how_to_get
from lexdesk.system.native_runtime import load_cpp_runtime

_SHARE = 8  # of the machine's memory: the part that the graph may take


def explain_compact(passages: int, *, is_wanted: bool = False) -> str:
    """Return the reason for the compact index with this number of passages, as a clause; ``""`` for the graph.

    ``is_wanted`` is the library's setting.
    """
    if is_wanted:
        return "lexdesk rebuild --compact asked for it"
    size, memory = passages * BYTES_PER_VECTOR, read_total_memory()
    if memory and size > memory / _SHARE:
        return (
            f"a graph would take {size / 1e9:.1f} GB, more than an eighth of this machine's memory"
        )
    if not can_import():
        return f"the package hnswlib is missing or does not run here; {how_to_get('hnswlib')}"
    return ""


@cache
def can_import() -> bool:
    """Return True if hnswlib is installed and runs on this processor."""
    try:
        load_cpp_runtime()
        import hnswlib  # noqa: F401  # whether it runs here
    except (ImportError, LibraryError, OSError):
        return False
    return True


@cache
def read_total_memory() -> int:
    """Return the bytes of memory of this machine; 0 if unknown."""
    if sys.platform == "win32":
        return _memory_of_windows()
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 0


def _memory_of_windows() -> int:
    import ctypes

    installed = ctypes.c_ulonglong()  # in kilobytes
    ask = ctypes.windll.kernel32.GetPhysicallyInstalledSystemMemory  # type: ignore[attr-defined,unused-ignore]
    return int(installed.value) * 1024 if ask(ctypes.byref(installed)) else 0
