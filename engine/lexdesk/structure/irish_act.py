"""Acts of the Oireachtas in Markdown, as published on irishstatutebook.ie.

Front matter with ``identifier: IE-2018-act-15``; ``##### 5. **Heading**`` begins a section, ``##``
a Part or Schedule, ``###`` a Chapter. Sections are numbered through the act: ``sec_5``; inside,
``sec_5__subsec_1__para_a__subpara_i__clause_I`` by the kind of numbering, as in Irish drafting.
Quoted provisions of other acts are text; so is the inside of a Schedule.
"""

import re
from itertools import pairwise

from lexdesk.document.model import ENACTED, Document, Property
from lexdesk.structure.dates import parse_metadata_date
from lexdesk.structure.markdown import parse_heading, strip_markup
from lexdesk.structure.numbered_levels import CONNECTIVE, DEFINITION, Levels
from lexdesk.structure.numbers import format_division_number
from lexdesk.structure.outline import Outline, squeeze
from lexdesk.structure.text_lines import QuotationMarks
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import ORDINALS

_SECTION = lazy_pattern(r"(\d+[A-Z]*)\.*(?:\s+(.*))?$")
_DIVISION = lazy_pattern(
    r"(PART|CHAPTER)\s+(\d+[A-Z]*|[IVXLC]+[A-Z]?)\b\.?\s*(?:[—–-]\s*)?(.*)", re.IGNORECASE
)
_SCHEDULE = lazy_pattern(
    rf"(?:({'|'.join(ORDINALS['en'])})\s+SCHEDULE|SCHEDULE(?:\s+(\d+[A-Z]*|\(?[A-Z]\)?|[IVX]+))?)"
    r"(?![a-z])[.\s—–:-]*(.*)",
    re.IGNORECASE,
)
_MARKER = lazy_pattern(r"\((\d{1,3}[A-Z]{0,3}|[a-z]{1,4}|[ivxl]{1,6}|[A-Z]{1,3}|[IVXL]{1,6})\)\s*")
_PRINTED_NUMBER = lazy_pattern(r"(\d+[A-Z]*)\s*(?:\.|—|–|(?=\())\s*[.—–-]*\s*")
_REVISION = lazy_pattern(r"[FE]\d+\[")
_EMPHASIS = lazy_pattern(r"(?<![*\\])\*(?=[^\s*])([^*\n]*[^\s*])\*(?!\*)")
_SPACE_BEFORE_COMMA = lazy_pattern(r" (?=,)")
_CITED_AS = lazy_pattern(
    r"\bThis Act may be cited as (?:the )?(?P<title>[A-Z][^.;\n“”]{3,160}? \d{4})\b"
)
_BEFORE_A_SPACE = {",", ";"}
_BEGINS_A_WORD = lazy_pattern(r"[^\W_]|\([a-z]{2}")
_ABBREVIATION = {"part": "part", "chapter": "chp"}


def claims(front_matter: dict[str, str]) -> bool:
    """Return True for front matter of Ireland with an identifier numbered by year."""
    return front_matter.get("country", "").lower() == "ie" and bool(
        re.fullmatch(r"IE-\d{4}-[\w-]+", front_matter.get("identifier", ""))
    )


def read_statute(front_matter: dict[str, str], body: str) -> Document:
    """Read the act: Parts, Chapters, sections down to clauses, and Schedules.

    ``valid_from`` is the stated date of revision: the text was valid at least then. The date of the
    Act itself, ``publication_date``, becomes a property; commencement orders decide when it is in
    force.
    """
    title = _correct_title(front_matter.get("title", ""))
    writer = _ActWriter(title)
    body = space_emphasis(strip_revision_marks(body))
    lines = [line for line in body.splitlines() if line.strip()]
    for line, following in pairwise([*lines, ""]):
        writer.line(line, following)
    writer.outline.close_all()
    return Document(
        text=writer.outline.text,
        title=title,
        kind="statute",
        work=front_matter["identifier"],
        short_title=_stated_title(writer.outline.text, title),
        language="en",
        valid_from=parse_metadata_date(
            front_matter.get("last_updated"), front_matter["identifier"]
        ),
        provisions=writer.outline.provisions,
        properties=_enactment_property(front_matter),
    )


