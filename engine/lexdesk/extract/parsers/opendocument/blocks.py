"""Paragraphs, tables and shapes of OpenDocument files; deletions of tracked changes are no text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from lexdesk.extract.clean import raise_digits, tidy_lines, write_row
from lexdesk.extract.parsers.docx.fields import PAGE
from lexdesk.extract.parsers.opendocument.lists import Counts, Lists
from lexdesk.structure.xml_blocks import attribute, find_child, local_name
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
_BLANKS = lazy_pattern(r"[ \t\r\n]+")


class BlockParser:
    """Parser of the paragraphs, lists and tables of one document; ``notes`` are those referred to so far."""

    def __init__(
        self,
        lists: Lists | None = None,
        raised_styles: Collection[str] = (),
        *,
        is_spreadsheet: bool = False,
    ) -> None:
        self._lists = Lists() if lists is None else lists
        self._raised_styles = raised_styles
        self._is_spreadsheet = is_spreadsheet  # whose rows are data, whatever is in a cell
        self.notes: list[str] = []

    def blocks(self, element: _Element) -> list[str]:
        """Return the paragraphs and tables with text in an element."""
        if local_name(element) == "table":
            return self._table(element)
        found: list[str] = []
        for child in _shown(element):
            found += self._block(child)
        return found

    def _block(self, element: _Element) -> list[str]:
        name = local_name(element)
        if name == "list":
            style = attribute(element, "style-name")
            return self._list(element, style, 1, self._lists.counts(element, style))
        if name in _PARAGRAPHS:
            number = self._lists.next_heading(element) if name == "h" else ""
            return self._paragraph(element, number)
        return self.blocks(element)

    def _list(self, element: _Element, style: str, level: int, counts: Counts) -> list[str]:
        found: list[str] = []
        for item in _shown(element):
            is_first = local_name(item) == "list-item"
            for child in _shown(item):
                if local_name(child) == "list":
                    own = attribute(child, "style-name") or style
                    found += self._list(child, own, level + 1, counts)
                elif local_name(child) in _PARAGRAPHS:
                    number = self._lists.next_item(item, style, level, counts) if is_first else ""
                    is_first = False
                    found += self._paragraph(child, number)
                else:
                    found += self._block(child)
        return found

    def _table(self, table: _Element) -> list[str]:
        rows = (
            self._row([self.blocks(cell) for cell in _table_children(row, "table-cell")])
            for row in _table_children(table, "table-row")
        )
        text = "\n".join(filter(None, rows))
        return [text] if text else []

    def _row(self, cells: list[list[str]]) -> str:
        if not self._is_spreadsheet:
            return write_row(cells)
        return " ".join(" ".join(block.split()) for cell in cells for block in cell)

    def _paragraph(self, paragraph: _Element, number: str) -> list[str]:
        pieces: list[str] = []
        boxes: list[str] = []
        self._inline(paragraph, pieces, boxes, raised=False)
        text = tidy_lines("".join(pieces))
        return [f"{number} {text}" if number else text, *boxes] if text else boxes

    def _inline(
        self, element: _Element, pieces: list[str], boxes: list[str], *, raised: bool
    ) -> None:
        def write(text: str | None) -> None:
            plain = _BLANKS.sub(" ", text or "")
            pieces.append(raise_digits(plain) if raised else plain)

        write(element.text)
        for child in element:
            name = local_name(child)
            if name in _IN_TEXT:
                pieces.append(_IN_TEXT[name])
            elif name == "note":
                pieces.append(self._note(child))
            elif name in _SHAPES:
                boxes += self.blocks(child)
            elif name and name not in _SKIPPED:
                is_raised = attribute(child, "style-name") in self._raised_styles
                self._inline(child, pieces, boxes, raised=raised or is_raised)
            write(child.tail)

    def _note(self, note: _Element) -> str:
        """Move a note below the text; return its mark."""
        citation, body = find_child(note, "note-citation"), find_child(note, "note-body")
        mark = "" if citation is None else f"[{(citation.text or '').strip()}]"
        first, *others = (self.blocks(body) if body is not None else []) or [""]
        if text := f"{mark} {first}".strip():
            self.notes += [text, *others]
        return mark


def raised_styles(roots: Sequence[_Element]) -> set[str]:
    """Return the names of the styles in superscript."""
    return {
        attribute(style, "name")
        for root in roots
        for style in root.iter("{*}style")
        for properties in style
        if _is_raised(attribute(properties, "text-position"))
    }


def _is_raised(position: str) -> bool:
    place = position.partition(" ")[0]
    return place == "super" or (place.endswith("%") and not place.startswith(("-", "0%")))


def _shown(element: _Element) -> Iterator[_Element]:
    for child in element:
        if (name := local_name(child)) and name not in _SKIPPED:
            yield child


def _table_children(element: _Element, name: str) -> Iterator[_Element]:
    """Yield the rows of a table or the cells of a row, also those in groups."""
    for child in _shown(element):
        if local_name(child) == name:
            yield child
        elif local_name(child) not in ("table-cell", "covered-table-cell"):
            yield from _table_children(child, name)
