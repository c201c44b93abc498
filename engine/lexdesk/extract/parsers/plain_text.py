"""Parsers of plain text, tables and XML of unknown structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.parsers.calendar_text import CALENDAR, CARD, calendar_text, card_text
from lexdesk.extract.parsers.divided_words import join_lines
from lexdesk.extract.parsers.signed_text import without_signature
from lexdesk.extract.parsers.transcripts import is_transcript, transcript_text
from lexdesk.structure import Source
from lexdesk.text.encodings import decode

if TYPE_CHECKING:
    from lxml.etree import _Element

_PARAGRAPHS = ("{*}p", "{*}h")  # of OpenDocument, TEI, JATS
_SPACES = ("{*}tab", "{*}br")
_NO_TEXT = ("{*}binary-data", "{*}style", "{*}script")
"""Pictures of OpenDocument in Base64, and what drawings (SVG) do not show."""


def read(source: Source) -> Document:
    """Read the text with its divided words joined, titled by its file name, and of other kinds what they show."""
    text = without_signature(decode(source.data))
    if text.startswith(CALENDAR):
        text = calendar_text(text)
    elif text[: len(CARD)].upper() == CARD:
        text = card_text(text)
    elif is_transcript(text):
        text = transcript_text(text) or text
    return assemble([join_lines(text)], name=source.path.name)


def read_xml(source: Source) -> Document:
    """Read XML of unknown structure: one line per paragraph, and per piece of other text.

    Raises ``FileFailed`` for a damaged .xml file; other damaged files are read as plain text instead.
    """
    from lexdesk.structure.safe_xml import parse_xml

    try:
        root = parse_xml(source.data, source.path.name)
    except FileFailed:
        if source.path.suffix.lower() == ".xml":
            raise
        return read(source)
    for element in root.iter(*_NO_TEXT):
        _replace(element, "")
    for space in root.iter(*_SPACES):
        _replace(space, " ")
    for paragraph in list(root.iter(*_PARAGRAPHS)):
        _replace(paragraph, " ".join("".join(map(str, paragraph.itertext())).split()))
    lines = (text for text in map(str, root.itertext()) if text.strip())
    return assemble(["\n".join(lines)], name=source.path.name)


def _replace(element: _Element, text: str) -> None:
    """Replace the content of an element by ``text``."""
    tail = element.tail
    element.clear()
    element.text, element.tail = text, tail


def read_csv(source: Source) -> Document:
    """Read a table as lines of cells."""
    return assemble([decode(source.data)], name=source.path.name, kind="spreadsheet")
