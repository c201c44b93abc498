"""The paragraphs of a text without provisions: what blank lines part, headings with what follows.

PDF has hardly any blank lines, and Word documents have few. There a paragraph ends where a line does that a page did not
break off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexdesk.text.line_unwrapping import unwrap_lines

_BLANK_LINE = re.compile(r"\n\s*\n")
_SHORTEST = 60  # characters of a paragraph: a shorter one is the heading of the next
_LONG = 600  # characters without a blank line: more than one paragraph, if lines end among them


def paragraphs(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The paragraphs of ``text`` between two of its characters, as (start, end)."""
    found, at = [], start
    for stop, following in _breaks(text, start, end):
        if stop - at >= _SHORTEST:
            found.append((at, stop))
            at = following
    if not found or text[at:end].strip():
        found.append((at, end))
    return found


def _breaks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a paragraph may end and the next begin."""
    at = start
    for blank in _BLANK_LINE.finditer(text, start, end):
        yield from _line_ends(text, at, blank.start())
        yield blank.span()
        at = blank.end()
    yield from _line_ends(text, at, end)


def _line_ends(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    if end - start > _LONG:
        for line_end in re.finditer("\n", unwrap_lines(text[start:end])):
            yield start + line_end.start(), start + line_end.end()
