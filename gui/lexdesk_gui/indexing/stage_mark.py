"""The mark before a stage of the library: a tick once it is done, a ring as full as it is so far."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from lexdesk_gui.style.theme import Theme

_SIDE, _LINE, _TICK = 16, 2.5, 1.8  # pixels at 100 %
_CORNERS = (0.16, 0.54), (0.4, 0.78), (0.86, 0.26)  # of the tick, in its square
_WHOLE = 360 * 16  # of a circle, as Qt counts


class StageMark(QWidget):
    """The icon of a stage; hidden from screen readers, as its bar reads the same."""

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.share, self.goes_on = 0.0, False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def put(self, share: float, *, goes_on: bool) -> None:
        """Show the share (0 to 1) and the activity of the stage."""
        if (share, goes_on) != (self.share, self.goes_on):
            self.share, self.goes_on = share, goes_on
            self.update()

    @property
    def is_tick(self) -> bool:
        """Return True if the stage is complete."""
        return self.share >= 1 and not self.goes_on

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of a letter."""
        side = self._theme.look.px(_SIDE)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the tick, or the ring."""
        look, painter = self._theme.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.is_tick:
            ends = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
            good = QColor(look.tokens.good.text)
            painter.setPen(QPen(good, _TICK * look.scale, Qt.PenStyle.SolidLine, *ends))
            side = self.width()
            painter.drawPolyline([QPointF(x * side, y * side) for x, y in _CORNERS])
            return
        width = _LINE * look.scale
        inset = width / 2 + look.scale
        ring = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.setPen(QPen(QColor(look.tokens.line), width))
        painter.drawEllipse(ring)
        colour = look.tokens.accent if self.goes_on else look.tokens.control
        painter.setPen(QPen(QColor(colour), width, c=Qt.PenCapStyle.FlatCap))
        painter.drawArc(ring, _WHOLE // 4, -round(min(self.share, 1.0) * _WHOLE))
