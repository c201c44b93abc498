"""Waiting for conditions of other threads and processes, and limits of time."""

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator

import pytest


def wait_until(condition: Callable[[], object], seconds: float = 10) -> bool:
    """Return whether ``condition`` holds within ``seconds``."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@contextlib.contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fail the test if the block takes longer, past all handlers of system errors."""

    def late(*_: object) -> None:
        pytest.fail(f"it took more than {seconds} seconds")

    if sys.platform == "win32":  # without alarms
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
