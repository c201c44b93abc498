"""Parts of a Word file shown inside its text: other documents, diagrams and charts."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from lexdesk.errors import FileFailed
from lexdesk.extract.parsers import html
from lexdesk.extract.parsers.package import Package
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import local_name
from lexdesk.text.encodings import decode

if TYPE_CHECKING:
    from lxml.etree import _Element

_DAMAGE = (FileFailed, KeyError, ValueError, zipfile.BadZipFile)


class LinkedParts:
    """The parts that a package's main part refers to, as text.

    ``inner_text`` reads a Word document inside this one; without it, such documents are left out.
    """

    def __init__(self, package: Package, inner_text: Callable[[bytes, str], str] | None) -> None:
        self._package = package
        self._inner_text = inner_text
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
                return html.shown_text(data, name)
            case Format.TEXT:
                return decode(data)
            case Format.DOCX if self._inner_text is not None:
                return self._inner_text(data, name)
            case Format.XML:
                return "\n".join(_texts(parse_xml(data, name)))
        return ""


def _texts(root: _Element) -> Iterator[str]:
    """Yield the paragraphs of a diagram, and the titles and categories of a chart."""
    for element in root.iter("{*}p", "{*}strCache"):
        is_cache = local_name(element) == "strCache"
        pieces = [found.text or "" for found in element.iter("{*}v" if is_cache else "{*}t")]
        if text := (" " if is_cache else "").join(pieces).strip():
            yield text
