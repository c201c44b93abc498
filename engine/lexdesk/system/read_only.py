"""A library that can only be read: on a read-only share or medium, or in a folder that is another's to write to."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from urllib.parse import quote_from_bytes

from lexdesk.errors import LibraryError, LibraryReadOnly
from lexdesk.system.library_files import STORE

_LOGS = ("-wal", "-journal")  # of SQLite, beside its file
_REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS}
_HEADER = 32  # bytes of a log of which nothing else was written


def is_read_only(folder: Path) -> bool:
    """Whether this account can write nothing in a library's folder, or not to its store; not where there is no folder."""
    if not folder.is_dir():
        return False
    store = folder / STORE
    if not os.access(folder, os.W_OK) or (store.exists() and not os.access(store, os.W_OK)):
        return True
    return not _takes_files(folder)


def _takes_files(folder: Path) -> bool:
    """Whether a file can be made in ``folder``: a share may refuse what its modes allow, and Windows tells of no folder."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError as error:  # a full disk is another matter
        return error.errno not in _REFUSED


def refusal(folder: Path) -> LibraryReadOnly:
    """What is told to those who would write to a library that can only be read."""
    return LibraryReadOnly(
        f"{folder} can only be read, as its folder or its disk cannot be written; make a copy that can be with:"
        f" lexdesk backup -L {folder} NEWFOLDER"
    )


def refusal_of_published(uri: str, instead: str = "") -> LibraryReadOnly:
    """What is told to those who would write to what is published at ``uri``; ``instead`` is what to do, by default to
    publish it anew."""
    instead = instead or "change the library that it was made of, and publish it again"
    return LibraryReadOnly(f"{uri} is published and only read; {instead}")


def address(path: Path) -> str:
    """The URI by which SQLite reads a file beside which it can put neither its log nor the index of that.

    To SQLite nobody ever changes such a file (``immutable``), so it must be whole without a log. Raises
    ``LibraryError`` where it is not.
    """
    for log in (path.with_name(f"{path.name}{each}") for each in _LOGS):
        if log.exists() and log.stat().st_size > _HEADER:
            raise LibraryError(
                f"{path.parent} can only be read, and what was written to it last lies in {log.name}, which must be taken"
                " in first: close what has it open, or run lexdesk status on it where it can be written, then copy it again"
            )
    name = path.absolute().as_posix()
    place = quote_from_bytes(os.fsencode(name if name.startswith("/") else f"/{name}"))
    return f"file://{place}?mode=ro&immutable=1"
