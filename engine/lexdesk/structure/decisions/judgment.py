"""Judgments with numbered paragraphs: the Court of Justice, courts with neutral citations, German courts.

The number precedes the paragraph as ``[12]`` (Ireland, the United Kingdom), ``12.``, or alone (the
Court of Justice since 2010, Germany). Provisions are marked only if the beginning names a court or
a citation and the paragraphs count up from 1. eids are ``para_12``, as in European Case Law in
Akoma Ntoso; the label is ``paragraph 12``, in Germany ``Rn. 12``.
"""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from lexdesk.document.model import Document, Provision
from lexdesk.structure.dates import find_date
from lexdesk.structure.decisions.foreign import parse_foreign_decision
from lexdesk.structure.decisions.german import CourtDecision, parse_decision
from lexdesk.structure.decisions.neutral_citation import (
    find_own_citation,
    is_at_the_top,
    is_labelled,
)
from lexdesk.structure.decisions.parties import find_parties
from lexdesk.structure.eu.identity import build_case_celex
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.text_lines import Line, find_edge_numbers, list_content_lines
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import MONTHS

_BEGINNING = 5000
_MIN_PARAGRAPHS = 5
_SURE_PARAGRAPHS = 2
_ECLI = lazy_pattern(r"ECLI:(?<!\wECLI:)[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}")
_OWN_ECLI = lazy_pattern(
    r"(?:^|(?<=^ECLI: ))ECLI:DE:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}\s*$", re.MULTILINE
)
_CASE = lazy_pattern(
    r"\b(?P<word>Cases?|Rechtssachen?|[Aa]ffaires?(?:\sjointes)?)\s(?P<court>[CTF])[\u2010-\u2012-]"
    r"(?P<number>\d{1,4})/(?P<year>\d{2})(?: P(?:PU)?)?\b"
)
_NAMES_OF_CASES = {"C": "Case", "R": "Rechtssache", "A": "Affaire", "a": "Affaire"}
_ALONE = r"(?=\s*(?:$|\())"
_COURT = lazy_pattern(
    rf"^(?:(?P<judgment>JUDGMENT OF THE (?:GENERAL )?COURT|URTEIL DES GERICHTS(?:HOFS)?{_ALONE}"
    rf"|ARRÊT (?:DE LA COUR(?! DE )|DU TRIBUNAL{_ALONE}))"
    rf"|(?P<order>ORDER OF THE (?:GENERAL )?COURT|BESCHLUSS DES GERICHTS(?:HOFS)?{_ALONE}"
    rf"|ORDONNANCE (?:DE LA COUR(?! DE )|DU TRIBUNAL{_ALONE}))"
    r"|(?P<opinion>OPINION OF (?:MR |MRS |MS )?ADVOCATE GENERAL|SCHLUSSANTRÄGE DE[SR] GENERALANW[AÄ]LT(?:S|IN)"
    r"|CONCLUSIONS DE L['’]AVOCATE? GÉNÉRALE?))(?!\w)",
    re.MULTILINE | re.IGNORECASE,
)
_LETTERS = {"judgment": "J", "order": "O", "opinion": "C"}
_STYLES = (
    lazy_pattern(r"\[(\d{1,3})\](?:\s|$)"),
    lazy_pattern(r"(\d{1,3})\.(?:\s|$)(?!\d)"),
    lazy_pattern(r"(\d{1,3})(?:\s+(?=[A-ZÀ-Þ‘“«\[(])|$)"),
    lazy_pattern(r"(\d{1,3})(?:\.(?:\s|$)(?!\d)|\s+(?=[A-ZÀ-Þ‘“«\[(]))"),  # with and without point
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
_INSERTED = lazy_pattern(r"\[?(?P<number>\d{1,3})(?P<letter>[A-Z])[.\]](?:\s|$)")
"""A paragraph between two numbers, ``4A.``."""
_END = lazy_pattern(
    r"On those grounds\b|Aus diesen Gründen\b|Par ces motifs\b|\[Signatures?\]|Vorinstanz(?:en)?:|Delivered in open court\b",
    re.IGNORECASE,
)
_MAX_GAP_SHARE = 0.05  # of the paragraphs; numbers lost by a scan or an anonymiser
_MAX_SURE_GAP_SHARE = 0.2  # of a judgment that its own citation makes sure
_ONE_LOST = 10  # paragraphs, from which on one lost number is no other numbering
_WIDEST_GAP = 3


@dataclass(frozen=True, slots=True)
class _Count:
    """The line of each paragraph number, and the number of missing ones."""

    lines: dict[int, int]
    missing: int


@dataclass(frozen=True, slots=True)
class _Identity:
    """The identity of a judgment; ``is_sure`` without paragraphs, too."""

    work: str
    name: str
    day: datetime.date | None
    is_sure: bool = False


def recognise(document: Document) -> Document | None:
    """Add paragraphs to a judgment; return ``None`` for other texts and numbering not from 1.

    A German decision, and one with its own neutral citation, is recognised without numbers, too:
    the provisions it quotes are not its own.
    """
    beginning = document.text[:_BEGINNING]
    german = None if _COURT.search(beginning) else parse_decision(beginning)
    identity = _identify_german(german, beginning) if german else _identify(document.text)
    if identity is None:
        return None
    lines, at_edges = _lines(document)
    styles = _GERMAN_STYLES if german else _STYLES
    count = max((_count(lines, style, at_edges) for style in styles), key=lambda c: len(c.lines))
    if not _is_numbering(count, is_sure=identity.is_sure):
        if not identity.is_sure:
            return None
        count = _Count({}, 0)
    parties = identity.name if german else find_parties(line.text for line in lines)
    return replace(
        document,
        kind="judgment",
        work=identity.work or identity.name,
        short_title=identity.name or identity.work,
        title=document.title or parties,
        valid_from=document.valid_from or identity.day,
        provisions=_provisions(lines, count, _GERMAN_WORD if german else "paragraph"),
    )


def _identify_german(decision: CourtDecision, beginning: str) -> _Identity:
    ecli = _OWN_ECLI.search(beginning)
    work = ecli[0].strip() if ecli else ""
    return _Identity(work, decision.work, decision.day, is_sure=True)


def _identify(text: str) -> _Identity | None:
    """Return the identity of a judgment of a Union court or one with a neutral citation or an ECLI."""
    beginning = text[:_BEGINNING]
    is_union = _COURT.search(beginning) is not None
    own = "" if is_union else find_own_citation(beginning)
    if own:
        is_sure = is_labelled(beginning) or is_at_the_top(beginning)
        return _Identity(own, "", _find_judgment_day(text), is_sure=is_sure)
    if not is_union and (foreign := parse_foreign_decision(beginning)):
        return _Identity(foreign.work, foreign.name, foreign.day, is_sure=True)
    ecli = _ECLI.search(beginning)
    if not (ecli or is_union):
        return None
    work, name = ecli[0].rstrip(".") if ecli else "", ""
    if case := _CASE.search(beginning):
        court, number, year = case.group("court", "number", "year")
        name = f"{_NAMES_OF_CASES[case[0][0]]} {court}-{number}/{year}"
        if letter := _letter(beginning):  # cited by its number, rarely by its ECLI alone
            work = build_case_celex(court, number, year).replace("J", letter)
    return _Identity(work, name, find_date(beginning))


def _is_numbering(count: _Count, *, is_sure: bool) -> bool:
    """Return True for enough paragraphs, of whose numbers hardly one is missing; fewer do in a sure judgment."""
    paragraphs = len(count.lines)
    if is_sure and paragraphs >= _SURE_PARAGRAPHS:
        return count.missing <= max(paragraphs >= _MIN_PARAGRAPHS, _MAX_SURE_GAP_SHARE * paragraphs)
    allowed = max(paragraphs >= _ONE_LOST, _MAX_GAP_SHARE * paragraphs)
    return paragraphs >= _MIN_PARAGRAPHS and count.missing <= allowed


def _letter(beginning: str) -> str:
    """Return the letter of a judgment, an order or an opinion of a Union court in its CELEX number."""
    heading = _COURT.search(beginning)
    return _LETTERS.get(heading.lastgroup or "", "") if heading else ""


def _lines(document: Document) -> tuple[list[Line], set[int]]:
    """Return the lines and the indices of those at page numbers' positions."""
    lines = list_content_lines(document)
    starts = {line.start for line in lines}
    at_edges = [line for line in find_edge_numbers(document) if line.start not in starts]
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
    number = letter = ""
    for index, line in enumerate(lines):
        if index > last and _END.match(line.text):
            break
        tree.begin_line(line.start)
        if word == _GERMAN_WORD and _is_heading(lines, index, starts):
            tree.close_all()
        if index in starts:
            tree.close_all()
            number, letter = str(starts[index]), "@"  # the sign before A
            tree.open(f"para_{number}", "paragraph", number, "", f"{word} {number}")
        elif (
            number
            and (inserted := _INSERTED.match(line.text))
            and _is_next(inserted, number, letter)
        ):
            tree.close_all()
            letter = inserted["letter"]
            n = f"{number}{letter}"
            tree.open(f"para_{n.lower()}", "paragraph", n, "", f"{word} {n}")
        tree.end_line(line.end)
    tree.close_all()
    return tree.provisions


def _is_next(inserted: re.Match[str], number: str, letter: str) -> bool:
    return inserted["number"] == number and ord(inserted["letter"]) == ord(letter) + 1


def _is_heading(lines: Sequence[Line], index: int, starts: Mapping[int, int]) -> bool:
    """Return True for a heading directly before the next paragraph."""
    while index not in starts and index < len(lines) and _HEADING.fullmatch(lines[index].text):
        index += 1
        if index in starts:
            return True
    return False


_SLASHED = lazy_pattern(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
_WHAT = r"(?:judge?ment|decision(?:\s+(?:and|&)\s+reasons)?|determination|ruling|reasons|order)"
_WHEN = r"(?:given|handed\s+down|delivered|released|promulgated|issued|pronounced|dated?|sent\s+to\s+the\s+parties)"
_DATE_LINE = lazy_pattern(
    r"^\W*dated?\b(?P<between>[^\d\n]{0,30}\n?[^\d\n]{0,12})(?=\d)", re.IGNORECASE | re.MULTILINE
)
_LABEL = lazy_pattern(
    rf"\b(?:{_WHAT}\s+{_WHEN}|date\s+of\s+{_WHAT}|{_WHAT}\s+date|handed\s+down|(?:date\s+)?(?:released|promulgated)"
    r"|release\s+date|delivered)\b(?P<between>[^\d.]{0,60}?)(?=\d)",
    re.IGNORECASE,
)
_OF_DAY = lazy_pattern(
    rf"^\W*{_WHAT}\s+of\b(?P<between>[^\d\n]{{0,80}})(?=\d)", re.IGNORECASE | re.MULTILINE
)
_LABELS_OF_HEADING = (_DATE_LINE, _LABEL, _OF_DAY)
_OTHER_DAYS = lazy_pattern(
    r"\b(?:hear(?:d|ing)|sitting|submissions|trial|on\s+appeal|appeal\s+from|appealed|referred)\b[^\n]*(?:\n[^\n]*\d{4}[^\n]*)?",
    re.IGNORECASE,
)
_FIRST_PARAGRAPH = lazy_pattern(
    r"^\W{0,2}1[.)\]]?\s(?!\s*[A-Z][a-z]+\s+\d{4}\b)", re.MULTILINE
)  # and no 1 October 2021
_DAY_ALONE = lazy_pattern(r"^\W*(\d{1,2}(?:st|nd|rd|th)?\s+[A-Z][a-z]+\s+\d{4})\W*$", re.MULTILINE)
_LONGEST = 30  # characters of a date
_DAY_HEADING, _ENDING = 5_000, 1_500  # characters


def _find_judgment_day(text: str) -> datetime.date | None:
    """Return the day of a judgment, printed in its heading, or ``None``: ``Date: 25th July 2025``, ``JUDGMENT GIVEN ON``.

    The day behind a label in the heading or at the end, else the one alone on a line at the end,
    else the first of the heading that is no day of a hearing or of another decision.
    """
    heading = _spell_out_days(_heading(text))
    ending = _spell_out_days(text[_DAY_HEADING:][-_ENDING:])
    return (
        _find_labelled_day(heading, _LABELS_OF_HEADING)
        or _find_labelled_day(ending, (_LABEL,))
        or next((day for found in _DAY_ALONE.findall(ending) if (day := find_date(found))), None)
        or find_date(_OTHER_DAYS.sub(" ", heading))
    )


def _heading(text: str) -> str:
    """Return the text before the first paragraph, or its beginning."""
    beginning = text[:_DAY_HEADING]
    first = _FIRST_PARAGRAPH.search(beginning)
    return beginning[: first.start()] if first else beginning


def _find_labelled_day(text: str, labels: Sequence[re.Pattern[str]]) -> datetime.date | None:
    for match in chain.from_iterable(label.finditer(text) for label in labels):
        if _OTHER_DAYS.search(match["between"]):
            continue
        if day := find_date(text[match.end() : match.end() + _LONGEST].split("\n", maxsplit=1)[0]):
            return day
    return None


def _spell_out_days(text: str) -> str:
    """Return the text with its days in words: ``25 July 2025`` for ``25/07/2025``."""
    return _SLASHED.sub(_spell_out_day, text)


def _spell_out_day(match: re.Match[str]) -> str:
    """Return ``25/07/2025`` as ``25 July 2025``; no month 13."""
    month = int(match[2])
    return f"{match[1]} {MONTHS['en'][month - 1]} {match[3]}" if 1 <= month <= 12 else match[0]
