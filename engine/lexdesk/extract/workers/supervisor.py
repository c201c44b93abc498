"""One worker process, its supervising thread, and its replacement after death."""

from __future__ import annotations

import logging
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import NamedTuple

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed, FileUnreadable, Message, message_from_json
from lexdesk.extract.containers.git_versions import HeldLaws
from lexdesk.extract.workers.deadline import Deadline, TimeLimit
from lexdesk.extract.workers.results import BoundedResults
from lexdesk.extract.workers.sandbox import MAX_MEMORY_BYTES
from lexdesk.extract.workers.worker import REPLIES, Request
from lexdesk.system.ipc import plain_value, receive, send
from lexdesk.system.memory_shortage import is_abort, kill_for_peak
from lexdesk.system.paths import stored_path

_log = logging.getLogger("lexdesk.workers")
_MOST_DEATHS = 10  # of workers on the documents in one file
_FILES_PER_PROCESS = 1000  # native libraries may leak; a new process costs a third of a second
_LONGEST_LINE = 2_000  # characters of a log line of a worker
_LEAST_SIZE = 4096  # bytes counted for a result at least, to bound small ones too


class Reading(NamedTuple):
    """A result for the file at ``path``: a document, or its failure reason.

    ``member`` is the path of an attachment or archive member inside the file, ``""`` for the file
    itself. ``outcome`` is ``None`` for a pure container, or for a file with its text in an earlier
    reading. ``last`` marks the end of the file. A document with pictures for later OCR comes twice. ``seconds`` is the
    time it took a worker of this machine.
    """

    path: Path
    member: str
    outcome: Document | FileFailed | bytes | None
    last: bool
    seconds: float = 0.0

    def parsed(self) -> Reading:
        """Return the reading with its document parsed from JSON, or a failure if it is none."""
        if not isinstance(self.outcome, bytes):
            return self
        try:
            document = Document.from_json(self.outcome)
            document.validate()
        except ValueError as error:
            name = PurePath(self.member).name or stored_path(self.path.name)
            failed = FileFailed(FileCode.WORKER_FAILED, name=name, reason=error)
            return self._replace(outcome=failed)
        return self._replace(outcome=document)


@dataclass(frozen=True, slots=True)
class Task:
    """A file to read, or those of its leaves with pictures; ``passwords`` are tried on locked files.

    ``held`` are the laws in git of the library.
    """

    path: Path
    only: tuple[int, ...] | None = None
    ocr: int = 0
    passwords: tuple[str, ...] = field(default=(), repr=False)
    held: HeldLaws = field(default=HeldLaws(), repr=False)

    @property
    def name(self) -> str:
        """Return the file's name for messages, escaped if not Unicode, since messages are stored."""
        return stored_path(self.path.name)

    def with_ocr(self, threads: int) -> Task:
        """Return the task with OCR in ``threads`` threads."""
        return replace(self, ocr=threads)


class TaskDone(NamedTuple):
    """The end of a task, with its remaining pictures for OCR."""

    pictures: Task | None


class _Frame(NamedTuple):
    """A message from a worker, and its reserved bytes in the result queue."""

    kind: bytes
    content: bytes
    reserved: int


@dataclass(slots=True)
class _Answers:
    """The progress of a file, across deaths of workers."""

    task: Task
    number: int = -1  # of the last leaf begun
    member: str = ""
    begun: bool = False
    begun_at: float = 0.0
    own: _Frame | FileFailed | None = None
    own_seconds: float = 0.0
    pictures: list[int] = field(default_factory=list)
    spent: float = 0  # seconds of processor time, by workers that were killed

    @property
    def seconds(self) -> float:
        """Return the time since the last member, or the file, was begun."""
        return time.monotonic() - self.begun_at

    def reading(self) -> Reading:
        """Return the reading of the current attachment or archive member, without its outcome."""
        return Reading(self.task.path, self.member, None, last=False, seconds=self.seconds)

    def take(self, outcome: _Frame | FileFailed) -> None:
        """Keep the outcome of the file itself until the file ends."""
        self.own, self.own_seconds = outcome, self.seconds

    @property
    def request(self) -> Request:
        task = self.task
        return Request(
            str(task.path),
            self.number,
            task.only,
            task.ocr,
            task.passwords,
            task.held,
            self.spent,
        )


