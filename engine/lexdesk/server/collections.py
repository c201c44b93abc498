"""Libraries that many readers ask at once: each is open in threads of its own.

A ``Library`` serves one thread; while one thread waits for a disk or computes outside of Python, another
goes on. What waits is bounded, so that a flood is refused at once and not answered late.
"""

from __future__ import annotations

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
from lexdesk.library.reading import ReadableLibrary
from lexdesk.storage.encryption import is_encrypted

T = TypeVar("T")
WAITING = 200
"""Most questions that wait for a thread of one collection."""
_SECONDS_TO_END = 10.0

_Task = tuple[Future[Any], Callable[[ReadableLibrary], Any]]


async def await_answer(seconds: float, answer: Awaitable[T]) -> T:
    """Return the ``answer``; raises ``ServiceBusy`` where it takes longer than ``seconds``.

    What waits for a thread is cancelled then; what a thread is at goes on until it is done.
    """
    try:
        async with asyncio.timeout(seconds) as limit:
            return await answer
    except TimeoutError:
        if not limit.expired():  # of a disk
            raise
        raise ServiceBusy(ServiceCode.TIMEOUT, seconds=seconds) from None


def open_library(path: Path, passphrase: str | None) -> Library:
    """The library in ``path``, with ``passphrase`` where it is encrypted; raises what ``Library.open`` does."""
    return Library.open(path, passphrase=passphrase if is_encrypted(path) else None)


class ServedLibrary:
    """A library under the name ``name``; close it, so that its threads end."""

    def __init__(self, name: str, opener: Callable[[], ReadableLibrary], threads: int):
        """Open it once, so that what is wrong is told now. Raises what ``opener`` raises."""
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
        """Have ``work`` done on the library; a future that is cancelled in time is not worked on.

        Raises ``ServiceBusy`` where too much waits already.
        """
        if self._tasks.qsize() >= WAITING:
            raise ServiceBusy(ServiceCode.BUSY, waiting=WAITING, name=self.name)
        future: Future[T] = Future()
        self._tasks.put((future, work))
        return future

    def close(self) -> None:
        """Answer what was asked, and end the threads; one that is at a long answer is left to itself."""
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
                except BaseException as error:  # whoever asked is told; then it is tried again
                    future.set_exception(error)


def _is_gone(library: ReadableLibrary) -> bool:
    return isinstance(library, Library) and not library.is_in_place()
