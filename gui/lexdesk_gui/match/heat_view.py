"""The heat map of a match, with its headers."""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.match.heat_model import GroupRole, HeatModel, list_strengths
from lexdesk_gui.match.paragraph_names import abbreviate_group
from lexdesk_gui.style.rows import Index
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import escape_tooltip

_LEAST = 160  # pixels at 100 % that the map of a long document is high at the least


class HeatView(QTableView):
    """The view of the matrix: ``chosen`` emits the current cell, ``entered`` follows Enter on a cell."""

    chosen = Signal(QModelIndex)
    entered = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.model_of_cells = HeatModel(self)
        self.setObjectName("heat")
        self.setAccessibleName(translate("Match", "Heat map"))
        self.columns, self.rows = GroupedHeader(theme, self), RowHeader(theme, self)
        self.setModel(self.model_of_cells)
        self.setHorizontalHeader(self.columns)
        self.setVerticalHeader(self.rows)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.model_of_cells.modelReset.connect(self.fit)
        self.activated.connect(lambda _: self.entered.emit())
        theme.follow(self.fit)

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802
        """Emit the current cell and mark it in the headers."""
        super().currentChanged(current, previous)
        self.columns.current, self.rows.current = current.column(), current.row()
        for part in (self.columns, self.rows, self):
            part.viewport().update()
        if current.isValid():
            self.chosen.emit(current)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Open the current cell on Enter; leave other keys to Qt."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the visible cells, and lines from the headers to the current one.

        A delegate would take 30 ms for a thousand cells.
        """
        tokens, size = self._theme.look.tokens, self._theme.look.px(CELL)
        colours = [QColor(step) for step in tokens.heat]
        painter = QPainter(self.viewport())
        rows, columns = self._in_sight()
        lefts = [self.columnViewportPosition(column) for column in columns]
        for row in rows:
            top = self.rowViewportPosition(row)
            steps = self.model_of_cells.steps(row)
            for column, left in zip(columns, lefts, strict=True):
                painter.fillRect(left, top, size - 1, size - 1, colours[steps[column]])
        if self.currentIndex().isValid():
            self._paint_current(painter, size)

    def _in_sight(self) -> tuple[range, range]:
        """Return the visible rows and columns."""
        ends = (
            (
                self.rowAt(0),
                self.rowAt(self.viewport().height() - 1),
                self.model_of_cells.rowCount(),
            ),
            (
                self.columnAt(0),
                self.columnAt(self.viewport().width() - 1),
                self.model_of_cells.columnCount(),
            ),
        )
        rows, columns = (
            range(max(first, 0), last + 1 if last >= 0 else count) for first, last, count in ends
        )
        return rows, columns

    def _paint_current(self, painter: QPainter, size: int) -> None:
        tokens, cell = self._theme.look.tokens, self.visualRect(self.currentIndex())
        left, top = cell.left(), cell.top()
        painter.setPen(QPen(QColor(tokens.accent), 1))
        for x in (left, left + size - 2):
            painter.drawLine(x, 0, x, top - 3)
        for y in (top, top + size - 2):
            painter.drawLine(0, y, left - 3, y)
        box = QRect(left, top, size - 1, size - 1)
        _paint_ring(painter, box, tokens.text, tokens.surface, 2 if self.hasFocus() else 1)

    def set_wide(self, wide: bool) -> None:
        """Give the names of rows more room, or less."""
        self.rows.wide = 190 if wide else 130
        self.fit()

    def fit(self) -> None:
        """Give rows and columns the sizes of the moment."""
        size = self._theme.look.px(CELL)
        for header in (self.columns, self.rows):
            header.setMinimumSectionSize(size)
            header.setDefaultSectionSize(size)
        self.columns.fit()
        self.rows.setFixedWidth(self._theme.look.px(self.rows.wide))
        self.columns.setFixedHeight(self.columns.sizeHint().height())
        rows = self.model_of_cells.rowCount() * size
        bar = self.horizontalScrollBar().sizeHint().height()
        needed = self.columns.height() + rows + bar + 2
        self.setMinimumHeight(min(self._theme.look.px(_LEAST), needed))
        self.setMaximumHeight(needed)


def _paint_ring(painter: QPainter, box: QRect, outer: str, inner: str, width: int) -> None:
    """Draw a ring of ``width`` pixels around one in the background colour, visible on every step."""
    painter.save()
    for colour, by in ((inner, width), (outer, 0)):
        for edge in range(by, by + width):  # lines of one pixel, sharp at any width
            painter.setPen(QColor(colour))
            painter.drawRect(box.adjusted(edge, edge, -edge - 1, -edge - 1))
    painter.restore()


class Legend(QWidget):
    """The six colours, from weak to strong."""

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        text = ", ".join(list_strengths())
        self.setAccessibleName(
            translate("Match", "Colours from weak to strong: {steps}").format(steps=text)
        )
        self.setToolTip(escape_tooltip(text))
        theme.follow(self._restyle)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for the words and the squares."""
        px, metrics = self._theme.look.px, self.fontMetrics()
        words = sum(metrics.horizontalAdvance(word) for word in self._words())
        return QSize(words + px(6 * 18 + 16), px(24))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the words and the squares."""
        look, metrics = self._theme.look, self.fontMetrics()
        weak, strong = self._words()
        painter = QPainter(self)
        painter.setPen(QColor(look.tokens.secondary))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), middle, weak)
        left = metrics.horizontalAdvance(weak) + look.px(8)
        for number, colour in enumerate(look.tokens.heat):
            box = QRect(
                left + number * look.px(18),
                self.height() // 2 - look.px(6),
                look.px(17),
                look.px(12),
            )
            painter.fillRect(box, QColor(colour))
            painter.setPen(QColor(look.tokens.line))
            painter.drawRect(box.adjusted(0, 0, -1, -1))
        painter.setPen(QColor(look.tokens.secondary))
        painter.drawText(self.rect(), middle | Qt.AlignmentFlag.AlignRight, strong)

    def _words(self) -> tuple[str, str]:
        return translate("Match", "weak"), translate("Match", "strong")

    def _restyle(self) -> None:
        self.updateGeometry()
        self.setFixedSize(self.sizeHint())


CELL = 19  # pixels at 100 %
_GAP = 6  # between two groups of columns
_LINE = 20  # the height of each of the two lines


class Group(NamedTuple):
    """Columns ``first`` to ``last`` under one name."""

    name: str
    first: int
    last: int


class GroupedHeader(QHeaderView):
    """The name of each group above the numbers of its columns; ``current`` is marked, -1 for none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(False)
        self.current = -1
        self._groups: list[Group] = []  # kept: a head is painted at every key
        self._numbers: list[str] = []

    def fit(self) -> None:
        """Size the columns to cells and numbers; widen the last of a group for its name."""
        self._groups = list(self._grouped())
        columns = range(self.count())
        self._numbers = [self._data(column, Qt.ItemDataRole.DisplayRole) for column in columns]
        gap, metrics = self._theme.look.px(_GAP), QFontMetrics(self._bold())
        for group in self._groups:
            *widths, last = (self._least(number) for number in range(group.first, group.last + 1))
            for column, wide in enumerate(widths, group.first):
                self.resizeSection(column, wide)
            wanted = metrics.horizontalAdvance(abbreviate_group(group.name)) + gap
            self.resizeSection(group.last, max(last + gap, wanted - sum(widths)))

    def _least(self, column: int) -> int:
        """Return the width of a cell, or of the number above it with margins."""
        number = QFontMetrics(self._number_font(column)).horizontalAdvance(self._numbers[column])
        return max(self._theme.look.px(CELL), number + self._theme.look.px(4))

    def _grouped(self) -> Iterator[Group]:
        names = [self._data(column, GroupRole) for column in range(self.count())]
        first = 0
        for column, name in enumerate(names):
            if column + 1 == len(names) or names[column + 1] != name:
                yield Group(name, first, column)
                first = column + 1

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of two lines."""
        return QSize(super().sizeHint().width(), 2 * self._theme.look.px(_LINE))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw all groups in sight."""
        painter = QPainter(self.viewport())
        look = self._theme.look
        painter.fillRect(self.viewport().rect(), QColor(look.tokens.surface))
        for group in self._groups:
            left = self.sectionViewportPosition(group.first)
            right = self.sectionViewportPosition(group.last) + self.sectionSize(group.last)
            if right >= 0 and left <= self.viewport().width():
                self._paint_group(painter, group, QRect(left, 0, right - left, self.height()))

    def _paint_group(self, painter: QPainter, group: Group, box: QRect) -> None:
        look, line, cell = self._theme.look, self._theme.look.px(_LINE), self._theme.look.px(CELL)
        inside = group.first <= self.current <= group.last
        painter.setFont(self._bold())
        painter.setPen(QColor(look.tokens.accent if inside else look.tokens.text))
        name, left = abbreviate_group(group.name), max(box.left(), 0)
        if box.left() >= 0 or painter.fontMetrics().horizontalAdvance(name) <= box.right() - left:
            place = QRect(left, 0, box.right() - left, line)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, name)
        width = box.width() - look.px(_GAP)
        painter.fillRect(box.left(), line, width, 1, QColor(look.tokens.control))
        for column in range(group.first, group.last + 1):
            is_current = column == self.current
            painter.setFont(self._number_font(column))
            painter.setPen(QColor(look.tokens.accent if is_current else look.tokens.secondary))
            place = QRect(self.sectionViewportPosition(column), line, cell, line)
            long = painter.fontMetrics().horizontalAdvance(self._numbers[column]) > cell
            way = Qt.AlignmentFlag.AlignLeft if long else Qt.AlignmentFlag.AlignHCenter
            painter.drawText(
                place,
                way | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip,
                self._numbers[column],
            )

    def _number_font(self, column: int) -> QFont:
        weight = QFont.Weight.Bold if column == self.current else QFont.Weight.Normal
        return self._theme.look.interface(11 if len(self._numbers[column]) < 3 else 9, weight)

    def _data(self, column: int, role: int) -> str:
        return str(self.model().headerData(column, self.orientation(), role) or "")

    def _bold(self) -> QFont:
        return self._theme.look.interface(11, QFont.Weight.DemiBold)


class RowHeader(QHeaderView):
    """The names of the rows, cut at their end; ``current`` is marked, -1 for none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(Qt.Orientation.Vertical, parent)
        self._theme = theme
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(False)
        self.current = -1
        self.wide = 190  # pixels at 100 %

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as ``wide`` says."""
        return QSize(self._theme.look.px(self.wide), super().sizeHint().height())

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802
        """Draw the name of a row."""
        look, is_current = self._theme.look, section == self.current
        font = look.interface(12, QFont.Weight.DemiBold if is_current else QFont.Weight.Normal)
        name = str(self.model().headerData(section, self.orientation()) or "")
        inner = rect.adjusted(0, 0, -look.px(10), 0)
        cut = QFontMetrics(font).elidedText(name, Qt.TextElideMode.ElideRight, inner.width())
        painter.fillRect(rect, QColor(look.tokens.surface))
        painter.setFont(font)
        painter.setPen(QColor(look.tokens.accent if is_current else look.tokens.text))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, cut)
