"""Folders: eligible files, changes, and renamed files."""

import gzip
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from tests.archives import zipped
from tests.codes import raises_code
from tests.crafting import make_pipe
from tests.engine.ingest.folder_files import LONG_AGO, write

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.extract.workers.pool import Reading, WorkerPool
from lexdesk.ingest.difference import compute_difference
from lexdesk.ingest.scan.scan import is_library
from lexdesk.storage.schema import FileRecord

NOBODY = 65_534  # the account that owns nothing


Captured = pytest.CaptureFixture[str]


def test_changes_are_detected_without_reading(library: Library, folder: Path) -> None:
    assert library.sources.folders() == [folder]
    assert library.sources.difference().unchanged == 3
    write(folder / "erasure.txt", "Another text.", LONG_AGO + 1)
    write(folder / "new.txt", "A new text.")
    (folder / "lawful" / "basis.txt").rename(folder / "grounds.txt")
    (folder / "lawful" / "consent.txt").unlink()
    found = library.sources.difference()
    assert found.new == [str(folder / "new.txt")]
    assert found.changed == [str(folder / "erasure.txt")]
    assert found.moved == {str(folder / "lawful" / "basis.txt"): str(folder / "grounds.txt")}
    assert found.gone == [str(folder / "lawful" / "consent.txt")]
    assert found.unchanged == 0
    report = library.sources.add([folder], prune=True, vectors=False)
    assert (report.added, report.replaced, report.moved, report.removed) == (1, 1, 1, 1)
    assert library.sources.difference().unchanged == 3


def test_identical_moved_files_are_matched(library: Library, folder: Path) -> None:
    write(folder / "lawful" / "copy.txt", (folder / "lawful" / "basis.txt").read_text())
    library.sources.add([folder], vectors=False)
    (folder / "lawful").rename(folder / "grounds")
    found = library.sources.difference()
    assert (len(found.moved), found.new, found.gone) == (3, [], [])
    assert library.sources.add([folder], prune=True, vectors=False).moved == 3


def test_failed_file_is_no_source_of_move(library: Library, folder: Path) -> None:
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 no archive")
    library.sources.add([folder], vectors=False)
    (folder / "broken.docx").rename(folder / "renamed.docx")
    found = library.sources.difference()
    assert (found.moved, found.new) == ({}, [str(folder / "renamed.docx")])
    assert library.sources.add([folder], prune=True, vectors=False).moved == 0


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such permissions")
def test_unreadable_new_file_is_reported_as_new() -> None:
    with tempfile.TemporaryDirectory() as place:  # where others may look
        here = Path(place)
        here.chmod(0o755)
        gone, new = here / "gone.txt", here / "new.txt"
        write(new, "text")
        new.chmod(0)
        as_long = FileRecord(str(gone), "0" * 64, len("text"), 1)
        user = os.geteuid()
        if user == 0:  # who may read everything
            os.seteuid(NOBODY)
        try:
            found = compute_difference([here], here / "library", {as_long.path: as_long})
        finally:
            os.seteuid(user)
    assert (found.new, found.gone, found.moved) == ([str(new)], [str(gone)], {})


def test_newly_ignored_file_is_reported_and_removed(
    library: Library, folder: Path, capsys: Captured
) -> None:
    write(folder / ".lexdeskignore", "lawful/\n")
    ignored = [str(folder / "lawful" / name) for name in ("basis.txt", "consent.txt")]
    found = library.sources.difference()
    assert (found.gone, found.ignored, found.unchanged) == ([], ignored, 1)
    report = library.sources.add([folder], vectors=False)
    assert (report.gone, report.ignored, report.removed) == (0, 2, 0)
    assert library.search("lawful", mode="keyword").hits
    (folder / "erasure.txt").unlink()
    place = str(library.path)
    for command in (["add", "--no-vectors", str(folder)], ["status"]):
        assert run([*command, "-L", place]) == 0
        out = capsys.readouterr().out
        assert "1 missing" in out
        assert "2 ignored by .lexdeskignore now" in out
    assert run(["add", "-L", place, str(folder), "--prune", "--dry-run"]) == 0
    assert f"- {ignored[0]}\n- {ignored[1]}\n" in capsys.readouterr().out
    assert library.sources.add([folder], prune=True, vectors=False).removed == 3
    assert library.admin.status().files == 0
    assert library.search("lawful", mode="keyword").hits == []


