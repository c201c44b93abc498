"""Statutes and statutory instruments of the United Kingdom and Ireland as plain text, Word or PDF.

A text is one if its heading has a number or a title of a kind of law and an enacting formula, and
its sections count up from 1. Provisions and eids are those of ``clml`` and ``irish_act``:
``reg_3__para_1``, ``sec_5__subsec_2__para_a``, ``sched_1__para_2``.
"""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from lexdesk.document.model import ENACTED, Document, Property, Provision
from lexdesk.structure.dates import find_date
from lexdesk.structure.numbered_levels import CONNECTIVE, DEFINITION, SECTION_LEVELS, Levels
from lexdesk.structure.numbers import format_division_number
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.text_lines import Line, QuotationMarks, is_wrapped, list_content_lines
from lexdesk.text.lazy_pattern import begins_word, lazy_pattern
from lexdesk.text.number_words import ORDINALS

_HEAD = 6_000  # characters up to the enacting formula, behind a table of contents
_TITLE_LINES = 60
_FEWEST = 2  # sections
_LONGEST_HEADING = 120
_LOOK_BACK = 6  # lines above the first section that may name its Part and Chapter
_NUMBERS = (
    (
        "UK-{year}-ukpga-{number}",
        r"(?P<year>\d{4})\s+(?:CHAPTER|Chapter|c\.)\s?(?P<number>\d{1,3})\s*$",
    ),
    ("IE-{year}-act-{number}", r"(?i:Number)\s+(?P<number>\d{1,3})\s+(?i:of)\s+(?P<year>\d{4})\b"),
    (
        "IE-{year}-si-{number}",
        r"S\.?\s?I\.?\s+No\.?\s?(?P<number>\d{1,4})(?:\s+of\s+|/)(?P<year>\d{4})\b",
    ),
    ("UK-{year}-{series}-{number}", r"(?P<year>\d{4})\s+No\.\s?(?P<number>\d{1,4})\b"),
)
"""Identifiers, and the numbers printed at the start of a line."""
_SERIES = (
    ("ssi", lazy_pattern(r"SCOTTISH STATUTORY INSTRUMENT", re.IGNORECASE)),
    ("wsi", lazy_pattern(r"WELSH STATUTORY INSTRUMENT|OFFERYNNAU STATUDOL", re.IGNORECASE)),
    ("nisr", lazy_pattern(r"STATUTORY RULES OF NORTHERN IRELAND", re.IGNORECASE)),
)
_TITLE = lazy_pattern(
    r"(?:the\s)?(?P<title>[A-Z][^\n]{3,180}\s(?P<kind>Regulations?|Orders?|Rules|Scheme|Act|Bill)(?:\s\([^()]+\))?,?(?:\s\[?\d{4}\]?)?)",
    re.IGNORECASE,
)
_FORMULAS = (
    *(
        lazy_pattern(begins_word(formula), re.IGNORECASE)
        for formula in (
            r"makes?\b[^.]{0,160}?\b(?:these|this|the\s+following)\s+(?:Regulations|Order|Rules|Scheme)",
            r"hereby\s+(?:makes?|orders?)\b",
            r"be\s+it\s+(?:therefore\s+)?enacted\b",
            r"a\s+bill\s+to\b",
        )
    ),
    lazy_pattern(r"^\W*An\s+Act\s+to\b", re.IGNORECASE | re.MULTILINE),
)
_MADE = lazy_pattern(r"^\W*Made\b[\s:.-]*(?=\d)", re.MULTILINE)
_IN_FORCE = lazy_pattern(
    r"^\W*Coming\s+into\s+(?:force|operation)\b[\s:.-]*(?:on\s+)?(?=\d)", re.MULTILINE
)
_SECTION = lazy_pattern(
    r"(?P<number>\d{1,3}[A-Z]{0,2})(?:\.?\s?[—–-]\s?(?=\()|\.\s+(?!\d)|\s+(?=\(1\)|[A-Z“]))(?P<rest>.*)|(?P<alone>\d{1,3}[A-Z]?)\.?"
)
_MARKER = lazy_pattern(r"\((\d{1,3}[A-Z]{0,3}|[a-z]{1,4}|[A-Z]{1,3}|[IVXL]{1,6})\)\s*")
_ORDINALS = ORDINALS["en"][:8]
_SCHEDULE = lazy_pattern(
    rf"(?:(?P<ordinal>{'|'.join(_ORDINALS)})\s+)?SCHEDULE(?:\s+(?P<number>\d{{1,2}}[A-Z]?|[IVX]+))?\W*(?P<title>.{{0,120}})",
    re.IGNORECASE,
)
_DIVISION = lazy_pattern(
    r"(?P<kind>PART|CHAPTER)\s+(?P<number>\d{1,2}[A-Z]?|[IVXLC]+)\b[\s—–:.-]*(?P<title>.{0,120})",
    re.IGNORECASE,
)
_END = lazy_pattern(r"\W*EXPLANATORY\s+NOTE\b.*|\W*(?:GIVEN\s+under\s+my|L\.S\.).*", re.IGNORECASE)
_REFERENCE = lazy_pattern(r"\W*(?:Regulation|Article|Section|Rule)s?\s\d", re.IGNORECASE)
_SIGNATURES = lazy_pattern(r"Signed\s+by\b.*|GIVEN\s+under\s+(?:my|the)\b.*")


