"""SIGKILL at random points of add: nothing that was acknowledged is ever missing."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lexdesk import Library

POINTS = 30

ADD = """
import sys
from lexdesk import Library

def acknowledge(progress):
    if progress.path:
        print(progress.path, flush=True)

with Library.open(sys.argv[1], create=True) as library:
    library.add([sys.argv[2]], vectors=len(sys.argv) > 3, listener=acknowledge)
print("done", flush=True)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eighty small files, each with a word of its own."""
    folder = tmp_path_factory.mktemp("killed") / "documents"
    folder.mkdir()
    for number in range(80):
        text = (
            f"Clause {number}. The word of this file is marker{number:03d}. "
            + "The tenant shall pay rent. " * 40
        )
        (folder / f"contract-{number:03d}.txt").write_text(text)
    return folder


def killed_after(seconds: float, library: Path, folder: Path, *, vectors: bool) -> set[str]:
    """Run add, kill it after ``seconds``; the files that it had acknowledged."""
    arguments = [str(library), str(folder), *(["vectors"] if vectors else [])]
    with subprocess.Popen(
        [sys.executable, "-c", ADD, *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        assert process.stdout is not None
        told = process.stdout.read().splitlines()
    return {line for line in told if line != "done"}


@pytest.mark.slow
def test_killed_at_random_points(folder: Path, tmp_path: Path) -> None:
    chance = random.Random(20260101)
    acknowledged: set[str] = set()
    library_path = tmp_path / "library"
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", ADD, str(tmp_path / "whole"), str(folder), "vectors"],
        check=True,
        capture_output=True,
    )
    whole = time.perf_counter() - started
    interrupted = 0
    for point in range(POINTS):
        if point % 3 == 0:  # begin anew now and then, so that every stage is hit
            library_path, acknowledged = tmp_path / f"library-{point}", set()
        acknowledged |= killed_after(
            chance.uniform(0.05, 1.0) * whole, library_path, folder, vectors=True
        )
        if not (library_path / "library.sqlite").exists():
            assert not acknowledged
            continue
        with Library.open(library_path) as library:
            known = library._store.files()
            interrupted += len(known) < 80 or library.status().vectors_ready < 1
            assert acknowledged <= known.keys()
            assert library.check() == []
            for path in chance.sample(sorted(acknowledged), min(5, len(acknowledged))):
                number = Path(path).stem.rpartition("-")[2]
                hits = library.search(f"marker{number}", mode="words").hits
                assert [hit.path for hit in hits] == [path]
    assert interrupted >= POINTS // 3, "the kills came too late to show anything"
    with Library.open(library_path) as library:
        library.add([folder])
        assert library.status().files == 80
        assert library.check() == []
