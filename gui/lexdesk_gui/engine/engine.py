"""The window's interface to the engine: one process for urgent requests, one for the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.thread import EngineThread, Failed

if TYPE_CHECKING:
    from lexdesk.library.library import Library

T = TypeVar("T")
_URGENT_LANES = frozenset({"search", "complete", "read", "preview", "status", "warm up", "history"})
"""Lanes of requests that follow each key stroke. Side panels, counts and writes may take longer and
must not delay the next letter.
"""


class Engine(QObject):
    """Two processes with the same library, each with its ``EngineThread``; ``bug`` carries a bug report.

    Each lane answers its requests in order; lanes are independent. The second process starts with
    its first request. ``unavailable`` carries the error if it cannot open the first process's
    library; the next request tries again.
    """

    bug = Signal(str)
    unavailable = Signal(object)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._urgent, self._background = EngineThread(self), EngineThread(self)
        for thread in (self._urgent, self._background):
            thread.bug.connect(self.bug)
        self._open_background: Callable[[], None] | None = None

    def start(self) -> None:
        """Start the threads."""
        self._urgent.start()
        self._background.start()

    def open(
        self,
        path: Path | None,
        done: Callable[[Path], None],
        failed: Failed,
        *,
        then_add: Sequence[Path] = (),
        passphrase: str | None = None,
    ) -> None:
        """Open the library in ``path``, or the default one, and close the previous one.

        With ``then_add``, create a missing library and record these paths as still to be added.
        """
        self._background.forget()
        self._open_background = None

        def opened(folder: Path) -> None:
            def not_opened(error: Exception) -> None:
                self._open_background = open_background
                self.unavailable.emit(error)

            def open_background() -> None:
                self._background.open(folder, lambda _: None, not_opened, passphrase=passphrase)

            self._open_background = open_background
            done(folder)

        self._urgent.open(path, opened, failed, then_add=then_add, passphrase=passphrase)

    def ask(
        self, lane: str, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> None:
        """Run ``work`` on the library unless a newer request enters its lane.

        ``failed`` receives errors; after ``bug``, also the ``Bug``.
        """
        self._thread(lane).ask(lane, work, done, failed)

    def write(
        self, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> None:
        """Run the write ``work``; later requests never cancel it."""
        self._thread("").write(work, done, failed)

    def forget(self, lane: str) -> None:
        """Cancel the requests of ``lane``."""
        (self._urgent if lane in _URGENT_LANES else self._background).forget(lane)

    def stop(self) -> None:
        """Finish pending writes, close the library and end the threads; only writes are still answered."""
        self._urgent.stop()
        self._background.stop()

    def _thread(self, lane: str) -> EngineThread:
        if lane in _URGENT_LANES:
            return self._urgent
        if self._open_background is not None:
            self._open_background()
            self._open_background = None
        return self._background
