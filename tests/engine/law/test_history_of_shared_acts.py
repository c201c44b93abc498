"""Point in time against the archive of consolidated acts."""

import datetime
import gzip
import hashlib
import json
import tarfile
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import NotFound


@pytest.fixture(scope="module")
def archive(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the whole archive of dated versions, with the archive beside it."""
    folder = tmp_path_factory.mktemp("archive")
    with tarfile.open(shared_data / "asof" / "history.tar.xz") as packed:
        packed.extractall(folder, filter="data")
    with Library.open(folder / "library", create=True) as opened:
        opened.sources.add([folder / "works"], vectors=False)
    return folder / "library"


def answer(library: Library, act: str, anchor: str, on: str) -> dict[str, str | None] | None:
    """Return the library's values for ``expect`` of a case."""
    try:
        shown = library.law.show(act, anchor, as_of=datetime.date.fromisoformat(on))
    except NotFound:
        return None
    assert (shown.work, shown.eid) == (act.upper(), anchor)
    return {
        "valid_from": shown.valid_from, "valid_to": shown.valid_to,
        "text_sha256": hashlib.sha256(shown.text.encode()).hexdigest(),
    }  # fmt: skip


@pytest.mark.slow
def test_point_in_time_cases(
    archive: Path, shared_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with gzip.open(shared_data / "asof" / "cases.jsonl.gz", "rt") as lines:
        cases = [json.loads(line) for line in lines]
    assert len(cases) == 1000
    in_one_piece = 0
    with Library.open(archive) as library:
        for case in cases:
            expected = case["expect"] and {
                k: v for k, v in case["expect"].items() if k != "version"
            }
            found = answer(library, case["act"], case["anchor"], case["date"])
            if expected is None and found:  # the register has no articles of an act in one piece
                whole = answer(library, case["act"], "document", case["date"])
                assert whole and whole["valid_from"] == found["valid_from"], case
                in_one_piece += 1
            else:
                assert found == expected, case
    assert in_one_piece <= 4
    for case in cases[::50]:
        place = ["-L", str(archive), "--as-of", case["date"], "--json"]
        if case["expect"]:
            assert run(["show", case["act"], case["anchor"], *place]) == 0
    capsys.readouterr()
