"""Office documents in one XML file, as the packages that their parsers read.

Word and PowerPoint save a package as flat OPC (namespace ``xmlPackage`` of 2006). Word 2003 has a vocabulary of its own
(WordprocessingML 2003), from which today's grew: most elements share their names with it.
"""

from __future__ import annotations

import binascii
import io
import zipfile
from typing import TYPE_CHECKING

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.sniff import Format
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import find_child, read_attribute, read_local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_PICTURE = lazy_pattern(rb">[A-Za-z0-9+/=\s]{8000000,}<")
"""Base64 that the XML parser rejects as too long for a text."""
_CORE = {"Title": "title", "Author": "creator", "Created": "created", "LastSaved": "modified"}
NUMBER_FORMATS = {
    "0": "decimal", "1": "upperRoman", "2": "lowerRoman", "3": "upperLetter", "4": "lowerLetter", "5": "ordinal",
    "6": "cardinalText", "7": "ordinalText", "22": "decimalZero", "23": "bullet", "255": "none",
}  # fmt: skip
"""Formats of numbers by their code in Word 2003 (``nfc``)."""
_TODAY = {
    "listDef": "abstractNum", "list": "num", "ilst": "abstractNumId", "nfc": "numFmt", "listStyleLink": "numStyleLink",
    "listPr": "numPr", "ilfo": "numId",
}  # fmt: skip
"""Names of today for elements of Word 2003."""
_ATTRIBUTES = {"listDef": ("listDefId", "abstractNumId"), "list": ("ilfo", "numId")}
_CHANGES = {"Word.Deletion": "del", "Word.Insertion": "ins"}
_MARGINS = {"hdr": "header", "ftr": "footer"}
_NOTES = ("footnote", "endnote")


def packed(data: bytes, name: str) -> bytes:
    """Return the package, a ZIP archive, of a document in one XML file; raise ``FileFailed``."""
    root = parse_xml(_PICTURE.sub(b"><", data), name)
    parts = _parts(root) if read_local_name(root) == "package" else _Word2003(root).parts()
    if not parts:
        raise FileFailed(FileCode.OFFICE_DAMAGED, name=name, kind=Format.OFFICE_XML.value)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", "")
        for part, content in parts.items():
            archive.writestr(part, content)
    return file.getvalue()


def _parts(package: _Element) -> dict[str, bytes]:
    """Return the parts of a flat package by name, without those that are damaged."""
    from lxml import etree

    found: dict[str, bytes] = {}
    for part in package:
        name = read_attribute(part, "name").lstrip("/")
        content = next((e for e in part if isinstance(e.tag, str)), None)
        if not name or content is None:
            continue
        if read_local_name(content) == "binaryData":
            try:
                found[name] = binascii.a2b_base64(content.text or "")
            except (binascii.Error, ValueError):  # also of characters beyond ASCII
                continue
        elif (root := next((e for e in content if isinstance(e.tag, str)), None)) is not None:
            found[name] = etree.tostring(root, encoding="utf-8", with_tail=False)
    return found


class _Word2003:
    """A document of Word 2003, rewritten in place with the names and parts of today."""

    def __init__(self, root: _Element) -> None:
        from lxml import etree

        self._root = root
        self._new = etree.Element
        self._write = etree.tostring
        self._notes = {kind: self._new(f"{kind}s") for kind in _NOTES}
        self._comments = self._new("comments")
        self._margins: list[tuple[str, _Element]] = []
        self._moved = 0

    def parts(self) -> dict[str, bytes]:
        """Return the parts by name; none without a body."""
        body = find_child(self._root, "body")
        if body is None:
            return {}
        for element in list(self._root.iter("{*}*")):
            self._rewrite(element)
        document = self._new("document")
        document.append(body)
        found = {
            "document": document, **{f"{kind}s": root for kind, root in self._notes.items()},
            "comments": self._comments, "numbering": find_child(self._root, "lists"),
            "styles": find_child(self._root, "styles"), "settings": find_child(self._root, "docPr"),
        }  # fmt: skip
        for number, (kind, element) in enumerate(self._margins):
            found[f"{_MARGINS[kind]}{number}"] = element
        written = {f"word/{n}.xml": self._bytes(e) for n, e in found.items() if e is not None}
        return {**written, "docProps/core.xml": self._bytes(self._properties())}

    def _bytes(self, element: _Element) -> bytes:
        return self._write(element, encoding="utf-8", with_tail=False)

    def _properties(self) -> _Element:
        core, stated = self._new("core"), find_child(self._root, "DocumentProperties")
        for element in () if stated is None else stated:
            if (label := _CORE.get(read_local_name(element))) and element.text:
                new = self._new(label)
                new.text = element.text
                core.append(new)
        return core

    def _rewrite(self, element: _Element) -> None:
        name, parent = read_local_name(element), element.getparent()
        if name == "annotation":
            self._rewrite_annotation(element)
        elif name in _NOTES and parent is not None and read_local_name(parent) == "r":
            self._move(element, self._notes[name], f"{name}Reference")
        elif name in _MARGINS and parent is not None and read_local_name(parent) == "sectPr":
            self._margins.append((name, element))
        elif name in _TODAY:
            if name in _ATTRIBUTES:
                old, new = _ATTRIBUTES[name]
                element.set(new, read_attribute(element, old))
            elif name == "nfc":
                format_ = NUMBER_FORMATS.get(read_attribute(element, "val"), "")
                element.attrib.clear()
                element.set("val", format_)
            _rename(element, _TODAY[name])

    def _rewrite_annotation(self, element: _Element) -> None:
        """Rewrite a tracked change, or move a comment (schema ``aml``); others keep their content."""
        kind = read_attribute(element, "type")
        if kind in _CHANGES:
            _rename(element, _CHANGES[kind])
        elif kind == "Word.Comment":
            element.set("author", read_attribute(element, "author"))
            element.set("date", read_attribute(element, "createdate"))
            self._move(element, self._comments, "commentReference")
            _rename(element, "comment")

    def _move(self, element: _Element, part: _Element, reference: str) -> None:
        """Move an element to a part, and leave a reference in its place."""
        self._moved += 1
        id_ = str(self._moved)
        parent = element.getparent()
        if parent is not None:
            left = self._new(reference, id=id_)
            left.tail, element.tail = element.tail, None
            parent.replace(element, left)
        element.set("id", id_)
        part.append(element)


def _rename(element: _Element, name: str) -> None:
    namespace, brace, _ = str(element.tag).rpartition("}")
    element.tag = f"{namespace}{brace}{name}"
