"""The SQLite files that this process has open, which it must not open beside SQLite as well.

To close any descriptor of a file gives up all locks that the process holds on it (fcntl(2);
sqlite.org/howtocorrupt.html, 2.2). The next program that closes the library then takes itself for the
last one and removes the write-ahead log, and whoever still reads by that finds the library damaged.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple
from weakref import WeakKeyDictionary

from lexdesk.errors import LibraryCode, UnsafeFile
from lexdesk.system.read_only import address, is_full, is_read_only, log_of
from lexdesk.system.regular_files import is_regular, open_regular

_File = tuple[int, int]
"""Device and inode: a file has several names."""


class _Opened(NamedTuple):
    """A file of a connection, the salt of an encrypted one, whether it can only be read; and how it was then where others
    may write to it unseen."""

    file: _File
    salt: bytes | None
    only_read: bool
    as_read: _State | None


class _State(NamedTuple):
    """What shows that a file was written to: its size and its time, in nanoseconds since 1970, and those of its log."""

    bytes: int
    modified: int
    log: tuple[int, int] | None


_INDEX = 1 << 15  # bytes of the index of a log
_BESIDE = ("-wal", "-shm", "-journal")
_JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal that names a super-journal (``readSuperJournal`` in SQLite's pager.c), which is deleted after a
rollback, wherever it is. That of a transaction on one file has none."""

_guard = threading.Lock()  # SQLite opens nothing between the opening and the closing in ``salt``
_open: WeakKeyDictionary[sqlite3.Connection, _Opened] = WeakKeyDictionary()


def connect(sqlite: ModuleType, path: Path, salt: bytes | None) -> sqlite3.Connection:
    """A connection of the module ``sqlite`` to the file at ``path``: an encrypted one with ``salt``, or a plain one.

    Where its folder cannot be written, nor can the file by that connection. Raises ``LibraryError`` where such a
    file cannot be read as it lies there, and ``UnsafeFile`` where it or a log of it is a link or the like.
    """
    with _guard:
        _require_own_files(path)
        only_read = path.exists() and is_read_only(path.parent)  # a new file is to be written
        is_unseen = only_read and not (_has_index(path) and is_full(path.parent))
        as_read = _state(path) if is_unseen else None
        connection: sqlite3.Connection = sqlite.connect(
            address(path) if is_unseen else str(path),
            timeout=30,
            check_same_thread=False,
            factory=_referable(sqlite),
            uri=is_unseen,
        )
        if is_unseen:  # the index of the log, where there is one, is in memory then
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        _open[connection] = _Opened(_file(path), salt, only_read, as_read)
    return connection


def _has_index(path: Path) -> bool:
    """Whether the index of the log is there, as while others have the file open: it takes no more room then."""
    index = path.with_name(f"{path.name}-shm")
    return index.exists() and index.stat().st_size >= _INDEX


def _require_own_files(path: Path) -> None:
    """Raise ``UnsafeFile`` where SQLite would follow ``path``, or a log beside it, to another file."""
    is_regular(path)
    for suffix in _BESIDE:
        is_regular(path.with_name(f"{path.name}{suffix}"))
    journal = path.with_name(f"{path.name}-journal")
    with contextlib.suppress(FileNotFoundError), open_regular(journal) as file:
        file.seek(max(file.seek(0, os.SEEK_END) - len(_JOURNAL), 0))
        if file.read() == _JOURNAL:
            raise UnsafeFile(LibraryCode.JOURNAL_NAMES_FILE, journal=journal)


def is_only_read(connection: sqlite3.Connection) -> bool:
    """Whether the file of an open connection cannot be written."""
    return _open[connection].only_read


def salt(path: Path, read: Callable[[Path], bytes | None]) -> bytes | None:
    """The salt of the file at ``path``, ``None`` of a plain one: as it was opened, else as ``read`` finds it."""
    with _guard:
        is_regular(path)
        wanted = _file(path)
        for connection, opened in _open.items():
            if opened.file == wanted and _is_open(connection):
                return opened.salt
        return read(path)


def is_at(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file of an open connection is the one at ``path``; not after another took its place.

    Nor after others wrote to one that can only be read here: SQLite looks for no changes of that.
    """
    opened = _open[connection]
    try:
        is_as_read = opened.as_read is None or opened.as_read == _state(path)
        return opened.file == _file(path) and is_as_read
    except FileNotFoundError:
        return False


def _state(path: Path) -> _State:
    found, log = path.stat(), log_of(path)
    of_log = log.stat() if log else None
    return _State(
        found.st_size, found.st_mtime_ns, (of_log.st_size, of_log.st_mtime_ns) if of_log else None
    )


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
