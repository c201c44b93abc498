"""Corrections to the Word text of kreuzberg 4.10: lost characters and moved text.

kreuzberg drops character references (``R&amp;D`` became ``RD``), the elements for tab, no-break
hyphen and line break (ECMA-376, part 1, 17.3.3; ``1.<w:tab/>Definitions`` became
``1.Definitions``), and automatic numbers. It reads text moved by a tracked change at both places
(17.13.5). So it gets plain text only: placeholders for tabs and markup characters, all others as
they are.
"""

from __future__ import annotations

import io
import re
import sys
import zipfile

from lexdesk.extract.parsers.docx.notes import marks, with_marks
from lexdesk.extract.parsers.docx.numbers import with_numbers
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.text.lazy_pattern import lazy_pattern

_REFERENCE = lazy_pattern(
    rb"&(?:#(?P<decimal>\d{1,7})|#x(?P<hex>[0-9A-Fa-f]{1,6})|(?P<name>\w{2,4}));"
)
_NAMED = {b"amp": "&", b"lt": "<", b"gt": ">", b"quot": '"', b"apos": "'"}
_STAND_INS = {ord(character): chr(0xFDD0 + at) for at, character in enumerate(_NAMED.values())}
"""Placeholders: noncharacters, never assigned by Unicode (section 23.7) and absent from text."""
_STOOD_FOR = {ord(stand_in): chr(character) for character, stand_in in _STAND_INS.items()}
_TAB = "\ufdda"
_GAP = lazy_pattern(f"(?P<indent>^{_TAB}+ ?)|(?P<end> ?{_TAB}+$)| ?{_TAB}+ ?", re.MULTILINE)
_ELEMENT = lazy_pattern(
    rb"<w:(?P<element>tab|cr|noBreakHyphen)\s*/>|<w:(?P<ptab>ptab)\s[^>]*/>"  # a tab stop has attributes
    rb"|<w:(?P<gone>moveFrom|del)(?:\s[^>]*)?(?<!/)>.*?</w:(?P=gone)>",
    re.DOTALL,
)
_IN_TEXT = {
    b"tab": f'<w:t xml:space="preserve">{_TAB}</w:t>'.encode(),
    b"ptab": f'<w:t xml:space="preserve">{_TAB}</w:t>'.encode(),
    b"cr": b"<w:br/>",
    b"noBreakHyphen": b"<w:t>-</w:t>",
    None: b"",
}
_NUMBERING, _STYLES = "word/numbering.xml", "word/styles.xml"
_DOCUMENT = lazy_pattern(r"word/document\d*\.xml")
_PART = lazy_pattern(r"word/(?:document|footnotes|endnotes)\d*\.xml")
_MOST_BYTES = 100 * 1024 * 1024  # of a part; kreuzberg rejects larger ones
_SURROGATES = range(0xD800, 0xE000)


def without_markup_for_characters(data: bytes) -> bytes:
    """Replace markup inside the text of a DOCX file by text or placeholders.

    Invalid archives are returned unchanged; their parser reports the error.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if any(member.file_size > _MOST_BYTES for member in packed.infolist()):
                return data  # kreuzberg rejects it
            read = {
                name: packed.read(name) for name in set(packed.namelist()) if _PART.fullmatch(name)
            }
            plain = {name: _ELEMENT.sub(_text, part) for name, part in read.items()}
            if _NUMBERING in packed.namelist():
                lists = packed.read(_NUMBERING)
                styles = packed.read(_STYLES) if _STYLES in packed.namelist() else b""
                for name in filter(_DOCUMENT.fullmatch, plain):
                    plain[name] = with_numbers(plain[name], lists, styles)
            numbers = marks(b"".join(plain[name] for name in plain if _DOCUMENT.fullmatch(name)))
            plain = {
                name: _REFERENCE.sub(_character, with_marks(part, numbers))
                for name, part in plain.items()
            }
            parts = {name: part for name, part in plain.items() if part != read[name]}
            return with_parts(packed, parts) if parts else data
    except ZIP_DAMAGE:
        return data


def with_characters(text: str) -> str:
    """Replace placeholders by their characters; a tab between words becomes a space."""
    if _TAB in text:
        text = _GAP.sub(lambda gap: "" if gap["indent"] or gap["end"] else " ", text)
    return text.translate(_STOOD_FOR)


def with_parts(packed: zipfile.ZipFile, parts: dict[str, bytes]) -> bytes:
    """Return the archive with other bytes for some of its files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(
        buffer, "w"
    ) as target:  # stored: compressing would take as long as reading
        for member in packed.infolist():
            part = parts.get(member.filename)
            target.writestr(member.filename, packed.read(member) if part is None else part)
    return buffer.getvalue()


def _text(element: re.Match[bytes]) -> bytes:
    return _IN_TEXT[element["element"] or element["ptab"]]


def _character(reference: re.Match[bytes]) -> bytes:
    decimal, hexadecimal, name = reference.group("decimal", "hex", "name")
    if name:
        character = _NAMED.get(name, "")
    else:
        code = int(decimal) if decimal else int(hexadecimal, 16)
        is_character = code <= sys.maxunicode and code not in _SURROGATES
        character = chr(code) if is_character else ""
    return character.translate(_STAND_INS).encode() if character else reference[0]
