"""Passwords that a person typed for locked files: which are still to be tried, and how that ended; in memory alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from lexdesk.errors import Message
from lexdesk_gui.failures import opens_with_password

_MOST_TYPED = 20


class Try(NamedTuple):
    """A password, and the files that it is tried on."""

    paths: tuple[Path, ...]
    password: str

    def __repr__(self) -> str:
        return f"Try({len(self.paths)} files)"


class PasswordAttempts(QObject):
    """``trying`` says that a password is tried, with whether that has to wait till other files are read; ``tried``
    gives the paths, as they are stored, that are locked still, or ``None`` where it was not tried to its end."""

    trying = Signal(bool)
    tried = Signal(object)

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.typed: list[str] = []
        """The last ones for the library that is open, the latest first, which open the pages of its PDFs, too."""
        self._waiting: list[Try] = []

    @property
    def waits(self) -> bool:
        """Whether a password is to be tried once other files are read."""
        return bool(self._waiting)

    def begin(self, wanted: Try) -> None:
        """Take note that a password is tried."""
        others = [each for each in self.typed if each != wanted.password]
        self.typed[:] = [wanted.password, *others][:_MOST_TYPED]
        self.trying.emit(False)

    def wait(self, wanted: Try) -> None:
        """Have a password tried later."""
        self._waiting.append(wanted)
        self.trying.emit(True)

    def next(self) -> Try | None:
        """The password that is to be tried now, if any."""
        return self._waiting.pop(0) if self._waiting else None

    def end(self, failures: Mapping[str, Message]) -> None:
        """Tell how a try ended, by the failures."""
        locked = {path for path, reason in failures.items() if opens_with_password(reason)}
        self.tried.emit(locked)

    def fail(self) -> None:
        """Tell that a try did not come to its end."""
        self.tried.emit(None)

    def give_up(self) -> None:
        """Try none of those that wait."""
        if self._waiting:
            self._waiting.clear()
            self.tried.emit(None)

    def forget(self) -> None:
        """Forget all that was typed, since another library is opened, or none."""
        self.typed.clear()
        self._waiting.clear()
