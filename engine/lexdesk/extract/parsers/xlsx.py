"""Excel workbooks (ECMA-376, part 1, 18): cells as Excel shows them, with shapes and comments below."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.clean import raise_digits
from lexdesk.extract.parsers.docx.fields import PAGE
from lexdesk.extract.parsers.docx.margins import lines_with_text
from lexdesk.extract.parsers.embedded_pictures import picture_texts
from lexdesk.extract.parsers.number_formats import BUILT_IN, format_number, format_text, plain
from lexdesk.extract.parsers.package import Package
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.structure import Source
from lexdesk.structure.xml_blocks import read_attribute, read_local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_WORKBOOK = "xl/workbook.xml"
_MARGIN_CODE = lazy_pattern(r'&(?:"[^"]*"|K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|\d+|&|[A-Z])')
"""A code in a header or footer: its place, a font, a number of the page (18.3.1.46)."""
_ESCAPED = lazy_pattern(r"_x([0-9A-Fa-f]{4})_")
"""A character that XML cannot hold, or an underline before such a code (22.4.2.4)."""


def read(source: Source) -> Document:
    """Read a workbook, hidden sheets included; raise ``FileFailed``."""
    name = source.path.name
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as packed:
            package = Package(packed, name, Format.XLSX)
            texts = [*_sheets(package), *_shapes_and_comments(package), *_margins(package)]
            return assemble(
                ["\n\n".join(texts)],
                name=name,
                titles=(package.title(),),
                kind="spreadsheet",
                properties=package.properties(),
            )
    except ZIP_DAMAGE:
        raise FileFailed(FileCode.OFFICE_DAMAGED, name=name, kind=Format.XLSX.value) from None


def _sheets(package: Package) -> Iterator[str]:
    """Yield each sheet with text after its name."""
    workbook = package.main()
    targets = package.targets(_WORKBOOK)
    properties = workbook.find("{*}workbookPr")
    from_1904 = properties is not None and read_attribute(properties, "date1904") in ("1", "true")
    cells = _Cells(package, from_1904=from_1904)
    for sheet in workbook.iterfind("{*}sheets/{*}sheet"):
        part = targets.get(read_attribute(sheet, "id"))
        if part and (text := cells.text(package.part(part))):
            yield f"{read_attribute(sheet, 'name')}\n\n{text}"


def join_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> str:
    """Return the numbered rows with text, one a line, with a blank line for blank rows between them."""
    lines: list[str] = []
    last = 0
    for at, cells in rows:
        if values := [value for cell in cells if (value := cell.strip())]:
            lines += [""] * (bool(lines) and at > last + 1)
            lines.append(values[0] if len(values) == 1 else " ".join(" ".join(values).split()))
            last = at
    return "\n".join(lines)


_THREADED = "Comment by tc="


class _Cells:
    """Reader of cells, with the strings and number formats of their workbook."""

    def __init__(self, package: Package, *, from_1904: bool) -> None:
        self._from_1904 = from_1904
        self._strings = [
            _text(item)
            for root in package.parts("sharedStrings")
            for item in root.iterfind("{*}si")
        ]
        self._formats = [code for root in package.parts("styles") for code in _formats(root)]

    def text(self, sheet: _Element) -> str:
        """Return the rows with text, with a blank line where the sheet has blank rows."""
        return join_rows(self._rows(sheet))

    def _rows(self, sheet: _Element) -> Iterator[tuple[int, list[str]]]:
        last = 0
        for row in sheet.iterfind("{*}sheetData/{*}row"):  # of two namespaces (parts 1 and 4)
            number = row.get("r", "")
            last = int(number) if number.isdecimal() and len(number) < 9 else last + 1
            yield last, [self._value(cell) for cell in row if len(cell)]

    def _value(self, cell: _Element) -> str:
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return self._as_text(_text(cell), cell)
        stored = next((child for child in cell if read_local_name(child) == "v"), None)
        # Some programs compute nothing.
        value = "" if stored is None else stored.text or ""
        if not value and kind != "str" and (formula := cell.findtext("{*}f")):
            return f"={formula}"
        if kind == "s":
            at = int(value) if value.isdecimal() and len(value) < 9 else -1
            return self._as_text(self._strings[at], cell) if 0 <= at < len(self._strings) else ""
        if kind == "b":
            return {"1": "TRUE", "0": "FALSE"}.get(value, value)
        if kind == "str":
            return _unescaped(value)
        return self._number(value, cell.get("s", "0")) if kind == "n" else value

    def _as_text(self, text: str, cell: _Element) -> str:
        code = self._code(cell.get("s", "0"))
        return format_text(text, code) if "@" in code or code.count(";") > 2 else text

    def _code(self, style: str) -> str:
        at = int(style) if style.isdecimal() and len(style) < 9 else 0
        return self._formats[at] if at < len(self._formats) else ""

    def _number(self, value: str, style: str) -> str:
        try:
            number = float(value)
        except ValueError:
            return value
        if not isfinite(number):
            return value
        code = self._code(style)
        return format_number(number, code, from_1904=self._from_1904) if code else plain(number)


def _formats(styles: _Element) -> Iterator[str]:
    """Yield the format code of each style of cells; ``""`` for none."""
    stated = {
        read_attribute(item, "numFmtId"): read_attribute(item, "formatCode")
        for item in styles.iterfind("{*}numFmts/{*}numFmt")
    }
    built_in = {str(id_): code for id_, code in BUILT_IN.items()}
    for style in styles.iterfind("{*}cellXfs/{*}xf"):
        id_ = read_attribute(style, "numFmtId")
        yield stated.get(id_, built_in.get(id_, ""))


def _text(element: _Element) -> str:
    """Return the runs of a string, without the reading aids of Japanese."""
    if len(element) == 1 and read_local_name(element[0]) == "t":
        return _unescaped(element[0].text or "")
    return _unescaped(
        "".join(
            raise_digits(found.text or "") if _is_raised(parent) else found.text or ""
            for found in element.iter("{*}t")
            if (parent := found.getparent()) is not None and read_local_name(parent) != "rPh"
        )
    )


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text) if "_x" in text else text


def _is_raised(run: _Element) -> bool:
    places = run.iterfind("{*}rPr/{*}vertAlign")
    return any(read_attribute(place, "val") == "superscript" for place in places)


def _shapes_and_comments(package: Package) -> Iterator[str]:
    """Yield the paragraphs of shapes and titles of charts, and the comments, each below the sheets."""
    for root in (*package.parts("drawings/drawing"), *package.parts("charts/chart")):
        for paragraph in root.iter("{*}p"):
            if text := _text(paragraph).strip():
                yield text
    for root in (*package.parts("comments"), *package.parts("comments/comment")):
        authors = [found.text or "" for found in root.iterfind("{*}authors/{*}author")]
        for comment in root.iterfind("{*}commentList/{*}comment"):
            label = _label(authors, read_attribute(comment, "authorId"))
            if (text := " ".join(_text(comment).split())) and not label.startswith(_THREADED):
                yield f"{label}: {text}"
    yield from _threads(package)


def _margins(package: Package) -> Iterator[str]:
    """Yield each distinct header and footer of the printed sheets, without numbers of pages and names of files (18.3.1.46)."""
    found: dict[str, None] = {}
    for root in (*package.parts("worksheets/sheet"), *package.parts("chartsheets/sheet")):
        for margin in root.iterfind("{*}headerFooter/*"):
            label = "Header" if read_local_name(margin).endswith("Header") else "Footer"
            pieces = _MARGIN_CODE.sub(_sign_of, margin.text or "").split()
            if text := lines_with_text(" ".join(pieces)):
                found[f"{label}: {text}"] = None
    yield from found
    yield from picture_texts(package.parts("drawings/drawing"))


def _sign_of(code: re.Match[str]) -> str:
    return {"&&": "&", "&L": " ", "&C": " ", "&R": " ", "&P": PAGE, "&N": PAGE}.get(code[0], "")


def _threads(package: Package) -> Iterator[str]:
    """Yield the comments of Excel 365, which are repeated for older programs with an explanation."""
    persons = {
        read_attribute(person, "id"): read_attribute(person, "displayName")
        for root in package.parts("persons/person")
        for person in root
    }
    for root in package.parts("threadedComments/threadedComment"):
        for thread in root.iterfind("{*}threadedComment"):
            found = thread.find("{*}text")
            text = "" if found is None else " ".join((found.text or "").split())
            author = persons.get(read_attribute(thread, "personId"), "")
            if text:
                yield f"{f'Comment by {author}' if author else 'Comment'}: {text}"


def _label(authors: Sequence[str], id_: str) -> str:
    author = dict(zip(map(str, range(len(authors))), authors, strict=True)).get(id_, "").strip()
    return f"Comment by {author}" if author else "Comment"