def _correct_title(title: str) -> str:
    """Mend a title of the published files: ``Finance Act , 1995`` -> ``Finance Act, 1995``."""
    return _SPACE_BEFORE_COMMA.sub("", squeeze(title))


def _stated_title(text: str, title: str) -> str:
    """Return the short title that the Act gives itself, ``Statute of Limitations, 1957``, if it is not ``title``."""
    stated = _CITED_AS.search(text)
    if stated is None or _letters(stated["title"]) == _letters(title):
        return title
    return _correct_title(stated["title"])


def _letters(title: str) -> str:
    return "".join(filter(str.isalnum, title.lower()))


def _enactment_property(front_matter: dict[str, str]) -> tuple[Property, ...]:
    day = parse_metadata_date(front_matter.get("publication_date"), front_matter["identifier"])
    return (Property(ENACTED, day.isoformat()),) if day else ()


def strip_revision_marks(text: str) -> str:
    """Remove ``F12[`` and ``]``, the Law Reform Commission's marks of amended text."""
    parts: list[str] = []
    brackets: list[bool] = []  # per open bracket: is it a mark?
    position = 0
    for match in re.finditer(r"[FE]\d+\[|\[|\]", text):
        bracket = match[0]
        parts.append(text[position : match.start()])
        position = match.end()
        if bracket == "]":
            parts.append("" if brackets and brackets.pop() else bracket)
        else:
            is_mark = _REVISION.fullmatch(bracket) is not None
            brackets.append(is_mark)
            parts.append("" if is_mark else bracket)
    parts.append(text[position:])
    return "".join(parts)


def space_emphasis(text: str) -> str:
    """Restore the spaces missing in revised acts: ``under*section 21*or`` -> ``under *section 21* or``.

    A single letter is part of a number, ``(iii*a*)``, and stays.
    """

    def spaced(match: re.Match[str]) -> str:
        if len(match[1]) == 1:
            return match[0]
        before = text[max(match.start() - 1, 0) : match.start()]
        left = " " if before.isalnum() or before in _BEFORE_A_SPACE else ""
        right = " " if _BEGINS_A_WORD.match(text, match.end()) else ""
        return left + match[0] + right

    return _EMPHASIS.sub(spaced, text)


