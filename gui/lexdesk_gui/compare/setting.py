"""Setting the difference of two versions: a table of two columns, or of one where they are one text."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

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

from lexdesk_gui.compare.rows import Fold, Row, Run, mark_of
from lexdesk_gui.language import plural, translate
from lexdesk_gui.style.theme import Look
from lexdesk_gui.style.tokens import Tokens

PADDING = 6  # pixels at 100 % above and below what stands in a row
_SIDE, _FOLD, _HANGING, _BEHIND = (
    14,
    34,
    28,
    8,
)  # left and right of it; of a fold; its mark; the gap behind that
_MEASURE = 540  # pixels at 100 % of a line and its mark: about 75 characters
_STEP = 24  # of what is free beyond that: a window that is drawn wider sets its text anew at each
_LINE, _FOLD_LINE = 22, 16
FOLD = "fold:"
"""What a link that opens a fold begins with; its number follows."""


class Setting:
    """Sets rows into ``document``, ``margin`` pixels from the right; gives where each row begins in it."""

    def __init__(self, document: QTextDocument, look: Look, margin: float = 0):
        self._document, self._look, self._margin = document, look, margin
        self._inset = 0  # of what lies in no cell

    def table(self, shown: Sequence[Row | Fold]) -> list[int]:
        """The old version beside the new one."""
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
        """Both versions in one text: what they share once, and what is gone before what has come.

        No table: of one all rows are laid out, however few are in sight.
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
        made = QTextTableFormat()
        half = QTextLength(QTextLength.Type.PercentageLength, 50)
        made.setColumnWidthConstraints([half, half])
        made.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        made.setBorder(0)
        made.setCellPadding(self._look.px(PADDING))
        made.setCellSpacing(0)
        return QTextCursor(self._document).insertTable(max(1, rows), 2, made)

    def _fold_line(self, cursor: QTextCursor, fold: Fold) -> None:
        cursor.setBlockFormat(self._block(_FOLD_LINE, left=_FOLD))
        style = self._style(self._look.tokens.secondary, small=True)
        style.setAnchor(True)
        style.setAnchorHref(f"{FOLD}{fold.number}")
        cursor.insertText(told(fold), style)

    def _write(self, cursor: QTextCursor, runs: Sequence[Run]) -> None:
        """Write ``runs`` line by line, each with its mark hanging out to the left."""
        tokens, style = self._look.tokens, self._style(self._look.tokens.text)
        metrics = QFontMetricsF(style.font())
        for number, line in enumerate(_lines(runs)):
            mark = mark_of("".join(text for text, _ in line))
            hanging = max(
                self._look.px(_HANGING),
                round(metrics.horizontalAdvance(mark)) + self._look.px(_BEHIND),
            )
            made = self._block(_LINE, hanging=hanging if mark else 0)
            if number:
                cursor.insertBlock(made)
            else:
                cursor.setBlockFormat(made)
            for text, kind in _hung(line, len(mark)):
                cursor.insertText(text, in_style_of(kind, QTextCharFormat(style), tokens))

    def _block(self, line: float, *, left: float = _SIDE, hanging: int = 0) -> QTextBlockFormat:
        """A paragraph that keeps to the measure; its first line begins ``hanging`` pixels before the others."""
        px = self._look.px
        made = QTextBlockFormat()
        made.setLineHeight(px(line), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        made.setLeftMargin(px(left) + self._inset + hanging)
        made.setRightMargin(self._margin)
        if hanging:
            made.setTextIndent(-hanging)
            made.setTabPositions([QTextOption.Tab(hanging, QTextOption.TabType.LeftTab)])
        return made

    def _style(self, colour: str, *, small: bool = False) -> QTextCharFormat:
        look = self._look
        style = QTextCharFormat()
        style.setFont(look.interface(12) if small else look.statute(14, QFont.Weight.Normal))
        style.setForeground(QColor(colour))
        return style


def right_margin(look: Look, width: float, columns: int) -> float:
    """What stays free at the right of each of so many columns: all beyond the measure (pixels)."""
    px = look.px
    beyond = width / columns - px(PADDING) - px(_SIDE) - px(_MEASURE)
    return max(px(_SIDE), beyond // px(_STEP) * px(_STEP))


def told(fold: Fold) -> str:
    """What stands for the rows of a fold, as ``5 paragraphs are the same: (b) to (f)``."""
    number = same_paragraphs(len(fold.rows))
    if fold.marks is None:
        return number
    first, last = fold.marks
    span = translate("Compare", "{first} to {last}").format(first=first, last=last)
    return f"{number}: {span}"


def same_paragraphs(number: int) -> str:
    """What stands for so many paragraphs that both versions have."""
    return plural("Compare", "%Ln paragraphs are the same")(number)


def in_style_of(kind: str, style: QTextCharFormat, tokens: Tokens) -> QTextCharFormat:
    """``style`` for text of ``kind``, as that of a ``DiffPiece``: told by a line, and by colours as well."""
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
    """The runs of each line."""
    line: list[Run] = []
    for text, kind in runs:
        first, *others = text.split("\n")
        line.append((first, kind))
        for each in others:
            yield line
            line = [(each, kind)]
    yield line


def _hung(line: Sequence[Run], mark: int) -> Iterable[Run]:
    """``line`` with a tab in place of the space behind its first ``mark`` characters, which are of kind ``mark``
    where both versions have them."""
    ends = itertools.accumulate(len(text) for text, _ in line)
    for (text, kind), end in zip(line, ends, strict=True):
        begin = end - len(text)
        if not mark or begin > mark:
            yield text, kind
            continue
        yield text[: mark - begin], "mark" if kind == "same" else kind
        if end > mark:
            yield "\t" + text[mark - begin + 1 :], kind