def test_ignored_archive_removes_its_members(library: Library, folder: Path) -> None:
    lease = {"inner/lease.txt": "The tenant shall paint the orangery."}
    (folder / "bundle.zip").write_bytes(zipped(lease))
    library.sources.add([folder], vectors=False)
    write(folder / ".lexdeskignore", "*.zip")
    library.sources.add([folder], prune=True, vectors=False)
    assert library.search("orangery", mode="keyword").hits == []
    assert library.admin.status().files == 3


def test_explicitly_named_file_overrides_ignore_rules(library: Library, folder: Path) -> None:
    write(folder / ".lexdeskignore", "*.bak\nlawful/")
    write(folder / "lease.bak", "The tenant shall paint the orangery.")
    library.sources.add([folder / "lease.bak", folder / "lawful" / "basis.txt"], vectors=False)
    assert library.sources.difference().ignored == [str(folder / "lawful" / "consent.txt")]
    assert library.sources.add([folder], prune=True, vectors=False).removed == 1
    assert library.sources.follow([folder], vectors=False).removed == 0
    assert library.search("orangery", mode="keyword").hits
    (folder / "lease.bak").unlink()
    assert library.sources.add([folder], prune=True, vectors=False).removed == 1
    library.sources.remove([folder])  # and with it what was said of single files
    write(folder / ".lexdeskignore", "")
    library.sources.add([folder], vectors=False)
    write(folder / ".lexdeskignore", "lawful/")
    assert library.sources.add([folder], prune=True, vectors=False).removed == 2


def test_files_changed_with_ignore_rules_are_not_read(library: Library, folder: Path) -> None:
    write(folder / "draft.txt", "The tenant shall paint the orangery.")
    write(folder / ".lexdeskignore", "draft.txt")
    report = library.sources.follow([folder, folder / "draft.txt"], vectors=False)
    assert (report.added, report.removed) == (0, 0)


