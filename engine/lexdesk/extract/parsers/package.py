"""Parts of a Word, Excel or PowerPoint file, a ZIP archive of XML (ECMA-376, part 2)."""

from __future__ import annotations

import posixpath
import re
import zipfile
from typing import TYPE_CHECKING

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.limits import Limits
from lexdesk.extract.sniff import Format
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import read_attribute, read_local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_FOLDERS = {Format.DOCX: "word", Format.XLSX: "xl", Format.PPTX: "ppt"}
_MAIN = {Format.DOCX: "document", Format.XLSX: "workbook", Format.PPTX: "presentation"}
_PROPERTIES = {"creator": "author", "created": "created", "modified": "modified"}
_MOST_BYTES = 100 * 1024 * 1024  # of a part; its tree takes up to ten times as much memory
_REFERENCE = lazy_pattern(rb"&#(?:x(?P<hex>[0-9A-Fa-f]{1,6})|(?P<decimal>[0-9]{1,7}));")
_CONTROL = lazy_pattern(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_CONTROLS = (0x09, 0x0A, 0x0D)


class Package:
    """The parts of an open file, which failures call ``name``; ``format_`` has its own folder in it."""

    def __init__(self, packed: zipfile.ZipFile, name: str, format_: Format) -> None:
        self._packed = packed
        self._name = name
        self._format = format_
        self._folder = _FOLDERS[format_]
        self._names = sorted(set(packed.namelist()))

    def main(self) -> _Element:
        """Return the root of the main part; raise ``FileFailed`` or ``KeyError`` without one."""
        return self.part(self._main_name())

    def _main_name(self) -> str:
        links = self._optional("_rels/.rels")
        stated = [
            read_attribute(link, "Target").lstrip("/")
            for link in (() if links is None else links)
            if read_attribute(link, "Type").endswith("/officeDocument")
        ]
        names = [name for name in stated if name in self._names] or self._named(_MAIN[self._format])
        if not names:
            raise self.damaged()
        return names[0]

    def part(self, name: str) -> _Element:
        """Return the root of a needed part; raise ``FileFailed``, or ``KeyError`` without it."""
        try:
            return self._parse(name)
        except FileFailed as failure:
            if failure.code is FileCode.XML_INVALID:
                raise self.damaged() from None
            raise

    def targets(self, name: str) -> dict[str, str]:
        """Return the names of the parts that a part refers to, by the ids of its relationships."""
        folder, own = posixpath.split(name)
        links = self._optional(f"{folder}/_rels/{own}.rels")
        return {
            read_attribute(link, "Id"): posixpath.normpath(
                posixpath.join("/", folder, read_attribute(link, "Target"))
            ).lstrip("/")
            for link in (() if links is None else links)
        }

    def main_targets(self) -> dict[str, str]:
        """Return the names of the parts that the main part refers to."""
        return self.targets(self._main_name())

    def content(self, name: str) -> bytes:
        """Return the bytes of a part; raise ``FileFailed``, or ``KeyError`` without it."""
        member = self._packed.getinfo(name)
        if member.file_size > _MOST_BYTES:
            size, limit = member.file_size / 2**20, _MOST_BYTES / 2**20
            raise FileFailed(FileCode.TOO_LARGE, name=self._name, size=size, limit=limit)
        Limits.check_ratio(self._name, member.file_size, member.compress_size)
        return self._packed.read(name)

    def damaged(self) -> FileFailed:
        """Return the failure of an incomplete file."""
        return FileFailed(FileCode.OFFICE_DAMAGED, name=self._name, kind=self._format.value)

    def parts(self, kind: str) -> list[_Element]:
        """Return the roots of the parts of a kind, such as ``footnotes``, without damaged ones."""
        roots = map(self._optional, self._named(kind))
        return [root for root in roots if root is not None]

    def properties(self) -> dict[str, str]:
        """Return the properties of the file."""
        core = self._core()
        return {label: " ".join(core.get(key, "").split()) for key, label in _PROPERTIES.items()}

    def title(self) -> str:
        """Return the stated title; ``""`` without one."""
        return self._core().get("title", "")

    def _core(self) -> dict[str, str]:
        root = self._optional("docProps/core.xml")
        stated = (
            (read_local_name(e), (e.text or "").strip()) for e in (() if root is None else root)
        )
        return {name: value for name, value in stated if value}

    def _named(self, kind: str) -> list[str]:
        is_of_kind = re.compile(rf"{self._folder}/{kind}\d*\.xml").fullmatch
        return [name for name in self._names if is_of_kind(name)]

    def _optional(self, name: str) -> _Element | None:
        try:
            return self._parse(name)
        except (FileFailed, KeyError):
            return None

    def _parse(self, name: str) -> _Element:
        data = self.content(name)
        try:
            return parse_xml(data, self._name)
        except FileFailed as failure:
            if failure.code is not FileCode.XML_INVALID:
                raise
            return parse_xml(_without_invalid_characters(data), self._name)


def _without_invalid_characters(data: bytes) -> bytes:
    """Remove control characters, and references to invalid characters (XML 1.0, 2.2)."""

    def check(reference: re.Match[bytes]) -> bytes:
        number = reference["hex"] or reference["decimal"]
        code = int(number, 16 if reference["hex"] else 10)
        is_valid = code in _CONTROLS or 0x20 <= code < 0xD800 or 0xE000 <= code <= 0x10FFFF
        return reference[0] if is_valid and code not in (0xFFFE, 0xFFFF) else b""

    return _REFERENCE.sub(check, _CONTROL.sub(b"", data))
