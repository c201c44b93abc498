"""Backups: complete, verified, and usable as libraries."""

import json
import os
import stat
import sys
import threading
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.annotations.workbook import Workbook
from lexdesk.cli import run
from lexdesk.errors import LibraryCode, LibraryError, NoLibrary
from lexdesk.library.backup import MANIFEST, back_up, find_damage
from lexdesk.library.restoring import restore
from lexdesk.system.atomic import write_atomically


@pytest.mark.slow
def test_backup_is_library(full_library: Library, tmp_path: Path) -> None:
    with Workbook(full_library.path) as book:
        book.remember("withdraw consent")
    result = full_library.admin.back_up(tmp_path / "copy")
    assert set(result.files) == {"library.sqlite", "work.sqlite"}
    assert find_damage(tmp_path / "copy") == []
    with Library.open(tmp_path / "copy") as copy:
        assert copy.admin.check() == []
        found = copy.search("withdraw consent").hits[0]
        assert found == full_library.search("withdraw consent").hits[0]
        assert copy.admin.status().vectors == full_library.admin.status().vectors
    with Workbook(tmp_path / "copy") as book:
        assert book.earlier() == ["withdraw consent"]


@pytest.mark.skipif(sys.platform == "win32", reason="rights are those of the folder there")
def test_backup_files_are_readable_by_owner_only(words_library: Library, tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o755)
    words_library.admin.back_up(tmp_path / "open")
    with Library.open(tmp_path / "new", create=True) as library:
        own = [tmp_path / "open", tmp_path / "open" / "library.sqlite", library.path]
        for path in own:
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


@pytest.mark.slow
def test_backup_is_consistent_snapshot_during_writes(
    words_library: Library, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("The tenant shall paint the orangery.")
    failed: list[BaseException] = []

    def write() -> None:
        try:
            with Library.open(words_library.path) as other:
                other.sources.add([tmp_path / "a.txt"], vectors=False)
        except BaseException as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    for number in range(3):
        words_library.admin.back_up(tmp_path / f"copy{number}")
        with Library.open(tmp_path / f"copy{number}") as copy:
            assert copy.admin.check() == []
    writer.join()
    assert not failed
    assert words_library.search("orangery", mode="keyword").hits


def test_changed_byte_is_reported(words_library: Library, tmp_path: Path) -> None:
    words_library.admin.back_up(tmp_path / "copy")
    file = tmp_path / "copy" / "library.sqlite"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    assert find_damage(tmp_path / "copy") == [f"{file} is not as it was made"]
    file.unlink()
    assert find_damage(tmp_path / "copy") == [f"{file} is missing"]


def test_folder_without_store_is_no_library(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    with pytest.raises(NoLibrary):
        back_up(tmp_path / "library", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_name_that_no_index_can_open_is_rejected(words_library: Library, tmp_path: Path) -> None:
    target = tmp_path / os.fsdecode(b"\xff")
    with pytest.raises(LibraryError, match="set LANG to"):
        words_library.admin.back_up(target)
    words_library.admin.back_up(tmp_path / "backup")
    with pytest.raises(LibraryError, match="set LANG to"):
        restore(tmp_path / "backup", target)
    assert not target.exists()


def test_backup_without_store_is_incomplete(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text('{"made": "2026-01-01T00:00:00+00:00", "files": {}}')
    assert find_damage(tmp_path) == [
        f"{tmp_path} has no library.sqlite in it; back up the library again",
        f"{tmp_path / MANIFEST} is not as it was made",
    ]


def test_changed_time_of_backup_is_found(words_library: Library, tmp_path: Path) -> None:
    words_library.admin.back_up(tmp_path / "backup")
    assert find_damage(tmp_path / "backup") == []
    manifest = tmp_path / "backup" / MANIFEST
    manifest.write_text(manifest.read_text().replace('"made": "2', '"made": "1'))
    assert find_damage(tmp_path / "backup") == [f"{manifest} is not as it was made"]


def test_existing_target_is_reported(words_library: Library, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.txt").write_text("mine")
    with raises_code(LibraryError, LibraryCode.TARGET_OCCUPIED):
        words_library.admin.back_up(tmp_path / "full")
    (tmp_path / "full" / ".partial").mkdir()  # as a kill between two renames leaves it
    with raises_code(LibraryError, LibraryCode.WRITE_INTERRUPTED):
        words_library.admin.back_up(tmp_path / "full")
    with raises_code(LibraryError, LibraryCode.BACKUP_INSIDE_LIBRARY):
        words_library.admin.back_up(words_library.path / "copy")
    (tmp_path / "link").symlink_to(words_library.path)
    with raises_code(LibraryError, LibraryCode.BACKUP_INSIDE_LIBRARY):
        words_library.admin.back_up(tmp_path / "link" / "copy")
    with raises_code(LibraryError, LibraryCode.NOT_A_BACKUP):
        find_damage(tmp_path / "full")
    assert (tmp_path / "full" / "a.txt").read_text() == "mine"


def test_backup_path_is_relative_to_working_folder(words_library: Library) -> None:
    """As within the library: ``lexdesk backup -L . ../copy``."""
    result = words_library.admin.back_up(words_library.path / ".." / "beside")
    assert result.path == str(words_library.path.parent / "beside")
    assert find_damage(Path(result.path)) == []


def test_backup_below_a_link_is_made(words_library: Library, tmp_path: Path) -> None:
    """Folders on another disk are often named by a link, which SQLite follows nowhere in a name."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to("disk")
    words_library.admin.back_up(tmp_path / "link" / "copy")
    assert find_damage(tmp_path / "disk" / "copy") == []


def test_link_in_a_circle_is_no_bug(
    words_library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "passwords").write_text("word")
    (tmp_path / "circle").symlink_to("circle")
    library, circle = ["-L", str(words_library.path)], str(tmp_path / "circle")
    assert run(["backup", *library, circle]) == 2
    assert run(["add", *library, "--passwords", str(tmp_path / "passwords"), circle]) == 2
    assert capsys.readouterr().err.count("bug in Lexdesk") == 0


def test_empty_folder_is_filled_and_not_replaced(words_library: Library, tmp_path: Path) -> None:
    """A disk may be mounted there; the rest of an interrupted backup counts as empty."""
    disk = tmp_path / "disk"
    (disk / ".partial").mkdir(parents=True)
    (disk / ".partial" / "library.sqlite").write_bytes(b"half")
    same = disk.stat().st_ino
    words_library.admin.back_up(disk)
    assert disk.stat().st_ino == same
    assert {path.name for path in disk.iterdir()} == {"library.sqlite", "backup.json"}
    assert find_damage(disk) == []


def test_system_errors_name_the_requested_path(
    words_library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    copy = tmp_path / "file" / "copy"
    assert run(["backup", "-L", str(words_library.path), str(copy)]) == 2
    assert capsys.readouterr().err.startswith(f"lexdesk: system error at {copy}: ")
    with pytest.raises(OSError) as raised:
        write_atomically(copy, b"")
    assert raised.value.filename == str(copy)


def test_command_line_of_backup(
    words_library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, copy = str(words_library.path), str(tmp_path / "copy")
    assert run(["backup", "-L", place, copy, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["path"] == copy
    assert run(["backup", copy, "--verify"]) == 0
    assert run(["backup", "-L", place, copy]) == 2
    assert "name a new or empty folder" in capsys.readouterr().err
