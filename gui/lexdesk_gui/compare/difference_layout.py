"""Layout of a difference as a table of two columns, or as one text."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLength,
    QTextOption,
    QTextTable,
    QTextTableFormat,
)

from lexdesk_gui.compare.difference_rows import Fold, Row, Run, mark_of
from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.reader.paragraphs import separate_cells
from lexdesk_gui.style.document_writer import DocumentWriter
from lexdesk_gui.style.look import LIGHT, Tokens
from lexdesk_gui.style.pagination import Section
from lexdesk_gui.style.theme import Look

PADDING = 6  # pixels at 100 % above and below the text of a row
_SIDE, _FOLD = 14, 34  # left and right of a row, and of a fold
_HANGING, _BEHIND = 28, 8  # the mark of a row, and the gap behind it
_MEASURE = 540  # pixels at 100 % of a line and its mark: about 75 characters
_STEP = 24  # of further free width: a growing window lays out its text at each step
_LINE, _FOLD_LINE = 22, 16
FOLD = "fold:"
"""The prefix of links to folds, before the number."""


_TOGETHER = 20  # rows laid out in one step, some milliseconds of work


class DifferenceLayout:
    """A layout of rows in ``document``, ``margin`` pixels from the right; its methods return the start of each row."""

    def __init__(self, document: QTextDocument, look: Look, margin: float = 0):
        self._document, self._look, self._margin = document, look, margin
        self._inset = 0  # of text outside of cells

    def table(self, shown: Sequence[Row | Fold]) -> list[int]:
        """Write both versions side by side."""
        table = self._table(len(shown))
        for number, row in enumerate(shown):
            if isinstance(row, Fold):
                table.mergeCells(number, 0, 1, 2)
                self._fold_line(_cell(table, number, 0), row)
                continue
            for column, runs, lacking in (
                (0, row.old, translate("Compare", "Not in A")),
                (1, row.new, translate("Compare", "Not in B")),
            ):
                cursor = _cell(table, number, column)
                if runs:
                    self._write(cursor, runs)
                else:
                    cursor.setBlockFormat(self._block(_FOLD_LINE))
                    cursor.insertText(lacking, self._style(self._look.tokens.secondary, small=True))
        return [_cell(table, number, 0).position() for number in range(len(shown))]

    def in_one(self, shown: Sequence[Row | Fold]) -> list[int]:
        """Write both versions in one text: common text once, deletions before insertions.

        Without a table, because Qt lays out all rows of a table, even invisible ones.
        """
        self._inset = self._look.px(PADDING)  # as that of a cell
        frame = self._document.rootFrame().frameFormat()
        frame.setTopMargin(self._inset)
        frame.setBottomMargin(self._inset)
        self._document.rootFrame().setFrameFormat(frame)
        cursor, starts = QTextCursor(self._document), list[int]()
        for number, row in enumerate(shown):
            if number:
                cursor.insertBlock(QTextBlockFormat())
            starts.append(cursor.position())
            first = cursor.block().position()
            if isinstance(row, Fold):
                self._fold_line(cursor, row)
            else:
                self._write(cursor, row.both)
            begin = QTextCursor(self._document)
            begin.setPosition(first)
            apart = begin.blockFormat()
            apart.setTopMargin(2 * self._look.px(PADDING) if number else 0)
            begin.setBlockFormat(apart)
        return starts

    def _table(self, rows: int) -> QTextTable:
        table = QTextTableFormat()
        half = QTextLength(QTextLength.Type.PercentageLength, 50)
        table.setColumnWidthConstraints([half, half])
        table.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table.setBorder(0)
        table.setCellPadding(self._look.px(PADDING))
        table.setCellSpacing(0)
        return QTextCursor(self._document).insertTable(max(1, rows), 2, table)

    def _fold_line(self, cursor: QTextCursor, fold: Fold) -> None:
        cursor.setBlockFormat(self._block(_FOLD_LINE, left=_FOLD))
        style = self._style(self._look.tokens.secondary, small=True)
        style.setAnchor(True)
        style.setAnchorHref(f"{FOLD}{fold.number}")
        cursor.insertText(fold_label(fold), style)

    def _write(self, cursor: QTextCursor, runs: Sequence[Run]) -> None:
        """Write ``runs`` line by line, with hanging marks."""
        tokens, style = self._look.tokens, self._style(self._look.tokens.text)
        metrics = QFontMetricsF(style.font())
        for number, line in enumerate(_lines(runs)):
            mark = mark_of("".join(text for text, _ in line))
            hanging = max(
                self._look.px(_HANGING),
                round(metrics.horizontalAdvance(mark)) + self._look.px(_BEHIND),
            )
            block = self._block(_LINE, hanging=hanging if mark else 0)
            if number:
                cursor.insertBlock(block)
            else:
                cursor.setBlockFormat(block)
            for text, kind in _hung(line, len(mark)):
                shown = separate_cells(text)
                cursor.insertText(shown, mark_style(kind, QTextCharFormat(style), tokens))

    def _block(self, line: float, *, left: float = _SIDE, hanging: int = 0) -> QTextBlockFormat:
        """Return the block format of a paragraph; its first line begins ``hanging`` pixels to the left."""
        px = self._look.px
        block = QTextBlockFormat()
        block.setLineHeight(px(line), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        block.setLeftMargin(px(left) + self._inset + hanging)
        block.setRightMargin(self._margin)
        if hanging:
            block.setTextIndent(-hanging)
            block.setTabPositions([QTextOption.Tab(hanging, QTextOption.TabType.LeftTab)])
        return block

    def _style(self, colour: str, *, small: bool = False) -> QTextCharFormat:
        look = self._look
        style = QTextCharFormat()
        style.setFont(look.interface(12) if small else look.statute(14, QFont.Weight.Normal))
        style.setForeground(QColor(colour))
        return style


def measure_right_margin(look: Look, width: float, columns: int) -> float:
    """Return the right margin of each of ``columns``, beyond the measure (pixels)."""
    px = look.px
    beyond = width / columns - px(PADDING) - px(_SIDE) - px(_MEASURE)
    return max(px(_SIDE), beyond // px(_STEP) * px(_STEP))


def fold_label(fold: Fold) -> str:
    """Return the label of a fold, such as ``5 unchanged paragraphs: (b) to (f)``."""
    number = find_plural("Compare", "%Ln unchanged paragraphs")(len(fold.rows))
    if fold.marks is None:
        return number
    first, last = fold.marks
    span = translate("Compare", "{first} to {last}").format(first=first, last=last)
    return f"{number}: {span}"


def mark_style(kind: str, style: QTextCharFormat, tokens: Tokens) -> QTextCharFormat:
    """Return ``style`` for text of a ``DiffPiece`` kind, marked by underline or strike and by colour."""
    if kind == "inserted":
        style.setBackground(QColor(tokens.added))
        style.setForeground(QColor(tokens.good.text))
        style.setFontUnderline(True)
    elif kind == "deleted":
        style.setBackground(QColor(tokens.removed))
        style.setForeground(QColor(tokens.bad.text))
        style.setFontStrikeOut(True)
    elif kind == "mark":
        style.setForeground(QColor(tokens.secondary))
    return style


def _cell(table: QTextTable, row: int, column: int) -> QTextCursor:
    return table.cellAt(row, column).firstCursorPosition()


def _lines(runs: Sequence[Run]) -> Iterable[list[Run]]:
    """Return the runs of each line."""
    line: list[Run] = []
    for text, kind in runs:
        first, *others = text.split("\n")
        line.append((first, kind))
        for further in others:
            yield line
            line = [(further, kind)]
    yield line


def _hung(line: Sequence[Run], mark: int) -> Iterable[Run]:
    """Return ``line`` with a tab in place of the space after its first ``mark`` characters.

    These are of kind ``mark`` if both versions have them.
    """
    ends = itertools.accumulate(len(text) for text, _ in line)
    for (text, kind), end in zip(line, ends, strict=True):
        begin = end - len(text)
        if not mark or begin > mark:
            yield text, kind
            continue
        yield text[: mark - begin], "mark" if kind == "same" else kind
        if end > mark:
            yield "\t" + text[mark - begin + 1 :], kind


def make_sections(
    citation: str, old: str, new: str, shown: Sequence[Row | Fold]
) -> Iterator[Section]:
    """Yield the sections of ``shown`` with its current folds; ``old`` and ``new`` are the periods of the versions."""
    yield partial(_set_head, citation=citation, days=(("A", old), ("B", new)))
    for at in range(0, len(shown), _TOGETHER):
        yield partial(_set_rows, shown=shown[at : at + _TOGETHER])


def _set_head(
    writer: DocumentWriter, *, citation: str, days: Sequence[tuple[str, str]]
) -> list[int]:
    """Write the heading and return its positions."""
    headings = [writer.block(28, 4)]
    writer.write(citation, writer.style(20, weight=QFont.Weight.Bold))
    for letter, period in days:
        headings.append(writer.block(20, 2))
        writer.write(f"{letter}  {period}", writer.style(13))
    headings.append(writer.block(17, 14, above=4))
    for text, kind in (
        (translate("Compare", "removed"), "deleted"),
        ("  ·  ", "same"),
        (translate("Compare", "added"), "inserted"),
    ):
        writer.write(text, mark_style(kind, writer.style(12), LIGHT))
    return headings


def _set_rows(writer: DocumentWriter, *, shown: Sequence[Row | Fold]) -> list[int]:
    for row in shown:
        if isinstance(row, Fold) and row.is_open:
            continue
        writer.block(20, 8)
        if isinstance(row, Fold):
            writer.write(fold_label(row), writer.style(12, LIGHT.secondary))
            continue
        for text, kind in row.both:
            writer.write(text, mark_style(kind, writer.style(13, statute=True), LIGHT))
    return []
