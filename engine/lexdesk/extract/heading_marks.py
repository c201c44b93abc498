"""Marks of headings in extracted text: noncharacters, from a parser to ``assemble``, in no document.

A marked line is ``LEVEL number BEHIND_NUMBER title END``, without number ``LEVEL title END``.
"""

from collections.abc import Sequence

from lexdesk.structure.headings import MOST_HEADINGS, Heading
from lexdesk.text.lazy_pattern import lazy_pattern

MOST_LEVELS = 9
_LEVELS = "".join(chr(0xFDD1 + level) for level in range(MOST_LEVELS))
_BEHIND_NUMBER, END, _BELOW = "\ufdda", "\ufddb", "\ufddc"
_ALL = f"{_LEVELS}{_BEHIND_NUMBER}{END}{_BELOW}"
_MARKED = lazy_pattern(
    rf"(?m)^(?:(?P<level>[{_LEVELS}])(?:(?P<number>[^{_ALL}]{{0,100}}){_BEHIND_NUMBER})?(?P<title>[^{_ALL}]*){END}"
    rf"|(?P<below>{_BELOW}))"
)
_MARKS = lazy_pattern(f"[{_ALL}]")
_DROPPED = dict.fromkeys(map(ord, _ALL))


def heading_begin(level: int) -> str:
    """Return the mark before a heading of a level from 1; ``END`` is the one behind it."""
    return _LEVELS[level - 1]


def mark_heading(text: str, level: int) -> str:
    """Mark a paragraph as a heading of a level from 1; level 0, no text, and a mark in it leave it unchanged."""
    if not 0 < level <= MOST_LEVELS or not text.strip() or _MARKS.search(text):
        return text
    return f"{heading_begin(level)}{text}{END}"


def with_number(number: str, text: str) -> str:
    """Write an automatic number before a paragraph or a marked heading."""
    if not number:
        return text
    if text[:1] and text[0] in _LEVELS:
        return f"{text[0]}{number}{_BEHIND_NUMBER} {text[1:]}"
    return f"{number} {text}"


def below_text(blocks: Sequence[str]) -> list[str]:
    """Mark blocks, such as notes, as below the text and outside of its sections."""
    return [f"{_BELOW}{block}" if not at else block for at, block in enumerate(blocks)]


def take_headings(text: str) -> tuple[str, list[Heading]]:
    """Return a text without marks, and the headings at its line beginnings, one too many at most."""
    if not _MARKS.search(text):
        return text, []
    pieces: list[str] = []
    headings: list[Heading] = []
    at = length = 0
    for found in _MARKED.finditer(text):
        before = text[at : found.start()].translate(_DROPPED)
        shown = found[0].translate(_DROPPED)
        pieces += (before, shown)
        length += len(before)
        level = 0 if found["below"] else _LEVELS.index(found["level"]) + 1
        title = " ".join((found["title"] or "").split())
        if (title or found["below"]) and len(headings) <= MOST_HEADINGS:
            number = (found["number"] or "").strip()
            headings.append(Heading(level, number, title, length, length + len(shown)))
        length += len(shown)
        at = found.end()
    pieces.append(text[at:].translate(_DROPPED))
    return "".join(pieces), headings
