"""A read-only library: on a read-only share or medium, on a full disk, or in another account's folder."""

import errno
import os
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote_from_bytes

from lexdesk.errors import (
    LibraryCode,
    LibraryError,
    LibraryReadOnly,
    Message,
    PhraseCode,
    PublicationCode,
)
from lexdesk.system.library_files import STORE

LOGS = ("-wal", "-journal")
"""Ends of the names of SQLite's logs, beside its file."""

_REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS}
FULL = {errno.ENOSPC, errno.EDQUOT}
"""Error numbers of a full disk or an exhausted quota."""
_ROOM = 1 << 16  # bytes: the index of SQLite's log has 32 KB, and the first reader rebuilds it
_HEADER = 32  # bytes of a log without entries


def is_read_only(folder: Path) -> bool:
    """Return whether this account cannot write in a library's folder or to its store; false without a folder.

    A full disk counts as well: SQLite needs room even to read.
    """
    if not folder.is_dir():
        return False
    store = folder / STORE
    if not os.access(folder, os.W_OK) or (store.exists() and not os.access(store, os.W_OK)):
        return True
    return _obstacle(folder) in _REFUSED | FULL


def is_full(folder: Path) -> bool:
    """Return whether the disk of ``folder`` has too little room, for this account, for the files SQLite writes to read."""
    return _obstacle(folder) in FULL


def _obstacle(folder: Path) -> int:
    """Try to write in ``folder``; return the number of the error, 0 without one.

    Modes are no proof: a share may refuse despite them, Windows reports none for a folder, and nothing reports quotas.
    """
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            while file.tell() < _ROOM:
                file.write(bytes(_ROOM - file.tell()))
    except OSError as error:
        return error.errno or 0
    return 0


def read_only_error(folder: Path) -> LibraryReadOnly:
    """Return the error for writing to a read-only library."""
    if is_full(folder):
        return LibraryReadOnly(LibraryCode.READ_ONLY_DISK_FULL, folder=folder)
    return LibraryReadOnly(LibraryCode.READ_ONLY, folder=folder)


def make_read_only_error(uri: str, instead: Message | None = None) -> LibraryReadOnly:
    """Return the error for writing to the publication at ``uri``.

    ``instead`` is the advice, by default to publish it again.
    """
    instead = instead or Message(PhraseCode.PUBLISH_AGAIN)
    return LibraryReadOnly(PublicationCode.READ_ONLY, uri=uri, advice=instead)


def log_of(path: Path) -> Path | None:
    """Return the log of the SQLite file at ``path``, if it holds anything."""
    logs = (path.with_name(f"{path.name}{log}") for log in LOGS)
    return next((log for log in logs if read_size(log) > _HEADER), None)


def read_size(path: Path) -> int:
    """Return the bytes of the file at ``path``, 0 for none: another process may remove it at any time."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def make_reading_uri(path: Path) -> str:
    """Return the URI for SQLite to read a file if neither a log nor its index can be written beside it.

    To SQLite such a file never changes (``immutable``), so it must be whole without a log. On a full disk it is
    read with its log, without locks, needless for a reader. Raises ``LibraryError`` for an incomplete file.
    """
    how = "immutable=1"
    if log := log_of(path):
        if not is_full(path.parent):
            raise LibraryError(LibraryCode.LOG_NOT_MERGED, folder=path.parent, log=log.name)
        how = "vfs=win32-none" if sys.platform == "win32" else "vfs=unix-none"
    name = path.absolute().as_posix()
    place = quote_from_bytes(os.fsencode(name if name.startswith("/") else f"/{name}"))
    return f"file://{place}?mode=ro&{how}"
