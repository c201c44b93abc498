"""Cells of Excel 97-2003 workbooks (BIFF) as Excel shows them, by xlrd."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING

import xlrd

from lexdesk.extract.parsers.number_formats import format_number, format_text, plain
from lexdesk.extract.parsers.xlsx import join_rows

if TYPE_CHECKING:
    from xlrd.book import Book
    from xlrd.sheet import Cell

_DAMAGE = (
    xlrd.XLRDError, struct.error, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError,
    ValueError,
)  # fmt: skip
"""Exceptions of xlrd for damaged files."""


def cells(data: bytes) -> str:
    """Return the text of all sheets, each after its name; ``""`` if xlrd cannot read the workbook."""
    try:
        book = xlrd.open_workbook(
            file_contents=data, formatting_info=True, ragged_rows=True, logfile=io.StringIO()
        )
        texts = ((sheet.name, join_rows(_rows(book, sheet))) for sheet in book.sheets())
        found = [f"{name}\n\n{text}" for name, text in texts if text]
        return "\n\n".join([*found, *(note for sheet in book.sheets() for note in _notes(sheet))])
    except _DAMAGE:
        return ""


def _notes(sheet: xlrd.sheet.Sheet) -> Iterator[str]:
    """Yield the comments of a sheet by row and column."""
    for _, note in sorted(sheet.cell_note_map.items()):
        author, text = note.author.strip(), " ".join(note.text.split())
        if text:
            yield f"{f'Comment by {author}' if author else 'Comment'}: {text}"


def _rows(book: Book, sheet: xlrd.sheet.Sheet) -> Iterator[tuple[int, list[str]]]:
    for at in range(sheet.nrows):
        yield at + 1, [_shown(book, cell) for cell in sheet.row(at)]


def _shown(book: Book, cell: Cell) -> str:
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return "TRUE" if cell.value else "FALSE"
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code.get(cell.value, ""))
    if cell.ctype not in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
        code = _code(book, cell) if cell.ctype == xlrd.XL_CELL_TEXT else ""
        return format_text(cell.value, code) if "@" in code else str(cell.value)
    code = _code(book, cell)
    return (
        format_number(cell.value, code, from_1904=book.datemode == 1) if code else plain(cell.value)
    )


def _code(book: Book, cell: Cell) -> str:
    return str(book.format_map[book.xf_list[cell.xf_index].format_key].format_str)
