"""The text of a record of an archive as it is printed: without Markdown and marks of consolidation.

Archives flatten acts: points are rows of tables (``| (a) | text |``), or follow each other without a line break
(``empowered:(a) to enter;(b) to examine``). Stored is the text of the archive, to which its SHA-256 belongs.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from lexdesk.text.lazy_pattern import lazy_pattern

_CONSOLIDATION = lazy_pattern(r"[►▼]\s*(?:[ABCM]\d*(?:-\d+)?(?=\W|$))?|◄")
"""Marks of consolidation: ``▼C1``, ``►M2 ... ◄``."""
_EMPHASIS = lazy_pattern(  # except footnote marks: (*)
    r"(?<![(*])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![)*])"
)
_ROW = lazy_pattern(
    r"(?m)^(\| )?[‘“\"']?(?:\(\w{1,5}\)|\d{1,3}[a-z]{0,2}\.|[—–])(?: (\| ))[^|\n]*?( \|[ ]*)(\n\| ?-{3,} \| ?-{3,} \|[ ]*)?$"
)
"""A point as a row of two cells, with the rule below it."""
_WITH_ROWS_BELOW = lazy_pattern(
    r"(?m)^\| \([^)\n]{1,5}\) \| (?P<cell>[^\n]*) \|\n\| ?-{3,} \| ?-{3,} \|[ ]*"
    r"(?P<rows>(?:\n\| (?:\(\w{1,5}\)|[—–-]) \| [^\n]* \|)+)"
)
"""A point, with the points inside it once more as rows below its rule."""
_REST_OF_ROW = lazy_pattern(r"(?<=\n)\|\s*\Z")
"""The beginning of the next point's row."""
_POINT = lazy_pattern(r"\([a-z]{1,3}\)\s?\w")
_BEFORE_GLUED = (":", "—", ";", "; or", "; and", ", or", ", and")
"""The text before a point without a line break."""


class _Change(NamedTuple):
    start: int
    end: int
    text: str


def print_text(text: str) -> str:
    """Return ``text`` without marks, and with a line for each point."""
    return _PrintedText(text, changes).text if (changes := _changes(text)) else text


def print_record(
    text: str, path: str | None, spans: Sequence[tuple[int, int]] = ()
) -> tuple[str, list[tuple[int, int]]]:
    """Print as ``print_text``; return ``spans`` of it, too, moved accordingly; empty ones are left out.

    Only of a record of an archive at ``path``, or without a file: elsewhere an asterisk is the author's.
    """
    if (path and not path.endswith(".json")) or not (changes := _changes(text)):
        return text, [*spans]
    printed = _PrintedText(text, changes)
    moved = ((printed.map_start(start), printed.map_end(end)) for start, end in spans)
    return printed.text, [(start, end) for start, end in moved if start < end]


class _PrintedText:
    """A text as printed, after ``changes``, and the positions of characters in it."""

    def __init__(self, text: str, changes: list[_Change]) -> None:
        changes = _drop_overlaps(sorted(changes))
        self._starts = [change.start for change in changes]
        self._ends = [change.end for change in changes]
        self._shifts = [0]  # before each change, and behind the last
        parts: list[str] = []
        at = 0
        for start, end, replacement in changes:
            parts += text[at:start], replacement
            self._shifts.append(self._shifts[-1] + len(replacement) - (end - start))
            at = end
        self.text = "".join((*parts, text[at:]))

    def map_start(self, at: int) -> int:
        """Return the position of a character; that behind it for a removed one."""
        changes = bisect_right(self._starts, at)
        if changes and at < self._ends[changes - 1]:
            return self._starts[changes - 1] + self._shifts[changes - 1]
        return at + self._shifts[changes]

    def map_end(self, at: int) -> int:
        """Return the position behind the characters before ``at``."""
        changes = bisect_left(self._starts, at)
        if changes and at <= self._ends[changes - 1]:
            return self._starts[changes - 1] + self._shifts[changes - 1]
        return at + self._shifts[changes]


def _changes(text: str) -> list[_Change]:
    """Return the changes to a text to be printed; none for most texts, whose patterns are not searched."""
    found: list[_Change] = []
    if "►" in text or "▼" in text:
        found += [_Change(*match.span(), "") for match in _CONSOLIDATION.finditer(text)]
    if "*" in text:
        for match in _EMPHASIS.finditer(text):
            found += (
                _Change(match.start(), match.start(2), ""),
                _Change(match.end(2), match.end(), ""),
            )
    if "|" in text:
        for match in _ROW.finditer(text):
            found += [_Change(*match.span(group), "") for group in range(1, 5) if match[group]]
        for point in _WITH_ROWS_BELOW.finditer(text):
            inside = "".join(filter(str.isalnum, point["cell"]))
            if all(
                "".join(filter(str.isalnum, row)) in inside for row in point["rows"].split("\n")
            ):
                found.append(_Change(*point.span("rows"), ""))
        if rest := _REST_OF_ROW.search(text):
            found.append(_Change(*rest.span(), ""))
    if "(" in text:
        points = (match.start() for match in _POINT.finditer(text))
        found += [_Change(at, at, "\n") for at in points if text.endswith(_BEFORE_GLUED, 0, at)]
    return found


def _drop_overlaps(changes: Sequence[_Change]) -> list[_Change]:
    found: list[_Change] = []
    end = 0
    for change in changes:
        if change.end > end or (change.start == change.end == end):
            found.append(change if change.start >= end else change._replace(start=end))
            end = max(end, change.end)
    return found
