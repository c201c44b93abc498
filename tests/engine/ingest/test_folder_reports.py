"""Folders: retries, dry runs, status, and folders that cannot be read."""

import errno
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from tests.codes import raises_code
from tests.engine.ingest.folder_files import write

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.ingest.scan import scan
from lexdesk.ingest.scan.sources_registry import MOST_FOLDERS

NOBODY = 65_534  # the account that owns nothing
Captured = pytest.CaptureFixture[str]


def test_retry_keeps_stored_documents(library: Library, folder: Path) -> None:
    broken = folder / "broken.docx"
    broken.write_bytes(b"PK\x03\x04 no archive")
    (folder / "erasure.txt").write_bytes(b"")
    assert set(library.sources.add([folder], vectors=False).failed) == {
        str(broken), str(folder / "erasure.txt"),
    }  # fmt: skip
    assert library.search("erasure", mode="keyword").hits
    again = library.sources.retry_failed(vectors=False)
    assert len(again.failed) == 2
    assert library.search("erasure", mode="keyword").hits
    write(folder / "erasure.txt", "Erasure without undue delay.")
    assert library.sources.retry_failed([folder / "erasure.txt"], vectors=False).replaced == 1
    assert set(library.catalogue.failures()) == {str(broken)}
    with raises_code(LibraryError, LibraryCode.NOT_A_FAILED_FILE, r"new\.txt"):
        library.sources.retry_failed([folder / "new.txt"])


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such permissions")
def test_retry_of_unreachable_file_is_reported() -> None:
    with tempfile.TemporaryDirectory() as place:  # where others may look
        here = Path(place)
        here.chmod(0o755)
        for name in ("locked", "library"):
            (here / name).mkdir()
        (here / "locked" / "empty.txt").write_bytes(b"")
        user = os.geteuid()
        with Library.open(here / "library", create=True) as library:
            library.sources.add([here / "locked"], vectors=False)
            for path in (here / "library").rglob("*"):
                path.chmod(0o777)
            (here / "library").chmod(0o777)
            (here / "locked").chmod(0)
            if user == 0:  # who may enter every folder
                os.seteuid(NOBODY)
            try:
                report = library.sources.retry_failed(vectors=False)
            finally:
                os.seteuid(user)
                (here / "locked").chmod(0o755)
            assert "cannot be listed" in report.failed[str(here / "locked")]
            assert str(here / "locked" / "empty.txt") in library.catalogue.failures()


