"""Plain text."""

from __future__ import annotations

from lexdesk.document import Document
from lexdesk.encodings import decode
from lexdesk.extract.assemble import assemble
from lexdesk.structure import Source


def read(source: Source) -> Document:
    """The text as it stands. Its title is the file's name: a first line is seldom a title."""
    return assemble([decode(source.data)], name=source.path.name)
