"""Checksums on the pages of SQLite's files: written, verified at each read, added to earlier libraries."""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.annotations.workbook import Workbook
from lexdesk.cli import run
from lexdesk.errors import LexdeskError, LibraryCode, LibraryDamaged
from lexdesk.storage import open_files, page_checksums
from lexdesk.storage.schema import FORMAT, LATER_TABLES, MIGRATIONS, READABLE
from lexdesk.system.library_files import NOTES, STORE

FIXTURES = Path(__file__).parents[1] / "fixtures"
RESERVED = 20  # the byte of the header that tells of room at the end of pages


@pytest.fixture
def of_format_7(tmp_path: Path) -> Path:
    """A library written by Lexdesk before pages had checksums, with notes."""
    folder = tmp_path / "library"
    folder.mkdir()
    for name, script in ((STORE, "library-format-7.sql"), (NOTES, "notes-format-1.sql")):
        with contextlib.closing(sqlite3.connect(folder / name)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.executescript((FIXTURES / script).read_text())
    return folder


def has_checksums(path: Path) -> bool:
    return path.read_bytes()[RESERVED] == 8 and page_checksums.read_changed_page(path) is None


def titles(folder: Path) -> list[str]:
    with Library.open(folder) as library:
        assert library.admin.check() == []
        with library.workbook() as book:
            assert [mark.value for mark in book.marks()] == ["rent"]
        return [hit.title for hit in library.search("rent", mode="keyword").hits]


def test_library_of_format_7_gets_checksums(of_format_7: Path) -> None:
    for _ in range(2):  # once migrated, once as it is
        assert set(titles(of_format_7)) == {"lease"}
        assert has_checksums(of_format_7 / STORE)
        assert has_checksums(of_format_7 / NOTES)


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_link_put_in_place_after_the_look_is_not_followed(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever shares the folder may exchange a file between two system calls."""
    outside, look = tmp_path / "outside.sqlite", open_files.require_own_files

    def exchanging(path: Path) -> None:
        look(path)
        path.rename(outside)
        path.symlink_to(outside)

    monkeypatch.setattr(open_files, "require_own_files", exchanging)
    with pytest.raises(LexdeskError):
        Library.open(library)
    assert [path.name for path in tmp_path.glob("outside*")] == ["outside.sqlite"]


def test_library_in_a_linked_folder_opens(library: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(library.parent, target_is_directory=True)
    with Library.open(tmp_path / "link" / library.name) as opened:
        assert opened.is_in_place()


def test_only_commands_that_write_migrate_and_keep_a_copy(
    of_format_7: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, copy = of_format_7 / STORE, of_format_7 / f"{STORE}.format-7"
    before = store.read_bytes()
    for words in (["search", "rent"], ["list"], ["status"], ["check"], ["dump"]):
        assert run([*words, "-L", str(of_format_7)]) == 0, capsys.readouterr().err
    assert store.read_bytes() == before
    assert not copy.exists()
    assert run(["rebuild", "-L", str(of_format_7)]) == 0
    assert has_checksums(store)
    with contextlib.closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (7,)
        assert database.execute("SELECT title FROM expression").fetchone() == ("lease",)
    assert set(titles(of_format_7)) == {"lease"}
    brought = "".join(MIGRATIONS[to] for to in range(READABLE + 1, FORMAT + 1))
    assert brought.replace(" IF NOT EXISTS", "") == "".join(LATER_TABLES)


def test_reading_an_earlier_format_names_command_that_migrates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / STORE)) as database:
        database.executescript((FIXTURES / "library-format-6.sql").read_text())
    before = (tmp_path / STORE).read_bytes()
    assert run(["search", "rent", "-L", str(tmp_path)]) == 2
    assert f"run lexdesk rebuild -L {tmp_path}, which keeps a copy" in capsys.readouterr().err
    assert (tmp_path / STORE).read_bytes() == before
    assert run(["rebuild", "-L", str(tmp_path)]) == 0
    assert run(["status", "-L", str(tmp_path)]) == 0
    copies = sorted(path.name for path in tmp_path.glob(f"{STORE}.format-*"))
    assert copies == [f"{STORE}.format-6"]


def test_interrupted_migration_is_repeated(of_format_7: Path) -> None:
    with contextlib.closing(page_checksums.connect(of_format_7 / STORE)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("CREATE TABLE large (a)")
        connection.execute("INSERT INTO large VALUES (zeroblob(5000000))")
        connection.execute("DROP TABLE large")
        connection.reserve()
        connection.execute("VACUUM")
    assert set(titles(of_format_7)) == {"lease"}
    assert has_checksums(of_format_7 / STORE)


def test_open_library_is_migrated_the_next_time(of_format_7: Path) -> None:
    with contextlib.closing(page_checksums.connect(of_format_7 / STORE)) as other:
        other.execute("SELECT * FROM file").fetchone()
        assert set(titles(of_format_7)) == {"lease"}
    assert not has_checksums(of_format_7 / STORE)
    assert set(titles(of_format_7)) == {"lease"}
    assert has_checksums(of_format_7 / STORE)


@pytest.fixture
def library(words_library_path: Path, tmp_path: Path) -> Path:
    """A closed library with notes."""
    shutil.copytree(words_library_path, tmp_path / "library")
    with Library.open(tmp_path / "library") as opened, opened.workbook() as book:
        book.remember("consent")
    return tmp_path / "library"


def flipped(path: Path) -> Iterator[int]:
    """Flip a bit of each page, one after the other, and keep the time stamps; return the page."""
    whole = path.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    stat = path.stat()
    for page in range(0, len(whole) // size):
        changed = bytearray(whole)
        changed[page * size + (page * 7919) % size] ^= 1 << page % 8
        path.write_bytes(changed)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        yield page
    path.write_bytes(whole)


@pytest.mark.slow
@pytest.mark.usefixtures("pages_reread_at_once")
def test_check_finds_flipped_bit_of_each_page(library: Path) -> None:
    for name in (STORE, NOTES):
        for page in flipped(library / name):
            try:
                with Library.open(library) as opened:
                    (problem,) = opened.admin.check()
            except LibraryDamaged as error:
                problem = str(error)
            assert f"{name} is damaged" in problem, page


@pytest.mark.usefixtures("pages_reread_at_once")
def test_check_finds_missing_end(library: Path) -> None:
    for name in (STORE, NOTES):
        whole = (library / name).read_bytes()
        size = int.from_bytes(whole[16:18], "big")
        for at in (len(whole) - size, len(whole) - 1):
            (library / name).write_bytes(whole[:at])
            try:
                with Library.open(library) as opened:
                    (problem,) = opened.admin.check()
            except LibraryDamaged as error:
                problem = str(error)
            assert f"{name} is damaged" in problem, at
        (library / name).write_bytes(whole)


@pytest.mark.usefixtures("pages_reread_at_once")
def test_page_torn_by_killed_checkpoint_is_no_damage(library: Path, tmp_path: Path) -> None:
    copy = tmp_path / "killed"
    with Library.open(library) as opened:
        opened.store.set_setting("languages", ["en"])  # into the log
        shutil.copytree(library, copy, ignore=shutil.ignore_patterns("*-shm"))
    page = int.from_bytes((copy / f"{STORE}-wal").read_bytes()[32:36], "big")
    content = bytearray((copy / STORE).read_bytes())
    size = int.from_bytes(content[16:18], "big")
    content[page * size - size // 2 : page * size] = bytes(size // 2)
    (copy / STORE).write_bytes(content)
    with Library.open(copy) as opened:
        assert opened.admin.check() == []
    assert has_checksums(copy / STORE)


def test_use_of_closed_connection_is_no_damage(library: Path) -> None:
    with Library.open(library) as opened:
        pass
    with pytest.raises(sqlite3.ProgrammingError):
        opened.store.last_change()


def test_damaged_page_is_not_read(library: Path) -> None:
    path = library / STORE
    changed = path.read_bytes().replace(b"data subject", b"data subjekt")
    assert changed != path.read_bytes()
    path.write_bytes(changed)
    with (
        raises_code(LibraryDamaged, LibraryCode.DAMAGED, "a page of it has changed"),
        Library.open(library) as opened,
    ):
        opened.search("data subject", mode="keyword", top=50)
        list(opened.catalogue.dump())


def test_file_without_checksums_is_not_taken_for_one_of_this_format(library: Path) -> None:
    for path, latest in ((library / STORE, FORMAT), (library / NOTES, 2)):
        path.unlink()
        script = "library-format-7.sql" if path.name == STORE else "notes-format-1.sql"
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.executescript((FIXTURES / script).read_text())
            database.execute(f"PRAGMA user_version = {latest}")
    with raises_code(LibraryDamaged, LibraryCode.SCHEMA_UNKNOWN, "no checksums"):
        Library.open(library)
    with raises_code(LibraryDamaged, LibraryCode.SCHEMA_UNKNOWN, "no checksums"), Workbook(library):
        pass


def test_errors_are_those_of_sqlite3(tmp_path: Path) -> None:
    with contextlib.closing(page_checksums.connect(tmp_path / "a.sqlite")) as connection:
        connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL)")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT INTO t VALUES (1, NULL)")
        with pytest.raises(sqlite3.OperationalError, match="no such table") as error:
            connection.execute("SELECT * FROM other")
        assert error.value.sqlite_errorcode == sqlite3.SQLITE_ERROR
        connection.execute("INSERT INTO t VALUES (1, CAST(x'ff' AS TEXT))")
        with pytest.raises(sqlite3.OperationalError, match="utf-8"):
            connection.execute("SELECT b FROM t").fetchall()
    with pytest.raises(sqlite3.ProgrammingError):
        connection.execute("SELECT 1")
