"""What an error of SQLite says of a file or of the machine, in one sentence; and whether a file is sound."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lexdesk.errors import LibraryDamaged, LibraryError

_OF_THE_MACHINE = {
    "full": "free some space on its disk",
    "readonly": "see that its folder can be written",
    "locked": "wait for the other program that uses it",
    "unable to open": "see that its folder can be read and written",
    "I/O": "see whether its disk is there and sound",
}
"""Signs of an error that is no damage, in what SQLite says, and what to do."""


class Statements:
    """Runs statements on a connection to the file at ``path``.

    An error is raised as what it means: ``LibraryDamaged`` or another ``LibraryError``, in its sentence.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path):
        self._connection, self._path = connection, path

    def execute(self, statement: str, values: Sequence[object] | Mapping[str, object] = ()) -> Rows:
        """Run one statement; its rows, which are read as they are asked for."""
        with self.reporting():
            return Rows(self._connection.execute(statement, values), self)

    def executemany(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each of ``rows``."""
        with self.reporting():
            self._connection.executemany(statement, rows)

    @contextlib.contextmanager
    def reporting(self) -> Iterator[None]:
        """Raise errors of the connection inside as what they mean."""
        with reporting_damage(self._connection, self._path):
            yield


class Rows:
    """The rows of a statement, as a cursor gives them."""

    def __init__(self, cursor: sqlite3.Cursor, statements: Statements):
        self._cursor, self._statements = cursor, statements

    def __iter__(self) -> Iterator[Any]:
        while rows := self.fetchmany():
            yield from rows

    def fetchmany(self, size: int = 256) -> list[Any]:
        """The next rows; none at the end."""
        with self._statements.reporting():
            return self._cursor.fetchmany(size)

    def fetchone(self) -> Any:
        """The next row, or ``None``."""
        with self._statements.reporting():
            return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        with self._statements.reporting():
            return self._cursor.fetchall()

    @property
    def lastrowid(self) -> int | None:
        """The number of the row that was put in last."""
        return self._cursor.lastrowid

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return self._cursor.rowcount


def _explained(
    error: sqlite3.DatabaseError, connection: sqlite3.Connection, path: Path
) -> LibraryError | None:
    """What an error of the ``connection`` to the file at ``path`` means; ``None`` where that is a bug.

    The connection tells the classes of its errors: those of SQLite or of SQLCipher.
    """
    said = str(error).partition(" with text ")[0]  # the text itself may be pages long
    if not isinstance(error, connection.OperationalError) or "decode to UTF-8" in said:
        return damaged(path, said)
    for sign, remedy in _OF_THE_MACHINE.items():
        if sign in said:
            return LibraryError(
                f"{path} cannot be used ({said}); {_obstacle(path) or remedy}; what was acknowledged is kept"
            )
    return None


@contextlib.contextmanager
def reporting_damage(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Raise errors of the connection inside as what they mean."""
    try:
        yield
    except connection.DatabaseError as error:
        if (told := _explained(error, connection, path)) is None:
            raise
        raise told from error


def problems(connection: sqlite3.Connection, path: Path) -> list[str]:
    """What is wrong with the file, in words; empty where nothing is."""
    with reporting_damage(connection, path):
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    if verdict != "ok":
        return [str(damaged(path, verdict.splitlines()[-1]))]
    return [str(damaged(path, f"row without its parent in {orphan[0]}"))] if orphan else []


def damaged(path: Path, how: str) -> LibraryDamaged:
    """The error to raise for a file that is damaged."""
    return LibraryDamaged(f"{path} is damaged ({how}); restore it from a backup")


def _obstacle(path: Path) -> str:
    """What stands in the way of any use, and what to do."""
    if not path.exists():
        return "its folder was moved or removed, so open it where it is now"
    if not os.access(path.parent, os.W_OK):  # SQLite keeps its log there, to read as well
        return "its folder cannot be written, which even a search needs, so copy the library to a disk that can"
    return ""
