"""A look at files of a library on disk, in a process of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from lexdesk_gui.engine.connection import Work
    from lexdesk_gui.engine.long_work import LongWork, LongWorks


class Look(QObject):
    """One look at a time; ``found`` gives what came of it.

    A network drive may take minutes to answer: what a person asks or writes meanwhile must not wait for it. Of what
    fails, as a disk that is taken out, nothing is told; ``bug`` has a report.
    """

    found = Signal(object)
    bug = Signal(str)

    def __init__(self, works: LongWorks, parent: QObject | None = None):
        super().__init__(parent)
        self._works = works
        self._looking: LongWork | None = None

    @property
    def goes_on(self) -> bool:
        """Whether it has not come back yet."""
        return self._looking is not None

    def take(self, work: Work) -> None:
        """Look as ``work`` does, and nowhere else any more."""
        self.stop()
        made = self._looking = self._works.make(work)
        made.done.connect(self._done)
        made.failed.connect(self._failed)
        made.bug.connect(self._had_bug)
        made.start()

    def stop(self) -> None:
        """Look no more: what is found from now on is not told."""
        if self._looking is not None:
            self._looking.kill()
            self._looking = None

    def _done(self, number: int, found: object) -> None:
        if self._is_over(number):
            self.found.emit(found)

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
