"""Whether there is a file or a folder, as far as this program can tell.

``Path.exists`` and its kin raise where the system refuses the question: on a network drive that went away, in a folder
that may not be entered. Whoever asks here wants to go on without it.
"""

from __future__ import annotations

import stat
from pathlib import Path


def is_there(path: Path) -> bool:
    """Whether there is anything at ``path``."""
    return _mode(path) != 0


def is_file(path: Path) -> bool:
    """Whether there is a file at ``path``."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Whether there is a folder at ``path``."""
    return stat.S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (
        OSError,
        ValueError,
    ):  # the latter for a name that no system has, such as one with a zero byte
        return 0
