"""Text documents in the paragraphs, sizes and colours of the design."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from lexdesk_gui.style.theme import Look

_GAP = 22  # pixels beside the text of a column
_SPACES = re.compile(r"\s+")


@contextmanager
def deferred_layout(document: QTextDocument) -> Iterator[None]:
    """Defer the layout of ``document`` to the end of the block."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    try:
        yield
    finally:
        cursor.endEditBlock()


class DocumentWriter:
    """A writer of formatted text into ``document``, emptied first."""

    def __init__(self, document: QTextDocument, look: Look):
        document.clear()
        self._document = document
        self._look = look
        self._cursor = QTextCursor(document)
        self._first = True

    def style(
        self,
        size: float = 13,
        colour: str = "",
        weight: QFont.Weight = QFont.Weight.Normal,
        *,
        statute: bool = False,
        link: str = "",
    ) -> QTextCharFormat:
        """Return the character format of ``size`` design pixels; a ``link`` makes it an anchor."""
        look = self._look
        text_format = QTextCharFormat()
        text_format.setFont(look.statute(size, weight) if statute else look.interface(size, weight))
        text_format.setForeground(
            QColor(look.tokens.accent if link else colour or look.tokens.text)
        )
        if link:
            text_format.setAnchor(True)
            text_format.setAnchorHref(link)
        return text_format

    def block(
        self, line: float, below: float, left: float = 0, above: float = 0, hanging: float = 0
    ) -> int:
        """Begin a paragraph and return its position.

        ``line`` is the line height, ``below`` the bottom margin, both in design pixels. Text before
        the first tab hangs out to the left by ``hanging`` pixels.
        """
        px = self._look.px
        block_format = QTextBlockFormat()
        block_format.setLineHeight(px(line), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        block_format.setBottomMargin(px(below) if below else 0)
        block_format.setTopMargin(px(above) if above else 0)
        block_format.setLeftMargin(px(left) if left else 0)
        if hanging:
            block_format.setTextIndent(-px(hanging))
            block_format.setTabPositions(
                [QTextOption.Tab(px(hanging), QTextOption.TabType.LeftTab)]
            )
        if self._first:
            self._cursor.setBlockFormat(block_format)
            self._first = False
        else:
            self._cursor.insertBlock(block_format)
        return self._cursor.position()

    def table(
        self, rows: int, longest: Sequence[str], style: QTextCharFormat, left: float, room: float
    ) -> QTextTable:
        """Append an empty table, indented by ``left``, for a text ``room`` pixels wide; end it by ``end_table``.

        ``longest`` has the longest text in ``style`` of each column: columns with short ones get its width, the
        others share the rest.
        """
        px, metrics = self._look.px, QFontMetricsF(style.font())
        wide = [metrics.horizontalAdvance(text) + px(_GAP) for text in longest]
        widths = _shares(wide, px(room))
        part, total = QTextLength.Type.PercentageLength, sum(widths)
        table_format = QTextTableFormat()
        table_format.setBorder(0)
        table_format.setCellSpacing(0)
        table_format.setCellPadding(px(4))
        table_format.setLeftMargin(px(left))
        table_format.setBottomMargin(px(10))
        # Parts of the available width, smaller at large text.
        table_format.setWidth(QTextLength(part, min(100.0, 100 * total / px(room))))
        table_format.setColumnWidthConstraints([QTextLength(part, 100 * w / total) for w in widths])
        return self._cursor.insertTable(rows, len(longest), table_format)

    def cell(self, table: QTextTable, row: int, column: int, line: float) -> None:
        """Continue in a cell of ``table``, with lines ``line`` pixels high."""
        cell = table.cellAt(row, column)
        cell_format = QTextTableCellFormat()
        cell_format.setBottomBorder(1)
        cell_format.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        cell_format.setBottomBorderBrush(QColor(self._look.tokens.line))
        cell.setFormat(cell_format)
        self._cursor = cell.firstCursorPosition()
        block_format = QTextBlockFormat()
        height = self._look.px(line)
        block_format.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        self._cursor.setBlockFormat(block_format)

    def end_table(self) -> None:
        """Continue below the table; Qt has begun a paragraph there."""
        self._cursor = QTextCursor(self._document)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._first = True

    def write(self, text: str, style: QTextCharFormat) -> tuple[int, int]:
        """Append ``text`` and return its start and end."""
        start = self._cursor.position()
        self._cursor.insertText(text, style)
        return start, self._cursor.position()

    def write_marked(
        self, text: str, style: QTextCharFormat, marks: Iterable[tuple[int, int]]
    ) -> None:
        """Append ``text`` with single spaces, highlighting ``marks`` (character spans, end exclusive)."""
        marked = QTextCharFormat(style)
        hit = self._look.tokens.hit
        marked.setForeground(QColor(hit.text))
        marked.setBackground(QColor(hit.ground))
        at = len(text) - len(text.lstrip())
        for start, end in sorted(marks):
            if end > max(start, at) and start < len(text):
                self._write_spaced(text[at : max(start, at)], style)
                self._write_spaced(text[max(start, at) : end], marked)
                at = end
        self._write_spaced(text[at:].rstrip(), style)

    def _write_spaced(self, text: str, style: QTextCharFormat) -> None:
        self._cursor.insertText(_SPACES.sub(" ", text), style)

    def badge(self, text: str, colour: str, ground: str) -> None:
        """Append a short label on a coloured background."""
        style = self.style(11, colour, QFont.Weight.Medium)
        style.setBackground(QColor(ground))
        self._cursor.insertText("  ", self.style(11))
        self._cursor.insertText(f"\u00a0{text}\u00a0", style)


def _shares(wanted: Sequence[float], room: float) -> list[float]:
    """Return widths that together fit ``room``: those below an equal share as wanted, the others as wide as is left."""
    widths = [0.0] * len(wanted)
    for left, at in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        widths[at] = min(wanted[at], room / (len(wanted) - left))
        room -= widths[at]
    return widths


def count_units(text: str) -> int:
    """Return the length of ``text`` in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def unit_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Convert the character span ``start`` to ``end`` of ``text`` to UTF-16 units."""
    before = count_units(text[:start])
    return before, before + count_units(text[start:end])
