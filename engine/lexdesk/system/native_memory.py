"""Memory of the native libraries after much work: freed blocks go back to the system.

glibc keeps what one thread has freed for later calls of that thread, so that a few exceptional queries would leave
hundreds of megabytes with a process that answers for weeks.
"""

import contextlib
import ctypes
import functools
import sys
import time
from collections.abc import Callable, Iterator

_LONG = 0.1
"""Seconds of processor time, of all threads, from which on work counts as much; usual queries take hundredths."""


@contextlib.contextmanager
def releasing_memory(release: Callable[[], None]) -> Iterator[None]:
    """Call ``release`` after much work inside, and return the freed memory to the system."""
    began = time.process_time()
    try:
        yield
    finally:
        if time.process_time() - began > _LONG:
            release()
            _trim()()


@functools.cache
def _trim() -> Callable[[], object]:
    """Return the function that returns freed memory; one that does nothing outside glibc."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            return functools.partial(ctypes.CDLL(None).malloc_trim, 0)
    return lambda: None
