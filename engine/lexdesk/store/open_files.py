"""The SQLite files that this process has open, which it must not open beside SQLite as well.

To close any descriptor of a file gives up all locks that the process holds on it (fcntl(2);
sqlite.org/howtocorrupt.html, 2.2). The next program that closes the library then takes itself for the
last one and removes the write-ahead log, and whoever still reads by that finds the library damaged.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from weakref import WeakKeyDictionary

_File = tuple[int, int]
"""Device and inode: a file has several names."""

_guard = threading.Lock()  # SQLite opens nothing between the opening and the closing in ``salt``
_open: WeakKeyDictionary[sqlite3.Connection, tuple[_File, bytes | None]] = WeakKeyDictionary()


def connect(sqlite: ModuleType, path: Path, salt: bytes | None) -> sqlite3.Connection:
    """A connection of the module ``sqlite`` to the file at ``path``: an encrypted one with ``salt``, or a plain one."""
    with _guard:
        connection: sqlite3.Connection = sqlite.connect(
            str(path), timeout=30, check_same_thread=False, factory=_referable(sqlite)
        )
        _open[connection] = (_file(path), salt)
    return connection


def salt(path: Path, read: Callable[[Path], bytes | None]) -> bytes | None:
    """The salt of the file at ``path``, ``None`` of a plain one: as it was opened, else as ``read`` finds it."""
    with _guard:
        wanted = _file(path)
        for connection, (file, known) in _open.items():
            if file == wanted and _is_open(connection):
                return known
        return read(path)


def is_at(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file of an open connection is the one at ``path``; not after another took its place."""
    try:
        return _open[connection][0] == _file(path)
    except FileNotFoundError:
        return False


def _file(path: Path) -> _File:
    found = path.stat()
    return found.st_dev, found.st_ino


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.total_changes  # noqa: B018 - asks nothing of the file
    except connection.ProgrammingError:
        return False
    return True


@cache
def _referable(sqlite: ModuleType) -> type[sqlite3.Connection]:
    """The module's connections, as a class whose objects take weak references; its own do not."""
    return type("Connection", (sqlite.Connection,), {})
