"""Contracts with numbered clauses, recognised by numbering that counts up and holds together.

Of all ways to count 1, 2, 3 through the lines the one is taken whose numbers stand before the most
text: a table of contents counts as well and has no text. eids follow the Akoma Ntoso naming
convention by level, whatever the contract calls its parts: ``sec_12``, ``sec_12__subsec_2``,
``sec_12__subsec_2__para_1``, and below ``ARTICLE V`` ``art_5``, ``art_5__sec_2``,
``art_5__sec_2__subsec_1``; lists are ``list_a``. Labels say what is printed: ``Clause 12.2(a)``,
``Section 5.2``, and in German ``Ziff. 12.2 Buchst. a``, ``Ziff. V.2``.

Exhibits and schedules of English contracts, ``exhibit_a``, stay text inside: they count anew. So do signatures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lexdesk.document.model import Document, Provision
from lexdesk.structure.contract.annexes import annexes_of
from lexdesk.structure.contract.numbers import ClauseNumber, number_of
from lexdesk.structure.contract.words import ENGLISH, GERMAN, ContractWording
from lexdesk.structure.contract.writer import provisions_of
from lexdesk.structure.german.words import is_letter_or_writ
from lexdesk.structure.text_lines import Line, lines_of

_FEWEST_CLAUSES = 3
_FEWEST_CHARACTERS = 60  # of text for each clause on average; a table of contents has 40
_FEWEST_WORDS = 4
_HEAD, _BEGINNING, _WINDOW = 1_000, 18_000, 6_000
_NEARLY = 0.75  # of the heaviest chain's weight
_PASSED_OVER, _MOST_PASSED_OVER = 1.5, 8  # weight that each number costs, and how many may cost
_MOST_OPTIONS = 40
_MOST_OF_THE_TEXT = 0.7  # that one clause may hold: more says that the count broke off


def recognise(document: Document) -> Document | None:
    """The contract with its clauses; ``None`` where it is none or its numbers do not hold together."""
    wording = GERMAN if document.language == "de" else ENGLISH
    if document.kind not in ("contract", "document") or not _is_contract(document.text, wording):
        return None
    lines = lines_of(document)
    found = (number_of(line.text, i, wording) for i, line in enumerate(lines))
    numbers = [number for number in found if number]
    chain = _best_chain(numbers, lines)
    if not _holds_together(chain, lines) or _breaks_off(chain, numbers):
        return None
    if wording is GERMAN and is_letter_or_writ(document.text[: lines[chain[0].line].start]):
        return None
    provisions = provisions_of(lines, chain, {n.line: n for n in numbers}, wording)
    if _is_lopsided(provisions):
        return None
    end = max(each.end for each in provisions)
    annexes = (
        annexes_of([line for line in lines if line.start >= end]) if wording is ENGLISH else ()
    )
    return replace(document, kind="contract", provisions=(*provisions, *annexes))


def _is_contract(text: str, wording: ContractWording) -> bool:
    if wording.others.search(text[:1500]):
        return False
    windows = (text[at : at + _WINDOW] for at in range(0, min(len(text), _BEGINNING), _WINDOW))
    words = max(len(wording.parties.findall(window)) for window in windows)
    return words >= _FEWEST_WORDS and wording.title.search(text[:_HEAD]) is not None


def _holds_together(chain: Sequence[ClauseNumber], lines: Sequence[Line]) -> bool:
    if len(chain) < _FEWEST_CLAUSES or chain[-1].path[0] != len(chain):
        return False
    return lines[-1].end - lines[chain[0].line].start >= _FEWEST_CHARACTERS * len(chain)


def _is_lopsided(provisions: Sequence[Provision]) -> bool:
    """Whether nearly all of the text stands in one clause without parts: the count broke off."""
    tops = [p for p in provisions if p.parent is None]
    parents = {p.parent for p in provisions}
    length = tops[-1].end - tops[0].start
    return any(p.eid not in parents and p.end - p.start > _MOST_OF_THE_TEXT * length for p in tops)


def _breaks_off(chain: Sequence[ClauseNumber], numbers: Sequence[ClauseNumber]) -> bool:
    """Whether a subclause shows that there are more clauses than were found: 7.1 behind clause 5."""
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
    """The best way to count up from 1, over all the ways in which clauses are called."""
    best: list[ClauseNumber] = []
    best_weight = 0.0
    for style in ("article", "section", "clause"):
        tops = [n for n in _with_implied(numbers) if n.style == style and len(n.path) == 1]
        weight, chain = _heaviest_chain(tops, numbers, lines)
        if weight > best_weight:
            best_weight, best = weight, chain
    return best


def _with_implied(numbers: Sequence[ClauseNumber]) -> Iterator[ClauseNumber]:
    """The numbers, and before each first subclause (5.1) the clause that it implies (5)."""
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
    """Of the chains 1, 2, 3 ... the one with the greatest sum of weights.

    Numbers that a chain passes over count against it: it should not leave the clauses of the
    contract for those of an exhibit. Of two that weigh nearly the same the first is the contract.
    """
    weights: list[float] = []
    before: list[int | None] = []
    starts: list[int] = []
    with_number: dict[int, list[int]] = {}
    for index, top in enumerate(tops):
        following = tops[index + 1].line if index + 1 < len(tops) else len(lines) - 1
        own = _weight(top, lines[following].start - lines[top.line].start)
        options = [
            (weights[i] - _PASSED_OVER * min(index - i - 1, _MOST_PASSED_OVER), i)
            for i in with_number.get(top.path[0] - 1, [])[-_MOST_OPTIONS:]
        ]
        best = max(options, default=None)
        first = own if top.path[0] == 1 else float("-inf")
        weights.append(own + best[0] if best else first)
        before.append(best[1] if best else None)
        with_number.setdefault(top.path[0], []).append(index)
    ends: dict[int, int] = {}  # where a chain starts -> where the heaviest that starts there ends
    for index, weight in enumerate(weights):
        start = index if before[index] is None else starts[before[index]]  # type: ignore[index]
        starts.append(start)
        if start not in ends or weight > weights[ends[start]]:
            ends[start] = index
    found = [(weights[end], _walk_back(tops, before, end)) for end in ends.values()]
    found = [each for each in found if _has_text(each[1], numbers, lines)]
    heaviest = max((weight for weight, _ in found), default=0.0)
    return next((each for each in found if each[0] >= _NEARLY * heaviest > 0), (0.0, []))


def _walk_back(
    tops: Sequence[ClauseNumber], before: Sequence[int | None], end: int
) -> list[ClauseNumber]:
    chain: list[ClauseNumber] = []
    at: int | None = end
    while at is not None:
        chain.append(tops[at])
        at = before[at]
    return chain[::-1]


def _has_text(
    chain: Sequence[ClauseNumber], numbers: Sequence[ClauseNumber], lines: Sequence[Line]
) -> bool:
    """Whether there is more text for each number on the way than in a table of contents."""
    first, last = chain[0].line, chain[-1].line
    count = sum(first <= number.line < last for number in numbers)
    return lines[last].start - lines[first].start >= _FEWEST_CHARACTERS * count > 0


def _weight(number: ClauseNumber, characters: int) -> float:
    heading = 3.0 if number.heading else 0.0
    word = 4.0 if number.word else 0.0
    listed = 12.0 if number.in_contents else 0.0
    if number.implied:
        return 2.0 - listed / 6
    return 8.0 + heading + word + min(characters, 600) / 100 - listed
