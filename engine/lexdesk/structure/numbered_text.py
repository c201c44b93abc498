"""Policies, guidelines and other texts with numbered headings: ``4. How long we keep it``, ``2.1 Scope``.

The headings must begin in the first half of the text, count up from 1 and have text below them, as clauses of
contracts do; numbered lists and paragraphs have none. eids are those of contracts, ``sec_4__subsec_2``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lexdesk.document.model import Document
from lexdesk.structure.contract.numbers import ClauseNumber, parse_number
from lexdesk.structure.contract.recognition import find_clauses
from lexdesk.structure.contract.wordings import ENGLISH, GERMAN, ContractWording
from lexdesk.structure.text_lines import Line, list_content_lines
from lexdesk.text.lazy_pattern import lazy_pattern

_LONGEST_HEADING = 100
_MOST_WORDS = 10  # of a heading without a point behind its number
_SECTIONS = replace(ENGLISH, clause="Section")
_NUMBER = lazy_pattern(
    r"(?:(?:ARTICLE|Article|SECTION|Section|CLAUSE|Clause|§)\s*)?[\dIVXL][\d.IVXL]*\s?[).:–-]?\s*"
)
_WITHOUT_POINT = lazy_pattern(r"(?P<number>\d{1,2})\s+(?P<heading>[A-Z][^.,;:?!]{2,80})")
"""``2 Incident reporting``; a table of contents has a page behind it."""
_LISTS = 0.5  # of the sections: more of them with less text than a sentence are items of a list
_FEWEST_CHARACTERS = 40


def recognise(document: Document) -> Document | None:
    """Add sections to a text with numbered headings; return ``None`` for other texts."""
    wording = GERMAN if document.language == "de" else _SECTIONS
    if document.kind != "document" or wording.others.search(document.text[:1500]):
        return None
    lines = list_content_lines(document)
    numbers = [*_numbers(lines, wording)]
    provisions = find_clauses(document.text, lines, numbers, wording)
    tops = [p for p in provisions if p.parent is None]
    if not tops or not all(p.heading for p in tops) or tops[0].start > len(document.text) / 2:
        return None
    short = sum(p.end - p.start - len(p.heading) < _FEWEST_CHARACTERS for p in tops)
    if short > _LISTS * len(tops):
        return None
    sections = tuple(replace(p, kind="section") if p.kind == "clause" else p for p in provisions)
    return replace(document, provisions=sections)


def _numbers(lines: Sequence[Line], wording: ContractWording) -> Iterator[ClauseNumber]:
    """Yield the numbers of headings, and those of several steps before text: ``2.1 We collect``."""
    for at, line in enumerate(lines):
        number = parse_number(line.text, at, wording) or _parse_without_point(line.text, at)
        if number is None:
            continue
        heading = _heading(line.text)
        if heading or len(number.path) > 1:
            yield replace(number, heading=heading)


def _parse_without_point(text: str, line: int) -> ClauseNumber | None:
    match = _WITHOUT_POINT.fullmatch(text)
    if match is None or text[-1].isdigit() or len(match["heading"].split()) > _MOST_WORDS:
        return None
    path = (int(match["number"]),)
    return ClauseNumber(
        line,
        "clause",
        "",
        match["number"],
        path,
        match["heading"],
        in_contents=False,
        goes_on=False,
    )


def _heading(text: str) -> str:
    """Return the heading behind the number of a line: short, with a capital and without a stop."""
    number = _NUMBER.match(text)
    rest = text[number.end() :].strip() if number else ""
    if not 2 < len(rest) <= _LONGEST_HEADING or not (rest[0].isupper() or rest[0].isdigit()):
        return ""
    return "" if re.search(r"[.,;]$|\.\s", rest) else rest.rstrip(":")
