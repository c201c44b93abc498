"""Unwrapping: lines of a printed page (PDF, plain text) joined into paragraphs.

A line was wrapped if it is nearly as long as the longest lines, ends no sentence, and the next line
begins with no number or bullet of a list.
"""

import itertools
import math
import re

from lexdesk.text.lazy_pattern import lazy_pattern

_LONGEST = 160  # characters; longer lines are whole paragraphs
_SHORTEST = 50  # shorter lines are a list or a form
_FULL = 0.7  # of the width: glyph widths differ, and long words move to the next line
_ENDS = lazy_pattern(r"(?<!\s[A-Z])[.:;!?][\"”’»)]*\Z")  # "Richard P." goes on
_CELLS = " | "  # between the cells of a table
_BEGINS = lazy_pattern(
    r"[-*•–—▪·]\s|\(?\d{1,3}[a-z]?[.)]\s|\(?[a-z]{1,4}\)\s|[a-z]\.\s|\d{1,3}(?:\.\d{1,3})+\.?\s|§\s",
    re.IGNORECASE,
)


def unwrap_lines(text: str) -> str:
    """Replace the line breaks of wrapped lines by spaces; the length stays the same."""
    lines = text.split("\n")
    width = _width(lines)
    if not _SHORTEST <= width < _LONGEST:
        return text
    joined = [lines[0]]
    for line, following in itertools.pairwise(lines):
        is_continued = len(line.strip()) >= _FULL * width and _continues_sentence(
            line.rstrip(), following.strip()
        )
        joined += [" " if is_continued else "\n", following]
    return "".join(joined)


def unwrap_paragraphs(text: str) -> list[str]:
    """Split ``text`` into unwrapped, non-empty lines with single spaces."""
    return [" ".join(line.split()) for line in unwrap_lines(text).split("\n") if line.strip()]


def _width(lines: list[str]) -> int:
    """Return the length of a full line: the 95th percentile."""
    lengths = sorted(len(line.strip()) for line in lines if line.strip())
    return lengths[math.ceil(0.95 * (len(lengths) - 1))] if lengths else 0


def _continues_sentence(line: str, following: str) -> bool:
    """Return True if ``following`` continues the sentence of the full ``line``."""
    if not following or _BEGINS.match(following) or _CELLS in f" {following} ":
        return False
    return following[0].islower() or not _ENDS.search(line)
