"""Running text of EUR-Lex pages, without notes and consolidation marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.structure.outline import squeeze
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

INLINE = {"a", "span", "b", "i", "em", "strong", "sub", "sup", "u", "font", "small", "br", "img"}
SKIPPED_TAGS = {"script", "style", "head", "hr", "col", "colgroup", "img"}

_CONSOLIDATION_MARK = lazy_pattern(r"[►▼]\s*[A-Z]{1,2}\d*(?:-\d+)?|[►▼◄]")
_END_BEFORE_STOP = lazy_pattern(r"(?<!\s)\s*◄\s*(?=[,.;)])")
_NOTE = "\x00"
_NOTES = lazy_pattern(r"(?<!\s)\s*(?:\(\s*\x00\s*\)|\x00)")
_NOTE_OF_TABLE = lazy_pattern(r"E\d+")
_NOTE_TARGET = lazy_pattern(r"#(?:ntr|ntc|E\d|src\.E)")


def read_class(element: _Element) -> str:
    """Return the first class of an element, without the ``oj-`` of the newer Official Journal."""
    names = element.get("class", "").split()
    return names[0].removeprefix("oj-") if names else ""


def is_block(element: _Element) -> bool:
    """Return True if an element or one of its descendants is a block."""
    if not isinstance(element.tag, str):
        return False
    return element.tag not in INLINE or any(map(is_block, element))


def read_raw_inline(element: _Element) -> str:
    """Return the running text of an element, with a mark for each reference to a note."""
    if (
        not isinstance(element.tag, str)
        or element.tag in SKIPPED_TAGS
        or _is_note_of_table(element)
    ):
        return ""
    if element.tag == "br":
        return " "
    if element.tag == "a" and _NOTE_TARGET.match(element.get("href", "")):
        return _NOTE
    parts = [element.text or ""]
    for child in element:
        parts.append(read_raw_inline(child))
        parts.append(child.tail or "")
    return "".join(parts)


def _is_note_of_table(element: _Element) -> bool:
    """Return True for ``<div><a id="E0030">(1)</a><p>...``: a note in a last row, cited as ``#E0030``."""
    first = next(iter(element), None) if element.tag == "div" else None
    return (
        first is not None
        and first.tag == "a"
        and first.get("href") is None
        and _NOTE_OF_TABLE.fullmatch(first.get("id", "")) is not None
    )


def clean(raw: str) -> str:
    """Remove references to notes and ``►M1``, ``◄`` from running text; return one line."""
    raw = _CONSOLIDATION_MARK.sub(" ", _END_BEFORE_STOP.sub("", raw))
    return squeeze(_NOTES.sub("", raw))


def read_inline(element: _Element) -> str:
    """Return the clean running text of an element."""
    return clean(read_raw_inline(element))
