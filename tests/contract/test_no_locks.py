"""A library on a disk without ``flock`` is written by one program at a time."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.contract import disturbance

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.errors import LibraryLocked
from lexdesk.system.lock import writer_lock

pytestmark = pytest.mark.skipif(bool(disturbance.missing()), reason=disturbance.missing())

WITHOUT_LOCKS = Path(__file__).with_name("no_locks.c")
ERRORS = [
    errno.ENOLCK,
    *(
        pytest.param(error, marks=pytest.mark.slow)
        for error in sorted({errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})
    ),
]
HOLD = """
import sys
from pathlib import Path
from lexdesk.errors import LibraryLocked
from lexdesk.system.lock import writer_lock
try:
    with writer_lock(Path(sys.argv[1]), "a test") as told:
        print("holds", told, flush=True)
        sys.stdin.read()
except LibraryLocked as error:
    print(error, flush=True)
"""
COUNT = """
import sys, time
from pathlib import Path
from lexdesk.errors import LibraryLocked
from lexdesk.system.lock import writer_lock
counted, own = Path(sys.argv[1]) / "counted", 0
while own < 75:
    try:
        with writer_lock(Path(sys.argv[1]), "counting"):
            before = int(counted.read_text())
            time.sleep(0.001)
            counted.write_text(str(before + 1))
            own += 1
    except LibraryLocked:
        time.sleep(0.002)
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add_documents(
            [Document(text="The rent is due.", title="Lease", work="lease")]
        )
    return tmp_path / "library"


@pytest.fixture(scope="module")
def preloaded(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(disturbance.compiled(tmp_path_factory.mktemp("shim"), WITHOUT_LOCKS))


def started(
    code: str, library: Path, preloaded: str, error: int = errno.ENOLCK
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, str(library)],
        env={**os.environ, "LD_PRELOAD": preloaded, "NO_LOCKS": str(error)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline()


@pytest.mark.parametrize("error", ERRORS)
def test_library_is_written_and_missing_locks_reported_once(
    library: Path, preloaded: str, tmp_path: Path, error: int
) -> None:
    (tmp_path / "more.txt").write_text("The tenant pays on the first day of each month.")
    ran = subprocess.run(
        [sys.executable, "-m", "lexdesk", "add", "--no-vectors", "-L", str(library), str(tmp_path / "more.txt")],
        env={**os.environ, "LD_PRELOAD": preloaded, "NO_LOCKS": str(error)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.count("has no file locks, so that writer.claim keeps other writers out") == 1
    assert not (library / "writer.claim").exists()
    with Library.open(library) as opened:
        assert len(opened.search("tenant", mode="keyword").hits) == 1


def test_two_writers_exclude_each_other(library: Path, preloaded: str) -> None:
    holder = started(HOLD, library, preloaded)
    assert first_line(holder).startswith("holds the disk of")
    other = started(HOLD, library, preloaded)
    result = first_line(other)
    assert f"is being written by process {holder.pid} on " in result
    assert f"if it is gone, remove {library / 'writer.claim'}" in result
    with pytest.raises(LibraryLocked), writer_lock(library, "with locks"):
        pass
    holder.communicate("")
    other.communicate("")
    with writer_lock(library, "with locks") as warning:
        assert warning == ""


def test_claim_of_killed_writer_is_taken_over(library: Path, preloaded: str) -> None:
    holder = started(HOLD, library, preloaded)
    first_line(holder)
    holder.kill()
    holder.communicate()
    assert (library / "writer.claim").exists()
    other = started(HOLD, library, preloaded)
    assert first_line(other).startswith("holds")
    other.communicate("")
    assert sorted(path.name for path in library.glob("writer.claim*")) == []


@pytest.mark.parametrize(
    ("changed", "is_held"),
    [
        ({}, True),
        ({"host": "elsewhere"}, True),
        ({"boot": "an earlier one"}, False),
        ({"started": "1"}, False),
        ({"space": "pid:[1]"}, True),
        ({"space": "pid:[1]", "boot": "an earlier one"}, False),
        ({"pid": 2**31 - 1}, False),
        ({"pid": "x"}, True),  # nobody knows whose it is; it was written just now
    ],
)
def test_claim_is_kept_while_its_process_may_run(
    library: Path, preloaded: str, changed: dict[str, object], is_held: bool
) -> None:
    holder = started(HOLD, library, preloaded)
    first_line(holder)
    claim = library / "writer.claim"
    warning = json.loads(claim.read_bytes())
    claim.write_text(json.dumps({**warning, **changed}))
    other = started(HOLD, library, preloaded)
    assert first_line(other).startswith("holds") is not is_held
    other.communicate("")
    holder.communicate("")


@pytest.mark.slow
def test_concurrent_killed_writers_lose_nothing(library: Path, preloaded: str) -> None:
    (library / "counted").write_text("0")
    killed = started(HOLD, library, preloaded)
    first_line(killed)
    killed.kill()
    killed.communicate()
    counting = [started(COUNT, library, preloaded) for _ in range(4)]
    for item in counting:
        item.communicate()
        assert item.returncode == 0
    assert (library / "counted").read_text() == "300"
