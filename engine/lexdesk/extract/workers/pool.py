"""Reading many files in processes that can be killed.

    with ReaderPool() as pool:
        for reading in pool.read_all(paths):
            ...

A document that crashes, hangs or exhausts its reader costs that document and nothing else. Files
with pictures of text come last, in a second round, so that recognising them delays nothing. The
processes are plain subprocesses: no fork after native libraries have run, no main guard in the
caller's script, nothing of Qt. Each is served by a thread that waits for it (``reader``).
"""

from __future__ import annotations

import queue
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

from lexdesk.extract.passwords import Passwords
from lexdesk.extract.workers.reader import ReaderProcess, Reading, Task, TaskDone, TimeLimit
from lexdesk.extract.workers.results import BoundedResults
from lexdesk.system.cores import cores

__all__ = ["ReaderPool", "Reading"]

_WAITING_PER_PROCESS = 16  # files handed out or read but not fetched, as while words are committed
_WAITING_BYTES = 64 * 1024 * 1024  # of what was read of them
_MOST_THREADS = 4  # of recognition, which gains little from more
_WAITING = 10  # times as long as it may compute may a reader last, as where the machine is busy or a share is slow
_SLOWER = 3  # recognising a page takes 2 to 5 s alone, and 30 s on a machine that is busy


class ReaderPool:
    """Up to ``processes`` readers (default: one for each core), started when first needed.

    ``seconds_per_document`` is the processor time after which a document is given up and its reader killed, and
    ``elapsed_per_document`` (default: ten times that) the time with all waiting; where text is recognised, one page
    has three times as long for each thread. ``passwords`` are tried on files that need one.
    Leaving the context, or closing the iterator's generator, leaves no process behind.
    """

    def __init__(
        self,
        processes: int | None = None,
        seconds_per_document: float = 60,
        elapsed_per_document: float | None = None,
        passwords: Iterable[str] = (),
    ) -> None:
        self._processes = processes or cores()
        self._limit = TimeLimit(
            seconds_per_document, elapsed_per_document or _WAITING * seconds_per_document
        )
        self._passwords = tuple(Passwords(passwords))
        self._readers: list[ReaderProcess] = []

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
        for reader in readers:  # only now: one that was not stopped yet would be woken in vain
            reader.wake()
        for reader in readers:
            reader.join()

    def read_all(self, paths: Iterable[Path]) -> Iterator[Reading]:
        """Yield what is read of each file as it comes, those with pictures of text last.

        ``paths`` is consumed as the results are: a few files are in work at any time. The readings
        of one file come in the order of its leaves and end with one that is ``last``.
        """
        pictures: list[Task] = []
        tasks = (Task(Path(path), passwords=self._passwords) for path in paths)
        yield from self._round(tasks, self._processes, self._limit, pictures)
        # One process with several threads takes the memory of one, whatever machine it is.
        threads = min(self._processes, _MOST_THREADS)
        with_ocr = (task.with_ocr(threads) for task in pictures)
        yield from self._round(with_ocr, 1, self._limit.times(_SLOWER * threads), [])

    def _round(
        self, tasks: Iterator[Task], processes: int, limit: TimeLimit, pictures: list[Task]
    ) -> Iterator[Reading]:
        given: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        results: BoundedResults[Reading | TaskDone] = BoundedResults(_WAITING_BYTES)
        waiting = 0
        more = True
        try:
            while True:
                while more and waiting < _WAITING_PER_PROCESS * processes:
                    task = next(tasks, None)
                    if task is None:
                        more = False
                        break
                    given.put(task)
                    waiting += 1
                    if len(self._readers) < min(processes, waiting):
                        self._readers.append(ReaderProcess(given, results, limit))
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
