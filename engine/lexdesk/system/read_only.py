"""A library that can only be read: on a read-only share or medium, on a full disk, or in a folder of another's."""

from __future__ import annotations

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

_LOGS = ("-wal", "-journal")  # of SQLite, beside its file
_REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS}
FULL = {errno.ENOSPC, errno.EDQUOT}
"""The numbers of the errors of a disk, or a share of one, on which nothing more fits."""
_ROOM = 1 << 16  # bytes: the index of SQLite's log has 32 KB, and is made anew by the first reader
_HEADER = 32  # bytes of a log of which nothing else was written


def is_read_only(folder: Path) -> bool:
    """Whether this account can write nothing in a library's folder, or not to its store; not where there is no folder.

    Nor can it on a full disk, where SQLite lacks the room that it takes even to read.
    """
    if not folder.is_dir():
        return False
    store = folder / STORE
    if not os.access(folder, os.W_OK) or (store.exists() and not os.access(store, os.W_OK)):
        return True
    return _obstacle(folder) in _REFUSED | FULL


def is_full(folder: Path) -> bool:
    """Return whether the disk of ``folder`` has no room, for this account, for what SQLite writes to read."""
    return _obstacle(folder) in FULL


def _obstacle(folder: Path) -> int:
    """Try to write in ``folder``: a share may refuse what its modes allow, Windows tells of no folder, and quotas are
    told by nobody; the number of the error, 0 where there is none."""
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            while file.tell() < _ROOM:
                file.write(bytes(_ROOM - file.tell()))
    except OSError as error:
        return error.errno or 0
    return 0


def refusal(folder: Path) -> LibraryReadOnly:
    """What is told to those who would write to a library that can only be read."""
    if is_full(folder):
        return LibraryReadOnly(LibraryCode.READ_ONLY_DISK_FULL, folder=folder)
    return LibraryReadOnly(LibraryCode.READ_ONLY, folder=folder)


def refusal_of_published(uri: str, instead: Message | None = None) -> LibraryReadOnly:
    """What is told to those who would write to what is published at ``uri``; ``instead`` is what to do, by default to
    publish it anew."""
    instead = instead or Message(PhraseCode.PUBLISH_AGAIN)
    return LibraryReadOnly(PublicationCode.READ_ONLY, uri=uri, advice=instead)


def log_of(path: Path) -> Path | None:
    """Return the log of the SQLite file at ``path`` where it holds anything."""
    logs = (path.with_name(f"{path.name}{each}") for each in _LOGS)
    return next((log for log in logs if log.exists() and log.stat().st_size > _HEADER), None)


def address(path: Path) -> str:
    """The URI by which SQLite reads a file beside which it can put neither its log nor the index of that.

    To SQLite nobody ever changes such a file (``immutable``), so it must be whole without a log. On a full disk it is
    read with its log, without locks, which nobody needs who writes nothing. Raises ``LibraryError`` where it is not whole.
    """
    how = "immutable=1"
    if log := log_of(path):
        if not is_full(path.parent):
            raise LibraryError(LibraryCode.LOG_NOT_MERGED, folder=path.parent, log=log.name)
        how = "vfs=win32-none" if sys.platform == "win32" else "vfs=unix-none"
    name = path.absolute().as_posix()
    place = quote_from_bytes(os.fsencode(name if name.startswith("/") else f"/{name}"))
    return f"file://{place}?mode=ro&{how}"
