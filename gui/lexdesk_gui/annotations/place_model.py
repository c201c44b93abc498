"""Qt model of a list of places or decisions, whose rows are all loaded at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from lexdesk_gui.style.model_index import ROOT, Index
from lexdesk_gui.style.tooltips import escape_tooltip

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import DecisionStatus
    from lexdesk.annotations.workbook import Bookmark

WhatRole = int(Qt.ItemDataRole.UserRole)


class PlaceModel(QAbstractListModel):
    """A row for each of ``shown``, with its text and its tool tip."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.shown: Sequence[Bookmark | DecisionStatus] = ()
        self._texts: Sequence[tuple[str, str]] = ()

    def put(
        self, shown: Sequence[Bookmark | DecisionStatus], texts: Sequence[tuple[str, str]]
    ) -> None:
        """Show passages with texts and tool tips in one reset.

        Inserting 1,900 rows one by one took 10 s, since the view measures all rows each time.
        """
        self.beginResetModel()
        self.shown, self._texts = shown, texts
        self.endResetModel()

    # The interface of Qt.

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, the tool tip, or the item."""
        if not index.isValid():
            return None
        text, tip = self._texts[index.row()]
        return {
            Qt.ItemDataRole.DisplayRole: text,
            Qt.ItemDataRole.ToolTipRole: escape_tooltip(tip),
            WhatRole: self.shown[index.row()],
        }.get(role)
