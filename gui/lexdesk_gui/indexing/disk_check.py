"""A check of files of a library on disk, in a process of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from lexdesk_gui.engine.connection import Work
    from lexdesk_gui.engine.long_work import LongWork, LongWorkList


class DiskCheck(QObject):
    """A single background check of the disk; ``found`` emits its result.

    A network drive may take minutes to answer, and other requests must not wait for it. Failures, such as a
    removed disk, are ignored; ``bug`` emits a report.
    """

    found = Signal(object)
    bug = Signal(str)

    def __init__(self, works: LongWorkList, parent: QObject | None = None):
        super().__init__(parent)
        self._works = works
        self._running: LongWork | None = None

    @property
    def goes_on(self) -> bool:
        """Return True while the check runs."""
        return self._running is not None

    def run(self, work: Work) -> None:
        """Start the check ``work``; replace a running one."""
        self.stop()
        request = self._running = self._works.make(work)
        request.done.connect(self._on_done)
        request.failed.connect(self._on_failed)
        request.bug.connect(self._had_bug)
        request.start()

    def stop(self) -> None:
        """Cancel the check and drop its result."""
        if self._running is not None:
            self._running.kill()
            self._running = None

    def _on_done(self, number: int, found: object) -> None:
        if self._is_over(number):
            self.found.emit(found)

    def _on_failed(self, number: int, _error: Exception) -> None:
        self._is_over(number)

    def _had_bug(self, number: int, report: str) -> None:
        self._is_over(number)
        self.bug.emit(report)

    def _is_over(self, number: int) -> bool:
        """Forget check ``number``; return True if it was the current one."""
        if self._running is None or self._running.number != number:
            return False
        self._running = None
        return True
