"""The ranked documents of a match: model and delegate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from lexdesk.law.citation_labels import find_act, label_usual_citation
from lexdesk_gui import wording
from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.match.heat_model import count_strong_pairs
from lexdesk_gui.search.result_delegate import Head, layout_head
from lexdesk_gui.style.rows import (
    ROOT,
    Index,
    draw_line,
    measure_badge,
    paint_badge,
    paint_row_background,
)
from lexdesk_gui.style.theme import Look, Theme
from lexdesk_gui.style.widgets import escape_tooltip

if TYPE_CHECKING:
    from lexdesk.compliance import SimilarDocument

DocumentRole = int(Qt.ItemDataRole.UserRole)
SecondLineRole = DocumentRole + 1
_HEIGHT, _SIDE, _BAR = 76, 16, 72  # pixels at 100 %


class DocumentModel(QAbstractListModel):
    """The documents of an answer: touched ones first, then near ones."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._documents: Sequence[SimilarDocument] = ()
        self._pairs: list[int] = []
        self._apart: dict[str, str] = {}

    def put(self, documents: Sequence[SimilarDocument]) -> None:
        """Show ``documents``, best first."""
        self.beginResetModel()
        self._apart = _distinguish_names(documents) if documents else {}
        self._documents = sorted(documents, key=lambda document: not touches(document))
        self._pairs = [count_strong_pairs(document) for document in self._documents]
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of documents."""
        return 0 if parent.isValid() else len(self._documents)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the name, the document, or the text for screen readers."""
        if not index.isValid():
            return None
        document = self._documents[index.row()]
        name = f"{label_usual_citation(document)}{self._apart[document.work]}"
        if role == DocumentRole:
            return document
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == SecondLineRole:
            return describe_document(document, self._pairs[index.row()])
        if role == Qt.ItemDataRole.ToolTipRole:
            return escape_tooltip("\n".join(filter(None, (name, document.title, document.law))))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            remark = wording.badge_of_status(document.status)
            parts = (name, index.data(SecondLineRole), remark.text if remark else "")
            place = translate("Match", "document {n} of {m}, score {score}").format(
                n=index.row() + 1, m=len(self._documents), score=wording.decimal(document.score)
            )
            return ", ".join([*filter(None, parts), place])
        return None


def _distinguish_names(documents: Sequence[SimilarDocument]) -> dict[str, str]:
    from lexdesk.compliance.disambiguation import distinguish_names

    return distinguish_names(documents)


def touches(document: SimilarDocument) -> bool:
    """Return True if paragraphs match or one text cites the other; a score alone means near."""
    return count_strong_pairs(document) > 0 or bool(document.common.links)


def describe_document(document: SimilarDocument, pairs: int) -> str:
    """Return the line under the name: citation and number of matching pairs, or pairs and title."""
    counted = find_plural("Match", "%Ln pairs")(pairs) if pairs else translate("Match", "no pair")
    act = find_act(document.citation, document.work, document.title)
    if act.usual:
        return f"{act.formal} · {counted}"
    title = "" if document.title.casefold() in document.citation.casefold() else document.title
    return " · ".join(filter(None, (counted, title)))


class DocumentDelegate(QStyledItemDelegate):
    """A delegate that draws a document: citation, score, pairs, title, bar and status."""

    def __init__(self, theme: Theme, parent: QObject | None = None):
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Return one height for all rows."""
        return QSize(option.rect.width(), self._theme.look.px(_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row ``index``."""
        document: SimilarDocument = index.data(DocumentRole)
        look = self._theme.look
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_background(painter, look, option, look.tokens.window)
        inner = option.rect.adjusted(look.px(_SIDE), look.px(8), -look.px(12), -look.px(6))
        line = inner.height() // 3
        head = QRect(inner.left(), inner.top(), inner.width(), line)
        foot = QRect(inner.left(), inner.top() + 2 * line, inner.width(), line)
        file = wording.file_name(document.path)
        name = _paint_head(painter, look, index.data(), file, document.score, head)
        _paint_bar(painter, look, foot, document.score)
        below = QRect(inner.left(), inner.top() + line, inner.width(), line)
        if name.heading is None:  # a long name takes the place of the second line
            below = foot.adjusted(look.px(_BAR + 8), 0, 0, 0)
        if (remark := wording.badge_of_status(document.status)) is not None:
            width, height = measure_badge(look, remark), look.px(18)
            top = foot.center().y() - height // 2
            paint_badge(painter, look, QRect(foot.right() - width, top, width, height), remark)
            if name.heading is None:
                below.setRight(foot.right() - width - look.px(8))
        small, quiet = look.interface(12), look.tokens.secondary
        draw_line(painter, below, index.data(SecondLineRole), small, quiet)
        painter.restore()


def _paint_head(
    painter: QPainter, look: Look, name: str, file: str, likeness: float, line: QRect
) -> Head:
    """Draw score and name, on two lines for a long name."""
    score, small = wording.decimal(likeness), look.interface(12)
    width = QFontMetrics(small).horizontalAdvance(score) + look.px(8)
    side = Qt.AlignmentFlag.AlignRight
    draw_line(painter, line, score, small, look.tokens.secondary, side=side)
    head = layout_head(look, name, None, line.adjusted(0, 0, -width, 0), file)
    painter.setFont(head.font)
    painter.setPen(QColor(look.tokens.text))
    painter.drawText(head.citation, head.flags, head.text)
    return head


def _paint_bar(painter: QPainter, look: Look, line: QRect, score: float) -> None:
    width, height = look.px(_BAR), look.px(4)
    box = QRectF(line.left(), line.center().y() - height / 2, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    for colour, share in (
        (look.tokens.heat[1], 1.0),
        (look.tokens.accent, min(1.0, max(0.0, score))),
    ):
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(
            QRectF(box.left(), box.top(), width * share, height), height / 2, height / 2
        )
