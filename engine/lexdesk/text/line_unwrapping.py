"""Lines of a printed page, as PDF and plain text have them, put together into paragraphs.

A line was broken off where it is nearly as long as lines of its text are, ends no sentence, and the next one begins
with no number or sign of a list.
"""

from __future__ import annotations

import itertools
import math
import re

_LONGEST = 160  # characters; a text of longer lines has a line for each paragraph
_SHORTEST = 50  # one of shorter lines is a list, or a form
_FULL = 0.7  # of the width: letters differ in theirs, and a long word goes over to the next line
_ENDS = re.compile(r"(?<!\s[A-Z])[.:;!?][\"”’»)]*\Z")  # "Richard P." goes on
_BEGINS = re.compile(
    r"[-*•–—▪·]\s|\(?\d{1,3}[a-z]?[.)]\s|\(?[a-z]{1,4}\)\s|[a-z]\.\s|\d{1,3}(?:\.\d{1,3})+\.?\s|§\s",
    re.IGNORECASE,
)


def unwrapped(text: str) -> str:
    """``text`` of the same length, with a space where a printed line was only broken off."""
    lines = text.split("\n")
    width = _width(lines)
    if not _SHORTEST <= width < _LONGEST:
        return text
    joined = [lines[0]]
    for line, following in itertools.pairwise(lines):
        goes_on = len(line.strip()) >= _FULL * width and _goes_on(line.rstrip(), following.strip())
        joined += [" " if goes_on else "\n", following]
    return "".join(joined)


def paragraphs_of(text: str) -> list[str]:
    """The lines of ``text`` as they were before a page broke them off, each with single spaces; no empty ones."""
    return [" ".join(line.split()) for line in unwrapped(text).split("\n") if line.strip()]


def _width(lines: list[str]) -> int:
    """How long a full line is: only one in twenty is longer."""
    lengths = sorted(len(line.strip()) for line in lines if line.strip())
    return lengths[math.ceil(0.95 * (len(lengths) - 1))] if lengths else 0


def _goes_on(line: str, following: str) -> bool:
    """Whether ``following`` goes on with the sentence of ``line``, which is full."""
    if not following or _BEGINS.match(following):
        return False
    return following[0].islower() or not _ENDS.search(line)
