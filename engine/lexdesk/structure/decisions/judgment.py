"""Judgments with numbered paragraphs: the Court of Justice, courts with neutral citations, German courts.

The number precedes the paragraph as ``[12]`` (Ireland, the United Kingdom), ``12.``, or alone (the
Court of Justice since 2010, Germany). Provisions are marked only if the beginning names a court or
a citation and the paragraphs count up from 1. eids are ``para_12``, as in European Case Law in
Akoma Ntoso; the label is ``paragraph 12``, in Germany ``Rn. 12``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lexdesk.document.model import Document, Provision
from lexdesk.structure.dates import find_date
from lexdesk.structure.decisions.german import parse_decision
from lexdesk.structure.decisions.neutral_citation import NEUTRAL
from lexdesk.structure.eu.identity import celex_of_case
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.text_lines import Line, content_lines, edge_numbers
from lexdesk.text.lazy_pattern import lazy_pattern

_BEGINNING = 5000
_MIN_PARAGRAPHS = 5
_ECLI = lazy_pattern(r"\bECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}")
_OWN_ECLI = lazy_pattern(
    r"(?:^|(?<=^ECLI: ))ECLI:DE:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}\s*$", re.MULTILINE
)
_CASE = lazy_pattern(
    r"\b(?P<word>Cases?|Rechtssachen?|affaires?(?:\sjointes)?)\s(?P<court>[CTF])[\u2010-\u2012-]"
    r"(?P<number>\d{1,4})/(?P<year>\d{2})(?: P(?:PU)?)?\b"
)
_NAMES_OF_CASES = {"C": "Case", "R": "Rechtssache", "a": "Affaire"}
_COURT = lazy_pattern(
    r"^(?:JUDGMENT OF THE (?:GENERAL )?COURT|ORDER OF THE (?:GENERAL )?COURT|"
    r"OPINION OF ADVOCATE GENERAL|URTEIL DES GERICHTSHOFS|ARRÊT DE LA COUR)\b",
    re.MULTILINE | re.IGNORECASE,
)
_PARTIES = lazy_pattern(r"([A-Z].{2,90}?),? v\.? ([A-Z].{2,90}?),?$")
_STYLES = (
    lazy_pattern(r"\[(\d{1,3})\](?:\s|$)"),
    lazy_pattern(r"(\d{1,3})\.(?:\s|$)(?!\d)"),
    lazy_pattern(r"(\d{1,3})(?:\s+(?=[A-ZÀ-Þ‘“«\[(])|$)"),
)
_GERMAN_STYLES = (
    lazy_pattern(r"(\d{1,3})$"),
    lazy_pattern(
        r"(\d{1,3})\s(?!(?:Satz|Abs|Nr|Halbs|Alt|Buchst|Var|Euro|EUR|Prozent|Uhr|[A-Z]\w*[A-Z]\b)|%)"
        r"(?=[^\W\d_][\w)]|[„“\"»«(§\[–])"
    ),
)
"""Alone on its line, or before the paragraph after the end of another."""
_ENDS = (".", ":", ";", "!", "?", "“", "”", '"', "«", "»", ")", "]")
_LONGEST_HEADING = 60
_GERMAN_WORD = "Rn."
_HEADING = lazy_pattern(
    r"(?:[IVX]+|[A-Z]|\d{1,2}|[a-z]{1,2})[.)]{1,2}|(?:Tatbestand|Entscheidungsgründe|Gründe|Tenor):?"
)
"""A heading between paragraphs in Germany; it belongs to none of them, as in rii-dok."""
_END = lazy_pattern(
    r"On those grounds\b|Aus diesen Gründen\b|Par ces motifs\b|\[Signatures?\]|Vorinstanz(?:en)?:|Delivered in open court\b",
    re.IGNORECASE,
)
_MAX_GAP_SHARE = 0.02  # of the paragraphs; numbers lost by a scan or an anonymiser
_WIDEST_GAP = 3


@dataclass(frozen=True, slots=True)
class _Count:
    """The line of each paragraph number, and the number of missing ones."""

    lines: dict[int, int]
    missing: int


def recognise(document: Document) -> Document | None:
    """Add paragraphs to a judgment; return ``None`` for other texts and numbering not from 1.

    A German decision is recognised without numbers, too: the provisions it quotes are not its own.
    """
    beginning = document.text[:_BEGINNING]
    german = None if _COURT.search(beginning) else parse_decision(beginning)
    ecli = (_OWN_ECLI if german else _ECLI).search(beginning)
    citation = ecli or (None if german else NEUTRAL.search(beginning))
    if not (citation or german or _COURT.search(beginning)):
        return None
    lines, at_edges = _lines(document)
    styles = _GERMAN_STYLES if german else _STYLES
    count = max((_count(lines, style, at_edges) for style in styles), key=lambda c: len(c.lines))
    paragraphs = len(count.lines)
    if paragraphs < _MIN_PARAGRAPHS or count.missing > _MAX_GAP_SHARE * paragraphs:
        if german is None:
            return None
        count = _Count({}, 0)
    name = german.work if german else ""
    work = " ".join(citation[0].split()).rstrip(".") if citation else ""
    if german is None and (case := _CASE.search(beginning)):
        court, number, year = case.group("court", "number", "year")
        name = f"{_NAMES_OF_CASES[case[0][0]]} {court}-{number}/{year}"
        if _is_judgment(beginning):  # cited by its number, rarely by its ECLI alone
            work = celex_of_case(court, number, year)
    return replace(
        document,
        kind="judgment",
        work=work or name,
        short_title=name or work,
        title=document.title or (name if german else _parties(lines)),
        valid_from=document.valid_from or (german.day if german else find_date(beginning)),
        provisions=_provisions(lines, count, _GERMAN_WORD if german else "paragraph"),
    )


def _is_judgment(beginning: str) -> bool:
    """Return True for a judgment of a Union court; orders and opinions have other CELEX numbers."""
    heading = _COURT.search(beginning)
    return heading is not None and heading[0].casefold().startswith(("judgment", "urteil", "arrêt"))


def _lines(document: Document) -> tuple[list[Line], set[int]]:
    """Return the lines and the indices of those at page numbers' positions."""
    lines = content_lines(document)
    starts = {line.start for line in lines}
    at_edges = [line for line in edge_numbers(document) if line.start not in starts]
    both = sorted([*lines, *at_edges], key=lambda line: line.start)
    edges = {line.start for line in at_edges}
    return both, {index for index, line in enumerate(both) if line.start in edges}


