"""Two calls at once, on two cores, if a second one is idle."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from lexdesk.system.cores import cores

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

_First = TypeVar("_First")
_Second = TypeVar("_Second")

_idle = threading.Semaphore(cores() - 1)
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


def side_by_side(
    first: Callable[[], _First], second: Callable[[], _Second]
) -> tuple[_First, _Second]:
    """Return the results of two calls that leave Python's lock to others, such as searches by Tantivy."""
    with another_core() as is_idle:
        if not is_idle:
            return one_by_one(first, second)
        pending = _helpers().submit(first)
        try:
            found = second()
        finally:
            result = pending.result()
        return result, found


def one_by_one(
    first: Callable[[], _First], second: Callable[[], _Second]
) -> tuple[_First, _Second]:
    """Return the results of two calls."""
    return first(), second()


@cache
def _helpers() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(cores(), thread_name_prefix="helper")
