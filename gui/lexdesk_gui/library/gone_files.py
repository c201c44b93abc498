"""Files of a folder that are no longer on disk: looked for in a process of its own."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.library import questions

if TYPE_CHECKING:
    from lexdesk_gui.engine.long_work import LongWork, LongWorks


class GoneFiles(QObject):
    """Looks in one folder at a time; ``found`` gives it, how many of its files are gone, and how many are left out now.

    A network drive may take minutes to answer: what a person asks or writes meanwhile must not wait for it. Of what
    fails, as a disk that is taken out, nothing is told; ``bug`` has a report.
    """

    found = Signal(object, int, int)
    bug = Signal(str)

    def __init__(self, works: LongWorks, parent: QObject | None = None):
        super().__init__(parent)
        self._works = works
        self._looking: LongWork | None = None

    def look(self, path: Path, passphrase: str | None, folder: Path) -> None:
        """Look in ``folder``, of which the library in ``path`` has files, and nowhere else any more."""
        self.stop()
        made = self._looking = self._works.make(
            partial(questions.left_behind, path=path, folder=folder, passphrase=passphrase)
        )
        made.done.connect(self._found)
        made.failed.connect(self._failed)
        made.bug.connect(self._had_bug)
        made.start()

    def stop(self) -> None:
        """Look no more: what is found from now on is not told."""
        if self._looking is not None:
            self._looking.kill()
            self._looking = None

    def _found(self, number: int, found: tuple[Path, int, int]) -> None:
        if self._is_over(number):
            self.found.emit(*found)

    def _failed(self, number: int, _error: Exception) -> None:
        self._is_over(number)

    def _had_bug(self, number: int, report: str) -> None:
        self._is_over(number)
        self.bug.emit(report)

    def _is_over(self, number: int) -> bool:
        """Forget the look with this ``number``; whether that was the one that is wanted."""
        if self._looking is None or self._looking.number != number:
            return False
        self._looking = None
        return True
