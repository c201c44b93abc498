"""Judgments with numbered paragraphs: the Court of Justice, and courts with neutral citations.

The number stands before the paragraph as ``[12]`` (Ireland, the United Kingdom), ``12.``, or alone
(the Court of Justice since 2010). Provisions are found only where the beginning names a court or a
citation and the paragraphs count up from 1. eids are ``para_12``, as European Case Law in Akoma
Ntoso has them; the label is ``paragraph 12``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lexdesk.document import Document, Provision
from lexdesk.structure.eu_dates import printed_date
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.text_lines import Line, lines_of

_BEGINNING = 5000
_FEWEST_PARAGRAPHS = 5
_ECLI = re.compile(r"\bECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}")
_NEUTRAL = re.compile(
    r"\[(?:19|20)\d{2}\] (?:IESC|IECA|IEHC|UKSC|UKHL|UKPC|EWCA|EWHC|EWCOP|UKUT|UKFTT|UKEAT|CSIH|CSOH|"
    r"NICA|NIQB|NIKB|HCA|NZSC|SCC|ZASCA)(?: [A-Z][A-Za-z]{2,4})? \d{1,5}(?: \([A-Za-z]{2,6}\))?"
)
_CASE = re.compile(r"\bCases? ([CTF])[\u2010-\u2012\u2011-](\d{1,4}/\d{2})(?: P(?:PU)?)?\b")
_COURT = re.compile(
    r"^(?:JUDGMENT OF THE (?:GENERAL )?COURT|ORDER OF THE (?:GENERAL )?COURT|"
    r"OPINION OF ADVOCATE GENERAL|URTEIL DES GERICHTSHOFS|ARRÊT DE LA COUR)\b",
    re.MULTILINE | re.IGNORECASE,
)
_PARTIES = re.compile(r"([A-Z].{2,90}?),? v\.? ([A-Z].{2,90}?),?$")
_STYLES = (
    re.compile(r"\[(\d{1,3})\](?:\s|$)"),
    re.compile(r"(\d{1,3})\.(?:\s|$)(?!\d)"),
    re.compile(r"(\d{1,3})(?:\s+(?=[A-ZÀ-Þ‘“«\[(])|$)"),
)
_END = re.compile(
    r"On those grounds\b|Aus diesen Gründen\b|Par ces motifs\b|\[Signatures?\]|Delivered in open court\b",
    re.IGNORECASE,
)
_MOST_GAPS = 0.02  # of the paragraphs; numbers that a scan or an anonymiser lost
_WIDEST_GAP = 3


@dataclass(frozen=True, slots=True)
class _Count:
    """The lines at which paragraphs begin, by their numbers, and how many numbers are missing."""

    lines: dict[int, int]
    missing: int


def recognise(document: Document) -> Document | None:
    """The judgment with its paragraphs; ``None`` where it is none, or does not count from 1."""
    beginning = document.text[:_BEGINNING]
    citation = _ECLI.search(beginning) or _NEUTRAL.search(beginning)
    if not (citation or _COURT.search(beginning)):
        return None
    lines = lines_of(document)
    count = max((_count(lines, style) for style in _STYLES), key=lambda c: len(c.lines))
    paragraphs = len(count.lines)
    if paragraphs < _FEWEST_PARAGRAPHS or count.missing > _MOST_GAPS * paragraphs:
        return None
    case = _CASE.search(beginning)
    name = f"Case {case[1]}-{case[2]}" if case else ""
    return replace(
        document,
        kind="judgment",
        work=citation[0].rstrip(".") if citation else name,
        short_title=name or (citation[0] if citation else ""),
        title=document.title or _parties(lines),
        valid_from=document.valid_from or printed_date(beginning),
        provisions=_provisions(lines, count),
    )


def _count(lines: Sequence[Line], style: re.Pattern[str]) -> _Count:
    """Count up through the lines; a number that does not come next is text."""
    found: dict[int, int] = {}
    last = missing = 0
    for index, line in enumerate(lines):
        match = style.match(line.text)
        if match is None:
            continue
        number = int(match[1])
        within_reach = last < number <= last + (_WIDEST_GAP if last else 1)
        if within_reach and (number == last + 1 or not _comes_later(lines, style, index, last + 1)):
            found[number] = index
            missing += number - last - 1
            last = number
    return _Count(found, missing)


def _comes_later(lines: Sequence[Line], style: re.Pattern[str], index: int, number: int) -> bool:
    """Whether the number that is missing stands further down, so that this one is a citation."""
    return any(
        (match := style.match(line.text)) and int(match[1]) == number
        for line in lines[index + 1 : index + 200]
    )


def _provisions(lines: Sequence[Line], count: _Count) -> tuple[Provision, ...]:
    tree = MarkedText()
    starts = {index: number for number, index in count.lines.items()}
    last = max(starts)
    for index, line in enumerate(lines):
        if index > last and _END.match(line.text):
            break
        tree.at(line.start)
        if index in starts:
            tree.close_all()
            n = str(starts[index])
            tree.open(f"para_{n}", "paragraph", n, "", f"paragraph {n}")
        tree.passed(line.end)
    tree.close_all()
    return tree.provisions


def _parties(lines: Sequence[Line]) -> str:
    """``Smith v Jones`` from the first lines."""
    for line in lines[:80]:
        if (match := _PARTIES.fullmatch(line.text)) and len(line.text) < 160:
            return match[0].rstrip(",")
    return ""
