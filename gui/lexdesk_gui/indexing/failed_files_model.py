"""Model and delegate of failed files."""

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import compress
from operator import not_
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from lexdesk.errors import FileCode, Message
from lexdesk.system.paths import decode_path
from lexdesk_gui import wording
from lexdesk_gui.file_failures import (
    Help,
    find_remedy,
    holds_no_document,
    name_remedy,
    name_remedy_with_key,
    opens_with_password,
)
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.look import Look
from lexdesk_gui.style.rows import ROOT, Index, draw_line
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import escape_tooltip

ReasonRole = int(Qt.ItemDataRole.UserRole)
"""The failure reason of a file, as a sentence."""
HelpRole = ReasonRole + 1
"""The remedy, as labelled on its button, or ``""``."""
IconRole = ReasonRole + 2
"""The name of the icon of its kind."""
_MAIL = frozenset({".eml", ".msg", ".mbox", ".pst", ".mht", ".mhtml", ".p7m"})


class FailedFilesModel(QAbstractListModel):
    """One row per file: name, reason, remedy; files that need attention come first."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._failures: Mapping[str, Message] = {}
        self._rows: list[tuple[str, Message]] = []
        self._named: Counter[str] = Counter()
        self._can_recognise, self._may_write = False, True

    def put(
        self,
        failures: Mapping[str, Message],
        *,
        can_recognise: bool = False,
        may_write: bool = True,
    ) -> bool:
        """Show ``failures`` by path and return True if they changed.

        ``can_recognise``: text recognition is installed. ``may_write``: the library is writable.
        """
        shown = (self._failures, self._can_recognise, self._may_write)
        if (failures, can_recognise, may_write) == shown:
            return False  # every two seconds, up to tens of thousands of files
        self.beginResetModel()
        self._failures, self._can_recognise, self._may_write = failures, can_recognise, may_write
        rows = sorted(failures.items())
        left_out = [holds_no_document(failure) for _, failure in rows]
        self._rows = [*compress(rows, map(not_, left_out)), *compress(rows, left_out)]
        self._named = Counter(map(os.path.basename, failures))
        self.endResetModel()
        return True

    def path(self, row: int) -> Path:
        """Return the file in ``row``."""
        return decode_path(self._rows[row][0])

    def stored(self) -> list[str]:
        """Return all files as stored paths."""
        return [path for path, _ in self._rows]

    def paths(self) -> list[Path]:
        """Return all files."""
        return [decode_path(path) for path, _ in self._rows]

    def locked(self) -> list[Path]:
        """Return all files locked by a password."""
        return [decode_path(path) for path, failure in self._rows if opens_with_password(failure)]

    def help(self, row: int) -> Help:
        """Return the remedy for the file in ``row``."""
        helps = find_remedy(self._rows[row][1], can_recognise=self._can_recognise)
        return helps if self._may_write or not helps else "show"

    # The interface of Qt.

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of files."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the name, the value of a role, or the full path as tool tip."""
        if not index.isValid():
            return None
        path, failure = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._name(Path(path))
            case Qt.ItemDataRole.ToolTipRole:
                return escape_tooltip(f"{path}\n{wording.failure_reason(failure)}")
            case Qt.ItemDataRole.AccessibleTextRole:
                name = self._name(Path(path)).replace("\n", ", ")
                return f"{name}, {wording.failure_reason(failure)}"
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return name_remedy_with_key(self.help(index.row()))
        if role == ReasonRole:
            return wording.failure_reason(failure)
        if role == HelpRole:
            return name_remedy(self.help(index.row()))
        if role == IconRole:
            return _icon(Path(path), failure)
        return None

    def _name(self, path: Path) -> str:
        """Return the name, preceded by its folder, mail or archive to distinguish equal names."""
        place = path.parent.parts[-2:]
        is_inside = any(Path(part).suffix for part in place)
        name = wording.file_name(path)
        if self._named[path.name] == 1 and not is_inside:
            return name
        return "\n".join((name, wording.path_label("/".join(place))))


