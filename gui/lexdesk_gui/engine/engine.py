"""The window's interface to the engine: one process for urgent requests, one in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.thread import EngineThread, Failed

if TYPE_CHECKING:
    from lexdesk.library.library import Library

T = TypeVar("T")
UrgentLane = Literal[
    "search", "complete", "read", "preview", "status", "presence", "warm up", "history"
]
"""Lanes of requests that follow each key stroke."""

BackgroundLane = Literal[
    "beside",
    "catalogue",
    "changed",
    "compare",
    "count",
    "decision",
    "difference",
    "examples",
    "force",
    "impact",
    "listed",
    "more",
    "pair",
    "relax",
    "shelf",
    "spelling",
    "suggest",
]
"""Lanes of requests that may take longer, such as of side panels: they never delay the next letter."""

Lane = UrgentLane | BackgroundLane
_URGENT = frozenset(get_args(UrgentLane))


class Engine(QObject):
    """Two processes with the same library, each with its ``EngineThread``; ``bug`` carries a bug report.

    Each lane answers its requests in order; lanes are independent. The second process starts with
    its first request. ``unavailable`` carries the error if it cannot open the first process's
    library, or if the open one has left its folder; the next request tries again.
    """

    bug = Signal(str)
    unavailable = Signal(object)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._urgent, self._background = EngineThread(self), EngineThread(self)
        for thread in (self._urgent, self._background):
            thread.bug.connect(self.bug)
            thread.lost.connect(self.unavailable)
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
        self, lane: Lane, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> None:
        """Run ``work`` on the library unless a newer request enters its lane.

        ``failed`` receives errors; after ``bug``, also the ``Bug``.
        """
        thread = self._urgent if lane in _URGENT else self._opened_background()
        thread.ask(lane, work, done, failed)

    def write(
        self, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> None:
        """Run the write ``work``; later requests never cancel it."""
        self._opened_background().write(work, done, failed)

    def forget(self, lane: Lane) -> None:
        """Cancel the requests of ``lane``."""
        (self._urgent if lane in _URGENT else self._background).forget(lane)

    def stop(self) -> None:
        """Finish pending writes, close the library and end the threads; only writes are still answered."""
        self._urgent.stop()
        self._background.stop()

    def _opened_background(self) -> EngineThread:
        """Return the thread of the second process, which opens the library at its first request."""
        if self._open_background is not None:
            self._open_background()
            self._open_background = None
        return self._background
