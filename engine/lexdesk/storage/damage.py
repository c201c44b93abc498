"""What an error of SQLite says of a file or of the machine, in one sentence; and whether a file is sound."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import ModuleType

from lexdesk.errors import LibraryDamaged, LibraryError, NoLibrary
from lexdesk.storage.remedies import remedy_for

_OTHER_SCHEMA = (
    "no such table", "no such column", "no such index", "has no column", "already exists", "duplicate column name",
)  # fmt: skip
"""Signs of tables that are not those of the format that the file names."""


def _explained(
    error: sqlite3.DatabaseError, connection: sqlite3.Connection | ModuleType, path: Path
) -> LibraryError | None:
    """What an error of the ``connection`` to the file at ``path`` means; ``None`` where that is a bug.

    The connection, or the module where none came about, tells the classes of its errors: those of SQLite
    or of SQLCipher.
    """
    said = str(error).partition(" with text ")[0]  # the text itself may be pages long
    if not isinstance(error, connection.OperationalError) or "decode to UTF-8" in said:
        return damaged(path, said)
    if any(sign in said for sign in _OTHER_SCHEMA):
        return damaged(path, said)
    if not path.parent.exists():
        return NoLibrary.any_more(path.parent)
    if (remedy := remedy_for(said, path)) is None:
        return None
    return LibraryError(f"{path} cannot be used ({said}); {remedy}; what was acknowledged is kept")


class ReportingDamage:
    """Raises errors of the connection, or of opening one by the module, inside as what they mean.

    No generator, which would take as long as many a statement.
    """

    def __init__(self, connection: sqlite3.Connection | ModuleType, path: Path):
        self._connection, self._path = connection, path

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is None or not isinstance(error, self._connection.DatabaseError):
            return
        if told := _explained(error, self._connection, self._path):
            raise told from error


def problems(connection: sqlite3.Connection, path: Path) -> list[str]:
    """What is wrong with the file, in words; empty where nothing is."""
    with ReportingDamage(connection, path):
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    if verdict != "ok":
        return [str(damaged(path, verdict.splitlines()[-1]))]
    return [str(damaged(path, f"row without its parent in {orphan[0]}"))] if orphan else []


def damaged(path: Path, how: str) -> LibraryDamaged:
    """The error to raise for a file that is damaged."""
    return LibraryDamaged(f"{path} is damaged ({how}); restore it from a backup")
