"""Line icons in the colour of the surrounding text.

Each icon is the body of an SVG on a grid of 24, sharp at any size and device pixel ratio.
"""

from pathlib import Path

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from lexdesk.text.tables import read_table

_PALE = 0.35  # how much is left of the colour of what is disabled
_LINES = {
    row["icon"]: row["lines"]
    for row in read_table(Path(__file__).with_suffix(".tsv"), ("icon", "lines"))
}


class _Lines(QIconEngine):
    """An icon rendered from its SVG at each size."""

    def __init__(self, name: str, colour: str):
        super().__init__()
        self._svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="{colour}"'
            f' stroke-width="1.700" stroke-linecap="round" stroke-linejoin="round">{_LINES[name]}</svg>'
        )
        self._name, self._colour = name, colour

    def paint(self, painter: QPainter, rect: object, mode: object, state: object) -> None:
        """Draw the icon into ``rect``, pale in disabled mode."""
        renderer = QSvgRenderer(QByteArray(self._svg.encode()))
        painter.setOpacity(_PALE if mode == QIcon.Mode.Disabled else 1.0)
        renderer.render(painter, QRectF(rect))  # type: ignore[call-overload]

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the icon on a transparent background."""
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, QRectF(QPointF(), size), mode, state)
        painter.end()
        return picture

    def clone(self) -> QIconEngine:
        """Return a copy."""
        return _Lines(self._name, self._colour)


def make_icon(name: str, colour: str) -> QIcon:
    """Return the icon ``name`` in ``colour`` (``#RRGGBB``)."""
    return QIcon(_Lines(name, colour))
