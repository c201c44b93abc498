"""Faults of the machine that keep SQLite from using a sound file, and their remedies."""

import shutil
import sqlite3
from pathlib import Path

from lexdesk.errors import Message, PhraseCode
from lexdesk.system.read_only import is_full, is_read_only

_REMEDIES = {
    sqlite3.SQLITE_FULL: PhraseCode.FREE_SPACE,
    sqlite3.SQLITE_READONLY: PhraseCode.CHECK_FOLDER_WRITABLE,
    sqlite3.SQLITE_BUSY: PhraseCode.WAIT,
    sqlite3.SQLITE_LOCKED: PhraseCode.WAIT,
    sqlite3.SQLITE_CANTOPEN: PhraseCode.CHECK_FOLDER,
    sqlite3.SQLITE_IOERR: PhraseCode.CHECK_DISK,
}
"""Primary result codes of SQLite for faults of the machine, and their remedies."""
_REASONS = {
    sqlite3.SQLITE_FULL: PhraseCode.SQLITE_FULL,
    sqlite3.SQLITE_READONLY: PhraseCode.SQLITE_READ_ONLY,
    sqlite3.SQLITE_BUSY: PhraseCode.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN: PhraseCode.SQLITE_CANNOT_OPEN,
    sqlite3.SQLITE_IOERR: PhraseCode.SQLITE_IO_ERROR,
    sqlite3.SQLITE_CORRUPT: PhraseCode.SQLITE_MALFORMED,
    sqlite3.SQLITE_NOTADB: PhraseCode.SQLITE_NO_DATABASE,
}
_PRIMARY = 0xFF  # the bits of the primary code in an extended result code
_LOG = 1 << 20
"""Minimum bytes of SQLite's log and its index while a library is open."""


def find_result_code(error: Exception) -> int | None:
    """Return the primary result code of SQLite or SQLCipher; ``None`` for an error of Python's module itself."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & _PRIMARY if isinstance(code, int) else None


def describe_error(error: Exception) -> Message | str:
    """Return SQLite's description of an error, without texts of rows."""
    known = _REASONS.get(find_result_code(error) or 0)
    return Message(known) if known else str(error).partition(" with text ")[0]


def find_remedy(error: Exception, path: Path) -> Message | None:
    """Return the remedy for an error of SQLite on the file; ``None`` unless the machine is at fault."""
    remedy = _REMEDIES.get(find_result_code(error) or 0)
    if remedy is None:
        return None
    return Message(_obstacle(path.parent) or remedy)


def _obstacle(folder: Path) -> PhraseCode | None:
    """Return the remedy for a full or read-only disk, independent of SQLite's error."""
    if is_full(folder) or shutil.disk_usage(folder).free < _LOG:  # SQLite reports "disk I/O error"
        return PhraseCode.DISK_IS_FULL
    if is_read_only(folder):  # it became so: readers need SQLite's log there, too
        return PhraseCode.REOPEN_TO_READ
    return None
