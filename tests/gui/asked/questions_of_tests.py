"""Requests of tests to an engine process, which finds this module by PYTHONPATH."""

import os
import time
from pathlib import Path

from lexdesk.library.library import Library
from lexdesk_gui.engine.tasks import TaskContext


class PanicException(BaseException):
    """As Tantivy's."""


class Stubborn:
    """Cannot be carried from one process to another."""

    def __reduce__(self) -> str:
        raise TypeError("it stays")


def process(_library: Library) -> int:
    return os.getpid()


def wait_for(_library: Library, *, file: Path, name: str) -> str:
    """Answer ``name`` once ``file`` exists; record the start in the folder."""
    (file.parent / f"{name} begun").touch()
    deadline = time.monotonic() + 10
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    return name


def look_for_ever(*_arguments: object, folder: Path, **_more: object) -> None:
    """Hang as on a dead network drive; record the start beside ``folder``."""
    folder.with_name("looking").touch()
    time.sleep(60)


def touch(_library: Library, *, file: Path) -> None:
    file.touch()


def raise_(_library: Library, *, error: BaseException) -> None:
    raise error


def crash(_library: Library) -> None:
    os._exit(3)


def stubborn(_library: Library) -> Stubborn:
    return Stubborn()


def loaded(_library: Library, *, prefix: str) -> list[str]:
    import sys

    return [name for name in sys.modules if name.startswith(prefix)]


def count(context: TaskContext, *, to: int) -> int:
    """Count, a number each millisecond, and tell each."""
    for number in range(1, to + 1):
        time.sleep(0.001)
        context.report(number, number, to)
    return to


def compute(_desk: TaskContext, *, begun: Path, seconds: float) -> int:
    """Hold Python's lock for ``seconds``, as a long pure loop does, once ``begun`` exists."""
    begun.touch()
    until, rounds = time.perf_counter() + seconds, 0
    while time.perf_counter() < until:
        rounds += 1
    return rounds
