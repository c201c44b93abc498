"""Judgments with numbered paragraphs: the Court of Justice, courts with neutral citations, and those of Germany.

The number stands before the paragraph as ``[12]`` (Ireland, the United Kingdom), ``12.``, or alone
(the Court of Justice since 2010, Germany). Provisions are found only where the beginning names a court or a
citation and the paragraphs count up from 1. eids are ``para_12``, as European Case Law in Akoma
Ntoso has them; the label is ``paragraph 12``, and ``Rn. 12`` in Germany.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lexdesk.document.model import Document, Provision
from lexdesk.structure.decisions.german import decision_of
from lexdesk.structure.decisions.neutral_citation import NEUTRAL
from lexdesk.structure.eu.identity import celex_of_case
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.printed_dates import printed_date
from lexdesk.structure.text_lines import Line, lines_of, numbers_at_edges

_BEGINNING = 5000
_FEWEST_PARAGRAPHS = 5
_ECLI = re.compile(r"\bECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}")
_OWN_ECLI = re.compile(
    r"(?:^|(?<=^ECLI: ))ECLI:DE:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}\s*$", re.MULTILINE
)
_CASE = re.compile(
    r"\b(?P<word>Cases?|Rechtssachen?|affaires?(?:\sjointes)?)\s(?P<court>[CTF])[\u2010-\u2012-]"
    r"(?P<number>\d{1,4})/(?P<year>\d{2})(?: P(?:PU)?)?\b"
)
_NAMES_OF_CASES = {"C": "Case", "R": "Rechtssache", "a": "Affaire"}
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
_GERMAN_STYLES = (
    re.compile(r"(\d{1,3})$"),
    re.compile(
        r"(\d{1,3})\s(?!(?:Satz|Abs|Nr|Halbs|Alt|Buchst|Var|Euro|EUR|Prozent|Uhr|[A-Z]\w*[A-Z]\b)|%)"
        r"(?=[^\W\d_][\w)]|[„“\"»«(§\[–])"
    ),
)
"""Alone on its line, or before the paragraph, where the line before ends one."""
_ENDS = (".", ":", ";", "!", "?", "“", "”", '"', "«", "»", ")", "]")
_LONGEST_HEADING = 60
_GERMAN_WORD = "Rn."
_HEADING = re.compile(
    r"(?:[IVX]+|[A-Z]|\d{1,2}|[a-z]{1,2})[.)]{1,2}|(?:Tatbestand|Entscheidungsgründe|Gründe|Tenor):?"
)
"""What stands above a paragraph in Germany and belongs to none, as in files that mark it."""
_END = re.compile(
    r"On those grounds\b|Aus diesen Gründen\b|Par ces motifs\b|\[Signatures?\]|Vorinstanz(?:en)?:|Delivered in open court\b",
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
    """The judgment with its paragraphs; ``None`` where it is none, or does not count from 1.

    A decision of a German court is one without numbers, too: what it quotes is no statute or contract.
    """
    beginning = document.text[:_BEGINNING]
    german = None if _COURT.search(beginning) else decision_of(beginning)
    ecli = (_OWN_ECLI if german else _ECLI).search(beginning)
    citation = ecli or (None if german else NEUTRAL.search(beginning))
    if not (citation or german or _COURT.search(beginning)):
        return None
    lines, at_edges = _lines(document)
    styles = _GERMAN_STYLES if german else _STYLES
    count = max((_count(lines, style, at_edges) for style in styles), key=lambda c: len(c.lines))
    paragraphs = len(count.lines)
    if paragraphs < _FEWEST_PARAGRAPHS or count.missing > _MOST_GAPS * paragraphs:
        if german is None:
            return None
        count = _Count({}, 0)
    name = german.work if german else ""
    work = " ".join(citation[0].split()).rstrip(".") if citation else ""
    if german is None and (case := _CASE.search(beginning)):
        court, number, year = case.group("court", "number", "year")
        name = f"{_NAMES_OF_CASES[case[0][0]]} {court}-{number}/{year}"
        if _is_judgment(beginning):  # citations tell it by its number, seldom by its ECLI alone
            work = celex_of_case(court, number, year)
    return replace(
        document,
        kind="judgment",
        work=work or name,
        short_title=name or work,
        title=document.title or (name if german else _parties(lines)),
        valid_from=document.valid_from or (german.day if german else printed_date(beginning)),
        provisions=_provisions(lines, count, _GERMAN_WORD if german else "paragraph"),
    )


def _is_judgment(beginning: str) -> bool:
    """Whether a court of the Union calls it so, and not an order or an opinion, which have numbers of their own."""
    said = _COURT.search(beginning)
    return said is not None and said[0].casefold().startswith(("judgment", "urteil", "arrêt"))


def _lines(document: Document) -> tuple[list[Line], set[int]]:
    """The lines, and which of them stand where page numbers do."""
    lines = lines_of(document)
    starts = {line.start for line in lines}
    at_edges = [line for line in numbers_at_edges(document) if line.start not in starts]
    both = sorted([*lines, *at_edges], key=lambda line: line.start)
    edges = {line.start for line in at_edges}
    return both, {index for index, line in enumerate(both) if line.start in edges}


def _count(lines: Sequence[Line], style: re.Pattern[str], at_edges: set[int]) -> _Count:
    """Count up through the lines; a number that does not come next is text.

    One at the edge of a page is a page number, but where only it comes next.
    """
    inline = style is _GERMAN_STYLES[1]
    numbers = {
        index: int(match[1])
        for index, line in enumerate(lines)
        if (match := style.match(line.text)) and not (inline and not _begins(lines, index))
    }
    found: dict[int, int] = {}
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
            found[number] = index
            missing += number - last - 1
            last = number
    return _Count(found, missing)


def _begins(lines: Sequence[Line], index: int) -> bool:
    """Whether the line before ends a paragraph, or is a heading."""
    before = lines[index - 1].text if index else ""
    return before.endswith(_ENDS) or len(before) <= _LONGEST_HEADING


def _comes_later(numbers: Mapping[int, int], at_edges: set[int], index: int, number: int) -> bool:
    """Whether a number stands further down, so that what was found here is none."""
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
        tree.at(line.start)
        if word == _GERMAN_WORD and _is_heading(lines, index, starts):
            tree.close_all()
        if index in starts:
            tree.close_all()
            n = str(starts[index])
            tree.open(f"para_{n}", "paragraph", n, "", f"{word} {n}")
        tree.passed(line.end)
    tree.close_all()
    return tree.provisions


def _is_heading(lines: Sequence[Line], index: int, starts: Mapping[int, int]) -> bool:
    """Whether a heading stands here, and nothing else before the next paragraph."""
    while index not in starts and index < len(lines) and _HEADING.fullmatch(lines[index].text):
        index += 1
        if index in starts:
            return True
    return False


def _parties(lines: Sequence[Line]) -> str:
    """``Smith v Jones`` from the first lines."""
    for line in lines[:80]:
        if (match := _PARTIES.fullmatch(line.text)) and len(line.text) < 160:
            return match[0].rstrip(",")
    return ""
