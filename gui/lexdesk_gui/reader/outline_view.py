"""The outline of a work as a tree view."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QTreeView

from lexdesk_gui.reader.outline_model import EidRole, OutlineModel
from lexdesk_gui.style.model_index import Index
from lexdesk_gui.style.theme import Theme

_INDENT = 14  # pixels at 100 %


class OutlineView(QTreeView):
    """A tree of provisions; ``chosen`` carries the eid of a clicked or entered one."""

    chosen = Signal(str)

    def __init__(self, name: str, theme: Theme):
        super().__init__()
        self._theme = theme
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

    def _choose(self, index: Index) -> None:
        if eid := index.data(EidRole):
            self.chosen.emit(eid)

    def _restyle(self) -> None:
        self.setIndentation(self._theme.look.px(_INDENT))
