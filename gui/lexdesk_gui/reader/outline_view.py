"""The outline of a work as a tree view."""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QTreeView

from lexdesk_gui.reader.outline_model import EidRole, OutlineModel
from lexdesk_gui.style.model_index import Index
from lexdesk_gui.style.rows import draw_line
from lexdesk_gui.style.theme import Theme

_INDENT = 14  # pixels at 100 %


class OutlineView(QTreeView):
    """A tree of provisions; ``chosen`` carries the eid of a clicked or entered one."""

    chosen = Signal(str)

    def __init__(self, name: str, theme: Theme):
        super().__init__()
        self._theme = theme
        self._note = ""
        self.model_of_outline = OutlineModel(self)
        self.setModel(self.model_of_outline)
        self.setAccessibleName(name)
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        theme.follow(self._restyle)

    def show_place(self, eid: str | None) -> None:
        """Select the provision ``eid`` or its nearest ancestor."""
        index = self.model_of_outline.index_of(eid)
        if index.isValid():
            self.setCurrentIndex(index)
            self.expand(index)
            self.scrollTo(index, QTreeView.ScrollHint.PositionAtCenter)

    def show_note(self, note: str) -> None:
        """Show ``note`` in place of an empty tree."""
        self._note = note
        self.setAccessibleDescription(note)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the tree, or the note."""
        super().paintEvent(event)
        if self._note:
            look = self._theme.look
            side = look.px(16)
            box = QRect(side, side, self.viewport().width() - 2 * side, look.px(20))
            painter = QPainter(self.viewport())
            draw_line(painter, box, self._note, look.interface(13), look.tokens.secondary)

    def _choose(self, index: Index) -> None:
        if eid := index.data(EidRole):
            self.chosen.emit(eid)

    def _restyle(self) -> None:
        self.setIndentation(self._theme.look.px(_INDENT))
