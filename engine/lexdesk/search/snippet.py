"""The part of a passage that shows best why it was found."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

Piece = tuple[str, bool]
"""Text, and whether it matches the query."""
_RUN = re.compile(r"\s{2,}|[^\S ]")  # white space that is not a single space
_SPACE = re.compile(" ")
_NARROWEST = 10  # characters: a narrower terminal breaks the lines itself


def snippet(
    text: str, highlights: Sequence[tuple[int, int]], width: int, lines: int
) -> list[list[Piece]]:
    """At most ``lines`` lines of at most ``width`` characters around the densest matches.

    Cut at words; white space becomes single spaces; an ellipsis stands where text is left out.
    """
    squeezed, matches = _squeeze(text, highlights)
    width = max(width, _NARROWEST)
    start = _densest(squeezed, matches, width * lines - 2)
    enough = start + width * lines + lines + 1  # a character more than the lines can hold
    shown = ("… " if start else "") + squeezed[start:enough]
    wrapper = _Wrapper(width, max_lines=lines, placeholder=" …", break_on_hyphens=False)
    return list(_with_marks(wrapper.wrap(shown), squeezed, matches, start))


class _Wrapper(textwrap.TextWrapper):
    """Cuts a word that is longer than a line, as a sentence in Thai is, before a letter and no mark on one."""

    def _handle_long_word(
        self, reversed_chunks: list[str], cur_line: list[str], cur_len: int, width: int
    ) -> None:
        word, room = reversed_chunks[-1], max(width - cur_len, 1)
        at = room
        while at and _goes_on(word[at : at + 1]):
            at -= 1
        if at or not cur_line:  # else the next line has room
            cur_line.append(word[: at or room])
            reversed_chunks[-1] = word[at or room :]


def _goes_on(character: str) -> bool:
    """Whether a character belongs to the one before it: a combining mark."""
    return character != "" and unicodedata.category(character).startswith("M")


def _squeeze(text: str, highlights: Sequence[tuple[int, int]]) -> tuple[str, bytes]:
    """``text`` with single spaces, and 1 for each of its characters that is highlighted, else 0."""
    marked = bytearray(len(text))
    for start, end in highlights:
        marked[start:end] = b"\x01" * (end - start)
    parts: list[str] = []
    matches = bytearray()
    at = len(text) - len(text.lstrip())
    for run in _RUN.finditer(text, at):
        parts += text[at : run.start()], " "
        matches += marked[at : run.start() + 1]
        at = run.end()
    parts.append(text[at:])
    matches += marked[at:]
    return "".join(parts), bytes(matches)


def _densest(text: str, matches: bytes, length: int) -> int:
    """Where to begin so that ``length`` characters hold the most matched ones: at a word's start."""
    if len(text) <= length:
        return 0
    starts = [0, *(space.end() for space in _SPACE.finditer(text))]
    total = list(accumulate(matches, initial=0))
    most = len(text)
    matched = [total[min(start + length, most)] - total[start] for start in starts]
    at = matched.index(max(matched))
    best = starts[at]
    before = max(0, bisect_right(starts, best - length // 4) - 1)  # some context before
    return starts[before] if matched[before] == matched[at] else best


def _with_marks(wrapped: list[str], text: str, matches: bytes, start: int) -> Iterator[list[Piece]]:
    at = start
    for line in wrapped:
        pieces: list[Piece] = []
        for word in line.split(" "):
            found = text.find(word, at) if word != "…" else -1
            flags = matches[found : found + len(word)] if found >= 0 else bytes(len(word))
            if pieces:
                pieces.append((" ", False))
            pieces += zip(word, map(bool, flags), strict=True)
            at = found + len(word) if found >= 0 else at
        yield _joined(pieces)


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Neighbours that are marked alike become one piece."""
    joined: list[Piece] = []
    for text, is_match in pieces:
        if joined and joined[-1][1] == is_match:
            joined[-1] = (joined[-1][0] + text, is_match)
        else:
            joined.append((text, is_match))
    return joined