class _Names(NamedTuple):
    """The names of the sections of a kind of law, and of the levels inside them."""

    kind: str
    abbreviation: str
    label: str
    levels: Mapping[str, tuple[str, str]]


_OTHER_LEVELS = {
    "figure": ("paragraph", "para"), "letter": ("subparagraph", "subpara"), "roman": ("clause", "clause"),
    "capital": ("point", "point"), "capital roman": ("point", "point"),
}  # fmt: skip
_SCHEDULE_LEVELS = {
    "figure": ("subparagraph", "subpara"), "letter": ("clause", "clause"), "roman": ("point", "point"),
    "capital": ("point", "point"), "capital roman": ("point", "point"),
}  # fmt: skip
_FAMILIES = {
    "regulation": _Names("regulation", "reg", "Regulation", _OTHER_LEVELS),
    "order": _Names("article", "art", "Article", _OTHER_LEVELS),
    "rules": _Names("rule", "rule", "Rule", _OTHER_LEVELS),
    "scheme": _Names("paragraph", "para", "Paragraph", _SCHEDULE_LEVELS),
    "act": _Names("section", "sec", "Section", SECTION_LEVELS),
    "bill": _Names("section", "sec", "Clause", SECTION_LEVELS),
}
_IN_SCHEDULE = _Names("paragraph", "para", "paragraph", _SCHEDULE_LEVELS)


@dataclass(frozen=True, slots=True)
class _Identity:
    work: str
    title: str
    kind: str
    enacted: datetime.date | None
    in_force: datetime.date | None


def recognise(document: Document) -> Document | None:
    """Add the sections of a statute or instrument; return ``None`` for other texts."""
    head = document.text[:_HEAD]
    has_formula = any(formula.search(head) for formula in _FORMULAS)
    identity = _identify(head) if has_formula else None
    if identity is None:
        return None
    lines = list_content_lines(document)
    chain = _best_chain(lines)
    if len(chain) < _FEWEST:
        return None
    enacted = identity.enacted
    days = (Property(ENACTED, enacted.isoformat()),) if enacted else ()
    return replace(
        document,
        kind={"act": "statute", "bill": "bill"}.get(identity.kind, "regulation"),
        work=identity.work,
        title=document.title or identity.title,
        short_title=identity.title,
        valid_from=document.valid_from or enacted,
        in_force_from=identity.in_force,
        properties=(*document.properties, *days),
        provisions=_Writer(lines, chain, _FAMILIES[identity.kind]).write(),
    )


def _identify(head: str) -> _Identity | None:
    """Return the identity of a law whose heading has its number, or its title on a line."""
    numbers = ((form, re.search(rf"^\W*{number}", head, re.MULTILINE)) for form, number in _NUMBERS)
    work = next((_work(form, match, head) for form, match in numbers if match), "")
    lines = [line.strip() for line in head.splitlines() if line.strip()][:_TITLE_LINES]
    title = next((match for line in lines if (match := _TITLE.fullmatch(line))), None)
    if title is None:
        return None
    kind = title["kind"].lower()
    return _Identity(
        work,
        " ".join(title["title"].split()),
        kind.removesuffix("s") if kind != "rules" else kind,
        _day_behind(_MADE, head),
        _day_behind(_IN_FORCE, head),
    )


def _work(form: str, match: re.Match[str], head: str) -> str:
    series = next((name for name, pattern in _SERIES if pattern.search(head)), "uksi")
    return form.format(year=match["year"], number=int(match["number"]), series=series)


