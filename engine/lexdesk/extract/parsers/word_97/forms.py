"""States of form fields of Word 97-2003 documents, which are no text ([MS-DOC] 2.9.78)."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from lexdesk.extract.parsers.word_97.styles import valid

_CHECK_BOX, _LIST = 1, 2
_BY_DEFAULT = 25
_FIELD = b"\xff\xff\xff\xff"
_MOST_ENTRIES = 1000


def form_field(data: bytes, place: bytes) -> str:
    """Return the element of a form field at a place of the data stream; ``""`` for a text field or a picture."""
    at = int.from_bytes(place, "little")
    at += int.from_bytes(data[at + 4 : at + 6], "little")
    if data[at : at + 4] != _FIELD:
        return ""
    bits = int.from_bytes(data[at + 4 : at + 6], "little")
    kind, state = bits & 3, bits >> 2 & 0x1F
    if kind not in (_CHECK_BOX, _LIST):
        return ""
    at = _after_string(data, at + 10)  # name
    default = int.from_bytes(data[at : at + 2], "little")
    if state == _BY_DEFAULT:
        state = default
    if kind == _CHECK_BOX:
        return f'<ffData><checkBox><checked val="{int(state > 0)}"/></checkBox></ffData>'
    at += 2
    for _ in range(5):  # format, help, hint, macros
        at = _after_string(data, at)
    entries = "".join(f"<listEntry val={quoteattr(e)}/>" for e in _entries(data, at))
    return f'<ffData><ddList><result val="{state}"/>{entries}</ddList></ffData>'


def _after_string(data: bytes, at: int) -> int:
    return at + 4 + 2 * int.from_bytes(data[at : at + 2], "little")


def _entries(data: bytes, at: int) -> list[str]:
    """Return the entries of a list, in Unicode after a mark."""
    count = int.from_bytes(data[at + 2 : at + 4], "little")
    at += 6
    found = []
    for _ in range(min(count, _MOST_ENTRIES)):
        length = int.from_bytes(data[at : at + 2], "little")
        found.append(valid(data[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")))
        at += 2 + 2 * length
    return found
