"""Series of backups, and libraries restored from one."""

import datetime
import json
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Self

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import LibraryCode, LibraryError, LibraryLocked
from lexdesk.library import backup_series, restoring
from lexdesk.library.backup import MANIFEST, Backup, find_damage, hash_manifest
from lexdesk.library.restoring import restore
from lexdesk.storage import page_checksums
from lexdesk.system.atomic import exchange
from lexdesk.system.lock import writer_lock
from lexdesk.system.regular_files import hash_file


@pytest.fixture
def backup(words_library: Library, tmp_path: Path) -> Path:
    words_library.admin.back_up(tmp_path / "backup")
    return tmp_path / "backup"


def restate(backup: Path, change: Callable[[Any], None]) -> None:
    """Change the manifest of a backup together with its hash."""
    manifest = json.loads((backup / MANIFEST).read_text())
    change(manifest)
    (backup / MANIFEST).write_text(json.dumps({**manifest, "sha256": hash_manifest(manifest)}))


def restate_store(backup: Path) -> None:
    """State the size and the hash that the store has now."""
    store = backup / "library.sqlite"
    entry = {"bytes": store.stat().st_size, "sha256": hash_file(store)}
    restate(backup, lambda manifest: manifest["files"].update({store.name: entry}))


def series(
    words_library: Library, folder: Path, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Make a backup on each of so many days."""

    class Clock(datetime.datetime):
        day = 1

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Self:
            return cls(2026, 1, cls.day, tzinfo=datetime.UTC)

    monkeypatch.setattr(datetime, "datetime", Clock)
    for Clock.day in range(1, days + 1):
        backup_series.add(folder, 3, words_library.admin.back_up)


def test_last_backups_are_kept(
    words_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "2025-01-01T00-00-00").mkdir()  # of somebody else
    series(words_library, folder, 5, monkeypatch)
    assert [path.name[8:10] for path in backup_series.list_backups(folder)] == ["03", "04", "05"]
    assert (folder / "2025-01-01T00-00-00").is_dir()


def test_new_backup_is_kept_when_clock_was_put_back(
    words_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    series(words_library, folder, 3, monkeypatch)
    monkeypatch.setattr(datetime.datetime, "day", 1)
    (folder / "2026-01-01T00-00-00").rename(folder / "2026-01-04T00-00-00")
    made, removed = backup_series.add(folder, 3, words_library.admin.back_up)
    assert Path(made.path).name == "2026-01-01T00-00-00"
    assert [path.name[8:10] for path in backup_series.list_backups(folder)] == ["01", "03", "04"]
    assert [path.name[8:10] for path in removed] == ["02"]


def test_restoration_killed_between_its_renames_is_repeated(
    words_library: Library, backup: Path, tmp_path: Path
) -> None:
    place = tmp_path / "place" / "library"
    restore(backup, place)
    place.rename(place.with_name("library.before-restore"))
    shutil.copytree(backup, fresh := place.with_name("library.restoring"))
    (fresh / "backup.json").unlink()
    assert restore(backup, place).replaced == ""
    assert sorted(path.name for path in place.parent.iterdir()) == [
        "library",
        "library.before-restore",
    ]
    with Library.open(place) as again:
        assert again.search("consent", mode="keyword").hits


def test_backups_whose_names_a_disk_shows_in_lower_case_are_kept(
    words_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    series(words_library, tmp_path / "backups", 3, monkeypatch)
    for path in backup_series.list_backups(tmp_path / "backups"):
        path.rename(path.with_name(path.name.lower()))
    assert [path.name[8:11] for path in backup_series.list_backups(tmp_path / "backups")] == [
        "01t",
        "02t",
        "03t",
    ]


@pytest.mark.parametrize("can_exchange", [True, False])
def test_library_is_in_its_place_at_each_step(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_exchange: bool
) -> None:
    place = tmp_path / "place"
    restore(backup, place)
    (place / "old").touch()
    missing: list[bool] = []
    rename = Path.replace

    def noting(self: Path, target: Path) -> Path:
        missing.append(not place.exists())
        return rename(self, target)

    if not can_exchange:
        monkeypatch.setattr(restoring, "exchange", lambda *_: False)
    monkeypatch.setattr(Path, "replace", noting)
    told = restore(backup, place)
    assert (Path(told.replaced) / "old").exists()
    assert not (place / "old").exists()
    if can_exchange and sys.platform == "linux":
        assert not any(missing)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows renames no folder of an open file")
def test_no_writer_begins_before_the_exchange(
    words_library: Library, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its writes would land in the folder set aside."""

    def exchange_beside_a_writer(one: Path, other: Path) -> bool:
        with pytest.raises(LibraryLocked), writer_lock(words_library.path, "add"):
            pass
        return exchange(one, other)

    monkeypatch.setattr(restoring, "exchange", exchange_beside_a_writer)
    restored = restore(backup, words_library.path)
    with writer_lock(words_library.path, "add"):
        assert not (Path(restored.replaced) / "writer.json").exists()


def test_opened_backup_is_not_removed(
    words_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    series(words_library, folder, 1, monkeypatch)
    with Library.open(folder / "2026-01-01T00-00-00") as opened:
        assert opened.search("consent", mode="keyword").hits
    monkeypatch.undo()
    first, removed = backup_series.add(folder, 1, words_library.admin.back_up)
    assert removed == []
    assert backup_series.list_backups(folder)[-1] == Path(first.path)
    assert (folder / "2026-01-01T00-00-00" / "library.sqlite").is_file()


def test_backup_with_entries_of_a_file_server_goes_without_them(
    words_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    series(words_library, folder, 1, monkeypatch)
    old = folder / "2026-01-01T00-00-00"
    (old / "@eaDir").mkdir()
    (old / ".DS_Store").write_bytes(b"1")
    monkeypatch.undo()
    first, removed = backup_series.add(folder, 1, words_library.admin.back_up)
    assert removed == [old]
    assert backup_series.list_backups(folder) == [Path(first.path)]
    assert {path.name for path in old.iterdir()} == {"@eaDir", ".DS_Store"}


def test_failed_backup_removes_none(
    words_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    series(words_library, folder, 3, monkeypatch)

    def failing(target: Path) -> Backup:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        backup_series.add(folder, 1, failing)
    assert len(backup_series.list_backups(folder)) == 3


def test_verify_names_last_intact_backup(
    words_library: Library,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "backups"
    series(words_library, folder, 3, monkeypatch)
    assert run(["backup", str(folder), "--verify"]) == 0
    capsys.readouterr()
    path = folder / "2026-01-03T00-00-00" / "library.sqlite"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert run(["backup", str(folder), "--verify", "--json"]) == 2
    report = json.loads(capsys.readouterr().out)
    assert [bool(entry["problems"]) for entry in report["backups"]] == [False, False, True]
    assert report["last_intact"]["path"].endswith("2026-01-02T00-00-00")
    assert run(["backup", str(folder), "--verify"]) == 2
    assert "last intact backup" in capsys.readouterr().out


def test_library_is_restored_and_old_one_kept(backup: Path, tmp_path: Path) -> None:
    target = tmp_path / "library-restored"
    planned = restore(backup, target, dry_run=True)
    assert not target.exists()
    assert restore(backup, target) == planned
    with Library.open(target) as library:
        assert library.search("consent", mode="keyword").hits
        assert library.admin.check() == []
    again = restore(backup, target, dry_run=True)
    assert restore(backup, target) == again
    assert Path(again.replaced, "words").is_dir()
    with Library.open(target) as library:
        assert library.admin.check() == []
    with raises_code(LibraryError, LibraryCode.RESTORED_BEFORE):
        restore(backup, target)


def test_damaged_backup_replaces_nothing(backup: Path, words_library: Library) -> None:
    content = (backup / "library.sqlite").read_bytes()
    (backup / "library.sqlite").write_bytes(content[:-1])
    before = (words_library.path / "library.sqlite").stat()
    for options in ([], ["--dry-run"]):
        assert run(["restore", str(backup), "-L", str(words_library.path), *options]) == 2
    assert (words_library.path / "library.sqlite").stat() == before


@pytest.mark.parametrize("is_link", [False, True])
def test_notes_added_to_a_backup_are_not_restored(
    backup: Path, tmp_path: Path, is_link: bool
) -> None:
    """Restoration copied them beside the verified files, though no manifest names them."""
    (backup / "work.sqlite").unlink(missing_ok=True)
    restate(backup, lambda manifest: manifest["files"].pop("work.sqlite", None))
    assert find_damage(backup) == []
    if is_link:
        (backup / "work.sqlite").symlink_to(tmp_path / "elsewhere")
    else:
        (backup / "work.sqlite").write_bytes(b"notes of somebody else")
    with raises_code(LibraryError, LibraryCode.BACKUP_NOT_RESTORED, "work.sqlite was added"):
        restore(backup, tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("content", [b"SQLite format 3\0" + b"\7" * 5_000, None])
def test_foreign_file_with_a_true_manifest_is_not_restored(
    backup: Path, tmp_path: Path, content: bytes | None
) -> None:
    """It replaced the library, and then opened no more."""
    store = backup / "library.sqlite"
    store.unlink()
    if content is None:
        with closing(sqlite3.connect(store)) as connection:
            connection.execute("CREATE TABLE account (secret TEXT)")
    else:
        store.write_bytes(content)
    restate_store(backup)
    with raises_code(LibraryError, LibraryCode.BACKUP_NOT_RESTORED):
        restore(backup, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_changed_text_with_a_true_manifest_is_found(backup: Path) -> None:
    """Verification compared the hashes alone, which whoever changes the text can state."""
    store = backup / "library.sqlite"
    content = bytearray(store.read_bytes())
    content[content.index(b"consent")] ^= 1
    store.write_bytes(content)
    restate_store(backup)
    assert any("has changed since" in found for found in find_damage(backup))


def test_view_and_log_with_a_true_manifest_are_found(backup: Path) -> None:
    log = backup / "library.sqlite-wal"
    log.write_bytes(b"commits of somebody else")
    assert find_damage(backup) == [f"{log} was added after the backup"]
    log.unlink()
    with closing(page_checksums.connect(backup / "library.sqlite")) as connection:
        connection.execute("CREATE VIEW other AS SELECT 1")
    restate_store(backup)
    assert any("the view other" in found for found in find_damage(backup))


@pytest.mark.parametrize("made", ["yesterday", "2026-01-01\x1b[31m", "9" * 1_000, ""])
def test_backup_without_a_time_is_none(backup: Path, made: str) -> None:
    restate(backup, lambda manifest: manifest.update(made=made))
    with raises_code(LibraryError, LibraryCode.NOT_A_BACKUP):
        find_damage(backup)


def test_folder_with_other_contents_is_not_replaced(backup: Path, tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "mine.txt").write_text("mine")
    with raises_code(LibraryError, LibraryCode.TARGET_OCCUPIED):
        restore(backup, tmp_path / "documents")
    assert (tmp_path / "documents" / "mine.txt").read_text() == "mine"


def test_link_at_the_place_of_the_old_library_is_reported(
    backup: Path, words_library: Library
) -> None:
    aside = words_library.path.with_name(f"{words_library.path.name}.before-restore")
    aside.symlink_to("none")
    with raises_code(LibraryError, LibraryCode.RESTORED_BEFORE):
        restore(backup, words_library.path)
    assert aside.is_symlink()
