"""Reading many files in processes that can be killed.

    with ReaderPool() as pool:
        for path, result in pool.read_all(paths):
            ...

A file that crashes, hangs or exhausts its reader costs that file and nothing else. The processes
are plain subprocesses: no fork after native libraries have run, no main guard in the caller's
script, nothing of Qt. Each is served by a thread that waits for it.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from lexdesk.document import Document
from lexdesk.errors import FileRefused
from lexdesk.extract.worker import receive, send

__all__ = ["ReaderPool"]

_WAITING_PER_PROCESS = 2  # files handed out or read but not fetched; bounds the memory
Result = tuple[Path, Document | FileRefused]


class ReaderPool:
    """Up to ``processes`` readers (default: one for each core), started when first needed.

    ``seconds_per_file`` is the time after which a file is given up and its reader killed.
    Leaving the context, or closing the iterator's generator, leaves no process behind.
    """

    def __init__(self, processes: int | None = None, seconds_per_file: float = 60) -> None:
        self._processes = processes or _cores()
        self._seconds = seconds_per_file
        self._readers: list[_Reader] = []

    def __enter__(self) -> ReaderPool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def process_ids(self) -> list[int]:
        """The ids of the readers that run now."""
        return [pid for reader in self._readers if (pid := reader.process_id) is not None]

    def close(self) -> None:
        """Kill all readers and wait for them; the pool may be used again."""
        readers, self._readers = self._readers, []
        for reader in readers:
            reader.stop()
        for reader in readers:
            reader.join()

    def read_all(self, paths: Iterable[Path]) -> Iterator[Result]:
        """Yield each path with its document or the reason why there is none, as they come.

        ``paths`` is consumed as the results are: a few files are in work at any time. The order is
        that of completion.
        """
        tasks: queue.SimpleQueue[Path] = queue.SimpleQueue()
        results: queue.SimpleQueue[Result] = queue.SimpleQueue()
        waiting = 0
        source = iter(paths)
        try:
            more = True
            while True:
                while more and waiting < _WAITING_PER_PROCESS * self._processes:
                    path = next(source, None)
                    if path is None:
                        more = False
                        break
                    tasks.put(Path(path))
                    waiting += 1
                    self._serve(tasks, results, waiting)
                if not waiting:
                    return
                yield results.get()
                waiting -= 1
        finally:
            self.close()

    def _serve(
        self,
        tasks: queue.SimpleQueue[Path],
        results: queue.SimpleQueue[Result],
        waiting: int,
    ) -> None:
        """Start one more reader while there are fewer than files waiting."""
        if len(self._readers) < min(self._processes, waiting):
            self._readers.append(_Reader(tasks, results, self._seconds))


class _Reader:
    """One reader process, the thread that serves it, and its replacement when it dies."""

    def __init__(
        self,
        tasks: queue.SimpleQueue[Path],
        results: queue.SimpleQueue[Result],
        seconds: float,
    ) -> None:
        self._tasks = tasks
        self._results = results
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = False
        self._lock = threading.Lock()  # between starting and killing
        self._thread = threading.Thread(target=self._run, name="lexdesk-reader", daemon=True)
        self._thread.start()

    @property
    def process_id(self) -> int | None:
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def stop(self) -> None:
        """Kill the process; its thread ends by itself."""
        with self._lock:
            self._stopping = True
            if self._process is not None:
                self._process.kill()
        self._tasks.put(Path())  # wakes the thread where it waits for a file

    def join(self) -> None:
        """Wait for the thread, which has waited for the process."""
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stopping:
                path = self._tasks.get()
                if not self._stopping:
                    self._results.put((path, self._read_or_refuse(path)))
        finally:
            self._end_process()

    def _read_or_refuse(self, path: Path) -> Document | FileRefused:
        """Whatever happens there is a result, or the caller would wait for ever."""
        try:
            return self._read(path)
        except (OSError, ValueError, TypeError, KeyError) as error:
            self._end_process()
            return FileRefused(f"{path.name} was not read: the reader failed ({error}).")

    def _read(self, path: Path) -> Document | FileRefused:
        process = self._started()
        if process is None:
            return FileRefused(f"{path.name} was not read: the reader was stopped.")
        timed_out = threading.Event()
        timer = threading.Timer(self._seconds, self._give_up, (process, timed_out))
        timer.daemon = True
        timer.start()
        try:
            reply = _ask(process, path)
        finally:
            timer.cancel()
        if reply is None:
            return self._lost(path, process, timed_out.is_set())
        if timed_out.is_set():  # it was killed just as it answered
            self._end_process()
        if reply[:1] == b"D":
            return Document.from_json(reply[1:])
        return FileRefused(reply[1:].decode())

    def _give_up(self, process: subprocess.Popen[bytes], timed_out: threading.Event) -> None:
        timed_out.set()
        process.kill()

    def _lost(self, path: Path, process: subprocess.Popen[bytes], timed_out: bool) -> FileRefused:
        self._end_process()
        if timed_out:
            return FileRefused(
                f"{path.name} took longer than {self._seconds:g} s to read and was left out; if "
                "it matters, split it or save it as text."
            )
        return FileRefused(
            f"{path.name} made the reader crash ({_cause(process.returncode)}) and was left out; "
            "if it matters, save it again in the program that made it."
        )

    def _started(self) -> subprocess.Popen[bytes] | None:
        if self._process is not None and self._process.poll() is not None:
            self._end_process()  # it died between two files: neither of them is to blame
        with self._lock:
            if self._stopping:
                return None
            if self._process is None:
                self._process = _start_worker()
            return self._process

    def _end_process(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                _close(stream)  # type: ignore[arg-type]


def _start_worker() -> subprocess.Popen[bytes]:
    """``-P`` keeps modules that lie in the current folder from shadowing the standard library."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "lexdesk.extract.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C reaches the parent alone, which then ends its readers
    )


def _ask(process: subprocess.Popen[bytes], path: Path) -> bytes | None:
    """The reply to one path; ``None`` where the process ended without one."""
    assert process.stdin is not None and process.stdout is not None  # noqa: S101 - both are pipes
    try:
        send(process.stdin, json.dumps(str(path)).encode())  # type: ignore[arg-type]
        return receive(process.stdout)  # type: ignore[arg-type]
    except (OSError, ValueError):
        return None


def _close(stream: BinaryIO) -> None:
    try:
        stream.close()
    except OSError:
        return


def _cause(returncode: int) -> str:
    if returncode < 0:
        return f"signal {-returncode}"
    return f"exit code {returncode}"


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
