"""What the words of a query stand for, and what it was presumably meant to be: asked after the answer."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.search import search_requests as questions
from lexdesk_gui.search.how_read import MOST_FORMS


class SpellingSession(QObject):
    """``meant`` gives a query and the one to offer in its place, ``inflected`` a query and other forms of its words."""

    meant = Signal(str, str)
    inflected = Signal(str, object)

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine

    def check(self, query: str) -> None:
        """Look up the words of ``query``, in place of what was looked for before."""
        self.stop()
        question = partial(questions.words_of, query=query, most=MOST_FORMS)
        self._engine.ask("spelling", question, partial(self._told, query), lambda _error: None)

    def stop(self) -> None:
        """Tell nothing of what was asked."""
        self._engine.forget("spelling")

    def _told(self, query: str, found: tuple[str, dict[str, list[str]]]) -> None:
        offered, forms = found
        if forms:
            self.inflected.emit(query, forms)
        if offered:
            self.meant.emit(query, offered)
