"""Rows of SQL statements are validated at each run."""

import contextlib
import sqlite3
from pathlib import Path
from typing import cast

import pytest
from tests.codes import raises_code

from lexdesk.errors import LibraryCode, LibraryDamaged
from lexdesk.storage import page_checksums, schema
from lexdesk.storage.column_values import check_of
from lexdesk.storage.statements import Statements


def test_wrong_value_is_found_by_statement_that_had_no_rows_before(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with contextlib.closing(page_checksums.connect(path)) as connection:
        connection.execute("CREATE TABLE relation (date TEXT)")
        statements = Statements(cast(sqlite3.Connection, connection), path)
        assert list(statements.execute("SELECT date FROM relation")) == []
        connection.execute("INSERT INTO relation VALUES ('no day')")
        with raises_code(LibraryDamaged, LibraryCode.DAMAGED):
            list(statements.execute("SELECT date FROM relation"))


@pytest.mark.parametrize("script", [schema.TABLES, schema.NOTES_TABLES])
def test_every_column_is_checked(script: str) -> None:
    """A text in ``part.home`` ended `references` as a bug of Lexdesk."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall()
        columns = {
            name
            for (table,) in tables
            for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")
        }
    assert [name for name in sorted(columns) if not check_of((name,)).is_needed] == []
