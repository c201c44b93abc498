"""Headers, footers and review comments of Word documents, none of them read by kreuzberg 4.10.

Headers hold docket numbers and letterheads, footers the version of a form.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING

from lexdesk.errors import FileFailed
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import attribute, local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_PART = lazy_pattern(r"word/(?P<kind>header|footer|comments)\d*\.xml")
_MOST_BYTES = 20 * 1024 * 1024  # of a part
_GONE = {"del", "moveFrom", "Fallback"}
"""Deletions of tracked changes, and copies of text boxes for older programs."""
_IN_TEXT = {"tab": " ", "ptab": " ", "br": " ", "cr": " ", "noBreakHyphen": "-"}
_COUNTS_PAGES = lazy_pattern(r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b", re.IGNORECASE)
PAGE = "\ufdd0"  # a noncharacter, as placeholder of a page number
_PAGE_NUMBER = lazy_pattern(
    rf"(?:\b(?:page|p|seite|s|página|pág|pagina|pag|strona)\b\.?)?\s*{PAGE}"
    rf"(?:\s*(?:/|\b(?:of|von|de|di|sur|van|z)\b)\s*{PAGE})?",
    re.IGNORECASE,
)
_EDGES = " -–—|·/"


def margin_texts(data: bytes) -> list[str]:
    """Return each distinct header, footer and comment with text, after its label, without page numbers.

    An invalid archive gives none; its parser reports the error.
    """
    found: dict[str, None] = {}  # sections and first pages repeat their headers
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            small = [
                member.filename for member in packed.infolist() if member.file_size <= _MOST_BYTES
            ]
            for kind in ("header", "footer", "comments"):
                for name in sorted(small):
                    if (part := _PART.fullmatch(name)) and part["kind"] == kind:
                        found.update(dict.fromkeys(_texts(kind, packed.read(name))))
    except ZIP_DAMAGE:
        return []
    return list(found)


def _texts(kind: str, part: bytes) -> list[str]:
    try:
        root = parse_xml(part, kind)
    except FileFailed:  # damaged: continue without it
        return []
    if kind != "comments":
        text = _text(root)
        return [f"{kind.title()}: {text}"] if text else []
    return [
        f"{comment(attribute(element, 'author'), attribute(element, 'date'))}: {text}"
        for element in root.iter("{*}comment")
        if (text := _text(element))
    ]


def comment(author: str, time: str) -> str:
    """Return the label of a comment."""
    author, day = author.strip(), time[:10]
    return f"Comment{f' by {author}' if author else ''}{f', {day}' if day else ''}"


def shown(text: str) -> str:
    """Return lines with text, without page numbers, represented by ``PAGE``."""
    lines = (
        " ".join(_PAGE_NUMBER.sub(" ", line).split()).strip(_EDGES) for line in text.split("\n")
    )
    return "\n".join(line for line in lines if any(map(str.isalnum, line)))


def _text(root: _Element) -> str:
    """Return the paragraphs with text, one per line."""
    from lxml import etree

    pieces: list[str] = []
    fields: list[str] = []  # codes of open fields, nested
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        name = local_name(element)  # of two namespaces (ECMA-376, part 1 and part 4)
        if name in _GONE:
            walk.skip_subtree()
        elif name == "p":
            pieces.append("\n")
        elif name == "fldSimple" and _COUNTS_PAGES.match(attribute(element, "instr")):
            pieces.append(PAGE)
            walk.skip_subtree()
        elif name == "fldChar" and attribute(element, "fldCharType") == "begin":
            fields.append("")
        elif name == "fldChar" and attribute(element, "fldCharType") == "end" and fields:
            pieces.append(PAGE if _COUNTS_PAGES.match(fields.pop()) else "")
        elif name == "instrText" and fields:
            fields[-1] += element.text or ""
        elif not any(map(_COUNTS_PAGES.match, fields)):  # else the cached page number
            pieces.append((element.text or "") if name == "t" else _IN_TEXT.get(name, ""))
    return shown("".join(pieces))
