"""Spelling suggestions and inflected forms, requested after the answer."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.search import search_requests
from lexdesk_gui.search.interpretation import MOST_FORMS


class SpellingSession(QObject):
    """A session for spelling suggestions (``suggested``) and inflected forms (``inflected``) of a query."""

    suggested = Signal(str, str)
    inflected = Signal(str, object)

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine

    def check(self, query: str) -> None:
        """Look up the words of ``query`` in place of pending ones."""
        self.stop()
        request = partial(search_requests.check_words, query=query, most=MOST_FORMS)
        self._engine.ask("spelling", request, partial(self._show, query), lambda _error: None)

    def stop(self) -> None:
        """Cancel the request."""
        self._engine.forget("spelling")

    def _show(self, query: str, result: tuple[str, dict[str, list[str]]]) -> None:
        suggestion, forms = result
        if forms:
            self.inflected.emit(query, forms)
        if suggestion:
            self.suggested.emit(query, suggestion)
