"""A layout with line breaks between widgets."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem


class FlowLayout(QLayout):
    """A layout in lines: a widget without room in the line begins the next one.

    The layout has no minimum width: it cuts a widget wider than the line.
    """

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        for widget in widgets:
            self.addWidget(widget)

    def insertWidget(self, at: int, widget: QWidget) -> None:  # noqa: N802
        """Insert ``widget`` at index ``at``."""
        self.addChildWidget(widget)
        self._items.insert(at, QWidgetItem(widget))
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """Append ``item``."""
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Return the item at ``index``."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Remove and return the item at ``index``."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """Return no direction: the layout does not expand."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """Return true: narrower lines need more height."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Return the height of all lines at ``width``."""
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def minimumSize(self) -> QSize:  # noqa: N802
        """Return the height of one line."""
        line = max((item.sizeHint().height() for item in self._shown()), default=0)
        return QSize(0, line).grownBy(self.contentsMargins())

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of all items in one line."""
        widths = [item.sizeHint().width() for item in self._shown()]
        gaps = self.spacing() * max(0, len(widths) - 1)
        edges = self.contentsMargins()
        return QSize(sum(widths) + gaps + edges.left() + edges.right(), self.minimumSize().height())

    def setGeometry(self, area: QRect) -> None:  # noqa: N802
        """Place the widgets in ``area``."""
        super().setGeometry(area)
        self._arrange(area, place=True)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, area: QRect, *, place: bool) -> int:
        """Return the height of the lines in the width of ``area``; with ``place``, move the widgets there."""
        edges = self.contentsMargins()
        area = area.marginsRemoved(edges)
        x, y, line = area.x(), area.y(), 0
        for item in self._shown():
            size = item.sizeHint().boundedTo(QSize(area.width(), item.sizeHint().height()))
            if x > area.x() and x + size.width() > area.x() + area.width():
                x, y, line = area.x(), y + line + self.spacing(), 0
            if place:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self.spacing()
            line = max(line, size.height())
        return y + line - area.y() + edges.top() + edges.bottom()
