"""Whether there is a file or a folder, as far as this program can tell.

``Path.exists`` and its kin raise where the system refuses the question: on a network drive that went away, in a folder
that may not be entered. Whoever asks here wants to go on without it.
"""

from __future__ import annotations

import stat
import threading
import time
from collections.abc import Iterable
from pathlib import Path

_PATIENCE = 1.0  # seconds
_looking_at: set[Path] = set()  # what has not answered so far


def modes(paths: Iterable[Path]) -> dict[Path, int | None]:
    """The mode of each of ``paths``, as ``stat`` tells it: 0 where there is nothing, ``None`` without an answer so far.

    A network drive that went away may take a minute; it is waited for a second, and not asked again before it
    answered.
    """
    wanted, found = list(paths), dict[Path, int]()

    def look(path: Path) -> None:
        found[path] = _mode(path)
        _looking_at.discard(path)

    begun = [
        threading.Thread(target=look, args=(path,), daemon=True)
        for path in wanted
        if path not in _looking_at
    ]
    _looking_at.update(wanted)
    for thread in begun:
        thread.start()
    until = time.monotonic() + _PATIENCE
    for thread in begun:
        thread.join(max(0.0, until - time.monotonic()))
    return {path: found.get(path) for path in wanted}


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
