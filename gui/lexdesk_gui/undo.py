"""Changes to a library that can be undone, as long as it is open."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand, QUndoStack


class Undo(QUndoStack):
    """The changes to the library that is open."""

    _library = object()

    def forget(self) -> None:
        """Nothing can be undone any more, since the library is left."""
        self._library = object()
        self.clear()

    def for_this_library(self) -> Callable[[QUndoCommand], None]:
        """What a change is pushed with that is asked for now: once the library is left, that does nothing."""
        library = self._library

        def push(change: QUndoCommand) -> None:
            if self._library is library:
                self.push(change)

        return push


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
