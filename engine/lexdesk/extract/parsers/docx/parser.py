"""The document of a Word file: body, notes and properties."""

from __future__ import annotations

import io
import zipfile

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.parsers.docx.blocks import BlockParser
from lexdesk.extract.parsers.docx.fields import PAGE
from lexdesk.extract.parsers.docx.linked import LinkedParts
from lexdesk.extract.parsers.docx.notes import Notes, sections
from lexdesk.extract.parsers.docx.numbers import Numbering
from lexdesk.extract.parsers.docx.styles import Styles
from lexdesk.extract.parsers.package import Package
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.structure import Source
from lexdesk.structure.xml_blocks import attribute, local_name


def read(source: Source) -> Document:
    """Read a Word document; raise ``FileFailed``."""
    name = source.path.name
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as packed:
            package = Package(packed, name, Format.DOCX)
            stated, titles = package.properties(), (package.title(),)
            return assemble([body_text(package)], name=name, titles=titles, properties=stated)
    except ZIP_DAMAGE:
        raise FileFailed(FileCode.OFFICE_DAMAGED, name=name, kind=Format.DOCX.value) from None


def body_text(package: Package, *, is_inner: bool = False) -> str:
    """Return the body, below it the notes in the order of their references, and the hidden text."""
    styles, main = package.parts("styles"), package.main()
    notes = Notes(package.parts("settings"), sections(main))
    linked = LinkedParts(package, None if is_inner else _inner_text)
    numbering = Numbering(package.parts("numbering"), styles)
    parser = BlockParser(numbering, notes, Styles(styles), linked.blocks)
    found = parser.blocks(main)
    for kind in ("footnote", "endnote"):
        found += _notes(package, kind, parser, notes)
    if hidden := " ".join("".join(parser.hidden).split()):
        found.append(f"Hidden text: {hidden}")
    return "\n\n".join(found).replace(PAGE, "")


def _inner_text(data: bytes, name: str) -> str:
    """Return the text of a Word document inside another one."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return body_text(Package(packed, name, Format.DOCX), is_inner=True)


def _notes(package: Package, kind: str, parser: BlockParser, notes: Notes) -> list[str]:
    """Return the notes of a kind that the text refers to; deleted ones have no reference left."""
    elements = {
        attribute(note, "id"): note
        for root in package.parts(f"{kind}s")
        for note in root
        if local_name(note) == kind
    }
    found = []
    for (of, id_), mark in list(notes.marks.items()):
        if of == kind and id_ in elements:
            first, *others = parser.blocks(elements[id_]) or [""]
            found += [f"{mark} {first}".strip(), *others]
    return [note for note in found if note]
