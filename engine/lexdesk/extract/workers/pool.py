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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from lexdesk.extract.containers.git_objects import is_repository
from lexdesk.extract.containers.git_versions import HeldLaws
from lexdesk.extract.limits import ELAPSED_RATIO, SECONDS_PER_DOCUMENT
from lexdesk.extract.passwords import Passwords
from lexdesk.extract.workers.answers import Reading, Task
from lexdesk.extract.workers.deadline import TimeLimit
from lexdesk.extract.workers.results import BoundedResults
from lexdesk.extract.workers.supervisor import TaskDone, WorkerProcess
from lexdesk.system.cores import cores, processor_seconds

__all__ = ["Reading", "WorkerPool"]

WAITING_PER_PROCESS = 16  # files handed out or read but not fetched, as during index commits
_WAITING_BYTES = 64 * 1024 * 1024  # of their results
_MOST_THREADS = 4  # of OCR, with little gain from more
# OCR of a page takes 2 to 5 s on an idle machine, 30 s on a busy one where waiting counts.
_SLOWER = 3


class WorkerPool:
    """A pool of up to ``processes`` extraction workers (default: one per core), started on demand.

    ``seconds_per_document`` limits the processor time of a document, ``elapsed_per_document``
    (default: ten times that) its elapsed time; beyond either its worker is killed. In the OCR
    round, a page has as long; on systems without processor times, three times as long for each thread.
    ``passwords`` are tried on locked files; ``held`` returns the laws in git of the library, whose versions are
    not read again; ``folder_of`` returns the folder of a file below which no link is followed. Leaving the context, or
    closing the iterator's generator, leaves no process behind.
    """

    def __init__(
        self,
        processes: int | None = None,
        seconds_per_document: float = SECONDS_PER_DOCUMENT,
        elapsed_per_document: float | None = None,
        passwords: Iterable[str] = (),
        held: Callable[[], HeldLaws] = HeldLaws,
        folder_of: Callable[[Path], Path | None] = lambda path: None,
    ) -> None:
        self._processes = processes or cores()
        self._limit = TimeLimit(
            seconds_per_document, elapsed_per_document or ELAPSED_RATIO * seconds_per_document
        )
        self._passwords = tuple(Passwords(passwords))
        self._held, self._folder_of = held, folder_of
        self._workers: list[WorkerProcess] = []

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
        yield from self._round(tasks, self._processes, self._limit, pictures)
        # One after the other, because each is compared with the laws that the library holds by then.
        for path in repositories:
            task = replace(self._task(path), held=self._held())
            yield from self._round(iter([task]), 1, self._limit, pictures)
        # One process with several threads needs memory for one model only.
        threads = min(self._processes, _MOST_THREADS)
        slower = _SLOWER * threads if processor_seconds(os.getpid()) is None else 1
        with_ocr = (task.with_ocr(threads) for task in pictures)
        yield from self._round(with_ocr, 1, self._limit.times(slower), [])

    def _task(self, path: Path) -> Task:
        return Task(path, passwords=self._passwords, folder=self._folder_of(path))

    def _round(
        self, tasks: Iterator[Task], processes: int, limit: TimeLimit, pictures: list[Task]
    ) -> Iterator[Reading]:
        given: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        results: BoundedResults[Reading | TaskDone] = BoundedResults(_WAITING_BYTES)
        waiting = 0
        more = True
        try:
            while True:
                while more and waiting < WAITING_PER_PROCESS * processes:
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
                    yield item.parsed()
        finally:
            results.stop()
            self.close()


def _without_repositories(paths: Iterable[Path], repositories: list[Path]) -> Iterator[Path]:
    """Yield ``paths`` except for git repositories, which are added to ``repositories``."""
    for path in map(Path, paths):
        if is_repository(path):
            repositories.append(path)
        else:
            yield path
