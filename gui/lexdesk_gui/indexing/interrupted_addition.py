"""An interrupted addition, and whether this window continues it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk.system.paths import stored_path
from lexdesk_gui.indexing.indexing_requests import State
from lexdesk_gui.indexing.pending_paths import PendingPaths
from lexdesk_gui.language import translate

SECONDS_TO_LEAVE_IT = 15.0
"""Time for another writer, such as the process of a killed window, to complete an interrupted addition."""


class InterruptedAddition(QObject):
    """A search for an addition to resume, first in the state of a library just opened.

    ``resumed`` emits the paths to add again, and whether to announce that at once; ``notified`` a notice; ``looking``
    asks for another state, after another program had time to complete the addition.
    """

    resumed = Signal(object, bool)
    notified = Signal(str)
    looking = Signal()

    def __init__(self, pending: PendingPaths, parent: QObject):
        super().__init__(parent)
        self._pending = pending
        self._is_due = False  # until the next state
        self._was_left_to_other = False
        self.waiting = QTimer(self, singleShot=True)
        self.waiting.setInterval(round(SECONDS_TO_LEAVE_IT * 1000))
        self.waiting.timeout.connect(self._look_again)

    def expect(self, is_due: bool) -> None:
        """Look for an interrupted addition in the next state, or not."""
        self._is_due = is_due

    def leave(self) -> None:
        """Leave the addition to another program, which is writing, and look again later."""
        self._was_left_to_other = True
        self.waiting.start()

    def forget(self) -> None:
        """Wait for no other program any more."""
        self._was_left_to_other = False
        self.waiting.stop()

    def see(self, state: State, library: Path | None, *, is_adding: bool) -> None:
        """Look for an interrupted addition in ``state`` of ``library``."""
        if not state.status.lexical_ready and not is_adding:  # another program writes
            self.waiting.start()
        if self._is_due:
            self._is_due = False
            if not state.status.read_only and library is not None:
                self._resume(state, library, is_adding=is_adding)

    def _resume(self, state: State, library: Path, *, is_adding: bool) -> None:
        """Resume with the paths added in this program; name those of another one."""
        paths, others = self._pending.named_here(library, state.unfinished)
        if others:
            self.notified.emit(
                translate(
                    "Library",
                    "The library lists {path} as incomplete; add it again to read the rest.",
                ).format(path=stored_path(others[0]))
            )
        status = state.status
        by_this_model = status.vectors == 0 or status.vectors_ready > 0
        is_half = status.model is not None and status.vectors_ready < 1 and by_this_model
        was_left, self._was_left_to_other = self._was_left_to_other, False
        if not is_adding and (paths or is_half):
            self.resumed.emit(paths, not was_left)

    def _look_again(self) -> None:
        self._is_due = self._is_due or self._was_left_to_other
        self.looking.emit()
