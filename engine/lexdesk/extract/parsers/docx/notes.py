"""Footnote and endnote numbers of Word documents, counted by Word on display.

kreuzberg 4.10 writes the id of a note in place of its number, ``[^2]`` for the first one of
LibreOffice, and no number before the note itself (ECMA-376, part 1, 17.11).
"""

from __future__ import annotations

import re
from collections import Counter

from lexdesk.structure.numbers import to_roman
from lexdesk.text.lazy_pattern import lazy_pattern

Marks = dict[tuple[bytes, bytes], str]
"""(``footnote`` or ``endnote``, id) -> its number as it is printed."""

_REFERENCE = lazy_pattern(rb"<w:(?P<kind>footnote|endnote)Reference\s(?P<attributes>[^>]*)/>")
_NOTE = lazy_pattern(
    rb"<w:(?P<kind>footnote|endnote)\s(?P<attributes>[^>]*)>|<w:(?:footnote|endnote)Ref\s*/>"
)
_ID = lazy_pattern(rb'\bw:id="(-?\d+)"')
_OWN_MARK = lazy_pattern(rb'\bw:customMarkFollows="(?:1|true|on)"')  # an asterisk, say


def marks(document: bytes) -> Marks:
    """Count the notes referenced in the text: footnotes as 1, 2, endnotes as i, ii, like Word."""
    found: Marks = {}
    counted: Counter[bytes] = Counter()
    for reference in _REFERENCE.finditer(document):
        id_ = _ID.search(reference["attributes"])
        if id_ and not _OWN_MARK.search(reference["attributes"]):
            kind = reference["kind"]
            counted[kind] += 1
            number = counted[kind]
            found[kind, id_[1]] = str(number) if kind == b"footnote" else to_roman(number)
    return found


def with_marks(part: bytes, found: Marks) -> bytes:
    """Insert the numbers into text or notes, in brackets."""
    note: tuple[bytes, bytes] | None = None

    def refer(reference: re.Match[bytes]) -> bytes:
        id_ = _ID.search(reference["attributes"])
        return _as_text(found.get((reference["kind"], id_[1])) if id_ else None)

    def begin(tag: re.Match[bytes]) -> bytes:
        nonlocal note
        if tag["kind"] is None:
            return _as_text(found.get(note) if note else None)
        id_ = _ID.search(tag["attributes"])
        note = (tag["kind"], id_[1]) if id_ else None
        return tag[0]

    return _NOTE.sub(begin, _REFERENCE.sub(refer, part))


def _as_text(mark: str | None) -> bytes:
    return f"<w:t>[{mark}]</w:t>".encode() if mark else b""
