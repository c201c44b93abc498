"""The full-text index, disturbed at each change of a file during an update."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.contract import disturbance

from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.schema import Entry

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext

pytestmark = pytest.mark.skipif(bool(disturbance.missing()), reason=disturbance.missing())


def update(index: FullText, change: int) -> None:
    """Put the next version of every passage into the index; its seventh commit merges segments."""
    for passage in range(3):
        index.remove(passage)
    index.put(Entry(passage, passage, "Lease", f"rent{change} {passage}") for passage in range(3))
    index.commit(change)


def update_twice_disturbed(path: Path, at: int, how: str) -> None:
    """Update an index disturbed; after a failure, again in the same process and undisturbed."""
    index = FullText(path)
    disturbance.begin(path, f"{at} {how}")
    try:
        update(index, 10)
    except Exception:
        update(index, 10)
    path.with_name("calls").write_text(str(disturbance.calls()))
    index.close()


@pytest.fixture
def processes(tmp_path: Path) -> ForkServerContext:
    return disturbance.processes(disturbance.compiled(tmp_path), [__name__])


@pytest.mark.slow
@pytest.mark.parametrize("how", ["tear", "EIO once"])
def test_interrupted_update_is_completed_by_next(
    tmp_path: Path, processes: ForkServerContext, how: str
) -> None:
    whole = FullText(tmp_path / "whole")
    for change in range(1, 10):
        update(whole, change)
    whole.close()
    copy, at, calls = tmp_path / "copy", 1, 1
    while at <= calls:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(tmp_path / "whole", copy)
        process = processes.Process(target=update_twice_disturbed, args=(copy, at, how))
        process.start()
        process.join()
        if how == "tear":
            calls = at + (process.exitcode != 0)
        else:
            assert process.exitcode == 0, at
            calls = int((tmp_path / "calls").read_text())
        index = FullText(copy)
        assert index.damage() is None, at
        if index.last_change == 10:
            assert index.passages() == {0, 1, 2}, at
        update(index, 11)
        assert index.passages() == {0, 1, 2}, at
        assert index.damage() is None, at
        index.close()
        at += 1
    assert at > 20


def test_leftover_file_of_next_commit_is_removed(tmp_path: Path) -> None:
    index = FullText(tmp_path / "index")
    for change in (1, 2):
        update(index, change)
    index.close()
    copy = tmp_path / "copy"
    shutil.copytree(tmp_path / "index", copy)
    index = FullText(copy)
    index.remove(0)
    index.commit(3)
    index.close()
    written = {path.name for path in copy.glob("*.del")}
    written -= {path.name for path in (tmp_path / "index").iterdir()}
    assert written
    for name in written:  # a power cut keeps the file, and not its name in Tantivy's list
        (tmp_path / "index" / name).write_bytes(b"half")
    index = FullText(tmp_path / "index")
    index.remove(0)
    index.commit(3)
    assert index.passages() == {1, 2}
    assert index.damage() is None
    index.close()