class _ActWriter:
    """A writer of an act's lines, one paragraph each."""

    def __init__(self, title: str) -> None:
        self.outline = Outline()
        self._title = title
        self.outline.line(title)
        self._divisions: list[tuple[int, str]] = []  # (heading level, eid)
        self._schedule = ""  # eid of the open Schedule
        self._schedules = 0
        self._number = ""  # of the section, until its text begins
        self._awaits_heading = False
        self._levels: Levels | None = None
        self._quotation = QuotationMarks("“", "”")

    def line(self, markdown: str, following: str) -> None:
        if parsed := parse_heading(markdown):
            self._quotation.reset()
            self._heading(*parsed, following=strip_markup(following))
        elif self._awaits_heading and re.fullmatch(r"\*\*[^*]+\*\*", markdown.strip()):
            self._section(self._number, strip_markup(markdown))
        else:
            if self._awaits_heading:
                self._section(self._number, "")
            self._paragraph(_table_row(strip_markup(markdown)))

    def _heading(self, level: int, text: str, *, following: str) -> None:
        if self._awaits_heading:
            self._section(self._number, "")
        if section := _SECTION.match(text) if level >= 4 else None:
            self._number, self._awaits_heading = _full_number(section[1], following), not section[2]
            if section[2]:
                self._section(self._number, section[2])
        elif schedule := _SCHEDULE.match(text):
            self._open_schedule(schedule, text)
        elif division := _DIVISION.match(text):
            self._open_division(level, division)
        elif _correct_title(text) != self._title:
            self._end_section()
            self.outline.blank()
            self.outline.line(text)

    def _open_division(self, level: int, match: re.Match[str]) -> None:
        self._end_divisions(max(level, 2) if self._schedule else level)
        kind, number, title = match[1].lower(), match[2], match[3]
        eid = f"{_ABBREVIATION[kind]}_{format_division_number(number)}"
        if self._divisions:
            eid = f"{self._divisions[-1][1]}__{eid}"
        self.outline.blank()
        label = f"{kind.capitalize()} {number}"
        self._divisions.append((level, self.outline.open(eid, kind, number, title, label)))
        self.outline.line(f"{match[1]} {number}")
        self.outline.line(title)

    def _open_schedule(self, match: re.Match[str], text: str) -> None:
        self._end_divisions(1)
        self._schedules += 1
        ordinal, figure, title = match[1], (match[2] or "").strip("()"), match[3]
        number = figure or (str(ORDINALS["en"].index(ordinal.lower()) + 1) if ordinal else "")
        label = f"{ordinal.capitalize()} Schedule" if ordinal else f"Schedule {figure}".strip()
        eid = f"sched_{format_division_number(number) or self._schedules}"
        self.outline.blank()
        self._schedule = self.outline.open(eid, "schedule", number, title, label)
        self._divisions.append((1, self._schedule))
        self.outline.line(text)

    def _section(self, number: str, title: str) -> None:
        self._end_section()
        self._awaits_heading = False
        self.outline.blank()
        eid = f"sec_{number.lower()}"
        if self._schedule:
            eid = f"{self._schedule}__{eid}"
        label = f"Section {number}"
        self._levels = Levels(self.outline, eid, "section", number, title, label)
        self._number = number
        self.outline.line(f"{number}. {title}")

    def _end_section(self) -> None:
        if self._levels:
            self._levels.end()
        self._levels = None

    def _end_divisions(self, level: int) -> None:
        self._end_section()
        while self._divisions and self._divisions[-1][0] >= level:
            self.outline.close(self._divisions.pop()[1])

    def _paragraph(self, text: str) -> None:
        if self._number:
            text = self._strip_number(text)
        if not text:
            return
        defines = not self._quotation.inside and DEFINITION.match(text) is not None
        if (self._quotation.enter(text) and not defines) or self._levels is None:
            self.outline.line(text)
            return
        marked = False
        while match := _MARKER.match(text):
            text = text[match.end() :]
            self._levels.enter(match[1], after_marker=marked)
            self.outline.write(f"({match[1]})")
            marked = True
        if not marked and not CONNECTIVE.match(text):
            self._levels.leave_lists(defines=defines)
        self._levels.ends_open = text.rstrip().endswith(("—", "–", ":", "-"))
        self.outline.line(text)

    def _strip_number(self, text: str) -> str:
        """Remove a number already printed in the heading: ``5. (1)``, ``1.—(1)``, ``2.—Every``."""
        number, self._number = self._number, ""
        match = _PRINTED_NUMBER.match(text)
        return text[match.end() :] if match and match[1] == number else text


def _full_number(number: str, following: str) -> str:
    """Return ``18A`` if the heading has 18 and the section's text begins with ``18A.``."""
    match = _PRINTED_NUMBER.match(following)
    inserted = match is not None and match[1].rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == number
    return match[1] if match is not None and inserted else number


def _table_row(text: str) -> str:
    if not text.startswith("|"):
        return text
    cells = [cell.strip() for cell in text.strip("|").split("|")]
    if all(re.fullmatch(r":?-*:?", cell) for cell in cells):
        return ""
    return " | ".join(cells)
