"""An outline with a dot at each changed entry."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from lexdesk_gui.reader.outline_model import EidRole, MarkRole, OutlineView
from lexdesk_gui.style.model_index import Index
from lexdesk_gui.style.theme import Theme

_BAR = 3  # pixels at 100 %: the width of the bar beside the compared provision
_RADIUS, _RIGHT, _ROOM = 3.5, 12, 30  # of a dot, its distance from the right, its room


class ChangedOutline(OutlineView):
    """The outline of a comparison."""

    def __init__(self, name: str, theme: Theme):
        super().__init__(name, theme)
        self.setObjectName("changed")
        self.setItemDelegate(_Dots(theme, self))

    def drawRow(  # noqa: N802
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> None:
        """Draw a bar at the left of the compared provision."""
        super().drawRow(painter, option, index)
        if self.selectionModel().isSelected(index):
            look, rect = self._theme.look, option.rect
            accent = QColor(look.tokens.accent)
            painter.fillRect(0, rect.top(), look.px(_BAR), rect.height(), accent)


class _Dots(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: OutlineView):
        super().__init__(parent)
        self._theme, self._outline = theme, parent

    def initStyleOption(  # noqa: N802
        self, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Reserve room for the dot and emphasise the compared provision."""
        super().initStyleOption(option, index)
        option.text = _short(index.data(EidRole), option.text)
        if self._outline.selectionModel().isSelected(index):
            option.font.setWeight(QFont.Weight.DemiBold)
            option.fontMetrics = QFontMetrics(option.font)
        room = option.rect.width() - self._theme.look.px(_ROOM)
        if index.data(MarkRole) and room > 0:
            cut = Qt.TextElideMode.ElideRight
            option.text = option.fontMetrics.elidedText(option.text, cut, room)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the entry and its dot."""
        super().paint(painter, option, index)
        if not index.data(MarkRole):
            return
        look = self._theme.look
        radius = look.scale * _RADIUS
        middle = QRectF(option.rect).center().y()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.tokens.notice.text))
        painter.drawEllipse(QPointF(option.rect.right() - look.px(_RIGHT), middle), radius, radius)
        painter.restore()


def _short(eid: str, text: str) -> str:
    """Return the number of an article and its heading, without its kind."""
    label, between, heading = text.partition("  ")
    if not heading or not eid.rpartition("__")[2].startswith("art_"):
        return text
    return f"{label.rpartition(' ')[2]}{between}{heading}"