def _day_behind(label: re.Pattern[str], head: str) -> datetime.date | None:
    match = label.search(head)
    return (
        find_date(head[match.end() : match.end() + 40].split("\n", maxsplit=1)[0])
        if match
        else None
    )


def _best_chain(lines: Sequence[Line]) -> dict[int, str]:
    """Return the numbers of the sections by line: those from 1 with the most text before a Schedule.

    A table of contents counts, too, but has less text.
    """
    best: dict[int, str] = {}
    longest = 0
    for start, line in enumerate(lines):
        if _number_of(line.text) != "1":
            continue
        chain, end = _count(lines, start)
        length = lines[end - 1].end - line.start
        if length > longest:
            best, longest = chain, length
    return best


def _count(lines: Sequence[Line], start: int) -> tuple[dict[int, str], int]:
    """Count sections up from 1 at ``start``; return them and the line behind the last of them."""
    chain: dict[int, str] = {}
    last = 0
    quotation = QuotationMarks("“", "”")
    for index in range(start, len(lines)):
        text = lines[index].text
        if chain and (_SCHEDULE.fullmatch(text) or _END.fullmatch(text)):
            return chain, index
        quoted = quotation.enter(text)
        number = _number_of(text)
        figure = int(re.sub(r"\D", "", number) or 0)
        if quoted and figure == last + 1 and _is_apart(lines, index):
            quotation.reset()  # a mark is missing above
        elif quoted or not figure:
            continue
        if figure == 1 and last > 1:
            return chain, index
        if figure == last + 1 or (figure == last and not number.isdigit()):
            chain[index], last = number, figure
    return chain, len(lines)


def _is_apart(lines: Sequence[Line], index: int) -> bool:
    """Return True if an empty line stands above a line."""
    return index > 0 and lines[index].start - lines[index - 1].end > 1


def _rest_of(text: str) -> str:
    """Return the text after the number of a section on its line."""
    match = _SECTION.fullmatch(text)
    return (match["rest"] or "") if match else ""


def _number_of(text: str) -> str:
    match = _SECTION.fullmatch(text)
    return (match["number"] or match["alone"]) if match else ""


