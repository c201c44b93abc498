"""The lines of a German text that begin its sections or articles: those whose numbers count up.

Of all ways to count from 1 the one is taken whose numbers stand before the most text: a table of contents counts
as well and has no text. A § that a line break brought to the beginning of a line is told by what follows it, and by
its number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from lexdesk.structure.text_lines import Line

LONGEST_HEADING = 200  # characters of a line
_WIDEST_GAP = 60  # numbers: sections are left out, or told as ``§§ 4 bis 8 (weggefallen)``

_SECTION = re.compile(
    r"(?P<sign>§|Art(?:ikel|\.)?)\s*(?P<number>\d{1,4})\s?(?P<letter>[a-z]?)\b\.?(?!\d)(?:\s*[:–-])?\s*(?P<heading>.*)"
)
_RANGE = re.compile(
    r"(?:\(XXXX\)\s*)?(?P<sign>§§|Art(?:ikel|\.)?)\s*(?P<first>\d{1,4})[a-z]?\s*(?:bis|und|,|-|–)\s*(?P<last>\d{1,4})[a-z]?\b"
    r".*(?:weggefallen|aufgehoben).*"
)
_CITED = re.compile(
    r"(?:(?:Abs|Nr|Ziff|Buchst|Hs|S|f|ff)\.|(?:Absatz|Absätze|Satz|Sätze|Nummer|Nummern|Halbsatz|i\.\s?V)\b|"
    r"[GV] v\.|\w*(?:[A-ZÄÖÜ]{2}|[a-zäöü][A-Z])\w*\b(?!-))"
)
"""What stands behind the § of a citation: ``Abs. 1``, or a statute as ``BGB`` and ``KSchG``, or one that amends."""
_SENTENCE = re.compile(
    r".*[,;]|.*\b(?:ist|sind|gilt|gelten|wird|werden|findet|finden|bleibt|bleiben)\b[^()]*\."
)

Number = tuple[int, str]
"""That of § 5a is ``(5, "a")``."""


@dataclass(frozen=True, slots=True)
class Head:
    """The line that begins a section or article, or only ends the one before.

    ``through`` is the last of a range of repealed ones, which are no provisions; 0 elsewhere.
    """

    line: int
    is_article: bool
    number: Number
    heading: str
    through: int = 0


def heads(lines: Sequence[Line]) -> list[Head]:
    """The lines that begin sections, or articles where those have more text, in their order.

    Empty where none count up from 1.
    """
    found = [head for head in (_head(line.text, at) for at, line in enumerate(lines)) if head]
    sorts = ([head for head in found if head.is_article is sort] for sort in (False, True))
    return max((_best_chain(sort, lines) for sort in sorts), key=itemgetter(1))[0]


def is_sentence(text: str) -> bool:
    """Whether the line reads as one, or as a part of one that goes on, and not as a heading."""
    return _SENTENCE.fullmatch(text) is not None


def _head(text: str, at: int) -> Head | None:
    if len(text) > LONGEST_HEADING or not text.startswith(("§", "Art", "(XXXX)")):
        return None
    if match := _RANGE.fullmatch(text):
        return Head(at, match["sign"][0] == "A", (int(match["first"]), ""), "", int(match["last"]))
    match = _SECTION.fullmatch(text)
    if match is None or not _is_heading(heading := match["heading"].strip()):
        return None
    return Head(at, match["sign"] != "§", (int(match["number"]), match["letter"]), heading)


def _is_heading(text: str) -> bool:
    return not text or not (text[0].islower() or _CITED.match(text) or is_sentence(text))


def _best_chain(found: Sequence[Head], lines: Sequence[Line]) -> tuple[list[Head], float]:
    """Of the ways to count up from 1 the one with the most text, and how much that is."""
    best: list[Head] = []
    most = 0.0
    for start, head in enumerate(found):
        if head.number != (1, ""):
            continue
        chain = _chain(found[start:])
        starts = [lines[each.line].start for each in chain]
        ends = [*starts[1:], lines[-1].end]
        # Of the length its root, so that the last line of a table of contents is not worth all that is below it.
        weight = sum(math.sqrt(b - a) for a, b in zip(starts, ends, strict=True))
        if weight > most:
            best, most = chain, weight
    return best, most


def _chain(found: Sequence[Head]) -> list[Head]:
    """Count up; a number that does not come next is a citation where the next one stands further down."""
    chain: list[Head] = []
    last: Number = (0, "")
    for at, head in enumerate(found):
        if not last < head.number <= (last[0] + _WIDEST_GAP, "z"):
            continue
        if not _comes_next(head.number, last) and any(
            _comes_next(each.number, last) for each in found[at + 1 :]
        ):
            continue
        chain.append(head)
        last = (head.through, "z") if head.through else head.number
    return chain


def _comes_next(number: Number, last: Number) -> bool:
    return number == (last[0] + 1, "") or (number[0] == last[0] and number[1] > last[1])
