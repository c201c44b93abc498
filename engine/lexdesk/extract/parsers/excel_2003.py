"""Workbooks of Excel 2003 in one XML file (SpreadsheetML 2003), which many programs export under the name ``.xls``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.extract.assemble import assemble
from lexdesk.extract.parsers.number_formats import format_number, plain
from lexdesk.extract.parsers.xlsx import join_rows
from lexdesk.structure import Source
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import find_child, read_attribute, read_local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_NAMED = {
    "Fixed": "0.00", "Standard": "#,##0.00", "Currency": "#,##0.00", "Euro Currency": "#,##0.00 €", "Percent": "0.00%",
    "Scientific": "0.00E+00",
}  # fmt: skip
"""Codes of formats that a file names; others without a code are shown as stored."""
_MIDNIGHT = lazy_pattern(r"T00:00:00(?:\.0+)?\Z")


def read(source: Source) -> Document:
    """Read the cells of each sheet after its name, and the comments below; raise ``FileFailed``."""
    root = parse_xml(source.data, source.path.name)
    stated = find_child(root, "DocumentProperties")
    core = {read_local_name(e): e.text or "" for e in (() if stated is None else stated)}
    properties = {
        "author": core.get("Author"), "created": core.get("Created"), "modified": core.get("LastSaved"),
    }  # fmt: skip
    formats = dict(_formats(root))
    texts = [*_sheets(root, formats), *_comments(root)]
    titles = (core.get("Title", ""),)
    return assemble(
        ["\n\n".join(texts)],
        name=source.path.name,
        titles=titles,
        kind="spreadsheet",
        properties=properties,
    )


def _formats(root: _Element) -> Iterator[tuple[str, str]]:
    for style in root.iterfind("{*}Styles/{*}Style"):
        stated = find_child(style, "NumberFormat")
        code = "" if stated is None else read_attribute(stated, "Format")
        yield (
            read_attribute(style, "ID"),
            _NAMED.get(code, code if any(c in code for c in "0#@") else ""),
        )


def _sheets(root: _Element, formats: Mapping[str, str]) -> Iterator[str]:
    for sheet in root.iterfind("{*}Worksheet"):
        if text := join_rows(_rows(sheet, formats)):
            yield f"{read_attribute(sheet, 'Name')}\n\n{text}"


def _rows(sheet: _Element, formats: Mapping[str, str]) -> Iterator[tuple[int, list[str]]]:
    last = 0
    for row in sheet.iterfind("{*}Table/{*}Row"):
        index = read_attribute(row, "Index")
        last = int(index) if index.isdecimal() and len(index) < 9 else last + 1
        yield last, [_shown(cell, formats) for cell in row if read_local_name(cell) == "Cell"]


def _shown(cell: _Element, formats: Mapping[str, str]) -> str:
    data = find_child(cell, "Data")
    if data is None:
        return ""
    text = "".join(map(str, data.itertext()))
    kind = read_attribute(data, "Type")
    if kind == "Boolean":
        return {"1": "TRUE", "0": "FALSE"}.get(text, text)
    if kind == "DateTime":
        return _MIDNIGHT.sub("", text)
    if kind != "Number":
        return text
    try:
        number = float(text)
        code = formats.get(read_attribute(cell, "StyleID"), "")
        return format_number(number, code) if code else plain(number)
    except (ValueError, OverflowError):
        return text


def _comments(root: _Element) -> Iterator[str]:
    for comment in root.iterfind("{*}Worksheet/{*}Table/{*}Row/{*}Cell/{*}Comment"):
        author = read_attribute(comment, "Author").strip()
        if text := " ".join("".join(map(str, comment.itertext())).split()):
            yield f"{f'Comment by {author}' if author else 'Comment'}: {text}"
