"""Execution of SQL, with errors of SQLite translated into errors of the library."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lexdesk.storage.column_values import ColumnCheck, check_of
from lexdesk.storage.damage import ReportingDamage, make_damage_error
from lexdesk.storage.tree_check import TreeCheck

if TYPE_CHECKING:
    from sqlite_utils.db import Table

    from lexdesk.storage.tables import Tables

_Value = TypeVar("_Value")
_FIRST, _AT_ONCE = 16, 256  # rows; a text may be as long as the file
_NOTHING = contextlib.nullcontext()
_MOST_CHECKS = 1_000  # statements; one of many parameters has many texts


class Statements:
    """A connection to the file at ``path`` that translates errors.

    Errors of SQLite become ``LibraryDamaged`` or another ``LibraryError``.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path):
        self._connection, self.path = connection, path
        self.trees = TreeCheck(connection, path)
        self._reporting = ReportingDamage(connection, path, self.trees)
        self._checks: dict[str, ColumnCheck] = {}
        self._moment: tuple[int, int] | None = None
        self._known: tuple[tuple[int, int] | None, dict[object, Any]] = None, {}

    def execute(self, statement: str, values: Sequence[object] | Mapping[str, object] = ()) -> Rows:
        """Run one statement; its rows are read lazily."""
        self.trees.begin()
        watching = self.trees.watching() if "count(*)" in statement else _NOTHING
        with self._reporting, watching:
            cursor = self._connection.execute(statement, values)
        return Rows(cursor, self, self._check(statement, cursor))

    def _check(self, statement: str, cursor: sqlite3.Cursor) -> ColumnCheck:
        """Return the check of the rows of ``statement``, whose columns are always the same."""
        if statement not in self._checks:
            names = tuple(column[0] for column in cursor.description or ())
            if not names:  # apsw knows the columns of a statement only while it has rows
                return check_of(names)
            if len(self._checks) >= _MOST_CHECKS:
                self._checks.clear()
            self._checks[statement] = check_of(names)
        return self._checks[statement]

    def executemany(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each of ``rows``."""
        with self.reporting():
            self._connection.executemany(statement, rows)

    @cached_property
    def tables(self) -> Tables:
        """Return the tables, to write records; call them inside ``reporting()``, as transactions are."""
        from lexdesk.storage.tables import Tables  # slow to load; searches do without

        return Tables(self._connection)

    def table(self, name: str) -> Table:
        """Return one of the ``tables``."""
        return self.tables.table(name)

    @contextlib.contextmanager
    def atomic(self) -> Iterator[None]:
        """Hold one transaction inside, without loading what ``tables`` needs; nested ones end with the outermost."""
        is_inside = self._connection.in_transaction
        self.execute("SAVEPOINT inner" if is_inside else "BEGIN")
        try:
            yield
            self.execute("RELEASE inner" if is_inside else "COMMIT")
        except BaseException:
            if not is_inside:
                self._connection.rollback()
            elif self._connection.in_transaction:  # after an error of the disk none is open
                self.execute("ROLLBACK TO inner")
                self.execute("RELEASE inner")
            raise

    def begin_moment(self) -> None:
        """Note the state of the file in a snapshot: the commits of other connections, and the rows written on this one."""
        self._moment = self.one("PRAGMA data_version"), self._connection.total_changes

    def end_moment(self) -> None:
        """Forget the state at the end of a snapshot."""
        self._moment = None

    def known(self) -> dict[object, Any]:
        """Return a cache of values read, which lasts until the file changes; an empty one outside of snapshots."""
        moment = self._moment
        if moment is None or moment[1] != self._connection.total_changes:
            return {}
        if self._known[0] != moment:
            self._known = moment, {}
        return self._known[1]

    def reporting(self) -> AbstractContextManager[None]:
        """Translate errors of the connection raised inside."""
        return self._reporting

    def one(self, query: str, values: Sequence[object] = ()) -> Any:
        """Return the first value of the first row."""
        return self.execute(query, values).fetchone()[0]

    def column(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """Return the first values of all rows, in order."""
        return [row[0] for row in self.execute(query, values)]

    def ids(self, query: str, values: Sequence[object] = ()) -> set[int]:
        """Return the first values of all rows."""
        return set(self.column(query, values))


class Rows:
    """The rows of a statement, with the methods of a cursor.

    An invalid value in a column raises ``LibraryDamaged``.
    """

    def __init__(self, cursor: sqlite3.Cursor, statements: Statements, check: ColumnCheck):
        self._cursor, self._statements, self._check = cursor, statements, check
        self._count = self._characters = 0

    def __iter__(self) -> Iterator[Any]:
        size = _FIRST
        while rows := self.fetchmany(size):
            yield from rows
            if len(rows) < size:
                return
            size = _AT_ONCE

    def fetchmany(self, size: int = _AT_ONCE) -> list[Any]:
        """Return the next rows; none at the end."""
        with self._statements.reporting():
            rows = self._check_rows(self._cursor.fetchmany(size))
        if len(rows) == size:
            self._require_plausible(rows)
        return rows

    def _require_plausible(self, rows: list[Any]) -> None:
        """Count more ``rows``, with the characters of one of them for all; raise ``LibraryDamaged`` for broken trees."""
        self._count += len(rows)
        row = random.choice(rows)  # noqa: S311 - the file's maker cannot foresee it
        drawn = (value for value in row if isinstance(value, (str, bytes)))
        self._characters += len(rows) * sum(map(len, drawn))
        if self._statements.trees.is_broken(self._count, self._characters):
            raise make_damage_error(self._statements.path, self._statements.trees.problem)

    def fetchone(self) -> Any:
        """Return the next row, or ``None``."""
        with self._statements.reporting():
            row = self._cursor.fetchone()
        if row is not None:
            self._check_rows([row])
        return row

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""
        return [*self]

    def _check_rows(self, rows: list[Any]) -> list[Any]:
        if self._check.is_needed and (wrong := self._check.wrong(rows)):
            raise make_damage_error(self._statements.path, wrong)
        return rows

    @property
    def lastrowid(self) -> int | None:
        """Return the id of the row inserted last."""
        return self._cursor.lastrowid

    @property
    def rowcount(self) -> int:
        """Return the number of rows changed."""
        return self._cursor.rowcount


def write_placeholders(values: Sequence[object]) -> str:
    """Return a placeholder (``?``) for each of ``values``, separated by commas."""
    return ",".join("?" * len(values))


def cut_batches(values: list[_Value], size: int) -> Iterator[list[_Value]]:
    """Yield ``values`` in lists of at most ``size``."""
    for start in range(0, len(values), size):
        yield values[start : start + size]
