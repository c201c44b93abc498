"""The document of a Word file: body, notes and properties."""

from __future__ import annotations

import io
import zipfile

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.parsers.docx.blocks import PAGE, BlockParser, raised_styles
from lexdesk.extract.parsers.docx.notes import Notes
from lexdesk.extract.parsers.docx.numbers import Numbering
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
            return assemble([_text(package)], name=name, titles=titles, properties=stated)
    except ZIP_DAMAGE:
        raise FileFailed(FileCode.OFFICE_DAMAGED, name=name, kind=Format.DOCX.value) from None


def _text(package: Package) -> str:
    """Return the body, and below it the notes in the order of their references."""
    styles, notes = package.parts("styles"), Notes()
    raised = {style for root in styles for style in raised_styles(root)}
    parser = BlockParser(Numbering(package.parts("numbering"), styles), notes, raised)
    found = parser.blocks(package.main())
    for kind in ("footnote", "endnote"):
        found += _notes(package, kind, parser, notes)
    return "\n\n".join(found).replace(PAGE, "")


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
