"""Line icons in the colour of the surrounding text.

Each icon is the body of an SVG on a grid of 24, sharp at any size and device pixel ratio.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_PALE = 0.35  # how much is left of the colour of what is disabled
_LINES = {
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5 21 21"/>',
    "library": '<path d="M4 4h4v16H4zM8 6h4v14H8zM13.500 6.500l3.500-1 3.500 13.500-3.500 1z"/>',
    "compare": '<path d="M12 4v16M4 5h6v14H4zM14 5h6v14h-6zM6 9h2M6 12h2M16 9h2M16 12h2"/>',
    "match": '<path d="M4 4h16v16H4zM4 9.300h16M4 14.700h16M9.300 4v16M14.700 4v16"/>',
    "saved": '<path d="M6 3.5h12V21l-6-4.5L6 21z"/>',
    "index": '<path d="M12 3v11M7.5 9.5 12 14l4.500-4.5M4 15v5h16v-5"/>',
    "settings": '<path d="M3 8h9M16 8h5M3 16h3M10 16h11"/><circle cx="14" cy="8" r="2"/><circle cx="8" cy="16" r="2"/>',
    "keyword": '<path d="M5 19 12 5l7 14M7.500 14h9"/>',
    "semantic": '<circle cx="7" cy="7.500" r="3"/><circle cx="17.500" cy="9" r="2.500"/><circle cx="11.500" cy="17" r="3.500"/>',
    "hybrid": '<path d="M2.500 18 8 6l5.500 12M4.500 14h7"/><circle cx="18" cy="14.500" r="3.500"/>',
    "up": '<path d="m6 15 6-6 6 6"/>',
    "down": '<path d="m6 9 6 6 6-6"/>',
    "left": '<path d="m15 6-6 6 6 6"/>',
    "right": '<path d="m9 6 6 6-6 6"/>',
    "copy": '<path d="M9 9h11v11H9zM15 9V4H4v11h5"/>',
    "open": '<path d="M14 4h6v6M20 4l-9 9M18 14v6H4V6h6"/>',
    "panel": '<path d="M4 5h16v14H4zM15 5v14"/>',
    "columns": '<path d="M4 5h7v14H4zM13 5h7v14h-7z"/>',
    "calendar": '<path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4"/>',
    "plus": '<path d="M12 6v12M6 12h12"/>',
    "close": '<path d="m7 7 10 10M17 7 7 17"/>',
    "pause": '<path d="M9 6v12M15 6v12"/>',
    "play": '<path d="m8 5 11 7-11 7z"/>',
    "file": '<path d="M6 3h8l4 4v14H6zM14 3v4h4"/>',
    "mail": '<path d="M3 6h18v12H3zM3 7l9 7 9-7"/>',
    "folder": '<path d="M3 6h6l2 2h10v11H3z"/>',
    "law": '<path d="M12 4v16M8 20h8M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z"/>',
    "check": '<path d="m5 12.500 4.500 4.500L19 7"/>',
    "again": '<path d="M19.500 12a7.500 7.500 0 1 1-2.300-5.400M19.500 3.500v4.500H15"/>',
    "warn": '<path d="M12 4 2.500 20h19zM12 10v5M12 17.500v.5"/>',
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


def icon(name: str, colour: str) -> QIcon:
    """Return the icon ``name`` in ``colour`` (``#RRGGBB``)."""
    return QIcon(_Lines(name, colour))
