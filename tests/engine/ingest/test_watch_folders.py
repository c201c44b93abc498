"""Folders watched for changes."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.engine.ingest.folder_files import write
from watchdog.events import FileModifiedEvent

from lexdesk import Library
from lexdesk.ingest import Progress
from lexdesk.ingest.difference import find_left_behind
from lexdesk.ingest.scan.watch import EventHandler, Watch
from lexdesk.ingest.selection import Selection
from lexdesk.storage.schema import FileRecord
from lexdesk.system.network_places import find_file_system, is_on_network
from lexdesk.system.paths import decode_path, encode_path

_HEEDING_CTRL_C = """import signal
from lexdesk.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
main()"""


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexdesk.ingest.scan.watch.QUIET_SECONDS", 0.2)


@pytest.mark.slow
def test_change_events_are_debounced(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write(tmp_path / "old.txt", "text")
    write(tmp_path / ".lexdeskignore", "*.bak")
    with Watch([tmp_path], tmp_path / "library") as watch:
        write(tmp_path / "sub" / "a.txt", "one")
        write(tmp_path / "sub" / "a.txt", "two")
        write(tmp_path / "sub" / "a.bak", "two")
        (tmp_path / "old.txt").rename(tmp_path / "new.txt")
        (batch,) = watch.changes(timeout=2.5)
    assert set(batch) == {
        tmp_path / "sub" / "a.txt", tmp_path / "old.txt", tmp_path / "new.txt",
    }  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="names of other systems are Unicode")
def test_stored_byte_name_may_exceed_name_limit(tmp_path: Path) -> None:
    """A Greek name in ISO 8859-7: 80 bytes, four characters each."""
    file = tmp_path / os.fsdecode(b"\xe9" * 80)
    write(file, "text")
    assert decode_path(encode_path(file)) == file
    assert find_left_behind([encode_path(file)], [file], lambda _: False) == ([], [])
    file.unlink()
    assert find_left_behind([encode_path(file)], [], lambda _: False) == ([encode_path(file)], [])


@pytest.mark.skipif(sys.platform != "linux", reason="names of other systems are Unicode")
def test_byte_name_is_reported_as_stored_with_printable_title(
    library: Library, folder: Path
) -> None:
    old, bad = folder / os.fsdecode(b"K\xfcndigung.txt"), folder / os.fsdecode(b"b\xe4d.bin")
    write(old, "The tenant gives notice of termination.")
    bad.write_bytes(bytes(range(256)) * 20)
    (path, reason), *_ = library.sources.add([folder], vectors=False).failed.items()
    assert path == f"{folder}/b\\xe4d.bin"
    assert reason.startswith("b\\xe4d.bin is of a kind that Lexdesk does not know")
    assert library.search("notice").hits[0].title == "Kündigung"
    old.rename(folder / "Räumung.txt")
    assert library.sources.add([folder], vectors=False).moved == 1
    assert library.search("notice").hits[0].title == "Räumung"


def test_windows_folder_resembling_byte_escape_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsdecode", lambda raw: raw.decode("utf-8", "surrogatepass"))
    assert decode_path("C:\\x86\\gone.txt") == Path("C:\\x86\\gone.txt")


def test_changes_use_name_of_watched_folder(tmp_path: Path) -> None:
    """macOS reports the target of a link, such as ``/private/tmp`` for ``/tmp``."""
    real, link = tmp_path / "private", tmp_path / "link"
    write(real / "sub" / "a.txt", "text")
    link.symlink_to(real)
    with Watch([link], tmp_path / "library", poll=60) as watch:
        handler = EventHandler(watch, link)
        for path in (real / "sub" / "a.txt", real / "sub" / "gone.txt", tmp_path / "else.txt"):
            handler.on_any_event(FileModifiedEvent(str(path)))
        (batch,) = watch.changes(timeout=0.6)
    assert batch == [link / "sub" / "a.txt", link / "sub" / "gone.txt"]


def test_folders_are_polled_without_system_events(tmp_path: Path) -> None:
    with Watch([tmp_path], tmp_path / "library", poll=0.2) as watch:
        writing = threading.Timer(0.5, write, [tmp_path / "a.txt", "text"])
        writing.start()
        assert next(watch.changes(timeout=10)) == [tmp_path / "a.txt"]
        writing.join()
    assert not is_on_network(tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform == "win32", reason="what is watched can be neither renamed nor removed"
)
@pytest.mark.parametrize("poll", [None, 0.2])
def test_remounted_folder_is_watched_again(
    tmp_path: Path, poll: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a removed disk, and a share mounted after the start of watching."""
    monkeypatch.setattr("lexdesk.ingest.scan.watch.SECONDS_BETWEEN_CHECKS", 0.1)
    disk, late = tmp_path / "disk", tmp_path / "late"
    disk.mkdir()
    with Watch([disk, late], tmp_path / "library", poll) as watch:
        changes = watch.changes(timeout=20)
        disk.rename(tmp_path / "taken out")
        assert next(changes) == [disk]
        (tmp_path / "taken out").rename(disk)
        assert next(changes) == [disk]
        write(disk / "a.txt", "text")
        assert next(changes) == [disk / "a.txt"]
        late.mkdir()
        assert next(changes) == [disk, late]
        write(late / "b.txt", "text")
        assert next(changes) == [late / "b.txt"]
        shutil.rmtree(late)
        late.mkdir()  # perhaps with the number that it had
        assert {late, late / "b.txt"} & set(next(changes))
        write(late / "c.txt", "text")
        assert any(late / "c.txt" in batch for batch in changes)


