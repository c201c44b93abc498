"""Where texts stand on pages that are pictures: in lines that were recognised, each with its box; without Qt."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lexdesk.document.model import Box


class ScannedPage(NamedTuple):
    """The ``text`` of a page, its lines one below the other, with the numbers of their boxes.

    A file has a thousand pages, and goes from process to process with each of its hits: a ``Box`` for each line would
    take as long as a person sees.
    """

    text: str
    numbers: array[int]

    @classmethod
    def of(cls, lines: Iterable[tuple[str, Box]]) -> ScannedPage:
        """The page that has these lines."""
        texts, boxes = zip(*lines, strict=True)
        return cls("\n".join(texts), array("H", (number for box in boxes for number in box)))

    def box(self, line: int) -> Box:
        """Where a line stands."""
        from lexdesk.document.model import Box  # which the window does not need to start

        return Box(*self.numbers[4 * line : 4 * line + 4])

    def places(self, texts: Sequence[str], *, whole_words: bool) -> list[range]:
        """The lines that hold one of ``texts`` each, whatever their case; a text may go on in the next line."""
        starts = [0, *accumulate(len(line) + 1 for line in self.text.split("\n"))]
        found = {
            (bisect_right(starts, match.start()) - 1, bisect_right(starts, match.end() - 1))
            for wanted in texts
            if (words := wanted.split())
            for match in re.finditer(_pattern(words, whole_words), self.text, re.IGNORECASE)
        }
        return [range(first, end) for first, end in sorted(found)]


Scanned = Mapping[int, ScannedPage]
"""The scanned pages of a file by their numbers, from 1."""


def _pattern(words: Sequence[str], whole_words: bool) -> str:
    pattern = r"\s+".join(map(re.escape, words))
    return rf"(?<!\w){pattern}(?!\w)" if whole_words else pattern
