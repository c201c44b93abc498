"""Plain SQLite files with a checksum on each page, verified whenever SQLite reads one from the disk.

The checksum is that of SQLite's extension ``cksumvfs`` (sqlite.org/cksumvfs.html): the last eight bytes of each page of
a file that reserves them. Python's ``sqlite3`` loads no extension on many systems, so these files go through apsw; its
connections behave here like those of ``sqlite3``, errors included. SQLCipher authenticates the pages of encrypted files.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote_from_bytes

import apsw

from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.system.read_only import log_of
from lexdesk.system.regular_files import require_dense_unopened

PAGE_CHANGED = apsw.SQLITE_IOERR_DATA
"""The result code of SQLite for a page that differs from its checksum."""

_VFS = "cksmvfs"
_TIMEOUT = 30_000  # milliseconds
_RESERVED = 8  # bytes at the end of each page
_SUFFIXES = {"win32": ".dll", "darwin": ".dylib"}
_OPENING = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
_FILE = [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0]
_MAGIC = b"SQLite format 3\0"
_TRIES, PAUSE = 5, 0.2  # a page that is being written may be read torn

_CLASSES: Mapping[int, type[sqlite3.Error]] = {
    **dict.fromkeys(
        (apsw.SQLITE_ERROR, apsw.SQLITE_PERM, apsw.SQLITE_ABORT, apsw.SQLITE_BUSY, apsw.SQLITE_LOCKED,
         apsw.SQLITE_READONLY, apsw.SQLITE_INTERRUPT, apsw.SQLITE_IOERR, apsw.SQLITE_FULL, apsw.SQLITE_CANTOPEN,
         apsw.SQLITE_PROTOCOL, apsw.SQLITE_EMPTY, apsw.SQLITE_SCHEMA),
        sqlite3.OperationalError,
    ),
    **dict.fromkeys((apsw.SQLITE_CONSTRAINT, apsw.SQLITE_MISMATCH), sqlite3.IntegrityError),
    apsw.SQLITE_TOOBIG: sqlite3.DataError,
    apsw.SQLITE_INTERNAL: sqlite3.InternalError,
    apsw.SQLITE_MISUSE: sqlite3.ProgrammingError,
    apsw.SQLITE_RANGE: sqlite3.ProgrammingError,
}  # fmt: skip
"""The classes of ``sqlite3`` by primary result codes, as its own module maps them."""


class Cursor:
    """The rows of a statement, like a cursor of ``sqlite3``."""

    def __init__(self, connection: Connection, cursor: apsw.Cursor):
        self._connection, self._cursor = connection, cursor
        self.rowcount, self.lastrowid = connection.last_counts()

    @property
    def description(self) -> tuple[tuple[str, ...], ...] | None:
        """Return the columns, while there are rows."""
        return _description(self._cursor)

    def __iter__(self) -> Iterator[Any]:
        while rows := self.fetchmany(256):
            yield from rows

    def fetchone(self) -> Any:
        """Return the next row, or ``None``."""
        with self._connection.translating_errors():
            return next(self._cursor, None)

    def fetchmany(self, size: int = 1) -> list[Any]:
        """Return the next rows; none at the end."""
        with self._connection.translating_errors():
            return list(islice(self._cursor, size))

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""
        with self._connection.translating_errors():
            return list(self._cursor)


def _description(cursor: apsw.Cursor) -> tuple[tuple[str, ...], ...] | None:
    try:
        return cast("tuple[tuple[str, ...], ...]", cursor.get_description())
    except apsw.ExecutionCompleteError:  # without rows
        return None


class _Use:
    """A lock that translates errors of apsw; a class, since each statement takes it several times."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        self._lock.release()
        if isinstance(error, apsw.Error | UnicodeDecodeError):
            raise _translate_error(error) from error


