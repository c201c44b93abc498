"""The SQLite files open in this process, protected from a second descriptor.

Closing any descriptor of a file releases all locks of the process on it (fcntl(2);
sqlite.org/howtocorrupt.html, 2.2). The next program to close the library then takes itself for the last one
and removes the write-ahead log, so readers of that log find the library damaged.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

from lexdesk.errors import LibraryCode, UnsafeFile
from lexdesk.storage import page_checksums
from lexdesk.system.read_only import is_full, is_read_only, log_of, make_reading_uri, read_size
from lexdesk.system.regular_files import is_regular, open_regular, require_dense_unopened

_File = tuple[int, int]
"""Device and inode: a file has several names."""


class _OpenFile(NamedTuple):
    """A connection's file, its salt if encrypted, its access, and its state if others may write to it unseen."""

    file: _File
    salt: bytes | None
    only_read: bool
    as_read: _State | None


class _State(NamedTuple):
    """The size and modification time (nanoseconds since 1970) of a file, and those of its log."""

    bytes: int
    modified: int
    log: tuple[int, int] | None


_INDEX = 1 << 15  # bytes of the index of a log
_LOG_SUFFIXES = ("-wal", "-shm", "-journal")
_JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal that names a super-journal (``readSuperJournal`` in SQLite's pager.c).

A rollback deletes the super-journal, wherever it is. The journal of a transaction on one file names none.
"""

_PAUSES = (0.02,) * 50 + (0.1,) * 10
"""Seconds; a program that backs up may link a file for a moment."""

_guard = threading.Lock()  # keeps SQLite from opening files while ``read_salt`` reads one
_open: WeakKeyDictionary[sqlite3.Connection, _OpenFile] = WeakKeyDictionary()


def connect(sqlite: ModuleType, path: Path, salt: bytes | None) -> sqlite3.Connection:
    """Connect with the module ``sqlite`` to the file at ``path``, encrypted if ``salt`` is given.

    In a read-only folder the connection is read-only too. Raises ``LibraryError`` if such a file cannot be
    read in place, and ``UnsafeFile`` if the file or its log is a link or not regular, or keeps another name.
    """
    with _guard:
        require_own_files(path)
        only_read = path.exists() and is_read_only(path.parent)  # a new file is to be written
        if not only_read:  # with another name it may be another library's, too
            _require_one_name(path)
        is_unseen = only_read and not (_has_index(path) and is_full(path.parent))
        as_read = _state(path) if is_unseen else None
        place = make_reading_uri(path) if is_unseen else path
        connection = _open_checksummed(place) if sqlite is sqlite3 else _plain(sqlite, place)
        if is_unseen:  # keeps the index of the log in memory
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        _open[connection] = _OpenFile(_file(path), salt, only_read, as_read)
    return connection


def _open_checksummed(place: str | Path) -> sqlite3.Connection:
    """Return a connection that verifies pages, with the methods of one of ``sqlite3``."""
    return cast(sqlite3.Connection, page_checksums.connect(place))


def _plain(sqlite: ModuleType, place: str | Path) -> sqlite3.Connection:
    connection: sqlite3.Connection = sqlite.connect(
        str(place),
        timeout=30,
        isolation_level=None,
        check_same_thread=False,
        factory=_referable(sqlite),
        uri=isinstance(place, str),
    )
    return connection


def _has_index(path: Path) -> bool:
    """Return whether the log has an index, as while others have the file open; it then needs no more space."""
    return read_size(path.with_name(f"{path.name}-shm")) >= _INDEX


def require_own_files(path: Path) -> None:
    """Raise ``UnsafeFile`` if SQLite would follow ``path``, or a log next to it, to another file."""
    logs = [path.with_name(f"{path.name}{suffix}") for suffix in _LOG_SUFFIXES]
    for database_file in (path, *logs):
        is_there = is_regular(database_file)
        require_dense_unopened(database_file)
        if is_there and database_file in logs:
            _require_one_name(database_file)
    journal = path.with_name(f"{path.name}-journal")
    with contextlib.suppress(FileNotFoundError), open_regular(journal) as file:
        file.seek(max(file.seek(0, os.SEEK_END) - len(_JOURNAL), 0))
        if file.read() == _JOURNAL:
            raise UnsafeFile(LibraryCode.JOURNAL_NAMES_FILE, journal=journal)


def _require_one_name(path: Path) -> None:
    """Raise ``UnsafeFile`` if a file that SQLite changes keeps another name (a hard link), as one that is backed up may not."""
    for pause in _PAUSES:
        if not _has_another_name(path):
            return
        time.sleep(pause)
    raise UnsafeFile(LibraryCode.HAS_ANOTHER_NAME, path=path)


def _has_another_name(path: Path) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return path.lstat().st_nlink > 1
    return False


def is_only_read(connection: sqlite3.Connection) -> bool:
    """Return whether an open connection is read-only."""
    return _open[connection].only_read


def read_salt(path: Path, read: Callable[[Path], bytes | None]) -> bytes | None:
    """Return the salt of the file at ``path``, ``None`` for a plain one: as it was opened, else by ``read``."""
    with _guard:
        is_regular(path)
        wanted = _file(path)
        for connection, opened in _open.items():
            if opened.file == wanted and _is_open(connection):
                return opened.salt
        return read(path)


def is_at(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether a connection's file is still the one at ``path``.

    False too for a read-only file changed by others, since SQLite does not look for such changes.
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
    """Return a subclass of the module's connection with support for weak references."""
    return type("Connection", (sqlite.Connection,), {})
