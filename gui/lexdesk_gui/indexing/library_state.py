"""The state of the open library, and checks of its files on disk."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk.errors import Message
from lexdesk.system.paths import decode_path, encode_path
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.engine.tasks import Bug
from lexdesk_gui.indexing import indexing_requests
from lexdesk_gui.indexing.indexing_requests import AdditionOutcome, State

if TYPE_CHECKING:
    from lexdesk_gui.engine.connection import Work
    from lexdesk_gui.engine.long_work import LongWork, LongWorkList

_SECONDS_BETWEEN_LOOKS = 20.0  # at an idle library, whose drive may be unplugged
_SECONDS_BETWEEN_STATUS = 2.0  # while files are added; a status walks the library's folder


class LibraryState(QObject):
    """The last known state in ``value``; ``changed`` emits each, ``unavailable`` an exception in its place."""

    changed = Signal(object)
    unavailable = Signal(object)

    def __init__(self, engine: Engine, parent: QObject):
        super().__init__(parent)
        self._engine = engine
        engine.unavailable.connect(self._miss)
        self.value: State | None = None
        self.is_out_of_reach = False
        self._unread: dict[str, Message] = {}  # folders with the reason why they cannot be read
        self._refresh = QTimer(self)
        self._refresh.setInterval(round(_SECONDS_BETWEEN_STATUS * 1000))
        self._refresh.timeout.connect(self.ask)
        self._presence = QTimer(self)
        self._presence.setInterval(round(_SECONDS_BETWEEN_LOOKS * 1000))
        self._presence.timeout.connect(self.look)

    def forget(self) -> None:
        """Forget the state on leaving the library."""
        self.value, self.is_out_of_reach = None, False
        self._presence.stop()
        self._unread.clear()

    def ask(self) -> None:
        """Request the state of the library."""
        self._engine.ask("status", indexing_requests.read_state, self._take, self._miss)

    def look(self) -> None:
        """Look whether the folder still holds the open library, and request the state of one that is back."""

        def found(_: None) -> None:
            if self.is_out_of_reach:
                self.ask()

        self._engine.ask("presence", indexing_requests.require_in_place, found, lambda _error: None)

    def refresh(self, goes_on: bool) -> None:
        """Request the state every few seconds, or no more."""
        if goes_on:
            self._refresh.start()
        else:
            self._refresh.stop()

    def is_unread(self, path: Path) -> bool:
        """Report whether ``path`` is a folder that could not be read."""
        return encode_path(path) in self._unread

    def note(self, added: AdditionOutcome) -> None:
        """Note the folders that an addition could not read, in place of those it named."""
        for path in list(self._unread):
            if any(decode_path(path).is_relative_to(named) for named in added.named):
                del self._unread[path]
        self._unread |= added.unread

    def _take(self, state: State) -> None:
        state = dataclasses.replace(state, failures={**self._unread, **state.failures})
        self.value, self.is_out_of_reach = state, False
        self._presence.start()
        self.changed.emit(state)

    def _miss(self, error: Exception) -> None:
        if not isinstance(error, Bug):  # which does not concern the library
            was_known, self.is_out_of_reach = self.is_out_of_reach, True
            self.value = None
            if not was_known:
                self.unavailable.emit(error)


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
