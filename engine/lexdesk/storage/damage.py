"""What an error of SQLite says of a file or of the machine, in one sentence; and whether a file is sound."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import ModuleType

from lexdesk.errors import LibraryCode, LibraryDamaged, LibraryError, Message, NoLibrary
from lexdesk.storage.remedies import reason, remedy_for, result_code

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
    is_of_file = not isinstance(error, connection.OperationalError)
    if is_of_file or result_code(error) is None:  # as of a text that is no UTF-8
        return damaged(path, reason(error))
    if any(sign in str(error) for sign in _OTHER_SCHEMA):  # which have no codes of their own
        return damaged(path, reason(error))
    if not path.parent.exists():
        return NoLibrary.any_more(path.parent)
    if (remedy := remedy_for(error, path)) is None:
        return None
    return LibraryError(LibraryCode.UNUSABLE_NOW, path=path, reason=reason(error), remedy=remedy)


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
        return [damaged(path, verdict.splitlines()[-1]).message]
    return [damaged(path, f"row without its parent in {orphan[0]}").message] if orphan else []


def damaged(path: Path, how: Message | str) -> LibraryDamaged:
    """The error to raise for a file that is damaged."""
    return LibraryDamaged(LibraryCode.DAMAGED, path=path, reason=how)
