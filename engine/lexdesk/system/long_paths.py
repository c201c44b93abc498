"""The length of paths that Windows finds."""

from __future__ import annotations

import sys
from functools import cache

_LONGEST_OF_FOLDERS = 247


@cache
def longest_path() -> int:
    """Return the characters of the longest path of a folder that the system lists.

    Windows calls files in longer ones missing, unless LongPathsEnabled is set:
    https://learn.microsoft.com/windows/win32/fileio/maximum-file-path-limitation
    """
    if sys.platform != "win32":
        return sys.maxsize
    import ctypes

    enabled = getattr(ctypes.CDLL("ntdll"), "RtlAreLongPathsEnabled", None)  # since version 1607
    is_enabled = enabled is not None and enabled() & 0xFF  # a BOOLEAN
    return sys.maxsize if is_enabled else _LONGEST_OF_FOLDERS
