"""Links and other files that take the place of what was found in a folder, before it is read."""

import logging
import os
import shutil
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.crafting import PRIVATE, make_pipe
from tests.waiting import within

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.extract.workers.pool import WorkerPool
from lexdesk.ingest import selection
from lexdesk.ingest.change_detection import hash_content
from lexdesk.ingest.scan.scan import Confinement
from lexdesk.ingest.scan.watch import Watch

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="links need a privilege and pipes lie in no folder"
)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A folder outside of all added ones, with the name of a file in one of them."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "consent.txt").write_text(PRIVATE)
    return tmp_path / "secret"


def _link_for_file(folder: Path, secret: Path) -> Path:
    (folder / "erasure.txt").unlink()
    (folder / "erasure.txt").symlink_to(secret / "consent.txt")
    return folder / "erasure.txt"


def _link_for_folder(folder: Path, secret: Path) -> Path:
    shutil.rmtree(folder / "lawful")
    (folder / "lawful").symlink_to(secret)
    return folder / "lawful"


def _link_around_file(folder: Path, secret: Path) -> Path:
    return _link_for_folder(folder, secret) / "consent.txt"


def _pipe(folder: Path, secret: Path) -> Path:
    (folder / "erasure.txt").unlink()
    make_pipe(folder / "erasure.txt")
    return folder / "erasure.txt"


Swap = Callable[[Path, Path], Path]
SWAPS = (_link_for_file, _link_for_folder, _link_around_file, _pipe)


@pytest.mark.parametrize("swap", SWAPS)
def test_swap_before_the_scan_is_not_read(
    library: Library, folder: Path, secret: Path, swap: Swap
) -> None:
    with within(60):
        report = library.sources.follow([swap(folder, secret)], vectors=False)
    assert (report.added, report.replaced, report.failed) == (0, 0, {})
    assert not library.search("secret", mode="keyword").hits


@pytest.mark.parametrize("swap", [_link_for_file, _link_for_folder])
def test_swap_after_the_scan_is_not_read(
    library: Library, folder: Path, secret: Path, swap: Swap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link takes its place between the last look at the path and its opening."""
    for path in folder.rglob("*.txt"):
        path.write_text("changed")

    def look(path: Path, folder: Path) -> bool:
        if not any(each.is_symlink() for each in (folder / "lawful", folder / "erasure.txt")):
            swap(folder, secret)
        return False

    monkeypatch.setattr(selection, "has_link_below", look)
    report = library.sources.add([folder], vectors=False)
    assert any("link" in str(reason) for reason in report.failed.values())
    assert not library.search("secret", mode="keyword").hits


def test_worker_follows_no_link_below_its_folder(
    folder: Path, secret: Path, tmp_path: Path
) -> None:
    """A folder named by a person may be a link itself, and so may a file."""
    path = _link_for_file(folder, secret)
    (tmp_path / "named").symlink_to(folder)
    through = tmp_path / "named" / "lawful" / "basis.txt"
    confined = Confinement([folder, tmp_path / "named"])
    with WorkerPool(1, folder_of=confined) as pool:
        (link,), (file,) = (list(pool.read_all([each])) for each in (path, through))
    assert "link" in str(link.outcome)
    assert isinstance(file.parsed().outcome, Document)
    with WorkerPool(1, folder_of=Confinement([folder], [path])) as pool:
        (named,) = pool.read_all([path])
    assert PRIVATE in str(named.outcome)


def test_file_that_grows_while_hashed_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "erasure.txt"
    before, status = hash_content(path), path.stat()

    def grow(descriptor: int) -> os.stat_result:
        os.truncate(path, 1 << 40)
        return status

    monkeypatch.setattr(os, "fstat", grow)
    with within(20):
        assert hash_content(path) == before


def test_many_changes_become_one_of_the_folder(folder: Path) -> None:
    """Otherwise each known file is compared with each path."""
    with Watch([folder], folder / "own") as watch:
        for number in range(3_000):
            watch.note(folder, folder / f"{number}.txt")
        assert next(watch.changes(30)) == [folder]


def test_lost_events_have_the_folder_scanned(folder: Path) -> None:
    """watchdog tells of IN_Q_OVERFLOW by a warning alone."""
    with Watch([folder], folder / "own") as watch:
        warn = logging.getLogger("watchdog.observers.inotify_c").warning
        threading.Thread(target=warn, args=("Inotify queue overflowed; events were lost",)).start()
        assert next(watch.changes(30)) == [folder]


def test_link_in_place_of_the_watched_folder_is_not_followed(
    folder: Path, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lexdesk.ingest.scan.watch.SECONDS_BETWEEN_CHECKS", 0.1)
    with Watch([folder], folder.parent / "own") as watch:
        folder.rename(folder.with_name("moved"))
        folder.symlink_to(secret)
        (folder.with_name("moved") / "consent.txt").write_text("reported under the old name")
        assert next(watch.changes(3), None) is None
        assert watch.unwatched == {folder: "away"}
        folder.unlink()
        folder.with_name("moved").rename(folder)
        assert next(watch.changes(30)) == [folder]
