"""The lines of a German text that begin its sections or articles: those whose numbers count up.

Of the ways to count from 1 the first is taken that has nearly as much text as any and is no table of contents: one
that begins again behind it is that of an annex. A § that a line break brought to the beginning of a line is told by
what follows it, and by its number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from lexdesk.structure.text_lines import Line

LONGEST_HEADING = 200  # characters of a line
FEWEST_CHARACTERS = 60  # of text for each section on average; a table of contents has 40
_NEARLY = 0.3  # of the most text: a contract may have an annex with more sections than itself
_NEARLY_ALL = 0.8  # of the numbers of a chain: a count that has as many is of another text
_WIDEST_SLIP = 3  # numbers that such a count may leave out
_WIDEST_GAP = 60  # numbers: sections are left out, or told as ``§§ 4 bis 8 (weggefallen)``

_SECTION = re.compile(
    r"(?P<sign>§|Art(?:ikel|\.)?)\s*(?P<number>\d{1,4})\s?(?P<letter>[a-z]?)\b\.?(?!\d)(?:\s*[):–-])?\s*(?P<heading>.*)"
)
_RANGE = re.compile(
    r"(?:\(XXXX\)\s*)?(?P<sign>§§|Art(?:ikel|\.)?)\s*(?P<first>\d{1,4})[a-z]?\s*(?:bis|und|,|-|–)\s*(?P<last>\d{1,4})(?P<letter>[a-z]?)\b"
    r".*(?:weggefallen|aufgehoben).*"
)
_CITED = re.compile(
    r"(?:(?:Abs|Nr|Ziff|Buchst|Hs|S|f|ff)\.|(?:Absatz|Absätze|Satz|Sätze|Nummer|Nummern|Halbsatz|i\.\s?V)\b|"
    r"[GV] v\.|\w*(?:[A-ZÄÖÜ]{2}|[a-zäöü][A-Z])\w*\b(?!-))"
)
"""What stands behind the § of a citation: ``Abs. 1``, or a statute as ``BGB`` and ``KSchG``, or one that amends."""
_PAGE = re.compile(r"[\s.…]*\d*$")
_SENTENCE = re.compile(
    r".*,|.*\b(?:ist|sind|gilt|gelten|wird|werden|findet|finden|bleibt|bleiben)\b[^()]*\."
)

Number = tuple[int, str]
"""That of § 5a is ``(5, "a")``."""


@dataclass(frozen=True, slots=True)
class SectionHead:
    """The line that begins a section or article, or only ends the one before.

    ``through`` is the last of a range of repealed ones, which are no provisions; ``None`` elsewhere.
    """

    line: int
    is_article: bool
    number: Number
    heading: str
    through: Number | None = None


def heads(lines: Sequence[Line]) -> list[SectionHead]:
    """The lines that begin sections, or articles where those have more text, in their order.

    Empty where none count up from 1.
    """
    found = [head for head in (_head(line.text, at) for at, line in enumerate(lines)) if head]
    sorts = ([head for head in found if head.is_article is sort] for sort in (False, True))
    return max((_best_chain(sort, lines) for sort in sorts), key=itemgetter(1))[0]


def is_sentence(text: str) -> bool:
    """Whether the line reads as one, or as a part of one that goes on, and not as a heading."""
    return _SENTENCE.fullmatch(text) is not None


def begins_anew(text: str) -> bool:
    """Whether the line begins another first section."""
    head = _head(text, 0)
    return head is not None and head.number == (1, "")


def _head(text: str, at: int) -> SectionHead | None:
    if len(text) > LONGEST_HEADING or not text.startswith(("§", "Art", "(XXXX)")):
        return None
    if match := _RANGE.fullmatch(text):
        through = (int(match["last"]), match["letter"])
        return SectionHead(at, match["sign"][0] == "A", (int(match["first"]), ""), "", through)
    match = _SECTION.fullmatch(text)
    if match is None or not _is_heading(heading := match["heading"].strip()):
        return None
    return SectionHead(at, match["sign"] != "§", (int(match["number"]), match["letter"]), heading)


def _is_heading(text: str) -> bool:
    return not text or not (text[0].islower() or _CITED.match(text) or is_sentence(text))


def _best_chain(
    found: Sequence[SectionHead], lines: Sequence[Line]
) -> tuple[list[SectionHead], float]:
    """Of the ways to count up from 1 the first that has nearly the most text, and how much that is."""
    chains: list[tuple[list[SectionHead], float]] = []
    for start, head in enumerate(found):
        if head.number == (1, "") and not (start and found[start - 1].number == (1, "")):
            chain = _chain(found[start:])
            chains.append((chain, _weight(chain, lines)))
    heaviest = max((weight for _, weight in chains), default=0.0)
    return next(
        (
            (chain, weight)
            for chain, weight in chains
            if weight == heaviest
            or (weight >= _NEARLY * heaviest and not _is_contents(chain, found, lines))
        ),
        ([], 0.0),
    )


def _weight(chain: Sequence[SectionHead], lines: Sequence[Line]) -> float:
    """Of the length of each section its root, so that no line of a table of contents is worth all that is below it."""
    starts = [lines[each.line].start for each in chain]
    ends = [*starts[1:], lines[-1].end]
    return sum(math.sqrt(b - a) for a, b in zip(starts, ends, strict=True))


def _is_contents(
    chain: Sequence[SectionHead], found: Sequence[SectionHead], lines: Sequence[Line]
) -> bool:
    """Whether what the sections are called stands again below, or there is no text between them."""
    first, last = chain[0], chain[-1]
    if lines[last.line].start - lines[first.line].start < FEWEST_CHARACTERS * (len(chain) - 1):
        return True
    below = {_name(head) for head in found if head.line > last.line}
    return 2 * sum(_name(head) in below for head in chain if head.heading) > len(chain)


def _name(head: SectionHead) -> tuple[Number, str]:
    """Its number and heading, without the page that a table of contents gives."""
    return head.number, _PAGE.sub("", head.heading)


def _chain(found: Sequence[SectionHead]) -> list[SectionHead]:
    """Count up; a number that does not come next is a citation where the next one stands further down.

    It ends where another count from 1, which stands behind it, has come as far: the next is of that one.
    """
    chain: list[SectionHead] = []
    last: Number = (0, "")
    again: list[Number] = []  # another count from 1 behind the chain
    for at, head in enumerate(found):
        if not last < head.number <= (last[0] + _WIDEST_GAP, "z"):
            if head.number == (1, ""):
                again = [head.number]
            elif again and again[-1] < head.number <= (again[-1][0] + _WIDEST_SLIP, "z"):
                again.append(head.number)
                if len(again) >= _NEARLY_ALL * len(chain):
                    break
            continue
        if not _comes_next(head.number, last) and any(
            _comes_next(each.number, last) for each in found[at + 1 :]
        ):
            continue
        chain.append(head)
        last = head.through or head.number
    return chain


def _comes_next(number: Number, last: Number) -> bool:
    return number == (last[0] + 1, "") or (number[0] == last[0] and number[1] > last[1])