def test_missing_folder_keeps_its_documents_under_any_rules(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    write(folder.parent / ".lexdeskignore", "files/")
    folder.rename(tmp_path / "disk")
    folder.mkdir()  # the mount point
    assert library.sources.add([folder], vectors=False).ignored == 0
    with raises_code(LibraryError, LibraryCode.AWAY):
        library.sources.add([folder], prune=True, vectors=False)
    assert library.admin.status().files == 3
    (folder.parent / ".lexdeskignore").unlink()


def test_empty_file_is_unchanged(library: Library, folder: Path) -> None:
    write(folder / "empty.txt", "", LONG_AGO)
    library.sources.add([folder], vectors=False)
    assert library.sources.difference().changed == []
    report = library.sources.add([folder], vectors=False)
    assert (report.unchanged, len(report.failed)) == (3, 1)
    write(folder / "empty.txt", "The lease has ended.", LONG_AGO + 1)
    assert library.sources.difference().changed == [str(folder / "empty.txt")]


def test_rewritten_file_with_same_content_is_unchanged(library: Library, folder: Path) -> None:
    os.utime(folder / "erasure.txt", (LONG_AGO + 5, LONG_AGO + 5))
    assert library.sources.difference().unchanged == 3
    assert library.sources.add([folder], vectors=False).unchanged == 3
    assert library.sources.difference().unchanged == 3


class _AwayWhileRead:
    """Reads files whose disk disappears between the scan and the reading."""

    def __init__(self, pool: WorkerPool, away: Path) -> None:
        self._pool, self._away = pool, away
        self.cites = pool.cites

    def read_all(self, paths: Iterable[Path]) -> Iterator[Reading]:
        yield from self._pool.read_all(map(self._taken_away, paths))

    def _taken_away(self, path: Path) -> Path:
        path.rename(self._away / path.name)
        return path


@pytest.mark.slow
def test_file_missing_during_reading_is_read_when_it_returns(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    files = [folder / "bundle.zip", folder / "lease.txt"]
    for day, text in enumerate(("orangery", "outhouse")):
        annex = f"The tenant shall paint the {text} of the annex."
        files[0].write_bytes(zipped({"annex.txt": annex}))
        write(files[1], f"The tenant shall paint the {text}.", LONG_AGO + day)
        os.utime(files[0], (LONG_AGO, LONG_AGO + day))
        if day == 0:
            library.sources.add(files, vectors=False)
    (away := tmp_path / "away").mkdir()
    with WorkerPool(1) as pool:
        report = library.sources.add(files, vectors=False, workers=_AwayWhileRead(pool, away))  # type: ignore[arg-type]
    assert list(report.failed) == list(map(str, files))
    assert len(library.search("orangery", mode="keyword").hits) == 2, "what they gave before stays"
    for file in files:
        (away / file.name).rename(file)
    assert library.sources.difference(files).changed == list(map(str, files))
    assert library.sources.add(files, vectors=False).failed == {}
    assert len(library.search("outhouse", mode="keyword").hits) == 2
    assert library.search("orangery", mode="keyword").hits == []


def test_pending_files_are_reported_by_names_of_read_files(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder on a network drive is scanned only for files that may be renamed."""
    for name in ("lease", "letter", "will"):
        write(folder / f"{name}.txt", f"The tenant keeps this {name}.", LONG_AGO)
    library.sources.add([folder], vectors=False)
    (folder / ".lexdeskignore").write_text("letter.txt\n")
    with monkeypatch.context() as patched:
        patched.setattr("lexdesk.ingest.difference.find_files", None)
        assert library.sources.left_behind(folder) == ([], [str(folder / "letter.txt")])
    (folder / "will.txt").rename(folder / "testament.txt")
    assert library.sources.left_behind(folder) == ([], [str(folder / "letter.txt")])
    (folder / "lease.txt").unlink()
    result = library.sources.left_behind(folder)
    assert result == ([str(folder / "lease.txt")], [str(folder / "letter.txt")])
    shutil.rmtree(folder)
    with raises_code(LibraryError, LibraryCode.AWAY):
        library.sources.left_behind(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_pipe_is_rejected_without_blocking(tmp_path: Path) -> None:
    make_pipe(tmp_path / "pipe")
    with WorkerPool(1) as pool:
        (reading,) = pool.read_all([tmp_path / "pipe"])
    assert str(reading.outcome) == "pipe is not a regular file and holds no document."


@pytest.mark.skipif(sys.platform != "linux", reason="needs files that are mostly holes")
@pytest.mark.parametrize(
    ("head", "reason"),
    [
        (b"", "limit is 200 MB; split it"),
        (b"PK\x03\x04", "it begins like an office document or archive and does not end like one"),
        (gzip.compress(b"x", mtime=0), "limit of archives is 20 GB; split it, or unpack it"),
        (
            b"From a\nFrom: a@b.de\nDate: x\n\n" + b"x\n" * 99_999,
            "limit of archives is 20 GB; split it, or unpack it",
        ),
    ],
)
def test_oversized_file_is_not_hashed(
    library: Library, folder: Path, head: bytes, reason: str
) -> None:
    """100 GB, with a hash that takes minutes."""
    disk = folder / "disk.img"
    with disk.open("wb") as file:
        file.write(head)
        file.truncate(100 * 1024**3)
    os.utime(disk, (LONG_AGO, LONG_AGO))
    begun = time.monotonic()
    (failures,) = library.sources.add([disk], vectors=False).failed.values()
    assert reason in failures
    assert library.sources.difference([disk]).unchanged == 1
    os.utime(disk, (LONG_AGO, LONG_AGO + 1))
    assert list(library.sources.add([disk], vectors=False).failed) == [str(disk)]
    assert library.sources.difference([disk]).unchanged == 1
    assert time.monotonic() - begun < 20


def test_change_within_clock_resolution_is_detected(library: Library, folder: Path) -> None:
    now = int(time.time())
    write(folder / "fresh.txt", "The tenant shall paint the orangery.", now)
    library.sources.add([folder], vectors=False)
    write(folder / "fresh.txt", "The tenant shall paint the outhouse.", now)  # as long, as old
    assert library.sources.add([folder], vectors=False).replaced == 1
    assert library.search("outhouse", mode="keyword").hits


def test_renamed_folder_keeps_documents(library: Library, folder: Path) -> None:
    library.sources.add([])  # vectors
    works = {hit.path: hit.work for hit in library.search("lawful", mode="keyword").hits}
    (folder / "lawful").rename(folder / "grounds")
    report = library.sources.add([folder], prune=True)
    assert (report.moved, report.added, report.replaced, report.removed) == (2, 0, 0, 0)
    assert report.vectors == 0
    hits = library.search("lawful", mode="keyword").hits
    assert {str(hit.path).replace("grounds", "lawful"): hit.work for hit in hits} == works
    assert any("grounds" in str(hit.path) for hit in hits)
    assert library.admin.check() == []


def test_renamed_file_has_new_title_and_keeps_vectors(library: Library, folder: Path) -> None:
    library.sources.add([])  # vectors
    name, works = "erasure", set()
    for new in ("forgetting", "oblivion"):
        (folder / f"{name}.txt").rename(folder / f"{new}.txt")
        report = library.sources.add([folder], prune=True)
        assert (report.moved, report.added, report.replaced, report.removed) == (1, 0, 0, 0)
        assert report.vectors == 0
        found = library.search(f"title:{new}", mode="keyword").hits
        works |= {hit.work for hit in found}
        assert {hit.title for hit in found} == {new}
        name = new
    assert len(works) == 1
    assert library.search("title:forgetting", mode="keyword").hits == []
    assert library.admin.check() == []


def test_renamed_file_keeps_stated_title(library: Library, folder: Path) -> None:
    write(folder / "Lease.html", "<title>Lease</title><h1>Lease</h1><p>The tenant paints.</p>")
    library.sources.add([folder], vectors=False)
    (folder / "Lease.html").rename(folder / "lease-2.html")
    assert library.sources.add([folder], prune=True, vectors=False).removed == 0
    assert [hit.title for hit in library.search("tenant", mode="keyword").hits] == ["Lease"]


def test_archive_members_move_with_archive(library: Library, folder: Path) -> None:
    lease = {"inner/lease.txt": "The tenant shall paint the orangery."}
    (folder / "bundle.zip").write_bytes(zipped(lease))
    library.sources.add([folder], vectors=False)
    (folder / "bundle.zip").rename(folder / "papers.zip")
    assert library.sources.add([folder], prune=True, vectors=False).moved == 1
    paths = {hit.path for hit in library.search("orangery", mode="keyword").hits}
    assert paths == {f"{folder / 'papers.zip'}/inner/lease.txt"}


def test_identical_files_are_separate_documents(library: Library, folder: Path) -> None:
    write(folder / "copy.txt", (folder / "erasure.txt").read_text())
    report = library.sources.add([folder], vectors=False)
    assert (report.added, report.moved, report.unchanged) == (1, 0, 3)


def test_folder_of_many_files_is_no_library_and_asked_in_no_time(tmp_path: Path) -> None:
    """Each change in a watched folder asks, and whoever may write there puts a hundred thousand hidden files beside it."""
    (tmp_path / "library.sqlite").touch()
    assert is_library(tmp_path)
    for number in range(1_001):
        (tmp_path / f".{number}").touch()
    assert not is_library(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="makes a named pipe")
def test_named_pipe_is_no_document(library: Library, tmp_path: Path) -> None:
    """Its addition ended with "no files" and exit code 0."""
    make_pipe(tmp_path / "pipe.txt")
    with raises_code(LibraryError, LibraryCode.NOT_A_DOCUMENT):
        library.sources.add([tmp_path / "pipe.txt"])
