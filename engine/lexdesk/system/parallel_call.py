"""Two calls at once, on two cores, if a second one is idle."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeVar

from lexdesk.system.cores import count_cores

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

_First = TypeVar("_First")
_Second = TypeVar("_Second")

_PAUSE = 1.0  # s without calls on another core, once that was no gain


class _OtherCore:
    """The time (monotonic) until which the other cores are taken to be busy with other programs."""

    busy_until = 0.0


_other_core = _OtherCore()
_idle = threading.Semaphore(count_cores() - 1)
"""The other cores that no search of this process uses."""


@contextlib.contextmanager
def another_core() -> Iterator[bool]:
    """Use one of the idle cores inside; yield whether there was one."""
    found = _idle.acquire(blocking=False)
    try:
        yield found
    finally:
        if found:
            _idle.release()


class StartedCall(Generic[_First]):
    """A call handed to ``submit`` for another core; if none begins it in time, ``result`` makes it here."""

    def __init__(
        self, submit: Callable[[Callable[[], _First]], Future[_First]], call: Callable[[], _First]
    ):
        self._call, self._pending = call, submit(call)

    def result(self) -> _First:
        """Return the result; make the call here if no other core has begun it."""
        return self._call() if self._pending.cancel() else self._pending.result()

    def end(self) -> None:
        """Return once the call does not run any more."""
        if not self._pending.cancel():
            self._pending.exception()


def call_in_parallel(
    first: Callable[[], _First], second: Callable[[], _Second]
) -> tuple[_First, _Second]:
    """Return the results of two calls that release Python's lock, such as searches by Tantivy."""
    with another_core() as is_idle:
        if not is_idle or time.monotonic() < _other_core.busy_until:
            return call_in_turn(first, second)
        call, started = StartedCall(_helpers().submit, first), time.monotonic()
        try:
            found = second()
        except BaseException:
            call.end()
            raise
        between = time.monotonic()
        result = call.result()
        if (now := time.monotonic()) - between > between - started:  # as long as one by one
            _other_core.busy_until = now + _PAUSE
        return result, found


def call_in_turn(
    first: Callable[[], _First], second: Callable[[], _Second]
) -> tuple[_First, _Second]:
    """Return the results of two calls."""
    return first(), second()


@cache
def _helpers() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(count_cores(), thread_name_prefix="helper")
