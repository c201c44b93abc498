"""Setting the difference of two versions: as a table of two columns, or as one text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import (
    QColor,
    QFont,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

from lexdesk_gui.compare.rows import Row, Run
from lexdesk_gui.language import plural, translate
from lexdesk_gui.look.theme import Look
from lexdesk_gui.look.tokens import Tokens


class Setting:
    """Sets rows into ``document``, a number for so many folded ones; gives where each change stands."""

    def __init__(self, document: QTextDocument, look: Look):
        self._document, self._look = document, look

    def table(self, shown: Sequence[Row | int]) -> list[int]:
        """The old version beside the new one."""
        look = self._look
        made = QTextTableFormat()
        made.setColumnWidthConstraints([QTextLength(QTextLength.Type.PercentageLength, 50)] * 2)
        made.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        made.setBorderCollapse(True)
        made.setBorder(1)
        made.setBorderBrush(QColor(look.tokens.line))
        made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        made.setCellPadding(look.px(10))
        made.setCellSpacing(0)
        changes: list[int] = []
        table = QTextCursor(self._document).insertTable(max(1, len(shown)), 2, made)
        for number, row in enumerate(shown):
            if isinstance(row, int):
                table.mergeCells(number, 0, 1, 2)
                self._fold_line(_cell(table, number, 0), row)
                continue
            for column, runs, lacking in (
                (0, row.old, translate("Compare", "Not in A")),
                (1, row.new, translate("Compare", "Not in B")),
            ):
                cursor = _cell(table, number, column)
                if not row.is_same and column == (0 if row.old else 1):
                    changes.append(cursor.position())
                if runs:
                    self._write(cursor, runs)
                else:
                    cursor.insertText(lacking, self._style(look.tokens.secondary, small=True))
        return changes

    def in_one(self, shown: Sequence[Row | int]) -> list[int]:
        """Both versions in one text: what they share once, and what is gone before what has come."""
        changes: list[int] = []
        cursor = QTextCursor(self._document)
        for number, row in enumerate(shown):
            if number:
                cursor.insertBlock()
            if isinstance(row, int):
                self._fold_line(cursor, row)
                continue
            if not row.is_same:
                changes.append(cursor.position())
            self._write(cursor, row.both)
        return changes

    def _fold_line(self, cursor: QTextCursor, number: int) -> None:
        told = same_paragraphs(number)
        cursor.insertText(told, self._style(self._look.tokens.secondary, small=True))

    def _write(self, cursor: QTextCursor, runs: Sequence[Run]) -> None:
        tokens = self._look.tokens
        for text, kind in runs:
            cursor.insertText(text, in_style_of(kind, self._style(tokens.text), tokens))

    def _style(self, colour: str, *, small: bool = False) -> QTextCharFormat:
        look = self._look
        style = QTextCharFormat()
        style.setFont(look.interface(12) if small else look.statute(14, QFont.Weight.Normal))
        style.setForeground(QColor(colour))
        return style


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
    return style


def _cell(table: QTextTable, row: int, column: int) -> QTextCursor:
    return table.cellAt(row, column).firstCursorPosition()