class _Writer:
    """A writer that marks sections, their numbered parts, Parts and Schedules, line by line."""

    def __init__(self, lines: Sequence[Line], chain: Mapping[int, str], family: _Names) -> None:
        self._lines = lines
        self._is_wrapped = is_wrapped(lines)
        self._tree = MarkedText()
        self._numbers = dict(chain)
        self._family = family
        self._levels: Levels | None = None
        self._divisions: list[tuple[str, str]] = []  # (kind, eid)
        self._schedule: tuple[str, str] | None = None  # (eid, label)
        self._schedules = 0
        self._titles: set[int] = set()  # lines with the title of a Part or Schedule
        self._quotation = QuotationMarks("“", "”")

    def write(self) -> tuple[Provision, ...]:
        first = self._first_line()
        for index in range(first, len(self._lines)):
            line = self._lines[index]
            self._tree.begin_line(line.start)
            if _END.fullmatch(line.text):
                break
            self._line(index, line)
            self._tree.end_line(line.end)
        self._tree.close_all()
        return self._tree.provisions

    def _first_line(self) -> int:
        """Return the line of the first section, of its heading, or of the Part and Chapter around it."""
        first = min(self._numbers)
        above = range(max(first - _LOOK_BACK, 0), first)
        division = next((at for at in above if _DIVISION.fullmatch(self._lines[at].text)), None)
        if division is not None:
            return division
        return first - 1 if self._heads(first - 1) else first

    def _line(self, index: int, line: Line) -> None:
        text = line.text
        if (
            schedule := _SCHEDULE.fullmatch(text)
            if index > max(self._numbers) or self._schedule
            else None
        ):
            self._open_schedule(index, schedule)
        elif (division := _DIVISION.fullmatch(text)) and not self._quotation.inside:
            self._open_division(index, division)
        elif number := self._numbers.get(index, ""):
            rest = _rest_of(text)
            if not self._heads(index - 1):
                self._open_section(number, rest if _is_heading(rest) else "")
            self._quotation.reset()
            self._text(line, rest)
        elif (number := self._numbers.get(index + 1, "")) and self._heads(index):
            self._open_section(number, text)
        elif _SIGNATURES.fullmatch(text):
            self._end_section()
        else:
            self._text(line)

    def _heads(self, index: int) -> bool:
        """Return True if a line is the heading of the section that begins below it."""
        is_other = index < 0 or index in self._numbers or index in self._titles
        return not is_other and _is_heading(self._lines[index].text)

    def _open_section(self, number: str, heading: str) -> None:
        self._end_section()
        eid = f"{self._family.abbreviation}_{number.lower()}"
        label = f"{self._family.label} {number}"
        if self._schedule:
            eid, label = f"{self._schedule[0]}__{eid}", f"{self._schedule[1]}, {label}"
        self._levels = Levels(
            self._tree, eid, self._family.kind, number, heading, label, self._family.levels
        )

    def _text(self, line: Line, rest: str | None = None) -> None:
        text = line.text if rest is None else rest
        defines = not self._quotation.inside and DEFINITION.match(text) is not None
        if self._levels is None or (self._quotation.enter(text) and not defines):
            return
        marked = False
        while match := _MARKER.match(text):
            text = text[match.end() :]
            self._levels.enter(match[1], after_marker=marked)
            marked = True
        may_leave = defines or not (self._is_wrapped or CONNECTIVE.match(text))
        if text and rest is None and not marked and may_leave:
            self._levels.leave_lists(defines=defines)
        if marked or text:
            self._levels.ends_open = text.rstrip().endswith(("—", "–", ":", "-"))

    def _end_section(self) -> None:
        if self._levels:
            self._levels.end()
        self._levels = None

    def _open_division(self, index: int, match: re.Match[str]) -> None:
        self._end_section()
        kind = match["kind"].lower()
        self._close_divisions(kind)
        name = {"part": "part", "chapter": "chp"}[kind]
        eid = f"{name}_{format_division_number(match['number'])}".replace(" ", "")
        outer = self._divisions[-1][1] if self._divisions else (self._schedule or ("", ""))[0]
        eid = f"{outer}__{eid}" if outer else eid
        title = match["title"] or self._title_below(index)
        label = f"{kind.capitalize()} {match['number']}"
        self._divisions.append((kind, self._tree.open(eid, kind, match["number"], title, label)))

    def _close_divisions(self, kind: str) -> None:
        while self._divisions and (kind != "chapter" or self._divisions[-1][0] == "chapter"):
            self._tree.close(self._divisions.pop()[1])

    def _open_schedule(self, index: int, match: re.Match[str]) -> None:
        self._end_section()
        self._close_divisions("")
        if self._schedule:
            self._tree.close(self._schedule[0])
        self._schedules += 1
        ordinal = (match["ordinal"] or "").lower()
        number = match["number"] or (str(_ORDINALS.index(ordinal) + 1) if ordinal else "")
        label = f"{ordinal.capitalize()} Schedule" if ordinal else f"Schedule {number}".strip()
        title = match["title"] or self._title_below(index)
        eid = self._tree.open(
            f"sched_{format_division_number(number) or self._schedules}",
            "schedule",
            number,
            title,
            label,
        )
        self._schedule = (eid, label)
        self._family = _IN_SCHEDULE
        self._number_schedule(index + 1)

    def _number_schedule(self, start: int) -> None:
        """Find the paragraphs of the Schedule at ``start``, if they count up from 1."""
        first = next(
            (n for n in range(start, len(self._lines)) if _number_of(self._lines[n].text) == "1"),
            None,
        )
        behind = (
            n for n in range(start, len(self._lines)) if _SCHEDULE.fullmatch(self._lines[n].text)
        )
        if first is not None and first < next(behind, len(self._lines)):
            self._numbers |= _count(self._lines, first)[0]

    def _title_below(self, index: int) -> str:
        """Return the title below the number of a Part or Schedule, behind its reference to a section."""
        for at in range(index + 1, min(index + 3, len(self._lines))):
            text = self._lines[at].text
            if _REFERENCE.match(text):
                self._titles.add(at)
            elif _is_heading(text) and not _DIVISION.fullmatch(text):
                self._titles.add(at)
                return text
            else:
                break
        return ""


def _is_heading(text: str) -> bool:
    """Return True for a short line that begins with a capital and ends without a stop."""
    if not 0 < len(text) <= _LONGEST_HEADING or not text[0].isupper():
        return False
    if text.isupper():
        text = text.rstrip(".")
    return text[-1] not in ".,;:—" and not _SECTION.fullmatch(text)
