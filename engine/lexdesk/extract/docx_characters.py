"""Character references in Word documents, which kreuzberg 4.10 leaves out: ``R&amp;D`` came back as ``RD``.

So its reader is given no references: those of characters that markup needs become stand-ins, all others
the characters themselves. Other formats are read rightly.
"""

from __future__ import annotations

import io
import re
import sys
import zipfile

from lexdesk.extract.archives import DAMAGE

_REFERENCE = re.compile(
    rb"&(?:#(?P<decimal>\d{1,7})|#x(?P<hex>[0-9A-Fa-f]{1,6})|(?P<name>\w{2,4}));"
)
_NAMED = {b"amp": "&", b"lt": "<", b"gt": ">", b"quot": '"', b"apos": "'"}
_STAND_INS = {ord(each): chr(0xFDD0 + at) for at, each in enumerate(_NAMED.values())}
"""Noncharacters, which Unicode keeps free of meaning (section 23.7), so no text has them."""
_STOOD_FOR = {ord(stand_in): chr(each) for each, stand_in in _STAND_INS.items()}
_PART = re.compile(r"word/(?:document|header|footer|footnotes|endnotes|comments)\d*\.xml")
_MOST_BYTES = 100 * 1024 * 1024  # of a part; kreuzberg refuses larger ones
_SURROGATES = range(0xD800, 0xE000)


def without_references(data: bytes) -> bytes:
    """A DOCX file with stand-ins for the references in its text; as it is where there are none.

    A file that is no proper archive stays as it is as well, for the reader to refuse.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = {
                each.filename: part
                for each in packed.infolist()
                if _is_text(each) and b"&" in (part := packed.read(each))
            }
            return _with_parts(packed, parts) if parts else data
    except DAMAGE:
        return data


def with_characters(text: str) -> str:
    """What was read, with the characters that the stand-ins stand for."""
    return text.translate(_STOOD_FOR)


def _is_text(part: zipfile.ZipInfo) -> bool:
    return _PART.fullmatch(part.filename) is not None and part.file_size <= _MOST_BYTES


def _with_parts(packed: zipfile.ZipFile, parts: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(
        made, "w"
    ) as target:  # stored: packing it again would take the time of reading
        for each in packed.infolist():
            part = parts.get(each.filename)
            content = packed.read(each) if part is None else _REFERENCE.sub(_character, part)
            target.writestr(each.filename, content)
    return made.getvalue()


def _character(reference: re.Match[bytes]) -> bytes:
    decimal, hexadecimal, name = reference.group("decimal", "hex", "name")
    if name:
        character = _NAMED.get(name, "")
    else:
        code = int(decimal) if decimal else int(hexadecimal, 16)
        is_character = code <= sys.maxunicode and code not in _SURROGATES
        character = chr(code) if is_character else ""
    return character.translate(_STAND_INS).encode() if character else reference[0]
