"""One worker process, its supervising thread, and its replacement after death."""

from __future__ import annotations

import logging
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from lexdesk.errors import FileCode, FileFailed, FileUnreadable, Message, message_from_json
from lexdesk.extract.workers.answers import Answers, Begun, Reading, Result, Task
from lexdesk.extract.workers.deadline import Deadline, TimeLimit
from lexdesk.extract.workers.results import BoundedResults
from lexdesk.extract.workers.sandbox import MAX_MEMORY_BYTES
from lexdesk.extract.workers.worker import REPLIES
from lexdesk.system.cores import measure_processor_seconds
from lexdesk.system.ipc import decode_plain_value, receive, send
from lexdesk.system.memory_shortage import is_abort, kill_for_peak, was_ended_early

_log = logging.getLogger("lexdesk.workers")
_MOST_DEATHS = 10  # of workers on the documents in one file
_FILES_PER_PROCESS = 1000  # native libraries may leak; a new process costs a third of a second
_LONGEST_LINE = 2_000  # characters of a log line of a worker
_LEAST_SIZE = 4096  # bytes counted for a result at least, to bound small ones too


class TaskDone(NamedTuple):
    """The end of a task, with its remaining pictures for OCR."""

    pictures: Task | None


class _Died(Exception):  # noqa: N818
    """A process ended by itself, or killed because it took ``too_long``."""

    def __init__(self, process: subprocess.Popen[bytes], too_long: _TooLong | None):
        super().__init__()
        self.process, self.too_long = process, too_long


class _TooLong(NamedTuple):
    """A killed process, which ``used`` seconds of processor time.

    ``waited`` is true if it spent its time mostly waiting, ``in_all`` if the file with its contents had no more.
    """

    process: subprocess.Popen[bytes]
    waited: bool
    in_all: bool
    used: float | None


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
        answers = Answers(task)
        try:
            self._read(answers)
        except Exception as error:  # includes failures to start a thread or process
            self._end_process()
            answers.own = FileFailed(FileCode.WORKER_FAILED, name=task.name, reason=error)
        left = replace(task, only=tuple(answers.pictures)) if answers.pictures else None
        if answers.own is not None or left is None:
            seconds, number = answers.own_seconds, task.number
            reading = Reading(task.path, "", None, left is None, seconds, number)
            self._put(reading, answers.own)
        self._results.put(TaskDone(left), 0)

    def _read(self, answers: Answers) -> None:
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
                used = death.too_long.used if death.too_long else None
                answers.end(used, self._limit.seconds)
                failure = self._failure(death, answers)
            if not (answers.begun and answers.member):
                answers.take(failure)
                return
            self._put(answers.reading(), failure)
            answers.begun = False
        answers.own = FileFailed(FileCode.TOO_MANY_CRASHES, name=name, limit=_MOST_DEATHS)

    def _converse(self, answers: Answers) -> None:
        """Request a file and take its frames up to the end; raise ``_Died``."""
        process = self._started()
        answers.asked(measure_processor_seconds(process.pid))
        self._ask(process, answers)
        while (frame := self._receive(process, answers)).kind != b"E":
            if frame.kind == b"B":
                begun = Begun(*decode_plain_value(frame.content, tuple[int, str, float, int]))
                answers.begin(begun, measure_processor_seconds(process.pid))
            elif frame.kind == b"L":
                _log.error(
                    "worker %d: %s",
                    process.pid,
                    frame.content[:_LONGEST_LINE].decode(errors="replace"),
                )
            elif frame.kind != b"P":
                self._take(frame, answers)
        self._files += 1

    def _take(self, frame: Result, answers: Answers) -> None:
        answers.begun = False
        if frame.kind == b"O":
            answers.pictures.append(answers.number)
            return
        outcome = frame if frame.kind in (b"D", b"C") else _failure(frame)
        if answers.member:
            self._put(answers.reading(), outcome)
        else:
            answers.take(outcome)

    def _put(self, reading: Reading, outcome: Result | FileFailed | None) -> None:
        """Give a reading with its outcome to the caller, after waiting for room."""
        size = outcome.reserved if isinstance(outcome, Result) else 0
        if not size:
            size = _LEAST_SIZE
            self._results.reserve(size)
        found = outcome.content if isinstance(outcome, Result) else outcome
        self._results.put(reading._replace(outcome=found), size)

    def _ask(self, process: subprocess.Popen[bytes], answers: Answers) -> None:
        deadline = self._deadline(process, answers)
        try:
            send(process.stdin, answers.message)  # type: ignore[arg-type]
        except (OSError, ValueError):
            raise self._died(process) from None
        finally:
            deadline.cancel()

    def _receive(self, process: subprocess.Popen[bytes], answers: Answers) -> Result:
        """Receive the next frame; reserve room for a large one before its bytes leave the pipe."""
        deadline = self._deadline(process, answers)
        reserved = 0

        def admit(size: int) -> bool:
            nonlocal reserved, deadline
            if size >= _LEAST_SIZE:
                deadline.cancel()  # waiting for room does not count
                admitted = self._results.reserve(size)
                reserved = size
                deadline = self._deadline(process, answers)
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
        return Result(frame.kind, frame.content, reserved)

    def _deadline(self, process: subprocess.Popen[bytes], answers: Answers) -> Deadline:
        left = answers.left_at(measure_processor_seconds(process.pid))

        def end(waited: bool) -> None:
            used = measure_processor_seconds(process.pid)
            self._too_long = _TooLong(process, waited, left < self._limit.seconds, used)
            process.kill()

        limit = self._limit._replace(seconds=min(self._limit.seconds, left))
        return Deadline(process.pid, limit, end)

    def _was_ended(self, process: subprocess.Popen[bytes]) -> bool:
        return self._too_long is not None and self._too_long.process is process

    def _died(self, process: subprocess.Popen[bytes]) -> _Died:
        return _Died(process, self._too_long if self._was_ended(process) else None)

    def _failure(self, death: _Died, answers: Answers) -> FileFailed:
        """Return the failure for a dead process; ``process.wait`` knows its code."""
        name = PurePath(answers.member).name or answers.task.name
        peak = self._end_process()
        how = "was stopped" if death.too_long else f"died: {_cause(death.process.returncode)}"
        _log.error("worker %d %s", death.process.pid, how)
        if death.too_long and death.too_long.waited:
            return FileFailed(FileCode.WAITED, name=name, seconds=self._limit.elapsed)
        if death.too_long and death.too_long.in_all:
            spent = round(answers.spent)
            return FileFailed(FileCode.TOO_LONG_IN_ALL, name=answers.task.name, seconds=spent)
        if death.too_long:
            code = FileCode.OCR_TIMEOUT if answers.task.ocr else FileCode.TIMEOUT
            return FileFailed(code, name=name, seconds=self._limit.seconds)
        is_large = is_abort(death.process) and peak > MAX_MEMORY_BYTES // 2
        if is_large or was_ended_early(death.process):
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


def _failure(frame: Result) -> FileFailed:
    """Decode the failure sent by a worker."""
    failed = FileUnreadable if frame.kind == b"U" else FileFailed
    stored = decode_plain_value(frame.content, dict[str, object])
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
