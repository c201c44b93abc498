"""The SQLite files that this process has open, which nothing but SQLite may open beside.

Locks belong to a process and a file, not to a descriptor: closing any other descriptor of the file lets
go of them all (sqlite.org/howtocorrupt.html, 2.2). The next program that closes the library then takes
itself for the last, and removes the write-ahead log with what is acknowledged in it from now on.
"""

from __future__ import annotations

import threading
import weakref
from pathlib import Path

_File = tuple[int, int]  # the device, and the number of the file there, whatever its name is now

GUARD = threading.RLock()
"""Held while a file is opened, by SQLite or otherwise, and until the latter has closed it."""

_open: weakref.WeakKeyDictionary[OpenFile, tuple[_File, bytes | None]] = weakref.WeakKeyDictionary()


class OpenFile:
    """What makes a class of connections known here until they are closed; named first among its bases."""

    def known(self, path: Path, salt: bytes | None) -> None:
        """Note the file at ``path``, which was just opened; ``salt`` is that of an encrypted one."""
        _open[self] = _file(path), salt

    def close(self) -> None:
        """Close the file."""
        with GUARD:
            super().close()  # type: ignore[misc]  # of the connection
            _open.pop(self, None)


def salts(path: Path) -> list[bytes | None]:
    """For each connection of this process to the file at ``path`` the salt, ``None`` of a plain one."""
    with GUARD:
        asked = _file(path)
        return [salt for file, salt in _open.values() if file == asked]


def is_at(connection: object, path: Path) -> bool:
    """Whether the file of an open connection is the one at ``path``; not after another took its place."""
    try:
        return isinstance(connection, OpenFile) and _open[connection][0] == _file(path)
    except FileNotFoundError:
        return False


def _file(path: Path) -> _File:
    told = path.stat()
    return told.st_dev, told.st_ino
