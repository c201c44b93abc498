"""The engine, as the window asks it: one process for what a person waits for, one for all else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.thread import EngineThread, Failed

if TYPE_CHECKING:
    from lexdesk.library.library import Library

T = TypeVar("T")
_AT_ONCE = frozenset({"search", "complete", "read", "preview", "status", "warm up", "begun"})
"""The lanes of what follows each key. What stands beside a text, counts and writes may take longer,
and must not stand in the way of the next letter."""


class Engine(QObject):
    """Two processes with the same library, each with its ``EngineThread``; ``bug`` gives a report.

    Questions of one lane are answered in order, those of two lanes in any. The second process starts
    with its first question; ``out_of_reach`` gives the error where it cannot open the library any more that the
    first one has open, and it tries again with the next question.
    """

    bug = Signal(str)
    out_of_reach = Signal(object)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._at_once, self._aside = EngineThread(self), EngineThread(self)
        for thread in (self._at_once, self._aside):
            thread.bug.connect(self.bug)
        self._open_aside: Callable[[], None] | None = None

    def start(self) -> None:
        """Start the threads."""
        self._at_once.start()
        self._aside.start()

    def open(
        self,
        path: Path | None,
        done: Callable[[Path], None],
        failed: Failed,
        *,
        then_add: Sequence[Path] = (),
        passphrase: str | None = None,
    ) -> None:
        """Open the library in ``path``, or the default one, in place of the one before.

        With ``then_add`` it is made where there is none, and remembers that these are to be added.
        """
        self._aside.forget()
        self._open_aside = None

        def opened(folder: Path) -> None:
            def not_opened(error: Exception) -> None:
                self._open_aside = open_aside
                self.out_of_reach.emit(error)

            def open_aside() -> None:
                self._aside.open(folder, lambda _: None, not_opened, passphrase=passphrase)

            self._open_aside = open_aside
            done(folder)

        self._at_once.open(path, opened, failed, then_add=then_add, passphrase=passphrase)

    def ask(
        self, lane: str, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> None:
        """Have ``work`` done on the library, unless something newer is asked in its lane.

        ``failed`` gets the error where there is no answer; a ``Bug``, too, after ``bug`` told it.
        """
        self._thread(lane).ask(lane, work, done, failed)

    def write(
        self, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> None:
        """Have ``work`` done on the library, whatever is asked or forgotten after it."""
        self._thread("").write(work, done, failed)

    def forget(self, lane: str) -> None:
        """Drop what was asked in ``lane``."""
        (self._at_once if lane in _AT_ONCE else self._aside).forget(lane)

    def stop(self) -> None:
        """Do what is to be written, close the library and end the threads; only what came of that is answered."""
        self._at_once.stop()
        self._aside.stop()

    def _thread(self, lane: str) -> EngineThread:
        if lane in _AT_ONCE:
            return self._at_once
        if self._open_aside is not None:
            self._open_aside()
            self._open_aside = None
        return self._aside
