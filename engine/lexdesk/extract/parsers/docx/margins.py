"""Headers, footers and review comments of Word documents.

Headers hold docket numbers and letterheads, footers the version of a form.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.errors import FileFailed
from lexdesk.extract.parsers.docx.blocks import BlockParser
from lexdesk.extract.parsers.docx.fields import PAGE
from lexdesk.extract.parsers.docx.notes import Notes
from lexdesk.extract.parsers.docx.numbers import Numbering
from lexdesk.extract.parsers.embedded_pictures import picture_texts
from lexdesk.extract.parsers.package import Package
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.structure.xml_blocks import read_attribute
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_PAGE_NUMBER = lazy_pattern(
    rf"(?:\b(?:page|p|seite|s|página|pág|pagina|pag|strona)\b\.?\s*+)?{PAGE}"
    rf"(?:\s*(?:/|\b(?:of|von|de|di|sur|van|z)\b)\s*{PAGE})?",
    re.IGNORECASE,
)
_EDGES = " -–—|·/"


def margin_texts(data: bytes) -> list[str]:
    """Return each distinct header, footer, comment and alternative text of a picture, after its label, without page numbers.

    An invalid archive gives none; its parser reports the error.
    """
    found: dict[str, None] = {}  # sections and first pages repeat their headers
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            package = Package(packed, "", Format.DOCX)
            for kind in ("header", "footer"):
                texts = map(_text, package.parts(kind))
                found.update(dict.fromkeys(f"{kind.title()}: {text}" for text in texts if text))
            for root in package.parts("comments"):
                found.update(dict.fromkeys(_comments(root)))
            shown = (*_main(package), *package.parts("header"), *package.parts("footer"))
            found.update(dict.fromkeys(picture_texts(shown)))
    except ZIP_DAMAGE:
        return []
    return list(found)


def _main(package: Package) -> list[_Element]:
    try:
        return [package.main()]
    except (FileFailed, KeyError):  # reported by the parser
        return []


def _comments(root: _Element) -> Iterator[str]:
    for element in root.iter("{*}comment"):
        if text := _text(element):
            yield f"{comment(read_attribute(element, 'author'), read_attribute(element, 'date'))}: {text}"


def comment(author: str, time: str) -> str:
    """Return the label of a comment."""
    author, day = author.strip(), time[:10]
    return f"Comment{f' by {author}' if author else ''}{f', {day}' if day else ''}"


def lines_with_text(text: str) -> str:
    """Return lines with text, without page numbers, represented by ``PAGE``."""
    lines = (
        " ".join(_PAGE_NUMBER.sub(" ", line).split()).strip(_EDGES) for line in text.split("\n")
    )
    return "\n".join(line for line in lines if any(map(str.isalnum, line)))


def _text(root: _Element) -> str:
    """Return the paragraphs with text, one per line."""
    parser = BlockParser(Numbering(), Notes())
    blocks = parser.blocks(root)
    return lines_with_text("\n".join([*blocks, *parser.asides.blocks()]))
