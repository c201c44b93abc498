"""A change that can be undone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand


class Change(QUndoCommand):
    """A change that was made already when the command is pushed."""

    def __init__(self, text: str, redo: Callable[[], None], undo: Callable[[], None]):
        super().__init__(text)
        self._redo, self._undo, self._is_done = redo, undo, True

    def redo(self) -> None:
        """Make the change again."""
        if not self._is_done:
            self._redo()
        self._is_done = False

    def undo(self) -> None:
        """Take the change back."""
        self._undo()