class _Died(Exception):  # noqa: N818
    """A process ended by itself, or killed because it took ``too_long``."""

    def __init__(self, process: subprocess.Popen[bytes], too_long: _TooLong | None):
        super().__init__()
        self.process, self.too_long = process, too_long


class _TooLong(NamedTuple):
    """A killed process; ``waited`` is true if it spent its time mostly waiting."""

    process: subprocess.Popen[bytes]
    waited: bool


class WorkerProcess:
    """A supervised worker process, started with the first task.

    ``results`` gets readings, and ``TaskDone`` after those of each task.
    """

    def __init__(
        self,
        tasks: queue.SimpleQueue[Task | None],
        results: BoundedResults[Reading | TaskDone],
        limit: TimeLimit,
    ) -> None:
        self._tasks = tasks
        self._results = results
        self._limit = limit
        self._process: subprocess.Popen[bytes] | None = None
        self._too_long: _TooLong | None = None
        self._files = 0
        self._stopping = False
        self._lock = threading.Lock()  # between starting and killing
        self._thread = threading.Thread(target=self._run, name="lexdesk-worker", daemon=True)
        self._thread.start()

    @property
    def process_id(self) -> int | None:
        """Return the id of the running process, if any."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def stop(self) -> None:
        """Kill the process; its thread ends by itself after ``wake``."""
        with self._lock:
            self._stopping = True
            if self._process is not None:
                self._process.kill()
        self._results.stop()

    def wake(self) -> None:
        """Wake one of the threads waiting for ``tasks``, possibly another's; stop all of them before."""
        self._tasks.put(None)

    def join(self) -> None:
        """Wait for the thread, and with it for the process."""
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stopping:
                task = self._tasks.get()
                if task is not None and not self._stopping:
                    self._serve(task)
        finally:
            self._end_process()

    def _serve(self, task: Task) -> None:
        """Process a task; put ``TaskDone`` in all cases, or the caller would wait for ever."""
        answers = _Answers(task)
        try:
            self._read(answers)
        except Exception as error:  # includes failures to start a thread or process
            self._end_process()
            answers.own = FileFailed(FileCode.WORKER_FAILED, name=task.name, reason=error)
        left = replace(task, only=tuple(answers.pictures)) if answers.pictures else None
        if answers.own is not None or left is None:
            self._put(Reading(task.path, "", None, left is None, answers.own_seconds), answers.own)
        self._results.put(TaskDone(left), 0)

    def _read(self, answers: _Answers) -> None:
        """Read all leaves of a file; report a leaf fatal to the process as failed, and continue."""
        name = answers.task.name
        answers.begun_at = time.monotonic()
        for _ in range(_MOST_DEATHS):
            if self._stopping:
                return
            try:
                self._converse(answers)
                return
            except _Died as death:
                answers.spent += self._limit.seconds if death.too_long else 0
                failure = self._failure(death, answers)
            if not (answers.begun and answers.member):
                answers.take(failure)
                return
            self._put(answers.reading(), failure)
            answers.begun = False
        answers.own = FileFailed(FileCode.TOO_MANY_CRASHES, name=name, limit=_MOST_DEATHS)

    def _converse(self, answers: _Answers) -> None:
        """Request a file and take its frames up to the end; raise ``_Died``."""
        process = self._started()
        self._ask(process, answers.request)
        while (frame := self._receive(process)).kind != b"E":
            if frame.kind == b"B":
                answers.number, answers.member = plain_value(frame.content, tuple[int, str])
                answers.begun, answers.begun_at = True, time.monotonic()
            elif frame.kind == b"L":
                _log.error(
                    "worker %d: %s",
                    process.pid,
                    frame.content[:_LONGEST_LINE].decode(errors="replace"),
                )
            elif frame.kind != b"P":
                self._take(frame, answers)
        self._files += 1

    def _take(self, frame: _Frame, answers: _Answers) -> None:
        answers.begun = False
        if frame.kind == b"O":
            answers.pictures.append(answers.number)
            return
        outcome = frame if frame.kind == b"D" else _failure(frame)
        if answers.member:
            self._put(answers.reading(), outcome)
        else:
            answers.take(outcome)

    def _put(self, reading: Reading, outcome: _Frame | FileFailed | None) -> None:
        """Give a reading with its outcome to the caller, after waiting for room."""
        size = outcome.reserved if isinstance(outcome, _Frame) else 0
        if not size:
            size = _LEAST_SIZE
            self._results.reserve(size)
        found = outcome.content if isinstance(outcome, _Frame) else outcome
        self._results.put(reading._replace(outcome=found), size)

    def _ask(self, process: subprocess.Popen[bytes], request: Request) -> None:
        deadline = self._deadline(process)
        try:
            send(process.stdin, request.to_frame())  # type: ignore[arg-type]
        except (OSError, ValueError):
            raise self._died(process) from None
        finally:
            deadline.cancel()

    def _receive(self, process: subprocess.Popen[bytes]) -> _Frame:
        """Receive the next frame; reserve room for a large one before its bytes leave the pipe."""
        deadline = self._deadline(process)
        reserved = 0

        def admit(size: int) -> bool:
            nonlocal reserved, deadline
            if size >= _LEAST_SIZE:
                deadline.cancel()  # waiting for room does not count
                admitted = self._results.reserve(size)
                reserved = size
                deadline = self._deadline(process)
                return admitted
            return True

        try:
            frame = receive(process.stdout, REPLIES, admit)  # type: ignore[arg-type]
        except (OSError, ValueError):
            frame = None
        finally:
            deadline.cancel()
        if frame is None:
            self._results.release(reserved)
            raise self._died(process)
        return _Frame(frame.kind, frame.content, reserved)

    def _deadline(self, process: subprocess.Popen[bytes]) -> Deadline:
        def end(waited: bool) -> None:
            self._too_long = _TooLong(process, waited)
            process.kill()

        return Deadline(process.pid, self._limit, end)

    def _was_ended(self, process: subprocess.Popen[bytes]) -> bool:
        return self._too_long is not None and self._too_long.process is process

    def _died(self, process: subprocess.Popen[bytes]) -> _Died:
        return _Died(process, self._too_long if self._was_ended(process) else None)

    def _failure(self, death: _Died, answers: _Answers) -> FileFailed:
        """Return the failure for a dead process; ``process.wait`` knows its code."""
        name = PurePath(answers.member).name or answers.task.name
        peak = self._end_process()
        how = "was stopped" if death.too_long else f"died: {_cause(death.process.returncode)}"
        _log.error("worker %d %s", death.process.pid, how)
        if death.too_long and death.too_long.waited:
            return FileFailed(FileCode.WAITED, name=name, seconds=self._limit.elapsed)
        if death.too_long:
            code = FileCode.OCR_TIMEOUT if answers.task.ocr else FileCode.TIMEOUT
            return FileFailed(code, name=name, seconds=self._limit.seconds)
        if is_abort(death.process) and peak > MAX_MEMORY_BYTES // 2:
            return FileFailed(FileCode.OUT_OF_MEMORY, name=name)
        return FileFailed(FileCode.CRASHED, name=name, reason=_cause(death.process.returncode))

    def _started(self) -> subprocess.Popen[bytes]:
        """Return the process; start a new one after a death, a timeout or many files."""
        process = self._process
        if process is not None and (
            self._was_ended(process)
            or process.poll() is not None
            or self._files >= _FILES_PER_PROCESS
        ):
            self._end_process()
        with self._lock:
            if self._process is None:
                self._process = start_worker()
                _log.info("worker %d started", self._process.pid)
                self._files = 0
                if self._stopping:
                    self._process.kill()
            return self._process

    def _end_process(self) -> int:
        """End the process, and return the most bytes of memory that it had, 0 where unknown."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return 0
        peak = kill_for_peak(process)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        return peak


def _failure(frame: _Frame) -> FileFailed:
    """Decode the failure sent by a worker."""
    failed = FileUnreadable if frame.kind == b"U" else FileFailed
    stored = plain_value(frame.content, dict[str, object])
    return failed(message_from_json(stored) or Message(FileCode.UNKNOWN))


def start_worker() -> subprocess.Popen[bytes]:
    """Start a worker; ``-P`` keeps modules in the current folder from shadowing the standard library."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "lexdesk.extract.workers.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C reaches only the parent, which then ends its workers
    )


def _cause(returncode: int) -> str:
    return f"signal {-returncode}" if returncode < 0 else f"exit code {returncode}"
