"""A delegate for folders: icon, name, state, and number of documents."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from lexdesk_gui.indexing.folders_model import CountRole, IconRole, WarnsRole, WhatRole
from lexdesk_gui.style.icons import icon
from lexdesk_gui.style.model_index import Index
from lexdesk_gui.style.rows import draw_line
from lexdesk_gui.style.theme import Theme

# The design's measures of a row, in pixels at 100 %.
ROW = 55
_SIDE, _ICON, _GAP = 16, 16, 12
_NAME, _WHAT = 20, 16


class FoldersDelegate(QStyledItemDelegate):
    """A delegate that draws rows of one height, with a line above each."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Return one height for all rows."""
        return QSize(0, self._theme.look.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        look, row = self._theme.look, option.rect
        px, tokens = look.px, look.tokens
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen:
            painter.fillRect(row, QColor(tokens.selection))
        painter.fillRect(row.left(), row.top(), row.width(), 1, QColor(tokens.line))
        middle = row.center().y()
        box = QRect(row.left() + px(_SIDE), middle - px(_ICON) // 2, px(_ICON), px(_ICON))
        icon(index.data(IconRole), tokens.text).paint(painter, box)
        inner = row.adjusted(px(_SIDE) + px(_ICON) + px(_GAP), 0, -px(_SIDE), 0)
        count = index.data(CountRole)
        painter.setFont(look.interface(12))
        painter.setPen(QColor(tokens.secondary))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count)
        inner.setRight(inner.right() - painter.fontMetrics().horizontalAdvance(count) - px(_GAP))
        top = row.top() + (row.height() - px(_NAME) - px(_WHAT)) // 2
        name = QRect(inner.left(), top, inner.width(), px(_NAME))
        what = QRect(inner.left(), name.bottom() + 1, inner.width(), px(_WHAT))
        colour = tokens.notice.text if index.data(WarnsRole) else tokens.secondary
        draw_line(painter, what, index.data(WhatRole), look.interface(12), colour)
        # Elide the beginning: the end of a path is more informative.
        strong, cut = look.interface(13, QFont.Weight.DemiBold), Qt.TextElideMode.ElideLeft
        draw_line(painter, name, index.data(), strong, tokens.text, cut=cut)
        if is_chosen and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRect(QRectF(row).adjusted(1, 1, -1, -1))
        painter.restore()
