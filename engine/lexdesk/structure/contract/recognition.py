"""Recognition of contracts with numbered clauses: the numbering must count up and be consistent.

Among all chains 1, 2, 3 through the lines, the one with the most text after its numbers wins: a
table of contents counts as well, but has no text. eids follow the Akoma Ntoso naming convention by
level, independent of the contract's own words: ``sec_12``, ``sec_12__subsec_2``,
``sec_12__subsec_2__para_1``, and below ``ARTICLE V`` ``art_5``, ``art_5__sec_2``,
``art_5__sec_2__subsec_1``; lists are ``list_a``. Labels use the printed words: ``Clause 12.2(a)``,
``Section 5.2``, and in German ``Ziff. 12.2 Buchst. a``, ``Ziff. V.2``.

The insides of exhibits and schedules of English contracts, ``exhibit_a``, stay text, because their
numbering starts again. So do signatures.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from lexdesk.document.model import Document, Provision
from lexdesk.structure.contract.numbers import ClauseNumber, parse_heading, parse_number
from lexdesk.structure.contract.wordings import ENGLISH, GERMAN, ContractWording
from lexdesk.structure.contract.writer import build_provisions
from lexdesk.structure.german.vocabulary import is_letter_or_writ
from lexdesk.structure.text_lines import Line, list_content_lines
from lexdesk.text.lazy_pattern import lazy_pattern

_MIN_CLAUSES = 3
_MIN_CHARACTERS = 60  # mean text per clause; a table of contents has 40
_MIN_WORDS = 4
_HEAD, _BEGINNING, _WINDOW = 1_000, 18_000, 6_000
_NEARLY = 0.75  # of the heaviest chain's weight
_SKIP_PENALTY, _MAX_SKIPS = 1.5, 8  # weight per skipped number, and the number of penalties
_MAX_OPTIONS = 40
_MAX_CLAUSE_SHARE = 0.7  # of the text in one clause; above it, the chain broke off


_ANNEX = lazy_pattern(
    r"(?P<word>(?i:exhibit|schedule|annex(?:ure)?|appendix|attachment))\s+(?:No\.\s?)?[“\"]?"
    r"(?P<number>(?P<letter>[A-Z])(?P=letter)?(?:-\d{1,2})?|[IVX]{1,5}|\d{1,2}(?:\.\d{1,2}){0,2}(?:\([a-z]\))?)[”\"]?(?![\w.(-])"
    r"[\s:.–—-]*(?P<rest>.*)"
)
_OF_A_FILING = lazy_pattern(r"exhibit \d\d\.\d", re.IGNORECASE)  # EDGAR's numbers of filed exhibits
_GOES_ON = lazy_pattern(
    r"(?:and|or|of|is|are|as|shall|hereto|attached|which|continued)\b", re.IGNORECASE
)
_APART = lazy_pattern(r"\W+")
_LONGEST_REST = 90  # characters after the number


def recognise(document: Document) -> Document | None:
    """Add clauses to a contract; return ``None`` for other texts and inconsistent numbers."""
    wording = GERMAN if document.language == "de" else ENGLISH
    if document.kind not in ("contract", "document") or not _is_contract(document.text, wording):
        return None
    lines = list_content_lines(document)
    parsed = (parse_number(line.text, i, wording) for i, line in enumerate(lines))
    provisions = find_clauses(document.text, lines, [n for n in parsed if n], wording)
    if not provisions:
        return None
    end = max(provision.end for provision in provisions)
    annexes = (
        find_annexes([line for line in lines if line.start >= end]) if wording is ENGLISH else ()
    )
    return replace(document, kind="contract", provisions=(*provisions, *annexes))


def find_clauses(
    text: str, lines: Sequence[Line], numbers: Sequence[ClauseNumber], wording: ContractWording
) -> tuple[Provision, ...]:
    """Return the clauses of ``text`` with these numbers; empty if they do not count up or break off."""
    chain = _best_chain(numbers, lines)
    if not _is_consistent(chain, lines) or _breaks_off(chain, numbers):
        return ()
    if wording is GERMAN and is_letter_or_writ(text[: lines[chain[0].line].start]):
        return ()
    provisions = build_provisions(lines, chain, {n.line: n for n in numbers}, wording)
    return () if _is_lopsided(provisions) else provisions


def _is_contract(text: str, wording: ContractWording) -> bool:
    if wording.others.search(text[:1500]) or not wording.title.search(text[:_HEAD]):
        return False
    windows = (text[at : at + _WINDOW] for at in range(0, min(len(text), _BEGINNING), _WINDOW))
    return max(len(wording.parties.findall(window)) for window in windows) >= _MIN_WORDS


def _is_consistent(chain: Sequence[ClauseNumber], lines: Sequence[Line]) -> bool:
    if len(chain) < _MIN_CLAUSES or chain[-1].path[0] != len(chain):
        return False
    return lines[-1].end - lines[chain[0].line].start >= _MIN_CHARACTERS * len(chain)


def _is_lopsided(provisions: Sequence[Provision]) -> bool:
    """Return True if one clause without parts has nearly all the text: the chain broke off."""
    tops = [p for p in provisions if p.parent is None]
    parents = {p.parent for p in provisions}
    length = tops[-1].end - tops[0].start
    return any(p.eid not in parents and p.end - p.start > _MAX_CLAUSE_SHARE * length for p in tops)


def _breaks_off(chain: Sequence[ClauseNumber], numbers: Sequence[ClauseNumber]) -> bool:
    """Return True if a subclause reveals missing clauses: 7.1 after clause 5."""
    last = chain[-1]
    return any(
        number.line > last.line
        and len(number.path) == 2
        and last.path[0] < number.path[0] <= last.path[0] + 3
        and number.path[1] == 1
        and not (number.goes_on or number.in_contents)
        for number in numbers
    )


def _best_chain(numbers: Sequence[ClauseNumber], lines: Sequence[Line]) -> list[ClauseNumber]:
    """Return the best chain from 1 among all numbering styles."""
    best: list[ClauseNumber] = []
    best_weight = 0.0
    for style in ("article", "section", "clause"):
        tops = [n for n in _add_implied(numbers) if n.style == style and len(n.path) == 1]
        weight, chain = _heaviest_chain(tops, numbers, lines)
        if weight > best_weight:
            best_weight, best = weight, chain
    return best


def _add_implied(numbers: Sequence[ClauseNumber]) -> Iterator[ClauseNumber]:
    """Yield the numbers, and before each first subclause (5.1) its implied clause (5)."""
    for number in numbers:
        if number.style == "clause" and number.path[1:] == (1,) and not number.goes_on:
            yield replace(
                number, path=number.path[:1], printed=str(number.path[0]), heading="", implied=True
            )
        if len(number.path) > 1 or not number.goes_on:
            yield number


def _heaviest_chain(
    tops: Sequence[ClauseNumber], numbers: Sequence[ClauseNumber], lines: Sequence[Line]
) -> tuple[float, list[ClauseNumber]]:
    """Return the chain 1, 2, 3 ... with the greatest sum of weights.

    Skipped numbers are penalised, so that a chain does not leave the contract for an exhibit. Of
    two chains with nearly equal weight the first is the contract.
    """
    weights: list[float] = []
    predecessors: list[int | None] = []
    by_number: dict[int, list[int]] = {}
    for index, top in enumerate(tops):
        next_line = tops[index + 1].line if index + 1 < len(tops) else len(lines) - 1
        own = _weight(top, lines[next_line].start - lines[top.line].start)
        options = [
            (weights[i] - _SKIP_PENALTY * min(index - i - 1, _MAX_SKIPS), i)
            for i in by_number.get(top.path[0] - 1, [])[-_MAX_OPTIONS:]
        ]
        best = max(options, default=None)
        first = own if top.path[0] == 1 else float("-inf")
        weights.append(own + best[0] if best else first)
        predecessors.append(best[1] if best else None)
        by_number.setdefault(top.path[0], []).append(index)
    ends = _chain_ends(weights, predecessors)
    candidates = [(weights[end], _walk_back(tops, predecessors, end)) for end in ends]
    candidates = [candidate for candidate in candidates if _has_text(candidate[1], numbers, lines)]
    heaviest = max((weight for weight, _ in candidates), default=0.0)
    return next(
        (candidate for candidate in candidates if candidate[0] >= _NEARLY * heaviest > 0), (0.0, [])
    )


def _chain_ends(weights: Sequence[float], predecessors: Sequence[int | None]) -> list[int]:
    """Return the end of the heaviest chain from each start."""
    starts: list[int] = []
    ends: dict[int, int] = {}
    for index, (weight, before) in enumerate(zip(weights, predecessors, strict=True)):
        start = index if before is None else starts[before]
        starts.append(start)
        if start not in ends or weight > weights[ends[start]]:
            ends[start] = index
    return list(ends.values())


def _walk_back(
    tops: Sequence[ClauseNumber], predecessors: Sequence[int | None], end: int
) -> list[ClauseNumber]:
    chain: list[ClauseNumber] = []
    index: int | None = end
    while index is not None:
        chain.append(tops[index])
        index = predecessors[index]
    return chain[::-1]


def _has_text(
    chain: Sequence[ClauseNumber], numbers: Sequence[ClauseNumber], lines: Sequence[Line]
) -> bool:
    """Return True if the chain has more text per number than a table of contents."""
    first, last = chain[0].line, chain[-1].line
    count = bisect_left(numbers, last, key=_line) - bisect_left(numbers, first, key=_line)
    return lines[last].start - lines[first].start >= _MIN_CHARACTERS * count > 0


def _line(number: ClauseNumber) -> int:
    return number.line


def _weight(number: ClauseNumber, characters: int) -> float:
    heading = 3.0 if number.heading else 0.0
    word = 4.0 if number.word else 0.0
    listed = 12.0 if number.in_contents else 0.0
    if number.implied:
        return 2.0 - listed / 6
    return 8.0 + heading + word + min(characters, 600) / 100 - listed


def find_annexes(lines: Sequence[Line]) -> tuple[Provision, ...]:
    """Find the annexes in ``lines``, which follow the last clause; of two with one name the longer."""
    starts: list[Provision] = []
    for at in range(len(lines)):
        named = _parse_annex(lines, at)
        if named and not (starts and starts[-1].eid == named.eid):  # else the head of a page
            starts.append(named)
    longest: dict[str, Provision] = {}
    ends = [*(annex.start for annex in starts[1:]), *(line.end for line in lines[-1:])]
    for annex, end in zip(starts, ends, strict=False):
        known = longest.get(annex.eid)
        if known is None or end - annex.start > known.end - known.start:
            longest[annex.eid] = replace(annex, end=end)
    return tuple(sorted(longest.values(), key=attrgetter("start")))


def _parse_annex(lines: Sequence[Line], at: int) -> Provision | None:
    """Return the annex named by a line, without its end; ``None`` for running text."""
    line = lines[at]
    match = _ANNEX.fullmatch(line.text)
    if match is None or _OF_A_FILING.match(line.text):
        return None
    rest = match["rest"].strip()
    if (
        len(rest) > _LONGEST_REST
        or _GOES_ON.match(rest)
        or (rest[:1].islower() and rest[:3] != "to ")
    ):
        return None
    heading = parse_heading(rest) if rest[:3].lower() != "to " else ""
    if not rest and at + 1 < len(lines) and _ANNEX.match(lines[at + 1].text) is None:
        below = lines[at + 1].text
        heading = below if parse_heading(below) == below.rstrip(".:") else ""
    word, number = match["word"].lower(), match["number"]
    eid = f"{word}_{_APART.sub('-', number.lower()).strip('-')}"
    return Provision(
        eid, "annex", number, heading, f"{word.capitalize()} {number}", None, line.start, line.end
    )
