"""Exhibits, schedules and annexes after the clauses of an English contract.

Each extends from its title line to the next one. Its own numbering starts again and stays text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from lexdesk.document.model import Provision
from lexdesk.structure.contract.numbers import parse_heading
from lexdesk.structure.text_lines import Line
from lexdesk.text.lazy_pattern import lazy_pattern

_NAMED = lazy_pattern(
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
    match = _NAMED.fullmatch(line.text)
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
    if not rest and at + 1 < len(lines) and _NAMED.match(lines[at + 1].text) is None:
        below = lines[at + 1].text
        heading = below if parse_heading(below) == below.rstrip(".:") else ""
    word, number = match["word"].lower(), match["number"]
    eid = f"{word}_{_APART.sub('-', number.lower()).strip('-')}"
    return Provision(
        eid, "annex", number, heading, f"{word.capitalize()} {number}", None, line.start, line.end
    )
