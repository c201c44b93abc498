"""Text as it stands: plain, of tables, of XML whose structure is not known."""

from __future__ import annotations

from lexdesk.document import Document
from lexdesk.encodings import decode
from lexdesk.extract.assemble import assemble
from lexdesk.structure import Source


def read(source: Source) -> Document:
    """The text as it stands. Its title is the file's name: a first line is seldom a title."""
    return assemble([decode(source.data)], name=source.path.name)


def read_xml(source: Source) -> Document:
    """The text of an XML file whose structure is not known, one line for each element."""
    from lexdesk.structure.safe_xml import parse

    root = parse(source.data, source.path.name)
    return assemble(["\n".join(t for t in map(str, root.itertext()) if t.strip())],
                    name=source.path.name)  # fmt: skip


def read_csv(source: Source) -> Document:
    """A table as lines of cells."""
    return assemble([decode(source.data)], name=source.path.name, kind="spreadsheet")
