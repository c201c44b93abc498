"""Tasks of the engine process: their context, the general tasks, progress and cancellation; without Qt."""

from __future__ import annotations

import contextlib
import datetime
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from lexdesk.library.library import Library

T = TypeVar("T")
# Seconds between reports; each costs a redraw.
_SECONDS_BETWEEN_REPORTS = 0.1
_NICENESS = 10  # long work yields to the window and its searches


class TaskContext(Protocol):
    """The context of a task: the open library and a way to report progress."""

    @property
    def library(self) -> Library:
        """Return the open library. Raise ``NoLibrary`` if there is none."""

    def open(self, path: Path | None, create: bool, passphrase: str | None) -> Path:
        """Open the library in ``path``, or the default one, and close the previous one."""

    def checkpoint(self) -> None:
        """Wait while the task is paused. Raise ``StoppedByUser`` once it is stopped."""

    def report(self, progress: object, done: int, total: int) -> None:
        """Call ``checkpoint`` and report ``progress`` at ``done`` of ``total``, throttled.

        Raise ``StoppedByUser``.
        """


class StoppedByUser(Exception):  # noqa: N818 - requested by the user, no error
    """The user stopped the work."""


class ProgressThrottle:
    """A throttle of progress reports to reading speed; the last report always passes."""

    def __init__(self) -> None:
        self._reported_at = 0.0

    def is_due(self, done: int, total: int) -> bool:
        """Report whether ``done`` of ``total`` is due, and count it as reported if so."""
        now = time.monotonic()
        if done != total and now - self._reported_at < _SECONDS_BETWEEN_REPORTS:
            return False
        self._reported_at = now
        return True


class Bug(Exception):  # noqa: N818 - its text is a report for the user to send
    """A programming error in the engine process; ``str()`` is the bug report."""


def open_library(
    context: TaskContext, *, path: Path | None, then_add: Sequence[Path], passphrase: str | None
) -> Path:
    """Open a library and return its folder.

    With ``then_add``, create a missing library and record these paths as still to be added.
    """
    folder = context.open(path, bool(then_add), passphrase)
    if then_add:
        context.library.sources.note_unfinished(then_add)
    return folder


def on_library(context: TaskContext, *, work: Callable[[Library], T]) -> T:
    """Run ``work`` on the open library."""
    return work(context.library)


def in_background(context: TaskContext, *, work: Callable[[TaskContext], T]) -> T:
    """Run ``work`` at low priority, behind the window and its searches."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    return work(context)


def read_library_state(library: Library) -> object:
    """Return a value that changes with each write to ``library`` and each day, as a cache key."""
    from lexdesk.system.library_files import STORE

    stamps = []
    for name in (STORE, f"{STORE}-wal"):  # SQLite writes to its log first
        with contextlib.suppress(OSError):
            stat = (library.path / name).stat()
            stamps.append((stat.st_mtime_ns, stat.st_size))
    return library.path, stamps, datetime.date.today()  # each publication has a folder of its own


def format_bug(error: BaseException) -> str:
    """Return a bug report for the user to send; it contains no document text."""
    import traceback

    return "".join(traceback.format_exception(error))
