"""What a query with misspelt words was presumably meant to be: asked after the answer."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.search import questions


class SpellingSession(QObject):
    """``meant`` gives a query and the one to offer in its place."""

    meant = Signal(str, str)

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine

    def check(self, query: str) -> None:
        """Look for words of ``query`` that are nowhere, in place of what was looked for before."""
        self.stop()
        question = partial(questions.did_you_mean, query=query)
        self._engine.ask("spelling", question, partial(self._told, query), lambda _error: None)

    def stop(self) -> None:
        """Offer nothing for what was asked."""
        self._engine.forget("spelling")

    def _told(self, query: str, offered: str) -> None:
        if offered:
            self.meant.emit(query, offered)
