"""The document of a Word file: body, notes and properties."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.heading_marks import below_text
from lexdesk.extract.parsers import flat_office, html
from lexdesk.extract.parsers.docx.blocks import BlockParser
from lexdesk.extract.parsers.docx.fields import PAGE
from lexdesk.extract.parsers.docx.notes import Notes, sections
from lexdesk.extract.parsers.docx.numbers import Numbering
from lexdesk.extract.parsers.docx.styles import Styles
from lexdesk.extract.parsers.package import Package
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.structure import Source
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import read_attribute, read_local_name
from lexdesk.text.encodings import decode

if TYPE_CHECKING:
    from lxml.etree import _Element


_DAMAGE = (FileFailed, KeyError, ValueError, zipfile.BadZipFile)


TextReader = Callable[[bytes, str], str]
"""A function that returns the text of the file with these bytes and this name, or raises ``FileFailed``."""


def read(source: Source, read_other: TextReader) -> Document:
    """Read a Word document; raise ``FileFailed``. ``read_other`` reads inserted files of other formats."""
    name = source.path.name
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as packed:
            package = Package(packed, name, Format.DOCX)
            stated, titles = package.properties(), (package.title(),)
            text = body_text(package, read_other)
            return assemble([text], name=name, titles=titles, properties=stated)
    except ZIP_DAMAGE:
        raise FileFailed(FileCode.OFFICE_DAMAGED, name=name, kind=Format.DOCX.value) from None


def body_text(package: Package, read_other: TextReader, *, is_inner: bool = False) -> str:
    """Return the body, below it the notes in the order of their references, and text hidden or struck out."""
    styles, main = package.parts("styles"), package.main()
    notes = Notes(package.parts("settings"), sections(main))
    linked = LinkedParts(package, read_other, is_inner=is_inner)
    numbering = Numbering(package.parts("numbering"), styles)
    parser = BlockParser(numbering, notes, Styles(styles), linked.blocks)
    found = parser.blocks(main)
    below: list[str] = []
    for kind in ("footnote", "endnote"):
        below += _notes(package, kind, parser, notes)
    below += parser.asides.blocks()
    return "\n\n".join([*found, *below_text(below)]).replace(PAGE, "")


def _notes(package: Package, kind: str, parser: BlockParser, notes: Notes) -> list[str]:
    """Return the notes of a kind that the text refers to; deleted ones have no reference left."""
    elements = {
        read_attribute(note, "id"): note
        for root in package.parts(f"{kind}s")
        for note in root
        if read_local_name(note) == kind
    }
    found = []
    for (of, id_), mark in list(notes.marks.items()):
        if of == kind and id_ in elements:
            first, *others = parser.blocks(elements[id_]) or [""]
            found += [f"{mark} {first}".strip(), *others]
    return [note for note in found if note]


class LinkedParts:
    """The parts that a package's main part refers to, as text.

    Word documents inside one that ``is_inner`` itself are left out.
    """

    def __init__(self, package: Package, read_other: TextReader, *, is_inner: bool) -> None:
        self._package = package
        self._read_other = read_other
        self._is_inner = is_inner
        self._targets: dict[str, str] | None = None

    def blocks(self, id_: str) -> list[str]:
        """Return the paragraphs of a part by its relationship; none for a missing or damaged one."""
        if self._targets is None:
            self._targets = self._package.main_targets()
        name = self._targets.get(id_, "")
        try:
            text = self._text(name) if name else ""
        except _DAMAGE:
            return []
        return [block for block in text.split("\n\n") if block.strip()]

    def _text(self, name: str) -> str:
        data = self._package.content(name)
        match sniff(data, name):
            case Format.HTML | Format.EURLEX_HTML:
                return html.shown_text(data, name, marks_headings=True)
            case Format.TEXT:
                return decode(data)
            case Format.RTF | Format.MAIL:  # the latter a page saved with its pictures
                return self._read_other(data, name)
            case Format.DOCX if not self._is_inner:
                return self._inner_text(data, name)
            case Format.OFFICE_XML if not self._is_inner:
                return self._inner_text(flat_office.packed(data, name), name)
            case Format.XML:
                return "\n".join(part_texts(parse_xml(data, name)))
        return ""

    def _inner_text(self, data: bytes, name: str) -> str:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            package = Package(packed, name, Format.DOCX)
            return body_text(package, self._read_other, is_inner=True)


def part_texts(root: _Element) -> Iterator[str]:
    """Yield the paragraphs of a diagram, and the titles and categories of a chart."""
    for element in root.iter("{*}p", "{*}strCache"):
        is_cache = read_local_name(element) == "strCache"
        pieces = [found.text or "" for found in element.iter("{*}v" if is_cache else "{*}t")]
        if text := (" " if is_cache else "").join(pieces).strip():
            yield text
