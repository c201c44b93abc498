"""Extraction workers: crashes, timeouts and limits of memory."""

import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
from tests.fuzz.hostile.pdf_objects import packed, pdf
from tests.waiting import wait_until

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.errors.message import Code
from lexdesk.extract import WorkerPool, read
from lexdesk.extract.workers import sandbox, supervisor
from lexdesk.extract.workers.pool import WAITING_PER_PROCESS, Reading
from lexdesk.extract.workers.supervisor import WorkerProcess
from lexdesk.system.cores import measure_processor_seconds
from lexdesk.system.ipc import Frame, send
from lexdesk.system.memory_shortage import kill_for_peak
from lexdesk.text.minhash import compute_signature

FIXTURES = Path(__file__).parents[1] / "fixtures"
FILES = sorted(p for p in FIXTURES.iterdir() if p.is_file() and p.suffix != ".bundle")

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="uses POSIX signals"),
    pytest.mark.usefixtures("own_workers"),
]


def alive(pid: int) -> bool:
    """Return whether the process runs; a zombie does not count as gone."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def codes(readings: list[Reading]) -> list[Code]:
    return [reading.outcome.code for reading in readings if isinstance(reading.outcome, FileFailed)]


def texts(folder: Path, count: int) -> list[Path]:
    paths = [folder / f"{i}.txt" for i in range(count)]
    for i, path in enumerate(paths):
        path.write_text(f"This is the text of the document with number {i}.")
    return paths


@pytest.mark.slow
def test_pool_reads_same_as_read() -> None:
    with WorkerPool(2, cites=True) as pool:
        readings = [item for item in pool.read_all(FILES) if not item.member]
    with WorkerPool(2) as pool:
        texts = [(n, r.outcome) for n, r in enumerate(readings) if isinstance(r.outcome, Document)]
        cited = [(n, document.references) for n, document in texts]
        assert list(pool.find_references(texts)) == cited
    assert {reading.path for reading in readings} == set(FILES)
    for reading in readings:
        assert reading.last
        try:
            document = read(reading.path)
        except FileFailed as failure:
            assert str(reading.outcome) == str(failure)
        else:
            signature = compute_signature(document.text)
            assert reading.outcome == dataclasses.replace(document, signature=signature)


def test_signature_of_another_length_is_rejected(tmp_path: Path) -> None:
    forged = Document(text="text", title="title", signature=b"short").to_json()
    outcome = Reading(tmp_path / "text.txt", "", forged, last=True).parsed().outcome
    assert isinstance(outcome, FileFailed)
    assert outcome.code == FileCode.WORKER_FAILED


@pytest.mark.slow
def test_paths_are_consumed_as_results_are(tmp_path: Path) -> None:
    taken = 0

    def paths() -> Iterator[Path]:
        nonlocal taken
        for path in texts(tmp_path, 50):
            taken += 1
            yield path

    with WorkerPool(2) as pool:
        for number, _ in enumerate(pool.read_all(paths()), 1):
            assert taken <= number + 2 * WAITING_PER_PROCESS
    assert number == 50


@pytest.mark.slow
def test_hanging_worker_is_killed_and_replaced(tmp_path: Path) -> None:
    paths = texts(tmp_path, 6)
    with WorkerPool(1, seconds_per_document=5, elapsed_per_document=5) as pool:
        results = pool.read_all(paths)
        next(results)
        (hung,) = pool.process_ids
        os.kill(hung, signal.SIGSTOP)
        rest = list(results)
        assert not alive(hung)
    assert len(rest) == 5
    assert codes(rest) == [FileCode.WAITED]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs the processor time of another process")
def test_stopped_worker_costs_no_document(tmp_path: Path) -> None:
    """As on a busy machine, which gives it only a part of the time."""
    paths = texts(tmp_path, 3)
    with WorkerPool(1, seconds_per_document=2, elapsed_per_document=60) as pool:
        results = pool.read_all(paths)
        found = [next(results)]
        (worker,) = pool.process_ids
        os.kill(worker, signal.SIGSTOP)
        waking = threading.Timer(5, os.kill, (worker, signal.SIGCONT))
        waking.start()
        found += results
        waking.join()
    assert len(found) == 3
    assert [r for r in found if isinstance(r.outcome, FileFailed)] == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs the processor time of another process")
def test_processor_time_of_process_is_measured() -> None:
    with (
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy,
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as idle,
    ):
        try:
            assert wait_until(lambda: (measure_processor_seconds(busy.pid) or 0) > 0.5)
            used = measure_processor_seconds(idle.pid)
        finally:
            busy.kill()
            idle.kill()
    assert used is not None
    assert 0 < used < 0.4


@pytest.mark.slow
def test_crashed_worker_costs_one_file(tmp_path: Path) -> None:
    paths = texts(tmp_path, 8)
    with WorkerPool(1) as pool:
        results = pool.read_all(paths)
        next(results)
        (victim,) = pool.process_ids
        os.kill(victim, signal.SIGSTOP)
        killer = threading.Timer(1, os.kill, (victim, signal.SIGKILL))
        killer.start()  # by then the stopped worker has been handed a file
        rest = list(results)
        killer.join()
    assert len(rest) == 7
    assert codes(rest) == [FileCode.CRASHED]


@pytest.mark.slow
def test_worker_that_dies_between_files_costs_none(tmp_path: Path) -> None:
    paths = texts(tmp_path, 12)
    with WorkerPool(1) as pool:
        results = pool.read_all(paths)
        found = [next(results)]
        time.sleep(1)  # all that was handed out has been read
        (worker,) = pool.process_ids
        os.kill(worker, signal.SIGKILL)
        os.waitid(os.P_PID, worker, os.WEXITED | os.WNOWAIT)
        found += results
    assert [r for r in found if isinstance(r.outcome, FileFailed)] == []
    assert len(found) == 12


def test_slow_file_is_aborted(tmp_path: Path) -> None:
    big = tmp_path / "big.html"
    big.write_text("<html><body>" + "<p>A paragraph of some length.</p>" * 2_000_000)
    with WorkerPool(1, seconds_per_document=0.3, elapsed_per_document=120) as pool:
        (reading,) = pool.read_all([big])
    assert reading.path == big
    assert codes([reading]) == [FileCode.TIMEOUT]


@pytest.mark.slow
@pytest.mark.parametrize("way", ["end", "close", "error"])
def test_no_process_survives_pool(tmp_path: Path, way: str) -> None:
    paths = texts(tmp_path, 10)
    pool = WorkerPool(2)
    results = pool.read_all(paths)
    next(results)
    next(results)
    pids = pool.process_ids
    assert pids
    if way == "end":
        with pool:
            list(results)
    elif way == "close":
        results.close()  # type: ignore[attr-defined]
    else:
        with pytest.raises(KeyboardInterrupt), pool:
            raise KeyboardInterrupt
    assert not any(map(alive, pids))
    assert pool.process_ids == []


SCRIPT = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
from pathlib import Path
from lexdesk.extract import WorkerPool
pool = WorkerPool(2)
results = pool.read_all([Path(p) for p in sys.argv[1:]])
next(results); next(results)
print(pool.process_ids, flush=True)
for _ in results:
    time.sleep(1)
time.sleep(60)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("ending", ["SIGKILL", "SIGINT"])
def test_workers_end_with_their_parent(tmp_path: Path, ending: str) -> None:
    """From a script without a main guard, which multiprocessing would not run."""
    paths = [str(p) for p in texts(tmp_path, 40)]
    parent = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *paths], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert parent.stdout is not None
    with parent.stdout:
        pids = json.loads(parent.stdout.readline())
    assert len(pids) == 2
    os.kill(pids[0], signal.SIGSTOP)
    parent.send_signal(signal.Signals[ending])
    parent.wait(10)
    assert wait_until(lambda: not any(map(alive, pids)))


def test_modules_in_current_folder_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('shadowed')")
    (tmp_path / "email.py").write_text("raise SystemExit('shadowed')")
    monkeypatch.chdir(tmp_path)
    with WorkerPool(1) as pool:
        readings = list(pool.read_all([FIXTURES / "email-with-attachment.eml"]))
    assert [reading.member for reading in readings] == ["fake-attachment.txt", ""]
    assert not any(isinstance(reading.outcome, FileFailed) for reading in readings)


@pytest.mark.slow
def test_extraction_writes_nothing_outside_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """kreuzberg's cache would put the plain text of documents into the user's cache folder.

    The one thing that it does unpack into the temporary folder is its own PDF library.
    """
    for variable in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with WorkerPool(1) as pool:
        list(pool.read_all(FILES))
    assert [p.name for p in tmp_path.rglob("*") if p.is_file() and p.suffix != ".so"] == []


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_is_bounded(tmp_path: Path) -> None:
    with WorkerPool(1) as pool:
        results = pool.read_all(texts(tmp_path, 5))
        next(results)
        (pid,) = pool.process_ids
        limits = Path(f"/proc/{pid}/limits").read_text()
    line = next(x for x in limits.splitlines() if x.startswith("Max data size"))
    assert line.split()[3] == str(2 * 1024**3)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the data segment")
def test_growing_parser_is_no_crash_where_peaks_are_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pdfium's memory grows with the square of nested marks; a large parent hides the peaks of its workers."""
    path = tmp_path / "marks.pdf"
    path.write_bytes(pdf({4: packed(b"/P BMC " * 100_000)}))
    monkeypatch.setattr(supervisor, "kill_for_peak", lambda process: 0 * kill_for_peak(process))
    with WorkerPool(1) as pool:
        (reading,) = pool.read_all([path])
    assert codes([reading]) == [FileCode.OUT_OF_MEMORY]


