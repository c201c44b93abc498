"""Model and delegate of the folders of a library."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from lexdesk.system.bundled import PUBLISHED, find_corpus
from lexdesk_gui import wording
from lexdesk_gui.language import find_plural, format_long_date, translate
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.rows import ROOT, Index, draw_line
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import escape_tooltip

if TYPE_CHECKING:
    from lexdesk.ingest.scan.watch import Unwatched
    from lexdesk_gui.indexing.folder_watch import Watched

_NOT_WATCHED = frozenset({"network", "removable", "limit", "refused"})
WhatRole = int(Qt.ItemDataRole.UserRole)
"""The state of a folder."""
CountRole = WhatRole + 1
"""The displayed number of its documents."""
IconRole = WhatRole + 2
"""The name of its icon."""
WarnsRole = WhatRole + 3
"""True for a state that needs attention."""


class FoldersModel(QAbstractListModel):
    """One row per folder, and a last row for documents outside all folders."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._folders: Mapping[Path, bool] = {}
        self._works: Mapping[Path | None, int] = {}
        self._watched: Watched = {}
        self._gone: tuple[Path | None, int] = (None, 0)
        self._rows: list[Path | None] = []

    def put(self, folders: Mapping[Path, bool], works: Mapping[Path | None, int]) -> bool:
        """Show ``folders`` with presence on disk and number of documents; return True if rows changed."""
        rows: list[Path | None] = [*folders, *([None] if works.get(None) else [])]
        self._folders, self._works = folders, works
        if rows == self._rows:
            self._redraw()
            return False
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
        return True

    def put_watched(self, watched: Watched) -> None:
        """Show the watched folders, and reasons for unwatched ones."""
        self._watched = watched
        self._redraw()

    @property
    def leaves_some_unwatched(self) -> bool:
        """Return True if an existing folder cannot be watched."""
        return any(why in _NOT_WATCHED for why in self._watched.values())

    def put_gone(self, folder: Path | None, count: int) -> None:
        """Show the number of missing files of ``folder``; clear it for other folders."""
        self._gone = (folder, count)
        self._redraw()

    def folder(self, row: int) -> Path | None:
        """Return the folder in ``row``; ``None`` for other documents and invalid rows."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def is_there(self, folder: Path) -> bool:
        """Return True if ``folder`` is on disk."""
        return self._folders.get(folder, False)

    # The interface of Qt.

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the end of the path, the value of a role, or the full path as tool tip."""
        if not index.isValid():
            return None
        folder = self._rows[index.row()]
        count = self._works.get(folder, 0)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _name(folder)
            case Qt.ItemDataRole.ToolTipRole:
                return escape_tooltip(wording.path_label(folder)) if folder else None
            case Qt.ItemDataRole.AccessibleTextRole:
                counted = find_plural("Wording", "%Ln documents")(count)
                return ", ".join((_name(folder), self._what(folder), counted))
        if role == WhatRole:
            return self._what(folder)
        if role == CountRole:
            return wording.number(count)
        if role == IconRole:
            return "file" if folder is None else "law" if _is_bundled(folder) else "folder"
        if role == WarnsRole:
            return folder is not None and (not self._folders[folder] or bool(self._gone_in(folder)))
        return None

    def _what(self, folder: Path | None) -> str:
        if folder is None:
            return translate("Index", "Added individually")
        if not self._folders[folder]:
            return translate("Index", "No longer on disk")
        if gone := self._gone_in(folder):
            return find_plural("Index", "%Ln files are no longer on disk")(gone)
        if _is_bundled(folder):
            text = translate("Index", "Bundled law, as published on {day}")
            return text.format(day=format_long_date(PUBLISHED))
        if folder in self._watched:
            return _of_watching(self._watched[folder])
        return translate("Index", "Folder")

    def _redraw(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 0))

    def _gone_in(self, folder: Path) -> int:
        return self._gone[1] if self._gone[0] == folder else 0


def _of_watching(why: Unwatched | None) -> str:
    """Return the state of a folder, watched or unwatched for the reason ``why``."""
    match why:
        case None:
            return translate("Index", "Folder, watched")
        case "network":
            return translate("Index", "On a network drive, not watched")
        case "removable":
            return translate("Index", "On a removable drive, not watched")
        case "limit":
            return translate("Index", "Not watched: limit of the system reached")
        case "refused":
            return translate("Index", "Not watched: access denied")
        case "away":
            return translate("Index", "Folder")


def _name(folder: Path | None) -> str:
    """Return the name of the folder and of its parent."""
    if folder is None:
        return translate("Index", "Other files")
    if _is_bundled(folder):
        return translate("Index", "GDPR (bundled)")
    parts = [part for part in folder.parts if part != folder.anchor]
    return wording.path_label(" / ".join(parts[-2:]) if parts else folder)


def _is_bundled(folder: Path) -> bool:
    return folder == find_corpus()


# The design's measures of a row, in pixels at 100 %.
ROW = 55
_SIDE, _ICON, _GAP = 16, 16, 12
_NAME, _WHAT = 20, 16


class FoldersDelegate(QStyledItemDelegate):
    """A delegate that draws rows of one height, with a line above each."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Return one height for all rows."""
        return QSize(0, self._theme.look.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        look, row = self._theme.look, option.rect
        px, tokens = look.px, look.tokens
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen:
            painter.fillRect(row, QColor(tokens.selection))
        painter.fillRect(row.left(), row.top(), row.width(), 1, QColor(tokens.line))
        middle = row.center().y()
        box = QRect(row.left() + px(_SIDE), middle - px(_ICON) // 2, px(_ICON), px(_ICON))
        make_icon(index.data(IconRole), tokens.text).paint(painter, box)
        inner = row.adjusted(px(_SIDE) + px(_ICON) + px(_GAP), 0, -px(_SIDE), 0)
        count = index.data(CountRole)
        painter.setFont(look.interface(12))
        painter.setPen(QColor(tokens.secondary))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count)
        inner.setRight(inner.right() - painter.fontMetrics().horizontalAdvance(count) - px(_GAP))
        top = row.top() + (row.height() - px(_NAME) - px(_WHAT)) // 2
        name = QRect(inner.left(), top, inner.width(), px(_NAME))
        what = QRect(inner.left(), name.bottom() + 1, inner.width(), px(_WHAT))
        colour = tokens.notice.text if index.data(WarnsRole) else tokens.secondary
        draw_line(painter, what, index.data(WhatRole), look.interface(12), colour)
        # Elide the beginning: the end of a path is more informative.
        strong, cut = look.interface(13, QFont.Weight.DemiBold), Qt.TextElideMode.ElideLeft
        draw_line(painter, name, index.data(), strong, tokens.text, cut=cut)
        if is_chosen and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRect(QRectF(row).adjusted(1, 1, -1, -1))
        painter.restore()
