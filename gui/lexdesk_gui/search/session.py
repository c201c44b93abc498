"""A search as the person at the window goes through it: what was typed, asked, answered, chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk_gui import wording
from lexdesk_gui.engine_thread import EngineThread
from lexdesk_gui.reader import reading

if TYPE_CHECKING:
    from lexdesk.retrieval import Mode
    from lexdesk.search import Answer, Hit

_PAUSE_IN_TYPING = 150  # ms after which a query is asked
_PATIENCE = 300  # ms after which the window says that it is busy
_TOP = 100


class SearchSession(QObject):
    """Asks the engine and says what came of it; it knows no widget.

    ``answered`` gives an ``Answer``, ``refused`` a ``Complaint``, ``read`` a ``Reading``; ``cleared``
    comes when there is no query any more, ``busy`` when an answer takes long, and when it is over.
    """

    answered = Signal(object)
    refused = Signal(object)
    read = Signal(object)
    cleared = Signal()
    busy = Signal(bool)

    def __init__(self, engine: EngineThread, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self._query = ""
        self._mode: Mode = "hybrid"
        self._answer: Answer | None = None
        self._pause = _timer(self, _PAUSE_IN_TYPING, self.search_now)
        self._patience = _timer(self, _PATIENCE, lambda: self.busy.emit(True))

    @property
    def query(self) -> str:
        """What was typed last."""
        return self._query

    @property
    def mode(self) -> Mode:
        """How to search."""
        return self._mode

    def type(self, query: str) -> None:
        """Take ``query`` and ask it when typing pauses."""
        self._query = query
        self._pause.start()

    def set_mode(self, mode: Mode) -> None:
        """Search in ``mode`` from now on."""
        if mode != self._mode:
            self._mode = mode
            self.search_now()

    def search_now(self) -> None:
        """Ask what was typed; an answer to anything older is dropped."""
        self._pause.stop()
        query, mode = self._query, self._mode
        if not query.strip():
            self._clear()
            return
        self._patience.start()
        self._engine.ask(
            "search",
            lambda library: library.search(query, mode=mode, top=_TOP),
            self._take,
            lambda error: self._refuse(error, mode),
        )

    def warm_up(self) -> None:
        """Have the engine load what a search needs, before the first one is typed."""
        self._engine.ask(
            "warm up",
            lambda library: library.search("law", top=1).took_ms,
            lambda _took: None,
            lambda _error: None,  # the search that a person makes will tell
        )

    def choose(self, hit: Hit) -> None:
        """Read ``hit``."""
        others = self._answer.hits if self._answer else []
        self._engine.ask(
            "read", lambda library: reading.read(library, hit, others), self.read.emit, self._unread
        )

    def _clear(self) -> None:
        self._engine.forget("search")
        self._engine.forget("read")
        self._answer = None
        self._quiet()
        self.cleared.emit()

    def _take(self, answer: Answer) -> None:
        self._answer = answer
        self._quiet()
        self.answered.emit(answer)

    def _refuse(self, error: Exception, mode: Mode) -> None:
        self._quiet()
        self.refused.emit(wording.complaint(error, mode))

    def _unread(self, error: Exception) -> None:
        self.refused.emit(wording.Complaint(wording.sentence(str(error))))

    def _quiet(self) -> None:
        self._patience.stop()
        self.busy.emit(False)


def _timer(parent: QObject, milliseconds: int, call: Callable[[], object]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(call)
    return timer
