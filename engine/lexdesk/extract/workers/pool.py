"""A pool of killable processes for extracting many files.

    with WorkerPool() as pool:
        for reading in pool.read_all(paths):
            ...

A crash, a hang or exhausted memory costs one document only. Files with pictures of text come last,
in a second round, to keep OCR from delaying the others. Workers are plain subprocesses: no fork
after native libraries have run, no main guard in the caller's script, no Qt. One thread supervises
each (``supervisor``).
"""

from __future__ import annotations

import os
import queue
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec

from lexdesk.document.model import Document, Reference
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.containers.git_objects import is_repository
from lexdesk.extract.containers.git_versions import HeldLaws
from lexdesk.extract.limits import ELAPSED_RATIO, SECONDS_PER_DOCUMENT
from lexdesk.extract.passwords import Passwords
from lexdesk.extract.workers.answers import Reading, Task
from lexdesk.extract.workers.deadline import TimeLimit
from lexdesk.extract.workers.results import BoundedResults
from lexdesk.extract.workers.supervisor import TaskDone, WorkerProcess
from lexdesk.system.cores import count_cores, measure_processor_seconds

__all__ = ["Reading", "WorkerPool"]

WAITING_PER_PROCESS = 16  # files handed out or read but not fetched, as during index commits
_WAITING_BYTES = 64 * 1024 * 1024  # of their results
_MOST_TEXTS = 512  # sent for citations and not fetched in order yet
_MOST_CHARACTERS = 8_000_000  # of these texts
_MOST_THREADS = 4  # of OCR, with little gain from more
# OCR of a page takes 2 to 5 s on an idle machine, 30 s on a busy one where waiting counts.
_SLOWER = 3