def _icon(path: Path, failure: Message) -> str:
    if failure.code in (FileCode.FOLDER_LOST, FileCode.FOLDER_NOT_LISTED, FileCode.NAMES_ALIKE):
        return "folder"
    return "mail" if path.suffix.lower() in _MAIL else "file"


# The design's measures of a row, in pixels at 100 %.
_ROW, _SIDE, _ICON, _GAP = 40, 20, 16, 16
_LINE, _SMALL_LINE = 20, 16
_REASON = 302  # where reasons begin
_BUTTON, _BUTTON_WIDTH = 28, 118
_FIELD_PAD = 6  # above a field, to align it with the button that it replaces
_LEAST = 160  # of a reason that stands beside the name
_WIDE, _NARROW = 620, 420  # widths of such a row, and of one with the button below
_OFFERED: tuple[Help, ...] = ("recognise", "password", "again", "show")
_WRAP = Qt.TextFlag.TextWordWrap.value


@dataclass(frozen=True, slots=True)
class RowLayout:
    """The rectangles of a row and its height."""

    icon: QRect
    name: QRect
    reason: QRect
    button: QRect
    height: int
    field: QRect = field(default_factory=QRect)
    """Of a row that has one, in the place of the reason and the button."""


class FailedFilesDelegate(QStyledItemDelegate):
    """A delegate that draws a failed file.

    ``hovered`` is the row under the pointer, ``opened`` the row with an editor, -1 for none; ``field_height``
    maps a width to the editor's height, in pixels.
    """

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme
        self.hovered = self.opened = -1
        self.field_height: Callable[[int], int] = lambda _width: 0

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """As high as the reason needs."""
        return QSize(0, self.places(index, option.rect).height)

    def button(self, index: Index, row: QRect) -> QRect:
        """Return the rectangle of the button in ``row``; null without a button."""
        return self.places(index, row).button

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        look, row = self._theme.look, option.rect
        places = self.places(index, row)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen:
            painter.fillRect(row, QColor(look.tokens.selection))
        painter.fillRect(row.left(), row.top(), row.width(), 1, QColor(look.tokens.line))
        self._draw_text(painter, places, index)
        has_button = not places.button.isNull()
        if has_button:
            is_pointed_at = self.hovered == index.row()
            self._draw_button(painter, places.button, index.data(HelpRole), is_pointed_at)
        if is_chosen and option.state & QStyle.StateFlag.State_HasFocus:
            box = places.button if has_button else row.adjusted(4, 5, -4, -4)
            _ring(painter, look, QRectF(box), 4)
        painter.restore()

    def _draw_text(self, painter: QPainter, places: RowLayout, index: Index) -> None:
        look = self._theme.look
        needs_attention = bool(index.data(HelpRole))
        colour = look.tokens.notice.text if needs_attention else look.tokens.secondary
        make_icon(index.data(IconRole), colour).paint(painter, places.icon)
        name, *place = str(index.data()).split("\n")
        strong, small = look.interface(13, QFont.Weight.Medium), look.interface(12)
        line = QRect(places.name.topLeft(), QSize(places.name.width(), look.px(_LINE)))
        # Beginning and end of a name are most informative.
        cut = Qt.TextElideMode.ElideMiddle
        draw_line(painter, line, name, strong, look.tokens.text, cut=cut)
        if place:
            below = QRect(line.bottomLeft(), QSize(line.width(), look.px(_SMALL_LINE)))
            cut = Qt.TextElideMode.ElideLeft
            draw_line(painter, below, place[0], small, look.tokens.secondary, cut=cut)
        if places.field.isNull():
            painter.setFont(small)
            painter.setPen(QColor(look.tokens.secondary))
            painter.drawText(places.reason, _WRAP, index.data(ReasonRole))

    def _draw_button(self, painter: QPainter, box: QRect, text: str, pointed_at: bool) -> None:
        look, tokens = self._theme.look, self._theme.look.tokens
        painter.setPen(QPen(QColor(tokens.control), 1))
        painter.setBrush(QColor(tokens.selection if pointed_at else tokens.surface))
        inside = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(inside, look.px(4), look.px(4))
        painter.setPen(QColor(tokens.text))
        painter.setFont(look.interface(12))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def places(self, index: Index, row: QRect) -> RowLayout:
        """Return the rectangles of the row ``index``, laid out in the width of ``row``."""
        look = self._theme.look
        px, small = look.px, QFontMetrics(look.interface(12))
        text = index.data(HelpRole)
        longest = max(small.horizontalAdvance(name_remedy(action)) for action in _OFFERED)
        button = max(px(_BUTTON_WIDTH), longest + px(24))  # of one width in all rows
        left = row.left() + px(_SIDE) + px(_ICON) + px(_GAP)
        edge = row.right() + 1 - px(_SIDE)
        is_wide, is_narrow = row.width() >= px(_WIDE), row.width() < px(_NARROW)
        beside = edge - button - px(_GAP)
        at = min(row.left() + px(_REASON), beside - px(_LEAST)) if is_wide else left
        right = (
            beside if text and not is_narrow else edge
        )  # without a button, the reason has its room
        name_height = px(_LINE) + px(_SMALL_LINE) * ("\n" in str(index.data()))
        pad, high = (px(_ROW) - px(_LINE)) // 2, px(_BUTTON)
        if index.row() == self.opened:
            return self._with_field(row, at, edge, name_height, is_wide=is_wide)
        reason = small.boundingRect(0, 0, right - at, 10_000, _WRAP, index.data(ReasonRole))
        if is_wide:
            height = max(px(_ROW), name_height + 2 * pad, reason.height() + 2 * px(6))
            name_top = row.top() + (height - name_height) // 2
            reason_top = row.top() + (height - reason.height()) // 2
        else:
            height = max(px(_ROW), name_height + reason.height() + 2 * pad)
            name_top = row.top() + pad
            reason_top = name_top + name_height
        top = row.top() + (height - high) // 2
        if is_narrow and text:
            top, height = row.top() + height, height + high + pad
        return RowLayout(
            icon=self._icon(row, name_top),
            name=QRect(left, name_top, (at - px(_GAP) if is_wide else right) - left, name_height),
            reason=QRect(at, reason_top, right - at, reason.height()),
            button=QRect(left if is_narrow else edge - button, top, button, high)
            if text
            else QRect(),
            height=height,
        )

    def _with_field(
        self, row: QRect, at: int, edge: int, name_height: int, *, is_wide: bool
    ) -> RowLayout:
        """Place the editor beside the name from ``at`` to ``edge`` in a wide row, else below it."""
        px = self._theme.look.px
        pad, high = px(_FIELD_PAD), self.field_height(edge - at)
        name_top, left = (
            row.top() + (px(_ROW) - px(_LINE)) // 2,
            row.left() + px(_SIDE + _ICON + _GAP),
        )
        top = row.top() + pad if is_wide else name_top + name_height
        return RowLayout(
            icon=self._icon(row, name_top),
            name=QRect(left, name_top, (at - px(_GAP) if is_wide else edge) - left, name_height),
            reason=QRect(),
            button=QRect(),
            height=max(top + high, name_top + name_height) - row.top() + pad // 2,
            field=QRect(at, top, edge - at, high),
        )

    def _icon(self, row: QRect, name_top: int) -> QRect:
        px = self._theme.look.px
        at = name_top + (px(_LINE) - px(_ICON)) // 2
        return QRect(row.left() + px(_SIDE), at, px(_ICON), px(_ICON))


def _ring(painter: QPainter, look: Look, box: QRectF, radius: int) -> None:
    """Draw the focus ring around ``box``."""
    painter.setPen(QPen(QColor(look.tokens.accent), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), look.px(radius) + 2, look.px(radius) + 2)
