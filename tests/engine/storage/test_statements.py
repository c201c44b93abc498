"""Rows of SQL statements are validated at each run."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import cast

from tests.codes import raises_code

from lexdesk.errors import LibraryCode, LibraryDamaged
from lexdesk.storage import page_checksums
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
