"""Where texts stand on pages that are pictures: in lines that were recognised, each with its box; without Qt."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk.document import Box

Line = tuple[str, "Box"]
Scanned = Mapping[int, Sequence[Line]]
"""The lines of scanned pages, by the number of the page from 1."""


def places(lines: Sequence[Line], texts: Sequence[str], *, whole_words: bool) -> list[range]:
    """The lines that hold one of ``texts`` each, whatever their case; a text may go on in the next line."""
    page = "\n".join(text for text, _ in lines)
    starts = list(accumulate((len(text) + 1 for text, _ in lines), initial=0))
    found = {
        (bisect_right(starts, match.start()) - 1, bisect_right(starts, match.end() - 1))
        for wanted in texts
        if (words := wanted.split())
        for match in re.finditer(_pattern(words, whole_words), page, re.IGNORECASE)
    }
    return [range(first, end) for first, end in sorted(found)]


def _pattern(words: Sequence[str], whole_words: bool) -> str:
    pattern = r"\s+".join(map(re.escape, words))
    return rf"(?<!\w){pattern}(?!\w)" if whole_words else pattern
