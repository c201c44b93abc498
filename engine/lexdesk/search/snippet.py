"""The part of a passage that shows best why it was found."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

Piece = tuple[str, bool]
"""Text, and whether it matches the query."""


def snippet(
    text: str, highlights: Sequence[tuple[int, int]], width: int, lines: int
) -> list[list[Piece]]:
    """At most ``lines`` lines of at most ``width`` characters around the densest matches.

    Cut at words; white space becomes single spaces; an ellipsis stands where text is left out.
    """
    marked = _squeeze(text, highlights)
    squeezed = "".join(character for character, _ in marked)
    start = _densest(squeezed, [is_match for _, is_match in marked], width * lines - 2)
    shown = ("… " if start else "") + squeezed[start:]
    wrapped = textwrap.wrap(shown, width, max_lines=lines, placeholder=" …", break_on_hyphens=False)
    return list(_with_marks(wrapped, squeezed, [is_match for _, is_match in marked], start))


def _squeeze(text: str, highlights: Sequence[tuple[int, int]]) -> list[tuple[str, bool]]:
    matches = [False] * len(text)
    for start, end in highlights:
        matches[start:end] = [True] * (end - start)
    squeezed: list[tuple[str, bool]] = []
    for character, is_match in zip(text, matches, strict=True):
        if not character.isspace():
            squeezed.append((character, is_match))
        elif squeezed and squeezed[-1][0] != " ":
            squeezed.append((" ", is_match))
    return squeezed


def _densest(text: str, matches: list[bool], length: int) -> int:
    """Where to begin so that ``length`` characters hold the most matched ones: at a word's start."""
    if len(text) <= length:
        return 0
    starts = [0, *(at + 1 for at, character in enumerate(text) if character == " ")]
    total = [0]
    for is_match in matches:
        total.append(total[-1] + is_match)

    def matched(start: int) -> int:
        return total[min(start + length, len(text))] - total[start]

    best = max(starts, key=lambda start: (matched(start), -start))
    lead = max(
        (start for start in starts if start <= best - length // 4), default=0
    )  # some context before
    return lead if matched(lead) == matched(best) else best


def _with_marks(
    wrapped: list[str], text: str, matches: list[bool], start: int
) -> Iterator[list[Piece]]:
    at = start
    for line in wrapped:
        pieces: list[Piece] = []
        for word in line.split(" "):
            found = text.find(word, at) if word != "…" else -1
            flags = matches[found : found + len(word)] if found >= 0 else [False] * len(word)
            if pieces:
                pieces.append((" ", False))
            pieces += zip(word, flags, strict=True)
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