def test_non_unicode_paths_are_read(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt"))
    path.write_text("A document whose name is not valid UTF-8 on this system.")
    with WorkerPool(1) as pool:
        (reading,) = pool.read_all([path])
    assert reading.path == path
    assert not isinstance(reading.outcome, FileFailed)


def test_failure_of_non_unicode_name_is_stored(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt"))
    path.write_text("This is the text of a document. " * 100_000)
    with WorkerPool(1, seconds_per_document=0.001) as pool:
        (reading,) = pool.read_all([path])
    assert str(reading.outcome).encode().startswith(b"caf\\xe9.txt took longer than 0.001 s")


def test_timeout_after_request_is_reported_as_slow_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was killed before its answer was awaited, and counted as a crash."""

    def slowly(stream: BinaryIO, frame: Frame) -> None:
        send(stream, frame)
        time.sleep(0.2)

    monkeypatch.setattr(supervisor, "send", slowly)
    # Less than an interpreter takes to start: no machine answers in time.
    with WorkerPool(1, seconds_per_document=0.001, elapsed_per_document=0.002) as pool:
        (reading,) = pool.read_all(texts(tmp_path, 1))
    assert codes([reading])[0] in (FileCode.TIMEOUT, FileCode.WAITED)


@pytest.mark.slow
def test_stopped_workers_all_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They wait for one queue, and a worker not stopped yet took the message meant for another."""
    stop = WorkerProcess.stop

    def slowly(worker: WorkerProcess) -> None:
        stop(worker)
        time.sleep(0.1)

    monkeypatch.setattr(WorkerProcess, "stop", slowly)
    paths = texts(tmp_path, 6)

    def read_all() -> None:
        for _ in range(3):
            assert len(list(WorkerPool(3).read_all(paths))) == len(paths)

    reading = threading.Thread(target=read_all, daemon=True)
    reading.start()
    reading.join(30)
    assert not reading.is_alive()


@pytest.mark.skipif("seccomp" in sandbox.find_missing(), reason="needs seccomp")
@pytest.mark.parametrize(
    ("attempt", "version"),
    [
        ("socket.socket()", 0),
        ("socket.socket(socket.AF_UNIX)", 0),
        ("open(path, 'w')", 1),
        ("open(path + '.new', 'w')", 1),
        ("os.unlink(path)", 1),
        ("os.truncate(path, 0)", 3),
        ("os.mkdir(path + '.new')", 1),
        ("os.rename(path, path + '.new')", 1),
        ("os.chmod(path, 0o777)", 0),
        ("os.utime(path)", 0),
        ("os.symlink('x', path + '.new')", 1),
        ("subprocess.run(['true'])", 1),
        ("os.kill(os.getppid(), 0)", 6),
    ],
)
def test_restricted_process_only_reads(attempt: str, version: int, tmp_path: Path) -> None:
    if sandbox.find_landlock_version() < version:
        pytest.skip(f"needs Landlock {version}")
    (path := tmp_path / "file").write_text("kept")
    before = path.stat()
    code = (
        "import os, socket, subprocess, sys; from lexdesk.extract.workers import sandbox\n"
        f"path = sys.argv[1]; sandbox.restrict(); assert open(path).read() == 'kept'\n{attempt}"
    )
    command = [sys.executable, "-c", code, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert re.search(r"PermissionError.*(not permitted|denied)", done.stderr), done.stderr
    assert path.read_text() == "kept"
    assert (path.stat().st_mode, path.stat().st_mtime) == (before.st_mode, before.st_mtime)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif("seccomp" in sandbox.find_missing(), reason="needs seccomp")
def test_workers_are_restricted(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The tenant shall pay the rent.")
    with WorkerPool(1) as pool:
        for reading in pool.read_all([tmp_path / "a.txt"]):
            assert isinstance(reading.outcome, Document)
            (pid,) = pool.process_ids
            assert "Seccomp:\t2" in Path(f"/proc/{pid}/status").read_text()
