"""A badge as it is drawn: a short remark on a ground of its own."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from lexdesk_gui import wording
from lexdesk_gui.look.look import Look


def badge_width(look: Look, badge: wording.Badge) -> int:
    """The pixels that ``badge`` is wide."""
    font = look.interface(11, QFont.Weight.Medium)
    return QFontMetrics(font).horizontalAdvance(badge.text) + 2 * look.px(6)


def paint_badge(painter: QPainter, look: Look, box: QRect, badge: wording.Badge) -> None:
    """Draw ``badge`` into ``box`` in the colours of its tone."""
    tokens = look.tokens
    text, ground = {
        "good": (tokens.good.text, tokens.good.ground),
        "notice": (tokens.notice.text, tokens.notice.ground),
        "bad": (tokens.bad.text, tokens.bad.ground),
        "kind": (tokens.secondary, tokens.sunken),
    }[badge.tone]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(box, look.px(3), look.px(3))
    painter.setPen(QColor(text))
    painter.setFont(look.interface(11, QFont.Weight.Medium))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, badge.text)
