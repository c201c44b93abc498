"""The versions of a provision, and the difference between two of them, as the engine tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine_thread import EngineThread

if TYPE_CHECKING:
    from lexdesk.law.history import History
    from lexdesk.library import Library


class CompareSession(QObject):
    """Asks for what is compared; it knows no widget.

    ``offered`` gives a ``History``, or ``None``, and the provisions of its work; ``compared`` a
    ``Comparison``, ``failed`` an exception.
    """

    offered = Signal(object, object)
    compared = Signal(object)
    failed = Signal(object)

    def __init__(self, engine: EngineThread, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self._history: History | None = None

    def offer(self, work: str, eid: str, language: str | None) -> None:
        """Ask for the versions of a provision."""
        self._engine.ask(
            "compare",
            lambda library: (
                library.history(work, eid, language=language),
                library.show(work, language=language).provisions,
            ),
            lambda found: self._take(*found),
            self.failed.emit,
        )

    def offer_nothing(self) -> None:
        """There is nothing to compare."""
        self._take(None, [])

    def choose(self, eid: str) -> None:
        """Ask for the versions of another provision of the same work."""
        if self._history is not None:
            self.offer(self._history.work, eid, self._history.language)

    def compare(self, old: int, new: int) -> None:
        """Ask for the difference between two states, by their numbers."""
        history = self._history
        if history is None:
            return

        def compared(library: Library) -> object:
            return library.compare(history.work, history.eid, old, new, language=history.language)

        self._engine.ask("difference", compared, self.compared.emit, self.failed.emit)

    def _take(self, history: History | None, provisions: list[dict[str, str]]) -> None:
        self._history = history
        self.offered.emit(history, provisions)
