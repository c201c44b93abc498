"""Widgets in lines, as many lines as they need."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem


class FlowLayout(QLayout):
    """Puts widgets beside each other, and into a further line where the width ends.

    It needs no width of its own: a widget that is wider than the line is cut to it.
    """

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        for widget in widgets:
            self.addWidget(widget)

    def insertWidget(self, at: int, widget: QWidget) -> None:  # noqa: N802
        """Add ``widget`` before the one that is number ``at``."""
        self.addChildWidget(widget)
        self._items.insert(at, QWidgetItem(widget))
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """Add ``item`` at the end."""
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        """How many widgets there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """The item that is number ``index``."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Remove the item that is number ``index``."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """No direction: it takes what it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """Whether lines get more where the width gets less: they do."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """The height of all lines of ``width``."""
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def minimumSize(self) -> QSize:  # noqa: N802
        """The height of one line."""
        return QSize(0, max((each.sizeHint().height() for each in self._items), default=0))

    def sizeHint(self) -> QSize:  # noqa: N802
        """All in one line."""
        widths = [each.sizeHint().width() for each in self._items]
        gaps = self.spacing() * max(0, len(widths) - 1)
        return QSize(sum(widths) + gaps, self.minimumSize().height())

    def setGeometry(self, area: QRect) -> None:  # noqa: N802
        """Put the widgets into ``area``."""
        super().setGeometry(area)
        self._arrange(area, place=True)

    def _arrange(self, area: QRect, *, place: bool) -> int:
        """The height that the widgets need in the width of ``area``; ``place`` puts them there."""
        x, y, line = area.x(), area.y(), 0
        for item in self._items:
            size = item.sizeHint().boundedTo(QSize(area.width(), item.sizeHint().height()))
            if x > area.x() and x + size.width() > area.x() + area.width():
                x, y, line = area.x(), y + line + self.spacing(), 0
            if place:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self.spacing()
            line = max(line, size.height())
        return y + line - area.y()
