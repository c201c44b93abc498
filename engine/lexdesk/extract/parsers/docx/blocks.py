"""Paragraphs, tables and text boxes of a part of a Word file (ECMA-376, part 1, 17.3 and 17.4).

Of tracked changes the final text is read: insertions, no deletions (17.13.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from lexdesk.extract.clean import raise_digits, tidy_lines, write_row
from lexdesk.extract.heading_marks import mark_heading, with_number
from lexdesk.extract.parsers.asides import Asides
from lexdesk.extract.parsers.docx.fields import COUNTS_PAGES, PAGE, Fields
from lexdesk.extract.parsers.docx.notes import REFERENCES, Notes
from lexdesk.extract.parsers.docx.numbers import Numbering
from lexdesk.extract.parsers.docx.styles import Styles
from lexdesk.extract.parsers.symbol_fonts import symbol, with_signs
from lexdesk.structure.xml_blocks import find_child, read_attribute, read_local_name

if TYPE_CHECKING:
    from lxml.etree import _Element

_GONE = ("del", "moveFrom", "cellDel")
_SKIPPED = {*_GONE, "pPr", "rPr", "tblPr", "tblGrid", "trPr", "tcPr", "sdtPr", "sectPr", "rt",
            "Fallback"}  # fmt: skip
"""Deletions, properties, reading aids above characters (ruby), and copies for older programs."""
_IN_TEXT = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "pgNum": PAGE}
_LINKED = {"altChunk": "id", "relIds": "dm", "chart": "id"}
"""Parts of the file shown in the text: other documents, diagrams and charts; the attribute with their id."""
_BOXES = {"txbxContent", "textpath", *_LINKED}
_WITH_TEXT = tuple(f"{{*}}{name}" for name in ("t", "sym", "textpath", *REFERENCES, *_LINKED))
_DELETED, _HIDDEN, _DROPPED = "deleted", "hidden", "dropped"
"""Ends of paragraphs that are none on the page: of a change, of a run-in heading, of an initial over lines."""


class BlockParser:
    """Parser of the paragraphs and tables of one document, whose numbers count on from part to part."""

    def __init__(
        self,
        numbering: Numbering,
        notes: Notes,
        styles: Styles | None = None,
        linked: Callable[[str], list[str]] = lambda _: [],
    ) -> None:
        self._numbering = numbering
        self._notes = notes
        self._styles = Styles() if styles is None else styles
        self._linked = linked
        self._fields = Fields(numbering)
        self.asides = Asides()
        self._hides_paragraph = False
        self._depth = 0
        self._in_cell = False
        self._joined = ""  # paragraphs before this one without an end on the page
        self._lead = ""  # their number

    def blocks(self, element: _Element) -> list[str]:
        """Return the paragraphs, text boxes and tables with text in an element."""
        if not self._depth:
            self._fields.enter(element)
        found: list[str] = []
        outside = self._joined, self._lead
        self._joined = self._lead = ""
        self._depth += 1
        self._append(element, found)
        self._end_joined(found)
        self._depth -= 1
        self._joined, self._lead = outside
        return found

    def _append(self, element: _Element, found: list[str]) -> None:
        for child in _shown(element):
            name = read_local_name(child)
            if name == "p":
                found += self._paragraph(child)
            elif name == "tbl":
                self._end_joined(found)
                found += self._table(child)
            elif name in _LINKED:
                found += self._linked(read_attribute(child, _LINKED[name]))
            else:  # a content control, an insertion
                self._append(child, found)

    def _end_joined(self, found: list[str]) -> None:
        if text := tidy_lines(self._joined):
            found.append(with_number(self._lead, text))
        self._joined = self._lead = ""

    def _table(self, table: _Element) -> list[str]:
        rows = (
            self._row(row) for row in _table_children(table, "tr") if not _is_deleted(row, "trPr")
        )
        text = "\n".join(filter(None, rows))
        return [text] if text else []

    def _row(self, row: _Element) -> str:
        cells = []
        for cell in _table_children(row, "tc"):
            if not _is_deleted(cell, "tcPr"):
                outside, self._in_cell = self._in_cell, True
                cells.append(self.blocks(cell))
                self._in_cell = outside
        return write_row(cells)

    def _paragraph(self, paragraph: _Element) -> list[str]:
        properties = find_child(paragraph, "pPr")
        end = self._end(properties)
        pieces: list[str] = [self._joined]
        boxes: list[str] = []
        outside = self._hides_paragraph
        self._hides_paragraph = self._styles.hides_paragraph(properties)
        self._runs(paragraph, pieces, boxes)
        self._hides_paragraph = outside
        self.asides.end_strike()
        if level := self._styles.heading_level(properties):
            pieces = [mark_heading(tidy_lines("".join(pieces)), level)]
        text = tidy_lines("".join(pieces))
        number = self._number(properties, is_gone=end == _DELETED or (end == _HIDDEN and not text))
        lead = self._lead or number
        if properties is not None and find_child(properties, "sectPr") is not None:
            self._notes.end_section()
        if end:
            self._joined, self._lead = "".join(pieces), lead if text else ""
            return boxes
        self._joined = self._lead = ""
        if not text and self._in_cell and lead and not boxes:
            return [lead]  # of the text in the next cell
        return [with_number(lead, text), *boxes] if text else boxes

    def _number(self, properties: _Element | None, *, is_gone: bool) -> str:
        return "" if properties is None or is_gone else self._numbering.next(properties)

    def _end(self, properties: _Element | None) -> str:
        """Return the reason for ignoring the end of a paragraph on the page; ``""`` for a real end."""
        if properties is None:
            return ""
        if _is_deleted(properties, "rPr"):
            return _DELETED
        if self._styles.is_hidden(find_child(properties, "rPr")):
            return _HIDDEN
        frame = find_child(properties, "framePr")
        return _DROPPED if frame is not None and read_attribute(frame, "dropCap") == "drop" else ""

    def _runs(
        self, element: _Element, pieces: list[str], boxes: list[str], *, raised: bool = False,
        font: str = "", aside: list[str] | None = None,
    ) -> None:  # fmt: skip
        for child in _shown(element):
            name = read_local_name(child)
            if name == "t":
                self._take(with_signs(_text(child), font), pieces, raised=raised, aside=aside)
            elif name in _IN_TEXT:
                self._take(_IN_TEXT[name], pieces, raised=False, aside=aside)
            elif name == "sym":
                self._take(_symbol(child), pieces, raised=raised, aside=aside)
            elif name in REFERENCES:
                if aside is not self.asides.hidden:
                    mark = self._notes.refer(child, REFERENCES[name])
                    self._take(mark, pieces, raised=False, aside=aside)
            elif name in _BOXES:
                boxes += self._boxed(child, name)
            elif name in ("fldChar", "instrText"):
                pieces.append(self._fields.take(child))
            elif name == "fldSimple" and COUNTS_PAGES.match(read_attribute(child, "instr")):
                pieces.append(PAGE)
            elif name == "lastRenderedPageBreak":
                self._notes.end_page()
            elif name == "r":
                self._run(child, pieces, boxes, raised=raised, aside=aside)
            else:
                before, behind = _around(child, name)
                pieces.append(before)
                inside = raised or name == "sup"  # of a formula
                self._runs(child, pieces, boxes, raised=inside, font=font, aside=aside)
                pieces.append(behind)

    def _boxed(self, element: _Element, name: str) -> list[str]:
        """Return the text of a box, of letters as a picture, or of a part of the file shown here."""
        if name == "txbxContent":
            return self.blocks(element)
        if name == "textpath":
            return [text] if (text := read_attribute(element, "string")) else []
        return self._linked(read_attribute(element, _LINKED[name]))

    def _run(
        self, run: _Element, pieces: list[str], boxes: list[str], *, raised: bool,
        aside: list[str] | None,
    ) -> None:  # fmt: skip
        properties = find_child(run, "rPr")
        if self._styles.is_hidden(properties, self._hides_paragraph):
            aside = self.asides.hidden
        elif aside is None and self._styles.is_struck(properties):
            aside = self.asides.struck
        is_raised = raised or self._styles.is_raised(run)
        font = "" if properties is None else _font(properties)
        self._runs(run, pieces, boxes, raised=is_raised, font=font, aside=aside)

    def _take(self, text: str, pieces: list[str], *, raised: bool, aside: list[str] | None) -> None:
        if self._fields.are_silent:
            return
        text = raise_digits(text) if raised else text
        if aside is None:
            self.asides.show(text, pieces)
        elif aside is self.asides.struck:
            self.asides.strike(text)
        else:
            aside.append(text)


def _shown(element: _Element) -> Iterator[_Element]:
    """Yield the displayed children; of alternatives for several programs the first with text alone."""
    if read_local_name(element) == "AlternateContent":
        with_text = [
            choice for choice in element if next(choice.iter(*_WITH_TEXT), None) is not None
        ]
        yield from (with_text or list(element))[:1]
        return
    for child in element:
        if read_local_name(child) not in _SKIPPED:
            yield child


def _text(element: _Element) -> str:
    """Return the text of an element, also around processing instructions."""
    return "".join([element.text or "", *(child.tail or "" for child in element)])


def _table_children(element: _Element, name: str) -> Iterator[_Element]:
    """Yield the rows of a table or the cells of a row, also those in content controls."""
    for child in _shown(element):
        if read_local_name(child) == name:
            yield child
        else:
            yield from _table_children(child, name)


def _is_deleted(element: _Element, properties: str) -> bool:
    """Return True for a row or an end of a paragraph that a tracked change has deleted or moved away."""
    found = find_child(element, properties)
    return found is not None and any(find_child(found, name) is not None for name in _GONE)


def _symbol(element: _Element) -> str:
    try:
        code = int(read_attribute(element, "char")[:4], 16)
    except ValueError:
        return ""
    sign = symbol(read_attribute(element, "font"), code)
    if sign is not None:
        return sign
    return "" if 0xD800 <= code <= 0xF8FF else chr(code)  # surrogates, private use


def _font(properties: _Element) -> str:
    fonts = find_child(properties, "rFonts")
    return "" if fonts is None else read_attribute(fonts, "hAnsi") or read_attribute(fonts, "ascii")


def _around(element: _Element, name: str) -> tuple[str, str]:
    """Return the signs around a part of a drawing or a formula, outside of its text."""
    if name == "p":
        return "\n", ""
    if name == "den":
        return "/", ""
    if name == "sup":  # digits are raised
        return "" if "".join(map(str, element.itertext())).strip().isdigit() else "^", ""
    if name == "rad":
        return "√(", ")"
    if name == "d":  # delimiters (part 1, 22.1.2.24)
        stated = next(element.iterfind("{*}dPr"), None)
        signs = {
            read_local_name(sign): read_attribute(sign, "val")
            for sign in (() if stated is None else stated)
        }
        return signs.get("begChr", "("), signs.get("endChr", ")")
    return "", ""
