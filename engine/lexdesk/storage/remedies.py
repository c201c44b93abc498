"""What keeps the machine from using a file of SQLite that is no damage, and what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

from lexdesk.system.read_only import is_full, is_read_only

_REMEDIES = {
    "full": "free some space on its disk",
    "readonly": "see that its folder can be written",
    "locked": "wait for the other program that uses it",
    "open database": "see that its folder can be read and written",
    "I/O": "see whether its disk is there and sound",
}
"""Signs of such an error, in what SQLite says, and what to do."""
_LOG = 1 << 20
"""Bytes that SQLite's log and the index of it take at least while a library is open."""


def remedy_for(said: str, path: Path) -> str | None:
    """What to do about an error that SQLite ``said`` of the file; ``None`` where it is none of the machine."""
    for sign, remedy in _REMEDIES.items():
        if sign in said:
            return _obstacle(path.parent) or remedy
    return None


def _obstacle(folder: Path) -> str:
    """What stands in the way of any use, whatever SQLite says of it, and what to do."""
    if (
        is_full(folder) or shutil.disk_usage(folder).free < _LOG
    ):  # without room SQLite says "disk I/O error"
        return "its disk is full, so free some space on it"
    if is_read_only(folder):  # by now: SQLite keeps its log there, to read as well
        return "its folder cannot be written, so open the library anew, to read it alone"
    return ""