def test_dry_run_changes_nothing(folder: Path, tmp_path: Path, capsys: Captured) -> None:
    place = str(tmp_path / "none")
    assert run(["add", "-L", place, str(folder), "--dry-run"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"+ {folder / 'erasure.txt'}"
    assert (
        out[-1] == "3 new, 0 changed, 0 renamed, 0 missing, 0 unchanged; the library is unchanged"
    )
    assert not Path(place).exists()


def test_status_counts_data_files_and_summarizes_failures(
    library: Library, folder: Path, capsys: Captured
) -> None:
    place = str(library.path)
    for number in range(5):
        (folder / f"broken-{number}.docx").write_bytes(b"PK\x03\x04 no archive")
        (folder / f"work-{number}.json").write_text(f'{{"lex_work_id": "celex:{number}"}}')
    assert run(["add", "-L", place, "--no-vectors", str(folder)]) == 0
    printed = capsys.readouterr().out
    assert "5 failed" in printed
    assert "skipped: 5 data files" in printed
    assert run(["status", "-L", place]) == 0
    status = capsys.readouterr().out
    assert "5 failed, skipped: 5 data files" in status
    assert "and 4 more for this reason" in status
    assert "lists all 5" in status
    assert "work-0.json" not in status


def test_status_and_failures(library: Library, folder: Path, capsys: Captured) -> None:
    place = str(library.path)
    assert run(["failures", "-L", place]) == 1
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 no archive")
    library.sources.add([folder], vectors=False)
    write(folder / "new.txt", "text")
    capsys.readouterr()
    assert run(["failures", "-L", place, "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == [str(folder / "broken.docx")]
    assert run(["status", "-L", place, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["folders"] == [str(folder)]
    assert output["on_disk"]["new"] == [str(folder / "new.txt")]
    assert output["on_disk"]["unchanged"] == 4
    (folder / "broken.docx").unlink()
    assert run(["failures", "-L", place, "--retry", str(folder / "lawful")]) == 0
    assert "no failed files in the given paths" in capsys.readouterr().out
    assert run(["failures", "-L", place, "nosuch"]) == 2
    assert "nosuch does not exist; check the path" in capsys.readouterr().err
    assert run(["watch", "-L", place, str(folder / "nowhere")]) == 2
    assert "does not exist; name an existing folder" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such permissions")
def test_inaccessible_folder_is_reported_and_its_documents_kept(
    library: Library, folder: Path
) -> None:
    write(folder / "new.txt", "The tenant shall paint the orangery.")
    (folder / "lawful").chmod(0)
    try:
        if os.access(folder / "lawful", os.R_OK):
            pytest.skip("this account may look into every folder")
        report = library.sources.add([folder], prune=True, vectors=False)
        assert library.sources.difference().gone == []
    finally:
        (folder / "lawful").chmod(0o755)
    assert (report.added, report.unchanged, report.removed) == (1, 1, 0)
    assert list(report.failed) == [str(folder / "lawful")]
    assert library.sources.difference().unchanged == 4


@pytest.mark.skipif(sys.platform != "linux", reason="a path may have 4,095 bytes there")
def test_path_too_long_for_windows_is_reported_and_its_documents_kept(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows without LongPathsEnabled calls such folders and files missing."""
    root = folder / "long"
    write(root / "deep" / "below" / "a.txt", "The tenant shall paint the pergola.")
    write(root / f"{'b' * 80}.txt", "The tenant shall paint the gazebo.")
    assert not library.sources.add([root], vectors=False).failed
    longest = len(str(root)) + 10
    scandir, stat = os.scandir, Path.stat

    def require_short(path: str | Path) -> None:
        if len(str(path)) > longest:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))

    def short_scandir(path: str) -> Any:
        require_short(path)
        return scandir(path)

    def short_stat(self: Path, **options: Any) -> os.stat_result:
        require_short(self)
        return stat(self, **options)

    monkeypatch.setattr(os, "scandir", short_scandir)
    monkeypatch.setattr(Path, "stat", short_stat)
    monkeypatch.setattr(scan, "find_longest_path", lambda: longest)
    report = library.sources.add([root], vectors=False, prune=True)
    assert set(report.failed) == {str(root), str(root / "deep" / "below")}
    assert all("LongPathsEnabled" in str(reason) for reason in report.failed.values())
    assert report.removed == 0
    for word in ("gazebo", "pergola"):
        assert library.search(word, mode="keyword").hits


@pytest.mark.skipif(sys.platform == "win32", reason="opens folders")
def test_too_deep_folder_is_reported_and_others_are_read(library: Library, folder: Path) -> None:
    deep = folder / "deep"
    while len(str(deep)) < 3_700:
        deep /= "deep" * 50
    deep /= "d" * (4_000 - len(str(deep)) - 1)
    deep.mkdir(parents=True)
    inside = os.open(deep, os.O_RDONLY)
    os.mkdir("folder" * 30, dir_fd=inside)
    os.close(os.open("file" * 40, os.O_CREAT, dir_fd=inside))
    os.close(inside)
    write(folder / "new.txt", "The tenant shall paint the orangery.")
    report = library.sources.add([folder], prune=True, vectors=False)
    assert (report.added, report.unchanged, report.removed) == (1, 3, 0)
    assert set(report.failed) == {str(deep / ("folder" * 30)), str(deep / ("file" * 40))}
    assert all("File name too long" in reason for reason in report.failed.values())
    shutil.rmtree(folder / "deep")


def test_status_prints_a_thousand_paths_at_most(library: Library, capsys: Captured) -> None:
    library.sources.note_unfinished([Path(f"/none/{number}.txt") for number in range(1_500)])
    assert run(["status", "-L", str(library.path)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("  unfinished /none/") == 1_000
    assert "and 500 more; --json lists all" in printed


def test_library_of_too_many_folders_is_rejected(library: Library, capsys: Captured) -> None:
    library.store.set_setting("folders", [f"/none/{number}" for number in range(MOST_FOLDERS + 1)])
    assert run(["status", "-L", str(library.path)]) == 2
    assert "follows at most 20,000 folders" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="has names in UTF-8 alone")
def test_files_of_one_stored_path_do_not_replace_each_other(tmp_path: Path) -> None:
    """Each addition replaced the one by the other, and ``watch`` began anew without end."""
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / r"x\xe9.txt").write_text("The written name.")
    (folder / os.fsdecode(b"x\xe9.txt")).write_text("The byte in the name.")
    with Library.open(tmp_path / "library", create=True) as library:
        first, second = (library.sources.add([folder], vectors=False) for _ in range(2))
        assert (first.added, second.unchanged, second.replaced) == (1, 1, 0)
        (reason,) = second.failed.values()
        assert "two names in this folder as x\\xe9.txt" in str(reason)
        assert library.search("written name", mode="keyword").hits
