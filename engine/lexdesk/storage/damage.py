"""Errors of SQLite, explained as damage of a file or a fault of the machine, and integrity checks."""

import contextlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from lexdesk.errors import LibraryCode, LibraryDamaged, LibraryError, Message, NoLibrary, PhraseCode
from lexdesk.storage import page_checksums
from lexdesk.storage.page_checksums import PAGE_CHANGED
from lexdesk.storage.remedies import describe_error, find_remedy, find_result_code
from lexdesk.storage.tree_check import TreeCheck, find_broken_tree
from lexdesk.system.read_only import log_of

Row = TypeVar("Row", bound=tuple[Any, ...])
LONGEST_PASSAGE = 10_000
"""Characters; a document is split into passages of at most 1,200."""
_MOST_OF_NOTES = 100_000_000
"""Characters of one table; 70,000 marked passages."""
_OTHER_SCHEMA = (
    "no such table", "no such column", "no such index", "has no column", "already exists", "duplicate column name",
    "unsupported file format",
)  # fmt: skip
"""Signs of a schema that differs from the file's format."""


def _explain(
    error: sqlite3.DatabaseError, connection: sqlite3.Connection | ModuleType, path: Path
) -> LibraryError | None:
    """Return an error of the ``connection`` to the file at ``path`` as one of the library; ``None`` for a bug.

    The connection, or its module if there is no connection, provides the error classes of SQLite or
    SQLCipher.
    """
    if isinstance(error, connection.ProgrammingError):  # such as of a closed connection
        return None
    if getattr(error, "sqlite_errorcode", None) == PAGE_CHANGED:
        return make_damage_error(path, Message(PhraseCode.PAGE_CHANGED))
    is_of_file = not isinstance(error, connection.OperationalError)
    if is_of_file or find_result_code(error) is None:  # such as of a text that is not UTF-8
        return make_damage_error(path, describe_error(error))
    if any(sign in str(error) for sign in _OTHER_SCHEMA):  # these have no codes of their own
        return make_damage_error(path, describe_error(error))
    if not path.parent.exists():
        return NoLibrary.any_more(path.parent)
    if (remedy := find_remedy(error, path)) is None:
        return None
    return LibraryError(
        LibraryCode.UNUSABLE_NOW, path=path, reason=describe_error(error), remedy=remedy
    )


class ReportingDamage:
    """A context manager that translates errors of a connection, or of opening one by the module.

    A class, since a generator would take as long as many a statement.
    """

    def __init__(
        self,
        connection: sqlite3.Connection | ModuleType,
        path: Path,
        trees: TreeCheck | None = None,
    ):
        self._connection, self._path, self._trees = connection, path, trees

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is None or not isinstance(error, self._connection.DatabaseError):
            return
        if self._trees and self._trees.problem:  # found by the check that ended the statement
            raise make_damage_error(self._path, self._trees.problem) from error
        if library_error := _explain(error, self._connection, self._path):
            raise library_error from error


def find_problems(connection: sqlite3.Connection, path: Path) -> list[str]:
    """Describe the damage of the file; empty if it is sound."""
    with ReportingDamage(connection, path):
        if isinstance(connection, page_checksums.Connection) and (
            page := find_changed_page(connection, path)
        ):
            return [
                make_damage_error(path, Message(PhraseCode.PAGE_NUMBER_CHANGED, page=page)).message
            ]
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            return [make_damage_error(path, verdict.splitlines()[-1]).message]
        orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    return (
        [make_damage_error(path, f"row without its parent in {orphan[0]}").message]
        if orphan
        else []
    )


def find_changed_page(connection: page_checksums.AnyConnection, path: Path) -> int | None:
    """Return the number of a page that differs from its checksum and is not in the log either, or ``None``.

    A checkpoint that was killed may leave half a page; SQLite reads that page from the log, and writes it again.
    """
    page = page_checksums.read_changed_page(path)
    if page and log_of(path):
        with contextlib.suppress(sqlite3.OperationalError):  # of a read-only file
            connection.execute("PRAGMA wal_checkpoint").fetchall()
        page = page_checksums.read_changed_page(path)
    return page


def require_sound_trees(connection: sqlite3.Connection, path: Path) -> None:
    """Raise ``LibraryDamaged`` for a file with a broken tree, before a copy of all its rows would never end."""
    if problem := find_broken_tree(connection):
        raise make_damage_error(path, problem)


def make_damage_error(path: Path, how: Message | str) -> LibraryDamaged:
    """Return the error for a damaged file."""
    return LibraryDamaged(LibraryCode.DAMAGED, path=path, reason=how)


def require_short(path: Path, text: str) -> None:
    """Raise ``LibraryDamaged`` for the text of a passage that no document was split into: crafted ones take hours."""
    if len(text) > LONGEST_PASSAGE:
        raise make_damage_error(path, f"a passage has more than {LONGEST_PASSAGE:,} characters")


def limit_rows(path: Path, rows: Iterable[Row]) -> list[Row]:
    """Return ``rows`` of notes; raise ``LibraryDamaged`` for more text than people write: crafted rows may share theirs."""
    found: list[Row] = []
    characters = 0
    for row in rows:
        characters += sum(len(value) for value in row if isinstance(value, str))
        if characters > _MOST_OF_NOTES:
            raise make_damage_error(
                path, f"it has more than {_MOST_OF_NOTES:,} characters in one table"
            )
        found.append(row)
    return found