def _count(lines: Sequence[Line], style: re.Pattern[str], at_edges: set[int]) -> _Count:
    """Find the paragraph numbers that count up; a number out of sequence is text.

    A number at the edge of a page is a page number unless only it comes next.
    """
    inline = style is _GERMAN_STYLES[1]
    numbers = {
        index: int(match[1])
        for index, line in enumerate(lines)
        if (match := style.match(line.text)) and not (inline and not _begins(lines, index))
    }
    lines_by_number: dict[int, int] = {}
    last = missing = 0
    for index, number in numbers.items():
        if index in at_edges:
            is_next = number == last + 1 and not _comes_later(numbers, at_edges, index, number)
            within_reach = is_next and _comes_later(numbers, at_edges, index, number + 1)
        else:
            within_reach = last < number <= last + (_WIDEST_GAP if last else 1)
        if within_reach and (
            number == last + 1 or not _comes_later(numbers, at_edges, index, last + 1)
        ):
            lines_by_number[number] = index
            missing += number - last - 1
            last = number
    return _Count(lines_by_number, missing)


def _begins(lines: Sequence[Line], index: int) -> bool:
    """Return True if the line before ends a paragraph or is a heading."""
    before = lines[index - 1].text if index else ""
    return before.endswith(_ENDS) or len(before) <= _LONGEST_HEADING


def _comes_later(numbers: Mapping[int, int], at_edges: set[int], index: int, number: int) -> bool:
    """Return True if a number occurs further down, so that the one at ``index`` is not a paragraph's."""
    return any(
        numbers.get(at) == number and at not in at_edges for at in range(index + 1, index + 200)
    )


def _provisions(lines: Sequence[Line], count: _Count, word: str) -> tuple[Provision, ...]:
    tree = MarkedText()
    starts = {index: number for number, index in count.lines.items()}
    last = max(starts, default=len(lines))
    for index, line in enumerate(lines):
        if index > last and _END.match(line.text):
            break
        tree.begin_line(line.start)
        if word == _GERMAN_WORD and _is_heading(lines, index, starts):
            tree.close_all()
        if index in starts:
            tree.close_all()
            n = str(starts[index])
            tree.open(f"para_{n}", "paragraph", n, "", f"{word} {n}")
        tree.end_line(line.end)
    tree.close_all()
    return tree.provisions


def _is_heading(lines: Sequence[Line], index: int, starts: Mapping[int, int]) -> bool:
    """Return True for a heading directly before the next paragraph."""
    while index not in starts and index < len(lines) and _HEADING.fullmatch(lines[index].text):
        index += 1
        if index in starts:
            return True
    return False


def _parties(lines: Sequence[Line]) -> str:
    """Return ``Smith v Jones`` from the first lines."""
    for line in lines[:80]:
        if (match := _PARTIES.fullmatch(line.text)) and len(line.text) < 160:
            return match[0].rstrip(",")
    return ""
