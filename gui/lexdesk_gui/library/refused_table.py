"""The table of the files that could not be read: each row as high as its advice needs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from lexdesk_gui.language import translate
from lexdesk_gui.library.refused_model import RefusedModel
from lexdesk_gui.look.theme import Theme

_SELECT = QItemSelectionModel.SelectionFlag
_AT_ONCE = 8  # rows that are seen without scrolling, where they are not very high
_ROW, _HIGHEST, _NAME = 40, 400, 220  # pixels at 100 %
_SHARE_OF_NAME = 0.4  # of the width, at most


class RefusedTable(QTableView):
    """What to do about a file stands at the end of its row, so that no row may be cut.

    Rows are measured as they come into sight: there may be thousands.
    """

    def __init__(self, model: RefusedModel, theme: Theme):
        super().__init__()
        self._theme, self._refused = theme, model
        self.setModel(model)
        self.setAccessibleName(translate("Index", "Files that could not be read"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        columns = self.horizontalHeader()
        columns.hide()
        columns.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # a name keeps its end
        model.modelReset.connect(self.fit)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._measure(self.rowAt(0)))

    def chosen(self) -> list[Path]:
        """The files in the rows that are chosen."""
        return [self._refused.path(each.row()) for each in self.selectionModel().selectedRows()]

    def put(self, refused: Mapping[str, str]) -> None:
        """Show ``refused``, paths and reasons; what is chosen stays so, though others come while files are read."""
        chosen = set(self.chosen())
        if not self._refused.put(refused) or not chosen:
            return
        rows = [row for row, path in enumerate(self._refused.paths()) if path in chosen]
        selection = self.selectionModel()
        for row in rows:
            selection.setCurrentIndex(self._refused.index(row, 0), _SELECT.Select | _SELECT.Rows)

    def fit(self) -> None:
        """Measure the rows anew, and be as high as the first of them."""
        px, rows = self._theme.look.px, min(self.model().rowCount(), _AT_ONCE)
        self.verticalHeader().setDefaultSectionSize(px(_ROW))
        width = self.viewport().width()
        self.setColumnWidth(0, min(px(_NAME), round(width * _SHARE_OF_NAME)))
        for row in range(rows):
            self._measure_row(row)
        height = sum(self.rowHeight(row) for row in range(rows))
        self.setFixedHeight(min(height, px(_HIGHEST)) + 4)
        self._measure(self.rowAt(0))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Sentences take more lines where there is less room."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
        else:
            self._measure(self.rowAt(0))

    def scrollTo(  # noqa: N802
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring all of a row into sight: those above it that are then seen, too, are measured first."""
        self._measure(index.row(), -1)
        super().scrollTo(index, hint)

    def _measure(self, row: int, by: int = 1) -> None:
        """Measure as many rows as are seen at once, from ``row`` on or, with ``by`` -1, before it."""
        room = self.viewport().height()
        while room > 0 and 0 <= row < self.model().rowCount():
            self._measure_row(row)
            room -= self.rowHeight(row)
            row += by

    def _measure_row(self, row: int) -> None:
        px = self._theme.look.px
        self.setRowHeight(row, max(px(_ROW), self.sizeHintForRow(row) + px(8)))
