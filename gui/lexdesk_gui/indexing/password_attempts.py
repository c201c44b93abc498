"""Attempts to open locked files with typed passwords; kept in memory only."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from lexdesk.errors import Message
from lexdesk_gui.file_failures import opens_with_password

_MOST_TYPED = 20


class Try(NamedTuple):
    """A password and the files to try it on."""

    paths: tuple[Path, ...]
    password: str

    def __repr__(self) -> str:
        return f"Try({len(self.paths)} files)"


class PasswordAttempts(QObject):
    """A queue of password attempts.

    ``trying`` reports an attempt, and if it waits for other files; ``tried`` emits the stored paths still locked,
    or ``None`` for an interrupted attempt.
    """

    trying = Signal(bool)
    tried = Signal(object)

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.typed: list[str] = []
        """The last ones for the library that is open, the latest first, which open the pages of its PDFs, too."""
        self._waiting: list[Try] = []

    @property
    def waits(self) -> bool:
        """Return True if an attempt waits for other files."""
        return bool(self._waiting)

    def begin(self, wanted: Try) -> None:
        """Queue an attempt."""
        others = [attempt for attempt in self.typed if attempt != wanted.password]
        self.typed[:] = [wanted.password, *others][:_MOST_TYPED]
        self.trying.emit(False)

    def wait(self, wanted: Try) -> None:
        """Have a password tried later."""
        self._waiting.append(wanted)
        self.trying.emit(True)

    def next(self) -> Try | None:
        """Return the next attempt, if any."""
        return self._waiting.pop(0) if self._waiting else None

    def end(self, failures: Mapping[str, Message]) -> None:
        """Report the outcome of an attempt, given the failures."""
        locked = {path for path, reason in failures.items() if opens_with_password(reason)}
        self.tried.emit(locked)

    def fail(self) -> None:
        """Report an interrupted attempt."""
        self.tried.emit(None)

    def give_up(self) -> None:
        """Drop all waiting attempts."""
        if self._waiting:
            self._waiting.clear()
            self.tried.emit(None)

    def forget(self) -> None:
        """Forget all passwords on a change of library."""
        self.typed.clear()
        self._waiting.clear()
