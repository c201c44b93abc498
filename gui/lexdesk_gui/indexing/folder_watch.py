"""The folders of a library, watched in a process of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.indexing import indexing_requests

if TYPE_CHECKING:
    from lexdesk.ingest.scan.watch import Untold
    from lexdesk_gui.engine.long_work import LongWork, LongWorkList

Watched = Mapping[Path, "Untold | None"]
"""For each folder ``None`` where the system tells of what changes in it, else why it does not."""


class FolderWatch(QObject):
    """``begun`` says that the folders are watched, or that they cannot be; ``changed`` that something changed in them.

    ``told`` gives ``Watched``, which is empty where nothing is known; ``bug`` has a report.
    """

    begun = Signal()
    changed = Signal()
    told = Signal(object)
    bug = Signal(str)

    def __init__(self, works: LongWorkList, parent: QObject | None = None):
        super().__init__(parent)
        self._works = works
        self._running: LongWork | None = None
        self._has_begun = False
        self.folders: frozenset[Path] = frozenset()
        self.watched: Watched = {}

    def watch(self, folders: Collection[Path], library: Path) -> None:
        """Watch ``folders``, in place of those before; what changes in the ``library`` itself does not count."""
        self.stop()
        self.folders = frozenset(folders)
        work = partial(indexing_requests.watch, folders=sorted(folders), library=library)
        made = self._running = self._works.make(work)
        made.progress.connect(self._told)
        made.failed.connect(lambda number, _error: self._ended(number))
        made.stopped.connect(self._ended)
        made.bug.connect(self._had_bug)
        made.start()

    def stop(self) -> None:
        """Watch nothing any more; it writes nothing, and is ended at once."""
        self.folders, self._has_begun = frozenset(), False
        if self._running is not None:
            self._running.kill()
            self._running = None
        self._tell({})

    def _told(self, number: int, untold: Mapping[Path, Untold]) -> None:
        if self._is_that(number):
            self._tell({folder: untold.get(folder) for folder in self.folders})
            (self.changed if self._has_begun else self.begun).emit()
            self._has_begun = True

    def _tell(self, watched: Watched) -> None:
        if watched != self.watched:
            self.watched = watched
            self.told.emit(watched)

    def _is_that(self, number: int) -> bool:
        return self._running is not None and self._running.number == number

    def _had_bug(self, number: int, report: str) -> None:
        if self._is_that(number):
            self.bug.emit(report)
        self._ended(number)

    def _ended(self, number: int) -> None:
        """It cannot be done: the folders stay those that were to be watched, so that it is not tried again and again."""
        if self._is_that(number):
            self._running = None
            self._tell({})
            if not self._has_begun:
                self.begun.emit()