class WorkerPool:
    """A pool of up to ``processes`` extraction workers (default: one per core), started on demand.

    ``seconds_per_document`` limits the processor time of a document, ``elapsed_per_document``
    (default: ten times that) its elapsed time; beyond either its worker is killed. In the OCR
    round, a page has as long; on systems without processor times, three times as long for each thread.
    ``passwords`` are tried on locked files; ``held`` returns the laws in git of the library, whose versions are
    not read again; ``folder_of`` returns the folder of a file below which no link is followed. With ``cites``,
    documents come with their references. Leaving the context, or closing the iterator's generator before its end,
    leaves no process behind.
    """

    def __init__(
        self,
        processes: int | None = None,
        seconds_per_document: float = SECONDS_PER_DOCUMENT,
        elapsed_per_document: float | None = None,
        passwords: Iterable[str] = (),
        held: Callable[[], HeldLaws] = HeldLaws,
        folder_of: Callable[[Path], Path | None] = lambda path: None,
        *,
        cites: bool = False,
    ) -> None:
        self._processes = processes or count_cores()
        self._limit = TimeLimit(
            seconds_per_document, elapsed_per_document or ELAPSED_RATIO * seconds_per_document
        )
        self._passwords = tuple(Passwords(passwords))
        self._held, self._folder_of = held, folder_of
        self.cites = cites
        """Whether documents come with their references."""
        self._workers: list[WorkerProcess] = []
        self._limit_of_workers = self._limit
        self._given: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._results: BoundedResults[Reading | TaskDone] = BoundedResults(_WAITING_BYTES)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def process_ids(self) -> list[int]:
        """Return the process ids of the running workers."""
        return [pid for worker in self._workers if (pid := worker.process_id) is not None]

    def close(self) -> None:
        """Kill all workers and wait for them; the pool may be used again."""
        workers, self._workers = self._workers, []
        self._results.stop()
        for worker in workers:
            worker.stop()
        for worker in workers:  # only after stopping all: waking a running one has no effect
            worker.wake()
        for worker in workers:
            worker.join()

    def read_all(self, paths: Iterable[Path]) -> Iterator[Reading]:
        """Yield the readings of each file as they come, files with pictures of text last.

        ``paths`` is consumed along with the results: a few files are in work at any time, repositories last. The
        readings of one file come in the order of its leaves and end with a ``last`` one.
        """
        pictures: list[Task] = []
        repositories: list[Path] = []
        tasks = map(self._task, _without_repositories(paths, repositories))
        yield from _parsed(self._round(tasks, self._processes, self._limit, pictures))
        # One after the other, because each is compared with the laws that the library holds by then.
        for path in repositories:
            task = replace(self._task(path), held=self._held())
            yield from _parsed(self._round(iter([task]), 1, self._limit, pictures))
        if not pictures:
            return  # the workers stay for another round
        # One process with several threads needs memory for one model only.
        threads = min(self._processes, _MOST_THREADS)
        slower = _SLOWER * threads if measure_processor_seconds(os.getpid()) is None else 1
        with_ocr = (task.with_ocr(threads) for task in pictures)
        yield from _parsed(self._round(with_ocr, 1, self._limit.times(slower), []))

    def find_references(
        self, texts: Iterable[tuple[int, Document]]
    ) -> Iterator[tuple[int, tuple[Reference, ...] | FileFailed]]:
        """Yield the references of each of the numbered ``texts``, or the failure reason, in their order."""
        sent: deque[tuple[int, Document]] = deque()
        found: dict[int, Reading] = {}
        characters = 0

        def tasks() -> Iterator[Task]:
            nonlocal characters
            for number, document in texts:
                sent.append((number, document))
                characters += len(document.text)
                yield Task(Path(document.title), document=document.to_json(), number=number)

        def has_room() -> bool:
            return len(sent) < _MOST_TEXTS and characters < _MOST_CHARACTERS

        with closing(self._round(tasks(), self._processes, self._limit, [], has_room)) as readings:
            for reading in readings:
                found[reading.number] = reading
                while sent and sent[0][0] in found:
                    number, document = sent.popleft()
                    characters -= len(document.text)
                    yield number, _references(document, found.pop(number).outcome)

    def _task(self, path: Path) -> Task:
        folder = self._folder_of(path)
        return Task(path, passwords=self._passwords, folder=folder, cites=self.cites)

    def _round(
        self,
        tasks: Iterator[Task],
        processes: int,
        limit: TimeLimit,
        pictures: list[Task],
        has_room: Callable[[], bool] = lambda: True,
    ) -> Generator[Reading, None, None]:
        """Yield the readings of ``tasks``, unparsed; more are given to workers while the caller ``has_room``.

        Idle workers of an earlier round are used again if they suit.
        """
        if len(self._workers) > processes or limit != self._limit_of_workers:
            self.close()
        if not self._workers:
            self._given, self._limit_of_workers = queue.SimpleQueue(), limit
            self._results = BoundedResults(_WAITING_BYTES)
        given, results = self._given, self._results
        waiting = 0
        more = True
        try:
            while True:
                while (
                    more
                    and waiting < WAITING_PER_PROCESS * processes
                    and (not waiting or has_room())
                ):
                    task = next(tasks, None)
                    if task is None:
                        more = False
                        break
                    given.put(task)
                    waiting += 1
                    if len(self._workers) < min(processes, waiting):
                        self._workers.append(WorkerProcess(given, results, limit))
                if not waiting:
                    return
                item = results.get()
                if isinstance(item, TaskDone):
                    waiting -= 1
                    if item.pictures is not None:
                        pictures.append(item.pictures)
                else:
                    yield item
        except BaseException:
            self.close()
            raise


def _parsed(readings: Generator[Reading, None, None]) -> Iterator[Reading]:
    """Yield the readings with their documents parsed; closing it ends ``readings``."""
    with closing(readings):
        for reading in readings:
            yield reading.parsed()


def _references(
    document: Document, outcome: Document | FileFailed | bytes | None
) -> tuple[Reference, ...] | FileFailed:
    """Return the references of a document that a worker sent, or the failure."""
    if isinstance(outcome, FileFailed):
        return outcome
    try:
        sent = outcome if isinstance(outcome, bytes) else b""
        found = msgspec.json.decode(sent, type=tuple[Reference, ...])
        return document.with_references(found).references
    except (ValueError, TypeError) as error:
        return FileFailed(FileCode.WORKER_FAILED, name=document.title, reason=error)


def _without_repositories(paths: Iterable[Path], repositories: list[Path]) -> Iterator[Path]:
    """Yield ``paths`` except for git repositories, which are added to ``repositories``."""
    for path in map(Path, paths):
        if is_repository(path):
            repositories.append(path)
        else:
            yield path
