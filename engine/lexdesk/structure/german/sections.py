"""The first lines of sections or articles in a German text, found by counting up.

Among the chains from 1, the first with nearly as much text as the best wins, unless it is a table
of contents: a later chain belongs to an annex. A § moved to the start of a line by a line break is
recognised by its context and its number.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from lexdesk.structure.text_lines import Line
from lexdesk.text.lazy_pattern import lazy_pattern

LONGEST_HEADING = 200  # characters of a line
MIN_CHARACTERS = 60  # of text for each section on average; a table of contents has 40
_NEARLY = 0.3  # share of the longest text: an annex may have more sections than its contract
_NEARLY_ALL = 0.8  # share of the numbers of a chain: a later chain with as many is another text
_WIDEST_SLIP = 3  # numbers missing in such a chain
_WIDEST_GAP = 60  # numbers: sections are missing, or printed as ``§§ 4 bis 8 (weggefallen)``

_SECTION = lazy_pattern(
    r"(?P<sign>§|Art(?:ikel|\.)?)\s*(?P<number>\d{1,4})\s?(?P<letter>[a-z]?)\b\.?(?!\d)(?:\s*[):–-])?\s*(?P<heading>.*)"
)
_RANGE = lazy_pattern(
    r"(?:\(XXXX\)\s*)?(?P<sign>§§|Art(?:ikel|\.)?)\s*(?P<first>\d{1,4})[a-z]?\s*(?:bis|und|,|-|–)\s*(?P<last>\d{1,4})(?P<letter>[a-z]?)\b"
    r".*(?:weggefallen|aufgehoben).*"
)
_CITED = lazy_pattern(
    r"(?:(?:Abs|Nr|Ziff|Buchst|Hs|S|f|ff)\.|(?:Absatz|Absätze|Satz|Sätze|Nummer|Nummern|Halbsatz|i\.\s?V)\b|"
    r"[GV] v\.|\w*(?:[A-ZÄÖÜ]{2}|[a-zäöü][A-Z])\w*\b(?!-))"
)
"""The rest of a citation after its §: ``Abs. 1``, a statute (``BGB``, ``KSchG``), or an amending act."""
_WITH_TEXT = lazy_pattern(
    r"§\s?(?P<number>\d{1,4})\s?(?P<letter>[a-z]?)\.\s+(?P<text>(?:\(1\)|[\"„»A-ZÄÖÜ]).*[.:;,])"
)
"""A section whose text follows its number, as in Austria: ``§ 3. (1) Wer …``; its heading stands above."""
_FIRST_OF_LIST = lazy_pattern(r"(?:1[.)]|a\))\s")
_PAGE = lazy_pattern(r"[\s.…]*\d*$")
_SENTENCE = lazy_pattern(
    r".*,|.*\b(?:ist|sind|gilt|gelten|wird|werden|findet|finden|bleibt|bleiben)\b[^()]*\."
)

Number = tuple[int, str]
"""A section number: ``(5, "a")`` for § 5a."""


@dataclass(frozen=True, slots=True)
class SectionHead:
    """The line that begins a section or article, or only ends the one before.

    ``through`` is the last of a range of repealed ones, which are no provisions; ``None``
    otherwise. ``text`` is the beginning of its text, if on the same line.
    """

    line: int
    is_article: bool
    number: Number
    heading: str
    through: Number | None = None
    text: str = ""


def find_section_heads(lines: Sequence[Line]) -> list[SectionHead]:
    """Return the first lines of sections, or of articles if they have more text, in order.

    Empty if no chain counts up from 1.
    """
    section_heads = [
        head for head in (read_section_head(line.text, at) for at, line in enumerate(lines)) if head
    ]
    if any(head.text for head in section_heads):
        section_heads = [_section_before_list(head, lines) for head in section_heads]
    by_kind = (
        [head for head in section_heads if head.is_article is of_kind] for of_kind in (False, True)
    )
    return max((_best_chain(of_kind, lines) for of_kind in by_kind), key=itemgetter(1))[0]


def is_sentence(text: str) -> bool:
    """Return True if the line reads as a sentence or a part of one, not as a heading."""
    return _SENTENCE.fullmatch(text) is not None


def is_first_section(text: str) -> bool:
    """Return True if the line begins another first section."""
    head = read_section_head(text, 0)
    return head is not None and head.number == (1, "")


def read_section_head(text: str, at: int) -> SectionHead | None:
    """Return the section that a line at ``at`` begins, or ``None``."""
    if (begun := _WITH_TEXT.fullmatch(text)) and not _CITED.match(begun["text"]):
        number = (int(begun["number"]), begun["letter"])
        return SectionHead(at, is_article=False, number=number, heading="", text=begun["text"])
    if len(text) > LONGEST_HEADING or not text.startswith(("§", "Art", "(XXXX)")):
        return None
    if match := _RANGE.fullmatch(text):
        through = (int(match["last"]), match["letter"])
        return SectionHead(at, match["sign"][0] == "A", (int(match["first"]), ""), "", through)
    match = _SECTION.fullmatch(text)
    if match is None or not _is_heading(heading := match["heading"].strip()):
        return None
    return SectionHead(at, match["sign"] != "§", (int(match["number"]), match["letter"]), heading)


def _section_before_list(head: SectionHead, lines: Sequence[Line]) -> SectionHead:
    """Return a section of Austrian form whose sentence a list continues: ``§ 2. Im Sinne dieses Gesetzes ist``."""
    below = lines[head.line + 1].text if head.line + 1 < len(lines) else ""
    if head.text or head.through or not (head.heading and _FIRST_OF_LIST.match(below)):
        return head
    return replace(head, heading="", text=head.heading)


def _is_heading(text: str) -> bool:
    return not text or not (text[0].islower() or _CITED.match(text) or is_sentence(text))


def _best_chain(
    found: Sequence[SectionHead], lines: Sequence[Line]
) -> tuple[list[SectionHead], float]:
    """Return the first chain from 1 with nearly the most text, and its weight."""
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
    """Return the sum of the square roots of the section lengths.

    The root limits the last line of a table of contents, which would get all the text below it.
    """
    starts = [lines[head.line].start for head in chain]
    ends = [*starts[1:], lines[-1].end]
    return sum(math.sqrt(b - a) for a, b in zip(starts, ends, strict=True))


def _is_contents(
    chain: Sequence[SectionHead], found: Sequence[SectionHead], lines: Sequence[Line]
) -> bool:
    """Return True if the section names are repeated below, or there is no text between them."""
    first, last = chain[0], chain[-1]
    if lines[last.line].start - lines[first.line].start < MIN_CHARACTERS * (len(chain) - 1):
        return True
    below = {_name(head) for head in found if head.line > last.line}
    return 2 * sum(_name(head) in below for head in chain if head.heading) > len(chain)


def _name(head: SectionHead) -> tuple[Number, str]:
    """Return number and heading, without the page number of a table of contents."""
    return head.number, _PAGE.sub("", head.heading)


def _chain(found: Sequence[SectionHead]) -> list[SectionHead]:
    """Count up; skip a number out of sequence if the next one follows further down.

    The chain ends when a later chain from 1 has come as far: the next number belongs to that one.
    """
    chain: list[SectionHead] = []
    last: Number = (0, "")
    restart: list[Number] = []  # another chain from 1 after this one
    for at, head in enumerate(found):
        if not last < head.number <= (last[0] + _WIDEST_GAP, "z"):
            if head.number == (1, ""):
                restart = [head.number]
            elif restart and restart[-1] < head.number <= (restart[-1][0] + _WIDEST_SLIP, "z"):
                restart.append(head.number)
                if len(restart) >= _NEARLY_ALL * len(chain):
                    break
            continue
        if not _comes_next(head.number, last) and any(
            _comes_next(later.number, last) for later in found[at + 1 :]
        ):
            continue
        chain.append(head)
        last = head.through or head.number
    return chain


def _comes_next(number: Number, last: Number) -> bool:
    return number == (last[0] + 1, "") or (number[0] == last[0] and number[1] > last[1])
