"""The list of works: model and view."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from lexdesk.law.citation_labels import find_act, label_usual_citation
from lexdesk_gui import wording
from lexdesk_gui.language import find_plural, format_long_date, name_language, translate
from lexdesk_gui.library.library_requests import Column
from lexdesk_gui.style.rows import ROOT, Index, draw_line, measure_badge, paint_badge
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import escape_tooltip

if TYPE_CHECKING:
    from lexdesk.search.holdings import Holding

_ROW, _BADGE, _LEAST_OF_TITLE = 36, 20, 80  # pixels at 100 %
_SIDE, _BETWEEN = 16, 4  # left of the first cell of a row, and of the others
_ROOM = {"path": 860, "kind": 700, "dated": 520}  # effective pixels of the table with this column
_WIDTHS = {"kind": 110, "dated": 110, "status": 140, "path": 160}


class CatalogueView(QTableView):
    """The table of works: ``opened`` emits the row to read, ``sorting`` a column and descending order."""

    opened = Signal(int)
    sorting = Signal(str, bool)

    def __init__(self, model: CatalogueModel, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setModel(model)
        self.setAccessibleName(translate("Catalogue", "Documents in the library"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setObjectName("catalogue")
        self.setItemDelegate(_Cells(theme, self))
        self.setItemDelegateForColumn(COLUMNS.index("citation"), _Names(theme, self))
        self.setItemDelegateForColumn(COLUMNS.index("status"), _Badges(theme, self))
        self.verticalHeader().hide()
        columns = self.horizontalHeader()
        columns.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        columns.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        columns.setSortIndicatorShown(True)
        columns.setSectionsClickable(True)
        columns.setHighlightSections(False)
        columns.sortIndicatorChanged.connect(self._sort)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
        theme.follow(self._restyle)

    def row(self) -> int:
        """Return the selected row, or -1."""
        return self.currentIndex().row()

    def choose(self, row: int) -> None:
        """Choose a row, as far as there is one."""
        self.setCurrentIndex(self.model().index(row, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Hide the least important columns of a narrow table."""
        super().resizeEvent(event)
        width = self.width() / self._theme.look.scale
        for column, least in _ROOM.items():
            self.setColumnHidden(_section(column), width < least)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Open the selected row on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.row() >= 0:
            self.opened.emit(self.row())
        else:
            super().keyPressEvent(event)

    def _sort(self, section: int, order: Qt.SortOrder) -> None:
        column: Column = COLUMNS[section]
        self.sorting.emit(column, order == Qt.SortOrder.DescendingOrder)

    def _restyle(self) -> None:
        px = self._theme.look.px
        self.verticalHeader().setDefaultSectionSize(px(_ROW))
        for column, width in _WIDTHS.items():
            self.setColumnWidth(_section(column), px(width))


def _section(column: str) -> int:
    names: Sequence[str] = COLUMNS
    return names.index(column)


