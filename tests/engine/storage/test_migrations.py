"""Libraries of earlier formats."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.engine.letters import paths

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import (
    LibraryCode,
    LibraryDamaged,
    LibraryTooNew,
)
from lexdesk.storage import migration
from lexdesk.storage.connection import Connection
from lexdesk.storage.schema import COUNT_SEARCHABLE, FORMAT, MIGRATIONS, READABLE
from lexdesk.storage.statements import Statements
from lexdesk.system.library_files import STORE
from lexdesk.vector_codes.int8 import unpack

FIXTURES = Path(__file__).parents[1] / "fixtures"


def library_of_format(number: int, folder: Path) -> None:
    """Make a library of an earlier format: a stored one, and each later migration."""
    written = 7 if number >= 7 else 1
    folder.mkdir()
    with contextlib.closing(sqlite3.connect(folder / STORE)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        migration.add_functions(database)
        database.executescript((FIXTURES / f"library-format-{written}.sql").read_text())
        for later in range(written + 1, number + 1):
            database.executescript(MIGRATIONS[later])
        database.execute(f"PRAGMA user_version = {number}")


@pytest.mark.parametrize("number", range(1, FORMAT))
def test_library_of_each_earlier_format_is_migrated(number: int, tmp_path: Path) -> None:
    library_of_format(number, tmp_path / "library")
    (tmp_path / "library" / f"{STORE}.format-0").touch()  # the copy of an earlier migration
    before = (tmp_path / "library" / STORE).read_bytes()
    is_readable = number >= READABLE
    assert run(["search", "rent", "-L", str(tmp_path / "library")]) == (0 if is_readable else 2)
    assert (tmp_path / "library" / STORE).read_bytes() == before
    assert run(["rebuild", "-L", str(tmp_path / "library")]) == 0
    assert (tmp_path / "library" / f"{STORE}.format-{number}").is_file()
    for _ in range(2):  # once migrated, once as it is
        with Library.open(tmp_path / "library") as library:
            assert paths(library, "rent") == {"lease.txt"}
            assert library.admin.check() == []


def test_library_with_another_schema_is_not_migrated(tmp_path: Path) -> None:
    """Commits between two formats made such libraries, before the first release."""
    library_of_format(2, tmp_path / "library")
    with contextlib.closing(sqlite3.connect(tmp_path / "library" / STORE)) as database:
        database.execute("ALTER TABLE file DROP COLUMN modified")
    with pytest.raises(LibraryDamaged, match="lacks the table file or a column of it"):
        Library.open(tmp_path / "library")
    with contextlib.closing(sqlite3.connect(tmp_path / "library" / STORE)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (2,)
        assert "refused" in {row[1] for row in database.execute("PRAGMA table_info(file)")}


@pytest.mark.parametrize("format", ["none", "1"])
def test_simultaneous_creation_or_migration_is_safe(
    format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "library"
    if format == "1":
        path.mkdir()
        with contextlib.closing(sqlite3.connect(path / "library.sqlite")) as database:
            database.executescript((FIXTURES / "library-format-1.sql").read_text())
    looked = Connection._format

    def overtaken(store: Connection) -> int:
        found = looked(store)
        monkeypatch.setattr(Connection, "_format", looked)
        Library.open(path, create=True).close()  # as another program does now
        return found

    monkeypatch.setattr(Connection, "_format", overtaken)
    with Library.open(path, create=True) as library:
        assert library.admin.check() == []
        assert library.admin.status().files == (format == "1")


def take_back_to_format_4(connection: Statements) -> None:
    connection.execute("DROP TABLE unread_page")
    for column in ("failure", "failure_parameters", "unreadable"):
        connection.execute(f"ALTER TABLE file DROP COLUMN {column}")
    connection.execute("ALTER TABLE file ADD COLUMN refused TEXT")
    connection.execute("DROP TABLE scanned_page")
    connection.execute("DROP INDEX passage_unsearchable")
    connection.execute("CREATE INDEX passage_searchable ON passage (id) WHERE searchable")
    connection.execute("PRAGMA user_version = 4")


def test_library_of_format_4_counts_passages_without_reading(
    words_library: Library,
) -> None:
    store = words_library.store
    before = (
        store.vectors.progress(),
        store.passages.searchable(),
        store.vectors.missing_passages(),
    )
    assert 0 < before[0][1] < store.statements.one("SELECT count(*) FROM passage")
    take_back_to_format_4(store.statements)
    words_library.close()
    with Library.open(words_library.path) as library:
        store = library.store
        after = (
            store.vectors.progress(),
            store.passages.searchable(),
            store.vectors.missing_passages(),
        )
        assert after == before
        plan = store._raw.execute(f"EXPLAIN QUERY PLAN {COUNT_SEARCHABLE}").fetchall()
        scans = [row[3] for row in plan if row[3].startswith("SCAN passage")]
        assert len(scans) == 2
        assert all("INDEX" in scan for scan in scans), "the rows hold the texts"


def test_vectors_of_earlier_format_are_compressed_and_found(full_library: Library) -> None:
    before = [hit.eid for hit in full_library.search("withdraw consent").hits]
    store = full_library.store
    rows = [(n, unpack([values])[0]) for n, _, values in store.vectors.rows(0)]
    with store.transaction():
        store.statements.executemany(
            'UPDATE vector SET "values" = ? WHERE seq = ?',
            ((row.astype("<f2").tobytes(), n) for n, row in rows),
        )
    take_back_to_format_4(store.statements)
    store.statements.execute("PRAGMA user_version = 2")
    full_library.close()
    shutil.rmtree(full_library.path / "vectors", ignore_errors=True)
    with Library.open(full_library.path) as library:
        assert [hit.eid for hit in library.search("withdraw consent").hits] == before
        assert {len(values) for _, _, values in library.store.vectors.rows(0)} == {len(rows[0][1])}
        assert library.admin.check() == []


def test_library_of_format_3_gets_language_index(words_library: Library) -> None:
    before = words_library.admin.status()
    connection = words_library.store.statements
    take_back_to_format_4(connection)
    connection.execute("DROP INDEX expression_work")
    connection.execute("CREATE INDEX expression_work ON expression (work)")
    connection.execute("PRAGMA user_version = 3")
    words_library.close()
    with Library.open(words_library.path) as library:
        assert library.admin.status().passages == before.passages
        plan = library.store._raw.execute(
            "EXPLAIN QUERY PLAN SELECT language, count(*) FROM expression GROUP BY 1"
        ).fetchall()
        assert "COVERING INDEX expression_work" in plan[0][3], (
            "not the rows, far apart in a large file"
        )
        assert library.admin.check() == []


def test_later_format_and_damaged_file_are_rejected(words_library: Library) -> None:
    path = words_library.path
    words_library.store.statements.execute("PRAGMA user_version = 99")
    words_library.close()
    with raises_code(LibraryTooNew, LibraryCode.TOO_NEW, found="99"):
        Library.open(path)
    (path / "library.sqlite").write_bytes(b"this is no database" * 100)
    with raises_code(LibraryDamaged, LibraryCode.DAMAGED):
        Library.open(path)
