"""Files changed on disk since the last indexing: detected, counted, and read again."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk.system.bundled import find_corpus
from lexdesk_gui.engine.long_work import LongWorkList
from lexdesk_gui.indexing import indexing_requests
from lexdesk_gui.indexing.folder_watch import FolderWatch, Watched
from lexdesk_gui.indexing.indexing_session import LibrarySession
from lexdesk_gui.indexing.library_state import DiskCheck

if TYPE_CHECKING:
    from lexdesk_gui.engine.connection import Connection

_SOON = 2_000  # ms after a library opened, an addition ended, or a file changed, so that the scan delays nothing
_AT_LEAST = 60.0  # seconds between two checks on return to the window
_SHARE = 20  # pause after a check, in times of its length; half of it after a change


class ChangedFiles(QObject):
    """A check of the folders of a library for changed files.

    ``count_changed`` emits the numbers of changed and of outdated files, 0 if unknown; ``watched`` emits
    ``Watched``; ``looked`` follows each check. A check runs after opening, after additions, on a notification of
    the system, and on return to the window. It waits during writes to the library.
    """

    count_changed = Signal(int, int)
    watched = Signal(object)
    looked = Signal()
    bug = Signal(str)

    def __init__(self, library: LibrarySession, parent: QObject | None = None):
        super().__init__(parent)
        self._library = library
        self._works = LongWorkList(self)
        self._check = DiskCheck(self._works, self)
        self._check.found.connect(self._found)
        self._watch = FolderWatch(self._works, self)
        self._watch.begun.connect(self.look)
        self._watch.changed.connect(self._changed)
        self._watch.watched_changed.connect(self._watching)
        for part in (self._check, self._watch):
            part.bug.connect(self.bug)
        self._away: set[Path] = set()
        # Seconds of the clock of ``time.monotonic``.
        self._begun = self._not_before = self._not_at_change_before = 0.0
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._see)
        library.leaving.connect(self._leave)
        library.opened.connect(lambda _: self._wait())
        library.state_changed.connect(lambda _: self._see_to_folders())
        library.began.connect(lambda _: self.forget())
        library.ended.connect(lambda _: self._wait())

    @property
    def watched_folders(self) -> Watched:
        """Return the last value of ``watched``."""
        return self._watch.watched

    @property
    def watch_process(self) -> Connection | None:
        """Return the process that watches the folders, if it has begun."""
        return self._watch.process

    @property
    def is_at_rest(self) -> bool:
        """Return True if no check runs or is due, so that the next change is checked without delay."""
        is_delayed = time.monotonic() <= self._not_at_change_before
        return not (is_delayed or self._check.goes_on or self._soon.isActive())

    def look(self) -> None:
        """Check the folders now, except of a library that is being written to or is read-only."""
        library = self._library
        path, passphrase = library.place
        if library.is_open and library.adding is None and not library.is_read_only and path:
            self._begun = time.monotonic()
            self._check.run(
                partial(indexing_requests.count_changed_files, path=path, passphrase=passphrase)
            )

    def look_again(self) -> None:
        """Check again unless the last check is recent."""
        if not self._check.goes_on and time.monotonic() >= self._not_before:
            self.look()

    def read(self) -> None:
        """Read the changed files."""
        if (state := self._library.state) is not None:
            there = [folder for folder, is_there in state.folders.items() if is_there]
            self._library.add(there)

    def forget(self) -> None:
        """Drop the count, and stop the check."""
        self._soon.stop()
        self._check.stop()
        self.count_changed.emit(0, 0)

    def close(self) -> None:
        """Stop checking and watching."""
        self._soon.stop()
        self._check.stop()
        self._watch.stop()
        self._works.wait()

    def _leave(self) -> None:
        self._watch.stop()
        self.forget()

    def _wait(self, seconds: float = 0.0) -> None:
        """Check shortly, or after ``seconds`` where that is later."""
        if not self._soon.isActive():
            self._soon.start(max(_SOON, round(seconds * 1000)))

    def _changed(self) -> None:
        self._wait(self._not_at_change_before - time.monotonic())

    def _see(self) -> None:
        """Watch the folders and check them; only check folders already watched."""
        path = self._library.path
        if not self._library.is_open:  # it may be closed by now, and the window with it
            return
        if self._library.adding is not None or self._check.goes_on:
            self._wait()
        elif path is not None and (folders := self._to_watch()) != self._watch.folders:
            if folders:
                self._watch.watch(folders, path)
            else:
                self._watch.stop()
                self.look()
        else:
            self.look()

    def _see_to_folders(self) -> None:
        if self._to_watch() != self._watch.folders:
            self._wait()

    def _to_watch(self) -> frozenset[Path]:
        state = self._library.state
        if state is None:
            return self._watch.folders
        folders = frozenset() if state.status.read_only else frozenset(state.folders)
        return folders - {find_corpus()}

    def _watching(self, watched: Watched) -> None:
        self.watched.emit(watched)
        away = {folder for folder, why in watched.items() if why == "away"}
        if watched and away != self._away and self._library.is_open:
            self._library.ask_state()
        self._away = away

    def _found(self, counts: tuple[int, int]) -> None:
        now = time.monotonic()
        took = now - self._begun
        self._not_before = now + max(_AT_LEAST, _SHARE * took)
        self._not_at_change_before = now + _SHARE / 2 * took
        self.count_changed.emit(*counts)
        self.looked.emit()