MOUNTS = rb"""/dev/sda1 / ext4 rw 0 0
systemd-1 /mnt/nas autofs rw,fd=51 0 0
server:/law /mnt/nas nfs4 rw 0 0
//server/x /mnt/with\040blank\134 cifs rw 0 0
/dev/sdb1 /mnt/nas/local ext4 rw 0 0
"""


@pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")
@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/me", "ext4"),
        ("/mnt/nas/cases", "nfs4"),
        ("/mnt/nas/local/cases", "ext4"),
        ("/mnt/nasty", "ext4"),
        ("/mnt/with blank\\/cases", "cifs"),
    ],
)
def test_file_system_of_folder(folder: str, kind: str) -> None:
    assert find_file_system(Path(folder), MOUNTS) == kind
    assert find_file_system(Path(folder), b"") is None


@pytest.mark.slow
def test_watch_updates_library(library: Library, folder: Path) -> None:
    command = [sys.executable, "-c", _HEEDING_CTRL_C, "watch", "-L", str(library.path), "--no-vectors", "--json"]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        assert json.loads(watching.stdout.readline())["unchanged"] == 3
        write(folder / "new.txt", "The tenant shall paint the orangery.")
        assert json.loads(watching.stdout.readline())["added"] == 1
        write(folder / ".lexdeskignore", "new.txt")
        assert json.loads(watching.stdout.readline())["removed"] == 1
        (folder / ".lexdeskignore").unlink()
        assert json.loads(watching.stdout.readline())["added"] == 1
        (folder / "new.txt").unlink()
        assert json.loads(watching.stdout.readline())["removed"] == 1
        watching.send_signal(signal.SIGINT)
        assert watching.wait(10) == 0
    assert library.sources.difference().unchanged == 3


@pytest.mark.slow
def test_watch_keeps_documents_of_removed_disk(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    folder.rename(tmp_path / "disk")
    folder.mkdir()  # the mount point
    command = [sys.executable, "-c", _HEEDING_CTRL_C, "watch", "-L", str(library.path), "--no-vectors", "--json"]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        assert "cannot be read now" in watching.stderr.readline()
        assert json.loads(watching.stdout.readline())["removed"] == 0
        for path in (tmp_path / "disk").iterdir():  # it is there again
            path.rename(folder / path.name)
        assert json.loads(watching.stdout.readline())["removed"] == 0
        watching.send_signal(signal.SIGINT)
        assert watching.wait(10) == 0
    assert library.sources.difference().unchanged == 3


def test_share_lost_during_reading_is_not_pruned(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    def lose(progress: Progress) -> None:
        if folder.exists():
            folder.rename(tmp_path / "share")

    report = library.sources.add([folder], prune=True, vectors=False, listener=lose)
    assert report.removed == 0
    assert "was lost while it was read" in report.failed[str(folder)]
    assert library.admin.status().files == 3
    assert library.search("erasure", mode="keyword").hits


def test_pending_files_of_lost_folder_are_read_when_it_returns(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a removed memory stick, whose files need no attention."""
    stick, drawer = tmp_path / "stick", tmp_path / "drawer"
    stick.mkdir()
    for number in range(12):
        (stick / f"{number}.txt").write_text(f"The lighthouse number {number} is let.")
    record = Selection.record

    def lose(selection: Selection, path: Path) -> FileRecord | None:
        if path.name == "10.txt":  # the second of them
            stick.rename(drawer)
        return record(selection, path)

    with monkeypatch.context() as patched:
        patched.setattr(Selection, "record", lose)
        report = library.sources.add([stick], vectors=False)
    assert report.failed == {str(stick): report.failed[str(stick)]}
    assert "was lost while it was read" in report.failed[str(stick)]
    assert library.catalogue.failures() == {}
    assert library.sources.unfinished() == [stick]
    drawer.rename(stick)
    library.sources.add(library.sources.unfinished(), vectors=False)
    assert library.sources.unfinished() == []
    assert library.search("lighthouse number", mode="keyword").total == 12


def test_removed_subfolder_is_not_lost(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = folder / "inside"
    inside.mkdir()
    (inside / "lease.txt").write_text("The lighthouse is let.")
    record = Selection.record

    def remove(selection: Selection, path: Path) -> FileRecord | None:
        if path.parent == inside:
            shutil.rmtree(inside)
        return record(selection, path)

    monkeypatch.setattr(Selection, "record", remove)
    (empty := folder.parent / "empty").mkdir()
    report = library.sources.follow([inside], vectors=False)
    report.failed |= library.sources.add([empty], vectors=False).failed
    assert not {str(inside), str(empty)} & report.failed.keys()
    assert library.sources.unfinished() == []


def test_inaccessible_folder_does_not_end_watch(tmp_path: Path) -> None:
    with Watch([tmp_path], tmp_path / "library") as watch:
        write(tmp_path / ".lexdeskignore", "!")  # no pattern
        assert next(watch.changes(timeout=10)) == [tmp_path]
        write(tmp_path / "a.txt", "text")
        assert next(watch.changes(timeout=10)) == [tmp_path / "a.txt"]
        write(tmp_path / "b.txt", "text")
        assert next(watch.changes(timeout=10)) == [tmp_path / "b.txt"]