class Connection:
    """A connection of apsw with the methods of one of ``sqlite3`` that commits each statement.

    Threads may share it; one at a time uses it.
    """

    Error = sqlite3.Error
    DatabaseError = sqlite3.DatabaseError
    OperationalError = sqlite3.OperationalError
    ProgrammingError = sqlite3.ProgrammingError
    IntegrityError = sqlite3.IntegrityError

    def __init__(self, uri: str, flags: int = 0):
        self._use, self._opened_as = _Use(), (uri, flags)
        self.is_verifiable = "&vfs=" not in uri
        """True if SQLite reads the file by the layer with checksums; not on a full disk, without locks."""
        with self.translating_errors():
            self._apsw = apsw.Connection(uri, _OPENING | flags, _vfs())
            self._apsw.set_busy_timeout(_TIMEOUT)

    def translating_errors(self) -> AbstractContextManager[None]:
        """Let one thread at a time in, and raise errors of apsw inside as those of ``sqlite3``."""
        return self._use

    def execute(self, statement: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Cursor:
        """Run a statement."""
        with self.translating_errors():
            return Cursor(self, self._apsw.execute(statement, cast("Any", values)))

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> Cursor:
        """Run a statement for each of ``rows``."""
        with self.translating_errors():
            return Cursor(self, self._apsw.executemany(statement, cast("Any", rows)))

    def executescript(self, script: str) -> None:
        """Run several statements."""
        with self.translating_errors():
            self._apsw.execute(script).fetchall()

    def last_counts(self) -> tuple[int, int]:
        """Return the number of rows last changed, and the number of the row last added."""
        return self._apsw.changes(), self._apsw.last_insert_rowid()

    @property
    def total_changes(self) -> int:
        """Return the number of rows changed since the connection was opened."""
        with self.translating_errors():
            return self._apsw.total_changes()

    @property
    def in_transaction(self) -> bool:
        """Return whether a transaction is open."""
        with self.translating_errors():
            return self._apsw.in_transaction

    def rollback(self) -> None:
        """Give up the open transaction, if there is one."""
        if self.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file."""
        with self.translating_errors():
            self._apsw.close()

    def create_function(self, name: str, count: int, function: Callable[..., Any]) -> None:
        """Give SQL a function of ``count`` parameters."""
        self._apsw.create_scalar_function(name, function, count)

    def set_progress_handler(self, handler: Callable[[], bool] | None, steps: int) -> None:
        """Call ``handler`` every ``steps`` steps; if it returns true, the statement ends."""
        self._apsw.set_progress_handler(handler, steps)

    def count_steps(self, handler: Callable[[], bool], steps: int) -> None:
        """Call ``handler`` as ``set_progress_handler`` does, beside the handler of that method."""
        self._apsw.set_progress_handler(handler, steps, id="steps")

    def interrupt(self) -> None:
        """End the statement that another thread runs."""
        self._apsw.interrupt()

    def another(self) -> Connection:
        """Return another connection to the file."""
        return Connection(*self._opened_as)

    def harden(self, longest: int) -> None:
        """Take statements of at most ``longest`` bytes, and none that could damage the file."""
        self._apsw.limit(apsw.SQLITE_LIMIT_SQL_LENGTH, longest)
        self._apsw.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)

    def reserve(self) -> None:
        """Have the next new file, or the next ``VACUUM``, leave room for checksums."""
        with self.translating_errors():
            self._apsw.reserve_bytes(reserve=_RESERVED)

    def copy_to(self, target: Path) -> None:
        """Copy a snapshot of the file, without deleted rows, into the new file ``target``.

        ``VACUUM INTO`` writes some pages before the header, and so without a checksum: they are copied once more.
        """
        loose = in_real_folder(target.with_name(f"{target.name}.loose"))
        try:
            self.execute("VACUUM INTO ?", (str(loose),))
            _copy_pages(loose, target)
        finally:
            loose.unlink(missing_ok=True)

    def copy_pages_to(self, copy: Connection) -> None:
        """Overwrite the pages of another file of the same page size."""
        with (
            self.translating_errors(),
            copy.translating_errors(),
            copy._apsw.backup("main", self._apsw, "main") as copying,
        ):
            copying.step()


def _copy_pages(source: Path, target: Path) -> None:
    with contextlib.closing(connect(source)) as loose, contextlib.closing(connect(target)) as copy:
        (size,) = loose.execute("PRAGMA page_size").fetchone()
        stop_verifying(loose)
        copy.execute(f"PRAGMA page_size = {size}")
        copy.execute("CREATE TABLE page (a)")  # writes a header that states checksums
        loose.copy_pages_to(copy)


AnyConnection = Connection | sqlite3.Connection


def _translate_error(error: apsw.Error | UnicodeDecodeError) -> Exception:
    if isinstance(error, apsw.NoMemError):
        return MemoryError(str(error))
    if isinstance(error, apsw.ConnectionClosedError | apsw.CursorClosedError):
        return sqlite3.ProgrammingError(str(error))
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.OperationalError(str(error))
    code = _code(error)
    if code is None:
        return sqlite3.ProgrammingError(str(error))
    kind = _CLASSES.get(code & 0xFF, sqlite3.DatabaseError)
    translated = sqlite3.DatabaseError(str(error)) if code == PAGE_CHANGED else kind(str(error))
    translated.sqlite_errorcode = code
    return translated


def _code(error: apsw.Error) -> int | None:
    """Return the extended result code of SQLite; ``None`` for an error of apsw itself."""
    return getattr(error, "extendedresult", None)


@cache
def _vfs() -> str:
    """Load SQLite's extension into apsw, and return the name of its layer above the files."""
    suffix = _SUFFIXES.get(sys.platform, ".so")
    path = Path(apsw.__file__).parent / "sqlite_extra_binaries" / f"cksumvfs{suffix}"
    loading = apsw.Connection(":memory:")
    try:
        loading.enable_load_extension(True)
        loading.load_extension(str(path))
    except apsw.ExtensionLoadingError as error:
        raise LibraryError(LibraryCode.CHECKSUMS_UNAVAILABLE, reason=error) from error
    return _VFS


def connect(address: Path | str) -> Connection:
    """Return a connection to the file at a path or URI; a new file has checksums."""
    is_new = isinstance(address, Path) and not (address.exists() and address.stat().st_size)
    flags = _no_links() if isinstance(address, Path) else 0
    connection = Connection(_uri(address) if isinstance(address, Path) else address, flags)
    if is_new:
        connection.reserve()
    return connection


def _uri(path: Path) -> str:
    """Return the URI of a file, whose name need not be UTF-8."""
    name = in_real_folder(path).absolute().as_posix()
    return f"file://{quote_from_bytes(os.fsencode(name if name.startswith('/') else f'/{name}'))}"


def in_real_folder(path: Path) -> Path:
    """Return ``path`` with the folder that its links lead to: a user may name a folder by a link, but SQLite follows none."""
    return Path(os.path.realpath(path.parent), path.name) if _no_links() else path


def _no_links() -> int:
    """Return the flag by which SQLite follows no link, not even one put there since the file was looked at."""
    return apsw.SQLITE_OPEN_NOFOLLOW if os.name == "posix" else 0


def stop_verifying(connection: AnyConnection) -> None:
    """Read a file although its checksums are incomplete, since another migration to them was interrupted."""
    connection.execute("PRAGMA checksum_verification = OFF").fetchall()


def verify(connection: AnyConnection) -> bool:
    """Have SQLite verify the pages that it reads; return false for a file without checksums."""
    if isinstance(connection, Connection) and not connection.is_verifiable:
        return True
    (answer,) = connection.execute("PRAGMA checksum_verification = ON").fetchone() or ("0",)
    return str(answer) == "1"


def add(connection: AnyConnection) -> bool:
    """Give each page of a plain file its checksum; return false for one that other programs have open, or encrypted.

    A crash leaves a file that can be read without verification. ``VACUUM`` makes the room, but writes some pages before
    the header that states the room, and so without a checksum: the second one writes them all.
    """
    if not isinstance(connection, Connection):
        return False
    connection.execute("PRAGMA busy_timeout = 1000").fetchall()
    connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
    try:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        _rewrite(connection)
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in (
            apsw.SQLITE_BUSY,
            apsw.SQLITE_LOCKED,
        ):
            raise
        return False
    finally:
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA locking_mode = NORMAL").fetchall()
        connection.execute("PRAGMA user_version").fetchall()  # releases the lock
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute(f"PRAGMA busy_timeout = {_TIMEOUT}").fetchall()
    return True


def _rewrite(connection: Connection) -> None:
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.execute(f"PRAGMA page_size = {size}")  # keeps VACUUM from changing it
    connection.execute("PRAGMA temp_store = FILE")  # as large as the file itself
    connection.reserve()
    for _ in range(2):
        stop_verifying(connection)
        connection.execute("VACUUM")
    verify(connection)


def read_changed_page(path: Path) -> int | None:
    """Read every page of the file, in use or not; return the number of one that is missing or differs from its checksum.

    Through SQLite's own layer, since to close a file beside it gives up its locks. Raises the errors of ``sqlite3``,
    and ``UnsafeFile`` for a sparse file.
    """
    require_dense_unopened(path)
    name = os.path.realpath(path)
    if any("\udc80" <= sign <= "\udcff" for sign in name):
        return None  # apsw takes names in UTF-8 only; the pages in use are read by SQLite
    try:
        file = apsw.VFSFile(_vfs(), name, list(_FILE))
        try:
            if file.xFileSize() and not file.xRead(len(_MAGIC), 0).startswith(_MAGIC):
                return 1
            size, pages = _extent(file, is_at_rest=log_of(path) is None)
            return next((n + 1 for n in range(pages) if not _is_whole(file, size, n)), None)
        finally:
            file.xClose()
    except apsw.Error as error:
        raise _translate_error(error) from error


def _extent(file: apsw.VFSFile, *, is_at_rest: bool) -> tuple[int, int]:
    """Return the bytes of a page and the number of pages: those of the header, unless a log has more of them."""
    head = file.xRead(100, 0)
    size = int.from_bytes(head[16:18], "big")
    size = 65_536 if size == 1 else max(size, 512)
    stated = int.from_bytes(head[28:32], "big") if head[24:28] == head[92:96] else 0
    there = -(-file.xFileSize() // size)  # the last one may be cut short
    return size, min(max(there, stated), there + 1) if is_at_rest else file.xFileSize() // size


def _is_whole(file: apsw.VFSFile, size: int, number: int) -> bool:
    for _ in range(_TRIES):
        try:
            if len(file.xRead(size, number * size)) == size:
                return True
        except apsw.IOError as error:
            if _code(error) != PAGE_CHANGED:
                raise
        time.sleep(PAUSE)
    return False
