"""The heads of the heat map: articles above their paragraphs, and the names of the rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from lexdesk_gui.match.heat_model import GroupRole
from lexdesk_gui.match.paragraph_names import short
from lexdesk_gui.style.theme import Theme

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
            wanted = metrics.horizontalAdvance(short(group.name)) + gap
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
        name, left = short(group.name), max(box.left(), 0)
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
