"""The drop field for files and folders; the screen around it accepts the drops."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QVBoxLayout

from lexdesk_gui.language import translate
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import button, label

_DASH, _GAP = 4, 3  # pixels


class DropField(QFrame):
    """``choosing`` asks for a folder, ``demo`` for the bundled law."""

    choosing = Signal()
    demo = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._box = QVBoxLayout(self)
        hint = label(translate("Index", "Drop a folder or files here"))
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        hint.setWordWrap(True)
        self._box.addWidget(hint)
        self.choose = button(
            translate("Index", "or choose a folder"), "underlined", self.choosing.emit
        )
        self.bundled = button(
            translate("Index", "or add the bundled law"), "underlined", self.demo.emit
        )
        for choice in (self.choose, self.bundled):
            self._box.addWidget(choice, 0, Qt.AlignmentFlag.AlignCenter)
        theme.follow(self._restyle)

    def offer_bundled(self, offer: bool) -> None:
        """Show or hide the bundled law."""
        self.bundled.setVisible(offer)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the dashed border; style sheets draw dots instead."""
        look, painter = self._theme.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(look.tokens.control), 1)
        pen.setDashPattern([_DASH, _GAP])
        painter.setPen(pen)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, look.px(6), look.px(6))

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._box.setContentsMargins(px(12), px(14), px(12), px(10))
        self._box.setSpacing(0)
