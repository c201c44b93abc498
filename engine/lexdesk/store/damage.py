"""What an error of SQLite says of a file or of the machine, in one sentence; and whether a file is sound."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from lexdesk.errors import LibraryDamaged, LibraryError

_OF_THE_MACHINE = {
    "full": "free some space on its disk",
    "readonly": "see that its folder can be written",
    "locked": "wait for the other program that uses it",
    "unable to open": "see that its folder can be read and written",
    "I/O": "see whether its disk is there and sound",
}
"""Signs of an error that is no damage, in what SQLite says, and what to do."""


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
    for sign, remedy in _OF_THE_MACHINE.items():
        if sign in said:
            return LibraryError(
                f"{path} cannot be used ({said}); {_obstacle(path) or remedy}; what was acknowledged is kept"
            )
    return None


@contextlib.contextmanager
def reporting_damage(connection: sqlite3.Connection | ModuleType, path: Path) -> Iterator[None]:
    """Raise errors of the connection, or of opening one by the module, inside as what they mean."""
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
    if not path.parent.exists():
        return "its folder was moved or removed, so open it where it is now"
    if not os.access(path.parent, os.W_OK):  # SQLite keeps its log there, to read as well
        return "its folder cannot be written, which even a search needs, so copy the library to a disk that can"
    return ""
