"""What a question is given to work with, and the questions that all others go through; without Qt."""

from __future__ import annotations

import contextlib
import datetime
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from lexdesk.library.library import Library

T = TypeVar("T")
_NICER = 10  # steps of priority that long work stands back behind the window and its searches


class Desk(Protocol):
    """The library that is open, and a way to tell how far a question is."""

    @property
    def library(self) -> Library:
        """The library that is open. Raises ``NoLibrary``."""

    def open(self, path: Path | None, create: bool, passphrase: str | None) -> Path:
        """Open the library in ``path``, or the default one, in place of the one before."""

    def heed(self) -> None:
        """Rest here while that is wanted. Raises ``StoppedByUser``."""

    def tell(self, news: object, done: int, total: int) -> None:
        """Heed, and tell ``news``, where ``done`` of ``total`` are done, as often as a person reads.

        Raises ``StoppedByUser``.
        """


class Bug(Exception):  # noqa: N818 - its text is a report that a person can send to us
    """A fault of ours in the other process; ``str()`` is the report."""


def open_library(
    desk: Desk, *, path: Path | None, then_add: Sequence[Path], passphrase: str | None
) -> Path:
    """The question that opens a library; its folder. With ``then_add`` it is made where there is none, and remembers
    that these are to be added."""
    folder = desk.open(path, bool(then_add), passphrase)
    if then_add:
        desk.library.note_unfinished(then_add)
    return folder


def on_library(desk: Desk, *, work: Callable[[Library], T]) -> T:
    """The question that has ``work`` done on the library that is open."""
    return work(desk.library)


def in_background(desk: Desk, *, work: Callable[[Desk], T]) -> T:
    """The question that has long ``work`` done, behind whatever the window needs meanwhile."""
    if hasattr(os, "nice"):
        os.nice(_NICER)
    return work(desk)


def state_of(library: Library) -> object:
    """What is equal as long as nothing is written to ``library``, on one day: what was found out about it holds so long."""
    from lexdesk.system.library_files import STORE

    written = []
    for name in (STORE, f"{STORE}-wal"):  # what is written stands in SQLite's log first
        with contextlib.suppress(OSError):
            known = (library.path / name).stat()
            written.append((known.st_mtime_ns, known.st_size))
    return written, datetime.date.today()


def report(error: BaseException) -> str:
    """What a person can send to us about a bug; it holds no text of a document."""
    import traceback

    return "".join(traceback.format_exception(error))
