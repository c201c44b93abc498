"""Badges: short labels on a coloured background, drawn in lists or as a widget."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from lexdesk_gui import wording
from lexdesk_gui.style.look import Look
from lexdesk_gui.style.theme import Theme

_HEIGHT = 20  # pixels at 100 %


class BadgeLabel(QLabel):
    """A widget with one badge or none; screen readers read its text."""

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._badge: wording.Badge | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)
        self.show_badge(None)

    def show_badge(self, badge: wording.Badge | None) -> None:
        """Show ``badge``, or nothing for ``None``."""
        self._badge = badge
        self.setText(badge.text if badge else "")
        self.setVisible(badge is not None)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of the badge."""
        wide = badge_width(self._theme.look, self._badge) if self._badge else 0
        return QSize(wide, self._theme.look.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the size of the badge."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the badge."""
        if self._badge is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_badge(painter, self._theme.look, self.rect(), self._badge)


def badge_width(look: Look, badge: wording.Badge) -> int:
    """Return the width of ``badge`` in pixels."""
    font = look.interface(11, QFont.Weight.Medium)
    return QFontMetrics(font).horizontalAdvance(badge.text) + 2 * look.px(6)


def tone_colours(look: Look, tone: wording.Tone) -> tuple[str, str]:
    """Return the text and background colours of ``tone``."""
    tokens = look.tokens
    return {
        "good": (tokens.good.text, tokens.good.ground),
        "notice": (tokens.notice.text, tokens.notice.ground),
        "bad": (tokens.bad.text, tokens.bad.ground),
        "kind": (tokens.secondary, tokens.sunken),
    }[tone]


def paint_badge(painter: QPainter, look: Look, box: QRect, badge: wording.Badge) -> None:
    """Draw ``badge`` into ``box`` in the colours of its tone."""
    text, ground = tone_colours(look, badge.tone)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(box, look.px(3), look.px(3))
    painter.setPen(QColor(text))
    painter.setFont(look.interface(11, QFont.Weight.Medium))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, badge.text)
