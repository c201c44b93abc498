"""Model and delegates of the Saved screen: categories with counts, lists of passages and decisions."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from lexdesk.annotations.decisions import DecisionStatus
from lexdesk.law.citation_labels import label_usual_citation, replace_act_name
from lexdesk_gui.language import format_long_day, translate
from lexdesk_gui.review.bar import list_verdicts
from lexdesk_gui.style.rows import ROOT, Index, paint_row_background
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import escape_tooltip

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import DecisionStatus
    from lexdesk.annotations.workbook import Bookmark

WhatRole = int(Qt.ItemDataRole.UserRole)
CountRole = WhatRole + 1
"""The displayed count of an item."""
_WRAP = Qt.TextFlag.TextWordWrap.value
_SIDE, _TOP, _GAP = 16, 8, 2  # pixels at 100 %
_BETWEEN, _POINT = "  ", "·"  # separator of citation and heading, and of the parts of a decision


class PlaceModel(QAbstractListModel):
    """A row for each of ``shown``, with its text and its tool tip."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.shown: Sequence[Bookmark | DecisionStatus] = ()
        self._texts: Sequence[tuple[str, str]] = ()

    def put(
        self, shown: Sequence[Bookmark | DecisionStatus], texts: Sequence[tuple[str, str]]
    ) -> None:
        """Show passages with texts and tool tips in one reset.

        Inserting 1,900 rows one by one took 10 s, since the view measures all rows each time.
        """
        self.beginResetModel()
        self.shown, self._texts = shown, texts
        self.endResetModel()

    # The interface of Qt.

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, the tool tip, or the item."""
        if not index.isValid():
            return None
        text, tip = self._texts[index.row()]
        return {
            Qt.ItemDataRole.DisplayRole: text,
            Qt.ItemDataRole.ToolTipRole: escape_tooltip(tip),
            WhatRole: self.shown[index.row()],
        }.get(role)


class SavedItemsDelegate(QStyledItemDelegate):
    """A delegate that draws headings and right-aligned counts as in facets."""

    def __init__(self, theme: Theme, view: QTreeView):
        super().__init__(view)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        """Use a quieter font for headings."""
        super().initStyleOption(option, index)
        if index.data(WhatRole) is None and not index.parent().isValid():
            option.font = self._theme.look.interface(12, QFont.Weight.DemiBold)
            quiet = QColor(self._theme.look.tokens.secondary)
            option.palette.setColor(QPalette.ColorRole.Text, quiet)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        look, count = self._theme.look, index.data(CountRole)
        if not count:
            super().paint(painter, option, index)
            return
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(look.tokens.selection))
        painter.setFont(look.interface(11, QFont.Weight.Medium))
        painter.setPen(QColor(look.tokens.secondary))
        box = option.rect.adjusted(0, 0, -look.px(8), 0)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, side, count)
        width = painter.fontMetrics().horizontalAdvance(count)
        painter.restore()
        option.rect = option.rect.adjusted(0, 0, -width - look.px(16), 0)
        super().paint(painter, option, index)


class ListDelegate(QStyledItemDelegate):
    """A delegate that draws citation, text and notes of a passage; the row is as high as its wrapped text."""

    def __init__(self, theme: Theme, view: QTreeView):
        super().__init__(view)
        self._theme, self._view = theme, view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Return the height of all lines."""
        px, row = self._theme.look.px, QRect(0, 0, self._view.viewport().width(), 1)
        *_, (_, last, _, _) = self._lines(index, row)
        return QSize(0, last.bottom() + 1 + px(_TOP))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        look = self._theme.look
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_background(painter, look, option, look.tokens.surface)
        for text, box, font, colour in self._lines(index, option.rect):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(box, _WRAP, text)
        painter.restore()

    def _lines(self, index: Index, row: QRect) -> Iterator[tuple[str, QRect, QFont, str]]:
        """Yield text, rectangle, font and colour of each line."""
        look = self._theme.look
        px, tokens = look.px, look.tokens
        head, *rest = str(index.data()).split("\n")
        strong, plain = look.interface(13, QFont.Weight.DemiBold), look.interface(13)
        left, width = row.left() + px(_SIDE), max(row.width() - 2 * px(_SIDE), px(80))
        top = row.top() + px(_TOP)
        lines = [(text, plain, tokens.text) for text in rest[:-1]]
        lines += [(text, plain, tokens.secondary) for text in rest[-1:]]
        citation, _, heading = head.partition(_BETWEEN)
        at = QFontMetrics(strong).horizontalAdvance(citation) + px(8)
        has_room = at + QFontMetrics(plain).horizontalAdvance(heading) <= width
        if has_room and heading and not heading.startswith(_POINT):
            box = QRect(left + at, top, width - at, QFontMetrics(plain).height())
            yield heading, box, plain, tokens.secondary
            head = citation
        for text, font, colour in [(head, strong, tokens.text), *lines]:
            bounds = QFontMetrics(font).boundingRect(0, 0, width, 100_000, _WRAP, text or " ")
            yield text, QRect(left, top, width, bounds.height()), font, colour
            top += bounds.height() + px(_GAP)


def place_text(place: Bookmark, notes: Sequence[str]) -> str:
    """Return citation, notes and first words of a passage."""
    head = "  ".join(filter(None, (label_usual_citation(place), place.heading)))
    remarks = (translate("Saved", "Note: {note}").format(note=note) for note in notes)
    return "\n".join((head, *remarks, textwrap.shorten(place.text, 160, placeholder="…")))


def name_decided_provision(standing: DecisionStatus) -> str:
    """Return the citation of a decided provision."""
    return replace_act_name(standing.decision.citation, standing.decision.work)


def describe_decision(standing: DecisionStatus, names: Mapping[str, str]) -> str:
    """Return provision and verdict; below, date, compared document, and note."""
    taken_decision = standing.decision
    verdict = dict(list_verdicts())[taken_decision.verdict]
    changed = translate("Saved", "Text changed since") if standing.is_changed else ""
    against = translate("Decisions", "Compared with {document}").format(
        document=names.get(taken_decision.against, "")
    )
    head = "  ·  ".join(filter(None, (verdict, name_decided_provision(standing), changed)))
    below = (
        format_long_day(taken_decision.made),
        against if taken_decision.against else "",
        taken_decision.note,
    )
    return f"{head}\n{'  ·  '.join(filter(None, below))}"
