"""Existence and kind of paths, without exceptions.

``Path.exists`` and its kin raise on a lost network drive or in a forbidden folder; callers here treat both as
missing.
"""

import stat
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from lexdesk.system.network_places import may_touch

_PATIENCE = 1.0  # seconds
_looking_at: set[Path] = set()  # paths without an answer so far


def read_modes(paths: Iterable[Path]) -> dict[Path, int | None]:
    """Return the ``stat`` mode of each path: 0 for a missing one, ``None`` without an answer yet.

    A lost network drive may take a minute to answer. The call waits one second, and asks again only after the
    answer.
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
    """Return True if ``path`` exists."""
    return _mode(path) != 0


def is_file(path: Path) -> bool:
    """Return True if ``path`` is a file."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Return True if ``path`` is a folder."""
    return stat.S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode if may_touch(path) else 0
    except (OSError, ValueError):  # the second for an impossible name, as one with a zero byte
        return 0
