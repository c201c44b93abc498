"""Paragraphs, tables and text boxes of a part of a Word file (ECMA-376, part 1, 17.3 and 17.4).

Of tracked changes the final text is read: insertions, no deletions (17.13.5).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from lexdesk.extract.clean import raise_digits, tidy_lines, write_row
from lexdesk.extract.parsers.docx.notes import REFERENCES, Notes
from lexdesk.extract.parsers.docx.numbers import Numbering
from lexdesk.structure.xml_blocks import attribute, find_child, local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

PAGE = "\ufdd0"  # a noncharacter, as placeholder of a page number
COUNTS_PAGES = lazy_pattern(r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b", re.IGNORECASE)
_LONGEST_CODE = 100  # characters; enough for the name of the field
_GONE = ("del", "moveFrom")
_SKIPPED = {*_GONE, "pPr", "rPr", "tblPr", "tblGrid", "trPr", "tcPr", "sdtPr", "sectPr", "rt",
            "Fallback"}  # fmt: skip
"""Deletions, properties, reading aids above characters (ruby), and copies for older programs."""
_IN_TEXT = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_SYMBOLS = {
    "wingdings": {0x6F: "☐", 0x71: "☐", 0x78: "☒", 0xA8: "☐", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑"},
    "symbol": {0xA7: "♣", 0xB0: "°", 0xB1: "±", 0xB4: "×", 0xB7: "•", 0xD7: "⋅"},
}  # fmt: skip
"""Characters of fonts that have a private encoding."""


class BlockParser:
    """Parser of the paragraphs and tables of one document, whose numbers count on from part to part."""

    def __init__(
        self, numbering: Numbering, notes: Notes, raised_styles: Collection[str] = ()
    ) -> None:
        self._numbering = numbering
        self._notes = notes
        self._raised_styles = raised_styles
        self._fields: list[str] = []  # codes of open fields, nested; ``PAGE`` before a page number
        self._page_numbers = 0  # open, as they were when the file was saved
        self._joined = ""  # paragraphs before this one whose ends are deleted

    def blocks(self, element: _Element) -> list[str]:
        """Return the paragraphs, text boxes and tables with text in an element."""
        found: list[str] = []
        outside, self._joined = self._joined, ""
        self._append(element, found)
        self._end_joined(found)
        self._joined = outside
        return found

    def _append(self, element: _Element, found: list[str]) -> None:
        for child in _shown(element):
            name = local_name(child)
            if name == "p":
                found += self._paragraph(child)
            elif name == "tbl":
                self._end_joined(found)
                found += self._table(child)
            else:  # a content control, an insertion
                self._append(child, found)

    def _end_joined(self, found: list[str]) -> None:
        if text := tidy_lines(self._joined):
            found.append(text)
        self._joined = ""

    def _table(self, table: _Element) -> list[str]:
        rows = (
            self._row(row) for row in _table_children(table, "tr") if not _is_deleted(row, "trPr")
        )
        text = "\n".join(filter(None, rows))
        return [text] if text else []

    def _row(self, row: _Element) -> str:
        return write_row([self.blocks(cell) for cell in _table_children(row, "tc")])

    def _paragraph(self, paragraph: _Element) -> list[str]:
        properties = find_child(paragraph, "pPr")
        is_joined = properties is not None and _is_deleted(properties, "rPr")
        number = ""
        if properties is not None and not is_joined:
            number = self._numbering.next(properties)
        pieces: list[str] = [self._joined]
        boxes: list[str] = []
        self._runs(paragraph, pieces, boxes)
        self._joined = "".join(pieces) if is_joined else ""
        text = "" if is_joined else tidy_lines("".join(pieces))
        return [f"{number} {text}" if number else text, *boxes] if text else boxes

    def _runs(
        self, element: _Element, pieces: list[str], boxes: list[str], *, raised: bool = False
    ) -> None:
        for child in _shown(element):
            name = local_name(child)
            if name == "t":
                pieces.append(self._text(child.text or "", raised=raised))
            elif name in _IN_TEXT:
                pieces.append(_IN_TEXT[name])
            elif name == "sym":
                pieces.append(_symbol(child))
            elif name in REFERENCES:
                pieces.append(self._notes.refer(child, REFERENCES[name]))
            elif name == "txbxContent":
                boxes += self.blocks(child)
            elif name in ("fldChar", "fldSimple", "instrText"):
                self._field(child, name, pieces, boxes)
            else:
                if name == "p":  # of a drawing
                    pieces.append("\n")
                self._runs(child, pieces, boxes, raised=name == "r" and self._is_raised(child))

    def _text(self, text: str, *, raised: bool) -> str:
        if self._page_numbers:
            return ""
        return raise_digits(text) if raised else text

    def _field(self, element: _Element, name: str, pieces: list[str], boxes: list[str]) -> None:
        if name == "fldSimple":
            if COUNTS_PAGES.match(attribute(element, "instr")):
                pieces.append(PAGE)
            else:
                self._runs(element, pieces, boxes)
        elif attribute(element, "fldCharType") == "begin":
            self._fields.append("")
            pieces.append(_form_field(element))
        elif self._fields:
            pieces.append(self._continue_field(element))

    def _continue_field(self, element: _Element) -> str:
        """Take the code of the innermost field, or pass its middle or end; return ``PAGE`` for a page number."""
        kind, code = attribute(element, "fldCharType"), self._fields[-1]
        is_page = COUNTS_PAGES.match(code) is not None
        if not kind:
            self._fields[-1] = (code + (element.text or ""))[:_LONGEST_CODE]
        elif kind == "separate" and is_page:
            self._fields[-1] = PAGE
            self._page_numbers += 1
        elif kind == "end":
            self._fields.pop()
            self._page_numbers -= code == PAGE
            return PAGE if is_page or code == PAGE else ""
        return ""

    def _is_raised(self, run: _Element) -> bool:
        properties = find_child(run, "rPr")
        if properties is None:
            return False
        own, style = find_child(properties, "vertAlign"), find_child(properties, "rStyle")
        if own is not None:
            return attribute(own, "val") == "superscript"
        return style is not None and attribute(style, "val") in self._raised_styles


def raised_styles(styles: _Element) -> set[str]:
    """Return the ids of the character styles in superscript."""
    return {
        attribute(style, "styleId")
        for style in styles.iterfind("{*}style")
        for place in style.iterfind("{*}rPr/{*}vertAlign")
        if attribute(place, "val") == "superscript"
    }


def _shown(element: _Element) -> Iterator[_Element]:
    """Yield the displayed children; of alternatives for several programs the first alone."""
    if local_name(element) == "AlternateContent":
        yield from list(element)[:1]
        return
    for child in element:
        if local_name(child) not in _SKIPPED:
            yield child


def _table_children(element: _Element, name: str) -> Iterator[_Element]:
    """Yield the rows of a table or the cells of a row, also those in content controls."""
    for child in _shown(element):
        if local_name(child) == name:
            yield child
        else:
            yield from _table_children(child, name)


def _is_deleted(element: _Element, properties: str) -> bool:
    """Return True for a row or an end of a paragraph that a tracked change has deleted or moved away."""
    found = find_child(element, properties)
    return found is not None and any(find_child(found, name) is not None for name in _GONE)


def _symbol(element: _Element) -> str:
    font = attribute(element, "font").lower()
    try:
        code = int(attribute(element, "char")[:4], 16)
    except ValueError:
        return ""
    if font in _SYMBOLS:
        return _SYMBOLS[font].get(code & 0xFF, "")
    return "" if 0xD800 <= code <= 0xF8FF else chr(code)  # surrogates, private use


def _form_field(begin: _Element) -> str:
    """Return the state of a check box or the choice of a list, which no text of the file states."""
    data = find_child(begin, "ffData")
    if data is None:
        return ""
    if (box := find_child(data, "checkBox")) is not None:
        states = (find_child(box, name) for name in ("checked", "default"))
        state = next((s for s in states if s is not None), None)
        is_checked = state is not None and attribute(state, "val") not in ("0", "false", "off")
        return "☒" if is_checked else "☐"
    if (choice := find_child(data, "ddList")) is not None:
        entries = [attribute(e, "val") for e in choice if local_name(e) == "listEntry"]
        result = find_child(choice, "result")
        at = attribute(result, "val") if result is not None else "0"
        return dict(zip(map(str, range(len(entries))), entries, strict=True)).get(at, "")
    return ""
