"""A line of text drawn into a box, elided to its width."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter


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
