"""Corrections to the OpenDocument text of kreuzberg 4.10 (OpenDocument 1.3, part 3).

In text documents kreuzberg drops blanks encoded as elements (``Art.<text:s/>6`` became ``Art.6``),
the positions of notes in their paragraphs, headers, footers and comments. It does not support
presentations.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from lexdesk.document.model import Document, Property
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.parsers.docx.blocks import PAGE
from lexdesk.extract.parsers.docx.margins import comment, shown
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.structure import Source
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_CONTENT, _STYLES, _META = "content.xml", "styles.xml", "meta.xml"
_MOST_BYTES = 100 * 1024 * 1024  # of a part
_CHANGES = lazy_pattern(
    rb"<text:tracked-changes(?:\s[^>]*)?(?<!/)>.*?</text:tracked-changes>", re.DOTALL
)
"""Deleted text of tracked changes, including its notes."""
_BLANKS = lazy_pattern(rb"<text:s(?:\s[^>]*)?/>|<text:s(?:\s[^>]*)?></text:s>")
_NOTE = lazy_pattern(
    rb"<text:note\s[^>]*>\s*<text:note-citation(?:\s[^>]*)?>(?P<mark>[^<]*)</text:note-citation>"
    rb"\s*<text:note-body>(?P<body>.*?)</text:note-body>\s*</text:note>",
    re.DOTALL,
)
_FIRST_PARAGRAPH = lazy_pattern(rb"<text:p(?:\s[^>]*)?(?<!/)>")
_END = b"</office:text>"
_PARAGRAPHS = {"p", "h"}
_IN_TEXT = {"tab": " ", "s": " ", "line-break": " ", "page-number": PAGE, "page-count": PAGE}
_BESIDE = {"annotation", "tracked-changes", "notes"}


def with_blanks_and_notes(data: bytes) -> bytes:
    """Insert blanks, and move notes below the text; return damaged files unchanged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if packed.getinfo(_CONTENT).file_size > _MOST_BYTES:
                return data
            read = packed.read(_CONTENT)
            plain = _with_notes_below(_BLANKS.sub(b" ", _CHANGES.sub(b"", read)))
            return data if plain == read else with_parts(packed, {_CONTENT: plain})
    except ZIP_DAMAGE:
        return data


def _with_notes_below(content: bytes) -> bytes:
    below: list[bytes] = []

    def refer(note: re.Match[bytes]) -> bytes:
        mark = b"[" + note["mark"] + b"]"
        below.append(_FIRST_PARAGRAPH.sub(lambda p: p[0] + mark + b" ", note["body"], count=1))
        return mark

    text, end, behind = content.rpartition(_END)
    return _NOTE.sub(refer, text) + b"".join(below) + end + behind


def with_parts(packed: zipfile.ZipFile, parts: dict[str, bytes]) -> bytes:
    """Return the archive with other bytes for some of its files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(
        buffer, "w"
    ) as target:  # stored: compressing would take as long as reading
        for member in packed.infolist():
            part = parts.get(member.filename)
            target.writestr(member.filename, packed.read(member) if part is None else part)
    return buffer.getvalue()


def margin_texts(data: bytes) -> list[str]:
    """Return each distinct header, footer and comment with text, after its label."""
    found: dict[str, None] = {}
    for name in ("header", "footer"):
        for element in _elements(data, _STYLES):
            tag = local_name(element)
            if tag.startswith(name) and not tag.endswith("-style") and (text := _text(element)):
                found[f"{name.title()}: {text}"] = None
    for element in _elements(data, _CONTENT):
        if local_name(element) == "annotation" and (text := _text(element)):
            found[f"{comment(_inside(element, 'creator'), _inside(element, 'date'))}: {text}"] = (
                None
            )
    return list(found)


def read_presentation(source: Source) -> Document:
    """Read the text of the slides, each followed by its speaker notes; raise ``FileFailed``."""
    name = source.path.name
    slides = []
    for page in _elements(source.data, _CONTENT):
        if local_name(page) == "page":
            notes = [_text(shape) for shape in page if local_name(shape) == "notes"]
            slides.append("\n".join(filter(None, [_text(page), *notes])))
    if not slides:
        raise FileFailed(FileCode.OPENDOCUMENT_DAMAGED, name=name)
    stated = {
        local_name(element): (element.text or "").strip()
        for element in _elements(source.data, _META)
    }
    document = assemble(
        ["\n\n".join(slides)], name=name, titles=(stated.get("title", ""),), kind="presentation"
    )
    properties = {
        "author": stated.get("creator") or stated.get("initial-creator"),
        "created": stated.get("creation-date"),
        "modified": stated.get("date"),
    }
    return replace(document, properties=tuple(Property(k, v) for k, v in properties.items() if v))


def _elements(data: bytes, part: str) -> Iterator[_Element]:
    """Yield all elements of a part of the file; none if it is missing or damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if packed.getinfo(part).file_size <= _MOST_BYTES:
                yield from parse_xml(packed.read(part), part).iter()
    except (FileFailed, *ZIP_DAMAGE):
        return


def _text(element: _Element) -> str:
    """Return the paragraphs in an element, one per line, without annotations and notes."""
    return shown("".join(_pieces(element, in_paragraph=False, is_outermost=True)))


def _pieces(element: _Element, *, in_paragraph: bool, is_outermost: bool = False) -> Iterator[str]:
    name = local_name(element)
    if not isinstance(element.tag, str) or (name in _BESIDE and not is_outermost):
        return
    if name in _PARAGRAPHS:
        in_paragraph = True
        yield "\n"
    if name in _IN_TEXT:
        yield _IN_TEXT[name] if in_paragraph else ""
        return
    if in_paragraph:
        yield element.text or ""
    for child in element:
        yield from _pieces(child, in_paragraph=in_paragraph)
        if in_paragraph:
            yield child.tail or ""
    if name in _PARAGRAPHS:
        yield "\n"


def _inside(element: _Element, name: str) -> str:
    return next(
        (descendant.text or "" for descendant in element if local_name(descendant) == name), ""
    )
