"""Rows of lists: backgrounds with selection and keyboard focus, and lines elided to their width."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem

from lexdesk_gui.style.look import Look


def paint_row_background(
    painter: QPainter, look: Look, option: QStyleOptionViewItem, ground: str
) -> None:
    """Draw the background of a row, in ``ground`` unless it is selected."""
    from PySide6.QtWidgets import QStyle  # with more enums than the start has time for

    tokens, rect = look.tokens, option.rect
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    painter.fillRect(rect, QColor(tokens.selection if selected else ground))
    painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(tokens.line))
    if selected:
        painter.fillRect(rect.left(), rect.top(), 3, rect.height() - 1, QColor(tokens.accent))
    if selected and option.state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(QColor(tokens.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(rect).adjusted(1, 1, -1, -2))


def draw_line(
    painter: QPainter,
    box: QRect,
    text: str,
    font: QFont,
    colour: str,
    *,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> int:
    """Draw as much of ``text`` as fits into ``box``, centred vertically, and return its width."""
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, cut, box.width())
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, shown)
    return metrics.horizontalAdvance(shown)
