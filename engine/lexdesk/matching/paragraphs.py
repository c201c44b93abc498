"""The paragraphs of a text without provisions: what blank lines part, headings with what follows."""

from __future__ import annotations

import re

_BLANK_LINE = re.compile(r"\n\s*\n")
_SHORTEST = 60  # characters of a paragraph: a shorter one is the heading of the next


def paragraphs(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The paragraphs of ``text`` between two of its characters, as (start, end)."""
    found, at = [], start
    for blank in _BLANK_LINE.finditer(text, start, end):
        if blank.start() - at >= _SHORTEST:
            found.append((at, blank.start()))
            at = blank.end()
    if not found or text[at:end].strip():
        found.append((at, end))
    return found
