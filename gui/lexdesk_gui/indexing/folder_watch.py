"""The folders of a library, watched in a process of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.indexing import indexing_requests

if TYPE_CHECKING:
    from lexdesk.ingest.scan.watch import Unwatched
    from lexdesk_gui.engine.connection import Connection
    from lexdesk_gui.engine.long_work import LongWork, LongWorkList

Watched = Mapping[Path, "Unwatched | None"]
"""Folder -> reason why its changes are not reported; ``None`` if they are."""


class FolderWatch(QObject):
    """A watch on the folders of a library, in a process of its own.

    ``begun`` reports a started or failed watch, ``changed`` a change. ``watched_changed`` emits ``Watched``, empty if
    nothing is known; ``bug`` emits a report.
    """

    begun = Signal()
    changed = Signal()
    watched_changed = Signal(object)
    bug = Signal(str)

    def __init__(self, works: LongWorkList, parent: QObject | None = None):
        super().__init__(parent)
        self._works = works
        self._running: LongWork | None = None
        self._has_begun = False
        self.folders: frozenset[Path] = frozenset()
        self.watched: Watched = {}

    @property
    def process(self) -> Connection | None:
        """Return the watching process, if it has begun."""
        return self._running.connection if self._running else None

    def watch(self, folders: Collection[Path], library: Path) -> None:
        """Watch ``folders`` in place of earlier ones; ignore changes to the ``library`` itself."""
        self.stop()
        self.folders = frozenset(folders)
        work = partial(indexing_requests.watch, folders=sorted(folders), library=library)
        request = self._running = self._works.make(work)
        request.progress.connect(self._report_watched)
        request.failed.connect(lambda number, _error: self._ended(number))
        request.stopped.connect(self._ended)
        request.bug.connect(self._had_bug)
        request.start()

    def stop(self) -> None:
        """Stop watching and end the process, which writes nothing."""
        self.folders, self._has_begun = frozenset(), False
        if self._running is not None:
            self._running.kill()
            self._running = None
        self._set_watched({})

    def _report_watched(self, number: int, unwatched: Mapping[Path, Unwatched]) -> None:
        if self._is_that(number):
            self._set_watched({folder: unwatched.get(folder) for folder in self.folders})
            (self.changed if self._has_begun else self.begun).emit()
            self._has_begun = True

    def _set_watched(self, watched: Watched) -> None:
        if watched != self.watched:
            self.watched = watched
            self.watched_changed.emit(watched)

    def _is_that(self, number: int) -> bool:
        return self._running is not None and self._running.number == number

    def _had_bug(self, number: int, report: str) -> None:
        if self._is_that(number):
            self.bug.emit(report)
        self._ended(number)

    def _ended(self, number: int) -> None:
        """Handle a failed watch: keep the folders, so that it is not retried forever."""
        if self._is_that(number):
            self._running = None
            self._set_watched({})
            if not self._has_begun:
                self.begun.emit()
