"""Text documents, spreadsheets and presentations of OpenDocument."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.heading_marks import below_text
from lexdesk.extract.limits import Limits
from lexdesk.extract.parsers.docx.fields import PAGE
from lexdesk.extract.parsers.docx.margins import comment, lines_with_text
from lexdesk.extract.parsers.embedded_pictures import picture_texts
from lexdesk.extract.parsers.opendocument.blocks import BlockParser
from lexdesk.extract.parsers.opendocument.lists import Lists
from lexdesk.extract.parsers.opendocument.styles import Styles
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.structure import Source
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import find_child, read_attribute, read_local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_CONTENT, _STYLES, _META = "content.xml", "styles.xml", "meta.xml"
_OBJECT = lazy_pattern(r"Object \d{1,6}/content\.xml")
_MOST_CHARTS = 1000
_MOST_BYTES = 100 * 1024 * 1024  # of a part


def margin_texts(data: bytes) -> list[str]:
    """Return each distinct header, footer, comment, and text of pictures and charts, after its label."""
    found: dict[str, None] = {}
    styles = list(_elements(data, _STYLES))
    for name in ("header", "footer"):
        for element in styles:
            tag = read_local_name(element)
            if tag.startswith(name) and not tag.endswith("-style") and (text := _text(element)):
                found[f"{name.title()}: {text}"] = None
    for element in _elements(data, _CONTENT):
        if read_local_name(element) == "annotation" and (text := _text(element)):
            found[f"{comment(_inside(element, 'creator'), _inside(element, 'date'))}: {text}"] = (
                None
            )
    parts = (_part(data, _CONTENT), _part(data, _STYLES))
    pictures = picture_texts(root for root in parts if root is not None)
    return [*found, *pictures, *_chart_texts(data)]


def _chart_texts(data: bytes) -> list[str]:
    """Return the titles, labels and categories of the charts of a document."""
    if not data.startswith(b"PK"):
        return []
    found: dict[str, None] = {}
    for root in _objects(data):
        body = find_child(root, "body")
        if body is None or find_child(body, "chart") is None:
            continue
        for paragraph in body.iter("{*}p"):
            cell = paragraph.getparent()
            is_number = cell is not None and read_attribute(cell, "value-type") == "float"
            if not is_number and (
                text := " ".join("".join(map(str, paragraph.itertext())).split())
            ):
                found[f"Chart: {text}"] = None
    return list(found)


def _objects(data: bytes) -> Iterator[_Element]:
    """Yield the roots of the objects in a packed document, of ``_MOST_BYTES`` at most together."""
    size = 0
    with suppress(*ZIP_DAMAGE), zipfile.ZipFile(io.BytesIO(data)) as packed:
        for name in [name for name in packed.namelist() if _OBJECT.fullmatch(name)][:_MOST_CHARTS]:
            size += packed.getinfo(name).file_size
            if size > _MOST_BYTES:
                return
            with suppress(FileFailed, *ZIP_DAMAGE):
                yield _member(packed, name)


def read_text(source: Source) -> Document:
    """Read a text document, with its notes below the text; raise ``FileFailed``."""
    body, parser = _opened(source, "text", Format.ODT)
    blocks = parser.blocks(body)
    return _document(source, [*blocks, *below_text([*parser.notes, *parser.asides.blocks()])])


def read_spreadsheet(source: Source) -> Document:
    """Read the cells of a spreadsheet as it shows them, each sheet after its name; raise ``FileFailed``."""
    body, parser = _opened(source, "spreadsheet", Format.ODS)
    found = []
    for sheet in body:
        if read_local_name(sheet) == "table" and (rows := parser.blocks(sheet)):
            found += [read_attribute(sheet, "name"), *rows]
    return _document(source, [*found, *parser.asides.blocks()], "spreadsheet")


def read_presentation(source: Source) -> Document:
    """Read the text of the slides, each followed by its speaker notes; raise ``FileFailed``."""
    body, _ = _opened(source, "presentation", Format.ODP)
    pages = [page for page in body if read_local_name(page) == "page"]
    slides = []
    for page in pages:
        notes = [_text(shape) for shape in page if read_local_name(shape) == "notes"]
        slides.append("\n".join(filter(None, [_text(page), *notes])))
    return _document(source, slides, "presentation")


def _opened(source: Source, kind: str, format_: Format) -> tuple[_Element, BlockParser]:
    """Return the body of a document, and a parser with its styles; raise ``FileFailed``."""
    content, styles = _part(source.data, _CONTENT), _part(source.data, _STYLES)
    body = find_child(content, "body") if content is not None else None
    part = find_child(body, kind) if body is not None else None
    if content is None or part is None:
        name = source.path.name
        if format_ is Format.ODP:
            raise FileFailed(FileCode.OPENDOCUMENT_DAMAGED, name=name)
        raise FileFailed(FileCode.OFFICE_DAMAGED, name=name, kind=format_.value)
    _drop_deletions(part)
    roots = [content] if styles is None else [styles, content]
    is_spreadsheet = format_ is Format.ODS
    return part, BlockParser(Lists(roots), Styles(roots), is_spreadsheet=is_spreadsheet)


def _drop_deletions(body: _Element) -> None:
    """Empty the text between the ends of tracked deletions, as flat files hold it (OpenDocument 1.2, part 1, 5.5)."""
    regions = (e for e in body.iter("{*}changed-region") if find_child(e, "deletion") is not None)
    ends = {read_attribute(end, "change-id") for end in body.iter("{*}change-end")}
    deleted = {read_attribute(region, "id") for region in regions} & ends
    inside: set[str] = set()
    if not deleted:
        return
    from lxml.etree import iterwalk

    for event, element in iterwalk(body, events=("start", "end")):
        change = read_attribute(element, "change-id")
        if event == "end":
            if inside:
                element.tail = None
        elif change in deleted and read_local_name(element) == "change-start":
            inside.add(change)
        elif read_local_name(element) == "change-end":
            inside.discard(change)
        elif inside:
            element.text = None


def _document(source: Source, blocks: Sequence[str], kind: str = "") -> Document:
    stated = {
        read_local_name(element): (element.text or "").strip()
        for element in _elements(source.data, _META)
    }
    properties = {
        "author": stated.get("creator") or stated.get("initial-creator"),
        "created": stated.get("creation-date"),
        "modified": stated.get("date"),
    }
    return assemble(
        ["\n\n".join(blocks).replace(PAGE, "")],
        name=source.path.name,
        titles=(stated.get("title", ""),),
        kind=kind,
        properties=properties,
    )


def _elements(data: bytes, part: str) -> Iterator[_Element]:
    """Yield all elements of a part of the file; none if it is missing or damaged."""
    root = _part(data, part)
    if root is not None:
        yield from root.iter()


def _part(data: bytes, part: str) -> _Element | None:
    """Return the root of a part, or of all parts in a flat file, where the metadata are an element."""
    try:
        if not data.startswith(b"PK"):
            root = parse_xml(data, part) if len(data) <= _MOST_BYTES else None
            return find_child(root, "meta") if root is not None and part == _META else root
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return _member(packed, part) if packed.getinfo(part).file_size <= _MOST_BYTES else None
    except (FileFailed, *ZIP_DAMAGE):
        return None


def _member(packed: zipfile.ZipFile, part: str) -> _Element:
    member = packed.getinfo(part)
    Limits.check_ratio(part, member.file_size, member.compress_size)
    return parse_xml(packed.read(part), part)


def _text(element: _Element) -> str:
    """Return the paragraphs in an element, one per line, without annotations and notes."""
    return lines_with_text("\n".join(BlockParser().blocks(element)))


def _inside(element: _Element, name: str) -> str:
    return next(
        (descendant.text or "" for descendant in element if read_local_name(descendant) == name), ""
    )
