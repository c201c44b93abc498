"""Paragraphs, tables and shapes of OpenDocument files; deletions of tracked changes are no text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.extract.clean import raise_digits, tidy_lines, write_row
from lexdesk.extract.heading_marks import MOST_LEVELS, mark_heading, with_number
from lexdesk.extract.parsers.asides import Asides
from lexdesk.extract.parsers.docx.fields import PAGE
from lexdesk.extract.parsers.opendocument.lists import Counts, Lists
from lexdesk.extract.parsers.opendocument.styles import Styles, TextStyle
from lexdesk.extract.parsers.symbol_fonts import with_signs
from lexdesk.structure.xml_blocks import find_child, read_attribute, read_local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_PARAGRAPHS = ("p", "h")
_SKIPPED = {"annotation", "annotation-end", "tracked-changes", "notes", "ruby-text", "forms"}
_IN_TEXT = {"s": " ", "tab": "\t", "line-break": "\n", "page-number": PAGE, "page-count": PAGE}
_SHAPES = {
    "caption", "circle", "connector", "control", "custom-shape", "ellipse", "frame", "g", "line", "measure",
    "path", "polygon", "polyline", "rect", "regular-polygon", "text-box",
}  # fmt: skip
_MOST_REPEATED = 1_000_000
"""Characters of rows and cells that are stored once and shown several times."""
_VALUES = ("string-value", "date-value", "time-value", "boolean-value", "value")
_BLANKS = lazy_pattern(r"[ \t\r\n]+")


class BlockParser:
    """Parser of the paragraphs, lists and tables of one document; ``notes`` are those referred to so far."""

    def __init__(
        self,
        lists: Lists | None = None,
        styles: Styles | None = None,
        *,
        is_spreadsheet: bool = False,
    ) -> None:
        self._lists = Lists() if lists is None else lists
        self._styles = Styles() if styles is None else styles
        self.asides = Asides()
        self._is_hidden = False
        self._is_spreadsheet = is_spreadsheet  # whose rows are data, whatever is in a cell
        self._repeatable = _MOST_REPEATED
        self.notes: list[str] = []

    def blocks(self, element: _Element) -> list[str]:
        """Return the paragraphs and tables with text in an element."""
        if read_local_name(element) == "table":
            return self._table(element)
        found: list[str] = []
        for child in _shown(element):
            found += self._block(child)
        return found

    def _block(self, element: _Element) -> list[str]:
        name = read_local_name(element)
        if name == "list":
            style = read_attribute(element, "style-name") or self._style_of_items(element)
            return self._list(element, style, 1, self._lists.counts(element, style))
        if name == "section" and read_attribute(element, "display") == "none":
            outside, self._is_hidden = self._is_hidden, True
            found = self.blocks(element)
            self._is_hidden = outside
            return found
        if name in _PARAGRAPHS:
            number = self._lists.next_heading(element) if name == "h" else ""
            return self._paragraph(element, number)
        return self.blocks(element)

    def _style_of_items(self, element: _Element) -> str:
        """Return the list style that the style of the first paragraph in a list names."""
        first = next(element.iter("{*}p", "{*}h"), None)
        return "" if first is None else self._styles.list_style(read_attribute(first, "style-name"))

    def _list(self, element: _Element, style: str, level: int, counts: Counts) -> list[str]:
        found: list[str] = []
        for item in _shown(element):
            is_first = read_local_name(item) == "list-item"
            for child in _shown(item):
                if read_local_name(child) == "list":
                    own = read_attribute(child, "style-name") or style
                    found += self._list(child, own, level + 1, counts)
                elif read_local_name(child) in _PARAGRAPHS:
                    number = self._lists.next_item(item, style, level, counts) if is_first else ""
                    is_first = False
                    found += self._paragraph(child, number)
                else:
                    found += self._block(child)
        return found

    def _table(self, table: _Element) -> list[str]:
        rows: list[str] = []
        for row in _table_children(table, "table-row"):
            if text := self._row([*_table_children(row, "table-cell")]):
                rows += [text] * self._times(row, text, "number-rows-repeated")
        return ["\n".join(rows)] if rows else []

    def _row(self, cells: list[_Element]) -> str:
        if not self._is_spreadsheet:
            return write_row([self.blocks(cell) for cell in cells])
        found: list[str] = []
        for cell in cells:
            text = " ".join(" ".join(self.blocks(cell)).split()) or _stored(cell)
            found += [text] * self._times(cell, text, "number-columns-repeated") if text else []
        return " ".join(found)

    def _times(self, element: _Element, text: str, name: str) -> int:
        """Return how often a row or cell is shown: equal neighbours are stored once (part 1, 19.675 and 19.677)."""
        stated = read_attribute(element, name) if self._is_spreadsheet else ""
        times = int(stated) if stated.isdecimal() and len(stated) < 9 else 1
        more = max(min(times - 1, self._repeatable // len(text)), 0)
        self._repeatable -= more * len(text)
        return 1 + more

    def _paragraph(self, paragraph: _Element, number: str) -> list[str]:
        pieces: list[str] = []
        boxes: list[str] = []
        self._inline(
            paragraph, pieces, boxes, self._styles.of(read_attribute(paragraph, "style-name"))
        )
        self.asides.end_strike()
        text = tidy_lines("".join(pieces))
        level = (
            read_attribute(paragraph, "outline-level") if read_local_name(paragraph) == "h" else ""
        )
        if level.isdecimal() and len(level) < 3:
            text = mark_heading(text, min(int(level), MOST_LEVELS))
        return [with_number(number, text), *boxes] if text else boxes

    def _inline(
        self, element: _Element, pieces: list[str], boxes: list[str], style: TextStyle
    ) -> None:
        def write(text: str | None) -> None:
            plain = with_signs(_BLANKS.sub(" ", text or ""), style.font or "")
            plain = raise_digits(plain) if style.is_raised else plain
            if self._is_hidden or style.is_hidden:
                self.asides.hidden.append(plain)
            elif style.is_struck and not self._is_spreadsheet:  # of cells, the row counts
                self.asides.strike(plain)
            else:
                self.asides.show(plain, pieces)

        write(element.text)
        for child in element:
            name = read_local_name(child)
            if name in _IN_TEXT:
                pieces.append(_IN_TEXT[name])
            elif name == "note":
                pieces.append(self._note(child))
            elif name in _SHAPES:
                boxes += self.blocks(child)
            elif name and name not in _SKIPPED:
                own = self._styles.of(read_attribute(child, "style-name"))
                if read_attribute(child, "is-hidden") == "true":
                    own = own._replace(is_hidden=True)
                self._inline(child, pieces, boxes, own.within(style))
            write(child.tail)

    def _note(self, note: _Element) -> str:
        """Move a note below the text; return its mark."""
        citation, body = find_child(note, "note-citation"), find_child(note, "note-body")
        mark = "" if citation is None else f"[{(citation.text or '').strip()}]"
        first, *others = (self.blocks(body) if body is not None else []) or [""]
        if text := f"{mark} {first}".strip():
            self.notes += [text, *others]
        return mark


def _shown(element: _Element) -> Iterator[_Element]:
    for child in element:
        if (name := read_local_name(child)) and name not in _SKIPPED:
            yield child


def _stored(cell: _Element) -> str:
    """Return the value of a cell that some programs write without the text shown."""
    if find_child(cell, "p") is not None:
        return ""
    return next(filter(None, (read_attribute(cell, name) for name in _VALUES)), "")


def _table_children(element: _Element, name: str) -> Iterator[_Element]:
    """Yield the rows of a table or the cells of a row, also those in groups."""
    for child in _shown(element):
        if read_local_name(child) == name:
            yield child
        elif read_local_name(child) not in ("table-cell", "covered-table-cell"):
            yield from _table_children(child, name)
