"""Undo for changes to the open library."""

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand, QUndoStack


class Undo(QUndoStack):
    """The undo stack of the open library."""

    _library = object()

    def forget(self) -> None:
        """Clear the stack on leaving the library."""
        self._library = object()
        self.clear()

    def for_this_library(self) -> Callable[[QUndoCommand], None]:
        """Return a push function bound to the current library; it does nothing after a change of library."""
        library = self._library

        def push(change: QUndoCommand) -> None:
            if self._library is library:
                self.push(change)

        return push


class Change(QUndoCommand):
    """A change already made at the time of the push."""

    def __init__(self, text: str, redo: Callable[[], None], undo: Callable[[], None]):
        super().__init__(text)
        self._redo, self._undo, self._is_done = redo, undo, True

    def redo(self) -> None:
        """Redo the change."""
        if not self._is_done:
            self._redo()
        self._is_done = False

    def undo(self) -> None:
        """Undo the change."""
        self._undo()
