"""Libraries for concurrent readers, each open in threads of its own.

A ``Library`` serves one thread; while one thread waits for a disk or computes outside of Python, another
goes on. The queue is bounded: a flood is refused at once instead of answered late.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from lexdesk.errors import ServiceBusy, ServiceCode
from lexdesk.library.library import Library
from lexdesk.library.protocol import ReadableLibrary
from lexdesk.storage.encryption import is_encrypted

T = TypeVar("T")
WAITING = 200
"""Most questions that wait for a thread of one collection."""
_SECONDS_TO_END = 10.0

_Task = tuple[Future[Any], Callable[[ReadableLibrary], Any]]


async def await_answer(seconds: float, answer: Awaitable[T]) -> T:
    """Return the ``answer``; raise ``ServiceBusy`` after ``seconds``.

    A request in the queue is cancelled then; a request in progress runs to its end.
    """
    try:
        async with asyncio.timeout(seconds) as limit:
            return await answer
    except TimeoutError:
        if not limit.expired():  # of a disk
            raise
        raise ServiceBusy(ServiceCode.TIMEOUT, seconds=seconds) from None


def open_library(path: Path, passphrase: str | None) -> Library:
    """Open the library in ``path``, with ``passphrase`` if it is encrypted; raises as ``Library.open``."""
    return Library.open(path, passphrase=passphrase if is_encrypted(path) else None, migrates=False)


class ServedLibrary:
    """A library served under ``name``; ``close`` ends its threads."""

    def __init__(self, name: str, opener: Callable[[], ReadableLibrary], threads: int):
        """Open it once, to report errors now. Raises as ``opener``."""
        self.name, self._open = name, opener
        opener().close()
        self._tasks: queue.Queue[_Task | None] = queue.Queue()
        self._threads = [
            threading.Thread(target=self._serve, name=f"lexdesk-{name}-{n}", daemon=True)
            for n in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, work: Callable[[ReadableLibrary], T]) -> Future[T]:
        """Queue ``work`` on the library; a future cancelled in time is skipped.

        Raises ``ServiceBusy`` if the queue is full.
        """
        if self._tasks.qsize() >= WAITING:
            raise ServiceBusy(ServiceCode.BUSY, waiting=WAITING, name=self.name)
        future: Future[T] = Future()
        self._tasks.put((future, work))
        return future

    def close(self) -> None:
        """Finish queued requests and end the threads, without waiting for one in a long answer."""
        for _ in self._threads:
            self._tasks.put(None)
        ends = time.monotonic() + _SECONDS_TO_END
        for thread in self._threads:
            thread.join(max(0.0, ends - time.monotonic()))

    def _serve(self) -> None:
        library: ReadableLibrary | None = None
        with contextlib.ExitStack() as opened:
            while (task := self._tasks.get()) is not None:
                future, work = task
                if not future.set_running_or_notify_cancel():
                    continue
                try:
                    if library is None or _is_gone(library):
                        library = None
                        opened.close()
                        library = opened.enter_context(self._open())
                    future.set_result(work(library))
                except BaseException as error:  # goes to the caller; the next call tries again
                    future.set_exception(error)


def _is_gone(library: ReadableLibrary) -> bool:
    return isinstance(library, Library) and not library.is_in_place()
