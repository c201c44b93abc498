"""A library on a full disk is readable; writing fails with one sentence."""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import LibraryCode, LibraryReadOnly
from lexdesk.index.lexical import seal
from lexdesk.system.library_files import STORE
from lexdesk.system.read_only import is_full

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")


def fill(disk: Path, left: int = 0) -> Path:
    """Fill a disk up to some KB; return the file that fills it."""
    filling = disk / "other"
    with contextlib.suppress(OSError), filling.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    if left:
        os.truncate(filling, filling.stat().st_size - left * 1024)
    return filling


def sizes(library: Path) -> dict[Path, int]:
    """Return the size of each file but the list of files read, which fits again once any byte is free."""
    return {path: path.stat().st_size for path in library.rglob("*") if path.name != seal.MEMORY}


def leave_a_log(library: Path) -> None:
    """Write to the store and die before its log is taken in."""
    code = (
        "import os, pathlib, sys; from lexdesk.storage import page_checksums;"
        " c = page_checksums.connect(pathlib.Path(sys.argv[1])); c.execute('PRAGMA wal_autocheckpoint = 0');"
        " c.execute('UPDATE expression SET short_title = ?', ('of the log',)); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, library / STORE], check=True)
    assert (library / f"{STORE}-wal").stat().st_size
    (library / f"{STORE}-shm").unlink()


@pytest.fixture
def library(words_library_path: Path, small_disk: Path) -> Path:
    shutil.copytree(words_library_path, small_disk / "library")
    return small_disk / "library"


@pytest.mark.parametrize("has_log", [False, True])
def test_reading_works_on_full_disk(
    library: Path,
    small_disk: Path,
    tmp_path: Path,
    has_log: bool,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if has_log:
        leave_a_log(library)
    fill(small_disk)
    before = sizes(library)
    assert is_full(library)
    for command in (
        ["status"], ["list"], ["search", "--mode", "keyword", "consent"], ["show", "32016R0679", "art_7"], ["check"],
        ["references", "32016R0679"], ["history", "32016R0679"], ["dump"], ["backup", str(tmp_path / "copy")],
    ):  # fmt: skip
        assert run([*command, "-L", str(library)]) == 0, capsys.readouterr().err
    assert capsys.readouterr().err == ""
    assert sizes(library) == before
    with Library.open(library) as first, Library.open(library) as second:
        assert first.is_read_only
        for item in (first, second):
            assert item.search("consent", mode="keyword").hits
            titles = {row.short_title for row in item.store.law.expressions_of("32016R0679")}
            assert titles == ({"of the log"} if has_log else {"Regulation (EU) 2016/679"})
        with first.workbook() as book:
            assert book.marks() == []
            with raises_code(LibraryReadOnly, LibraryCode.READ_ONLY_DISK_FULL):
                book.remember("consent")


def test_writing_reports_full_disk_and_recovers(
    library: Path, small_disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lease.txt").write_text("The tenant pays the rent in the orangery.")
    filling = fill(small_disk)
    add = ["add", "--no-vectors", "-L", str(library), str(tmp_path / "lease.txt")]
    assert run(add) == 2
    assert (
        "can only be read, as its disk is full; free some space on that disk"
        in capsys.readouterr().err
    )
    filling.unlink()
    assert run(add) == 0
    with Library.open(library) as opened:
        assert len(opened.search("orangery", mode="keyword").hits) == 1


@pytest.mark.parametrize("left", [0, 150])
def test_index_without_disk_space_is_built_in_memory_with_one_warning(
    library: Path, small_disk: Path, left: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also with a little space left, too small for the index."""
    shutil.rmtree(library / "words")
    fill(small_disk, left)
    assert is_full(library) is (left == 0)
    assert run(["search", "--mode", "keyword", "-L", str(library), "consent"]) == 0
    captured = capsys.readouterr()
    assert "GDPR" in captured.out
    assert captured.err.count("its index words was not brought up to date") == 1
    assert run(["check", "-L", str(library)]) == 0


def test_library_opened_by_another_program_is_read(library: Path, small_disk: Path) -> None:
    with Library.open(library) as opened:
        opened.sources.mark_complete("something")
        fill(small_disk)
        with Library.open(library) as other:
            assert other.search("consent", mode="keyword").hits
            assert other.sources.holds_all_of("something")
            assert other.is_read_only


def test_backup_to_a_disk_that_fills_up_says_so(
    words_library_path: Path, small_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Between the two copies that it makes; SQLite says "not an error"."""
    size = (words_library_path / STORE).stat().st_size // 1024
    fill(small_disk, left=size * 3 // 2)
    assert run(["backup", "-L", str(words_library_path), str(small_disk / "backup")]) == 2
    assert "disk is full" in capsys.readouterr().err
    assert not (small_disk / "backup").exists()
