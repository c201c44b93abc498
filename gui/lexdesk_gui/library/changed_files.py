"""Files in the folders of a library that changed since they were read: looked for, told, and read again."""

from __future__ import annotations

import time
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk_gui.engine.long_work import LongWorks
from lexdesk_gui.library import questions
from lexdesk_gui.library.disk_check import DiskCheck
from lexdesk_gui.library.session import LibrarySession

_SOON = 2_000  # ms after the library is there, or an addition is over: nobody is to wait for it
_AT_LEAST = 60.0  # seconds between two looks
_SHARE = 20  # of its own time that a look lets pass till the next


class ChangedFiles(QObject):
    """``told`` gives how many files changed, 0 where none did or it is not known.

    It looks when the library is opened, after additions, and when a person comes back to the window.
    """

    told = Signal(int)
    bug = Signal(str)

    def __init__(self, library: LibrarySession, parent: QObject | None = None):
        super().__init__(parent)
        self._library = library
        self._works = LongWorks(self)
        self._check = DiskCheck(self._works, self)
        self._check.found.connect(self._found)
        self._check.bug.connect(self.bug)
        self._begun, self._not_before = 0.0, 0.0  # seconds of the clock of ``time.monotonic``
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self.look)
        library.leaving.connect(self.forget)
        library.opened.connect(lambda _: self._soon.start())
        library.began.connect(lambda _: self.forget())
        library.ended.connect(lambda _: self._soon.start())

    def look(self) -> None:
        """Look now, unless something is written to the library, or nothing can be."""
        library = self._library
        path, passphrase = library.place
        if library.is_open and library.adding is None and not library.is_read_only and path:
            self._begun = time.monotonic()
            self._check.run(partial(questions.changed_files, path=path, passphrase=passphrase))

    def look_again(self) -> None:
        """Look where that was a while ago."""
        if not self._check.goes_on and time.monotonic() >= self._not_before:
            self.look()

    def read(self) -> None:
        """Read what changed."""
        if (state := self._library.state) is not None:
            there = [folder for folder, is_there in state.folders.items() if is_there]
            self._library.add(there)

    def forget(self) -> None:
        """Nothing is known any more."""
        self._soon.stop()
        self._check.stop()
        self.told.emit(0)

    def close(self) -> None:
        """Look no more."""
        self._soon.stop()
        self._check.stop()
        self._works.wait()

    def _found(self, count: int) -> None:
        now = time.monotonic()
        self._not_before = now + max(_AT_LEAST, _SHARE * (now - self._begun))
        self.told.emit(count)