class _Cells(QStyledItemDelegate):
    """A delegate that draws the background of a row as in the result list, and the content of a cell."""

    def __init__(self, theme: Theme, view: QTableView):
        super().__init__(view)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cell."""
        look, row = self._theme.look, option.rect
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_chosen:
            painter.fillRect(row, QColor(look.tokens.selection))
            if index.column() == 0:
                bar = (row.left(), row.top(), 3, row.height() - 1)
                painter.fillRect(*bar, QColor(look.tokens.accent))
        painter.fillRect(row.left(), row.bottom(), row.width(), 1, QColor(look.tokens.line))
        side = look.px(_SIDE if index.column() == 0 else _BETWEEN)
        self._draw(painter, row.adjusted(side, 0, -look.px(8), 0), index)
        painter.restore()

    def _draw(self, painter: QPainter, box: QRect, index: Index) -> None:
        look = self._theme.look
        text = str(index.data() or "")
        draw_line(painter, box, text, look.interface(13), look.tokens.secondary)


class _Names(_Cells):
    """The name of a work, and as much of its title as there is room for."""

    def _draw(self, painter: QPainter, box: QRect, index: Index) -> None:
        look = self._theme.look
        name, strong = str(index.data()), look.interface(13, QFont.Weight.DemiBold)
        # Beginning and end of a file name are most informative.
        cut = Qt.TextElideMode.ElideMiddle
        width = draw_line(painter, box, name, strong, look.tokens.text, cut=cut)
        rest = box.adjusted(width + look.px(8), 0, 0, 0)
        if rest.width() > look.px(_LEAST_OF_TITLE):
            title = index.data(TitleRole)
            draw_line(painter, rest, title, look.interface(13), look.tokens.secondary)


class _Badges(_Cells):
    """A delegate that draws the status of a work as a badge."""

    def _draw(self, painter: QPainter, box: QRect, index: Index) -> None:
        if badge := index.data(BadgeRole):
            look = self._theme.look
            height = look.px(_BADGE)
            top = box.center().y() - height // 2
            paint_badge(
                painter, look, QRect(box.left(), top, measure_badge(look, badge), height), badge
            )


COLUMNS: tuple[Column, ...] = ("citation", "kind", "dated", "status", "path")
BadgeRole = int(Qt.ItemDataRole.UserRole)
"""A ``wording.Badge``, or ``None``."""
TitleRole = BadgeRole + 1
"""The rest of the title behind the name, or ``""``."""


class CatalogueModel(QAbstractTableModel):
    """One row per work: name, kind, date, status in law, and folder of its file."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.works: Sequence[Holding] = ()

    def put(self, works: Sequence[Holding]) -> None:
        """Show ``works``."""
        self.beginResetModel()
        self.works = works
        self.endResetModel()

    # The interface of Qt.

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of works."""
        return 0 if parent.isValid() else len(self.works)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return one for each of ``COLUMNS``."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the value of a column, or a fuller tool tip."""
        if not index.isValid():
            return None
        work, column = self.works[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(work, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return escape_tooltip(_more(work, column) or "")
        if role == TitleRole:
            return _rest_of_title(work)
        if role == BadgeRole and column == "status":
            return wording.badge_of_status(work.status)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == "citation":
            return describe_work(work)
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the column titles."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return name_column(COLUMNS[section])
        return None


def name_column(column: Column) -> str:
    """Return the title of a column."""
    return {
        "citation": translate("Catalogue", "Name"),
        "kind": translate("Catalogue", "Kind"),
        "dated": translate("Catalogue", "Date"),
        "status": translate("Catalogue", "Force"),
        "path": translate("Catalogue", "Folder"),
    }[column]


def describe_work(work: Holding) -> str:
    """Return the text of a work for screen readers."""
    return ", ".join(filter(None, (_text(work, column) for column in COLUMNS)))


def _text(work: Holding, column: Column) -> str:
    match column:
        case "citation":
            return label_usual_citation(work)
        case "kind":
            return wording.kind_name(work.kind)
        case "dated":
            return format_long_date(work.dated) if work.dated else ""
        case "status":
            badge = wording.badge_of_status(work.status)
            return badge.text if badge else ""
        case "path":
            return wording.file_name(PurePath(work.path or "").parent)


def _rest_of_title(work: Holding) -> str:
    """Return the title without its leading name; ``""`` for a file titled by its name."""
    if find_act(work.citation, work.work, work.title).usual:
        return work.title
    if work.path and wording.file_name(work.path) == work.citation:
        return "" if work.citation.startswith(work.title) else work.title
    return (
        "" if work.title == work.citation else work.title.removeprefix(work.citation).lstrip(" ,")
    )


def _more(work: Holding, column: Column) -> str:
    if column == "path":
        return work.path or ""
    if column == "status":
        return work.status_sentence
    versions = find_plural("Catalogue", "%Ln versions")(work.versions) if work.versions > 1 else ""
    languages = ", ".join(map(name_language, work.languages))
    return "\n".join(filter(None, (work.title, versions, languages)))
