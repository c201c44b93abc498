"""Crown Legislation Markup Language (schema version 2), the XML of legislation.gov.uk.

Primary and secondary legislation and retained EU law. Source: the schema and reference guide at
https://www.legislation.gov.uk/schema/legislation.xsd. The file's ids determine the eids:
``section-12-1-a`` is ``sec_12__subsec_1__para_a``, ``schedule-2-paragraph-3`` is
``sched_2__para_3``. RestrictStartDate and RestrictEndDate bound the version; the latter is the day
after the last day of validity. Text inserted into another Act (BlockAmendment) is text.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.document.model import (
    COMMENCES,
    COMMENCES_PARTLY,
    COMMENCES_REST,
    ENACTED,
    Document,
    Property,
    Relation,
)
from lexdesk.errors import FileCode, FileFailed
from lexdesk.structure import Source
from lexdesk.structure.dates import find_numeric_date, parse_metadata_date
from lexdesk.structure.numbers import format_division_number, format_eid_number, strip_punctuation
from lexdesk.structure.outline import Outline
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import (
    find_child,
    find_descendant,
    read_local_name,
    read_running_text,
    write_lines,
)
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_BODIES = ("Primary", "Secondary", "EURetained")
_DIVISIONS = {"Part": ("part", "part"), "Chapter": ("chapter", "chp"), "EUTitle": ("title", "title"),
              "EUPart": ("part", "part"), "EUChapter": ("chapter", "chp"), "EUSection": ("section", "sec"),
              "Schedule": ("schedule", "sched")}  # fmt: skip
_NUMBERED = lazy_pattern(r"P[1-7]")
_FIRST = {
    "section": ("section", "sec", "Section"), "article": ("article", "art", "Article"),
    "regulation": ("regulation", "reg", "Regulation"), "rule": ("rule", "rule", "Rule"),
    "paragraph": ("paragraph", "para", "paragraph"),
}  # fmt: skip
_BELOW_SECTION = (("subsection", "subsec"), ("paragraph", "para"), ("subparagraph", "subpara"), ("clause", "clause"))  # fmt: skip
_BELOW_OTHERS = (*_BELOW_SECTION[1:], ("point", "point"))
_BELOW_PARAGRAPH = (*_BELOW_OTHERS[1:], ("point", "point"))
_SKIPPED = {"Metadata", "Contents", "Commentaries", "CommentaryRef", "FootnoteRef", "Footnotes", "Versions",
            "Resources", "MarginNotes", "MarginNoteRef", "Number", "Pnumber"}  # fmt: skip
_INLINE = {"Addition", "Substitution", "Repeal", "Emphasis", "Strong", "Underline", "SmallCaps", "Superior",
           "Inferior", "Citation", "CitationSubRef", "InternalLink", "ExternalLink", "Term", "Acronym",
           "Abbreviation", "Definition", "Proviso", "Span", "Strike", "Uppercase", "InlineAmendment",
           "Character", "Expanded"}  # fmt: skip
_TYPE = lazy_pattern(r"legislation\.gov\.uk/(?:id/)?([a-z]{3,5})/(\d{4}|[^/]+/\d+(?:-\d+)?)/(\d+)")


_MOST_RELATIONS = 20_000  # relations
_FORCE = lazy_pattern(
    r"^(?P<places>(?:Ss?|Schs?|Pts?)\.\s(?:(?!\bnot\b).){1,150}?)\s+(?P<partly>(?:wholly|partly|fully)\s+)?in\s+force\s+at\s+"
    r"(?P<day>\d{1,2}\.\d{1,2}\.\d{4}|Royal\s+Assent)(?P<how>[^;]{0,200})"
)
_NOT_AT_ASSENT = lazy_pattern(
    r"^(?P<places>(?:Ss?|Schs?|Pts?)\.\s.{1,150}?)\s+not\s+in\s+force\s+at\s+Royal\s+Assent"
)
_INSTRUMENT = lazy_pattern(
    r"\bby\s+S\.(?P<nation>S\.|R\.)?(?:I\.)?\s?(?P<year>\d{4})/(?P<number>\d+)"
)
_REST = lazy_pattern(r"\bin\s+so\s+far\s+as\s+not\s+already\s+in\s+force\b|\botherwise\b")
_LIMITED = lazy_pattern(
    r"\bfor\b|\bin\s+relation\b|\bin\s+so\s+far\b|\bso\s+far\b|\bpart\b|\bexcept\b|\bto\s+the\s+extent\b"
)
_SECTIONS = lazy_pattern(r"Ss?\.\s(?P<list>[\d\sA-Z(),a-z–-]+)")
_NUMBER = lazy_pattern(
    r"(?P<first>(?P<digits>\d+)[A-Z]{0,2})(?:[–-](?P<last>\d+)|(?P<below>(?:\([0-9a-z]+\))*))"
)
_SCHEDULE = lazy_pattern(r"Sch\.\s(?P<number>\d+[A-Z]?)(?:\spara\.\s(?P<paragraph>\d+[A-Z]?))?")
_PART = lazy_pattern(r"Pt\.\s(?P<number>\d+[A-Z]?)")
_BELOW = ("subsec", "para", "subpara", "clause")
_SERIES = {"S.": "ssi", "R.": "nisr", None: "uksi"}


def read(source: Source) -> Document:
    """Read the Act or instrument: Parts, sections down to the smallest paragraph, and Schedules."""
    name = source.path.name
    root = parse_xml(source.data, name)
    body = next((e for e in root if read_local_name(e) in _BODIES), None)
    if body is None:
        raise FileFailed(FileCode.CLML_WITHOUT_ACT, name=name)
    title = read_running_text(find_descendant(root, "title")) or read_running_text(
        find_descendant(body, "Title")
    )
    writer = _Writer()
    writer.children(body)
    writer.outline.close_all()
    enacted = _enactment_day(root, name)
    end = parse_metadata_date(root.get("RestrictEndDate"), name)
    work = _work(root)
    return Document(
        text=writer.outline.text,
        title=title,
        kind="statute" if read_local_name(body) == "Primary" else "regulation",
        work=work,
        short_title=title,
        language=(read_running_text(find_descendant(root, "language"))[:2] or "en").lower(),
        valid_from=parse_metadata_date(root.get("RestrictStartDate"), name) or enacted,
        valid_to=end - datetime.timedelta(days=1) if end else None,
        provisions=writer.outline.provisions,
        relations=tuple(dict.fromkeys(read_notes(root, work, enacted))),
        properties=(Property(ENACTED, enacted.isoformat()),) if enacted else (),
    )


def _work(root: _Element) -> str:
    match = _TYPE.search(root.get("IdURI") or root.get("DocumentURI") or "")
    return f"UK-{match[2].replace('/', '-')}-{match[1]}-{match[3]}" if match else ""


def _enactment_day(root: _Element, name: str) -> datetime.date | None:
    element = find_descendant(root, "EnactmentDate", "Made")
    return parse_metadata_date(element.get("Date"), name) if element is not None else None


class _Writer:
    """A writer of elements into an outline: eids from ids, numbers as printed."""

    def __init__(self) -> None:
        self.outline = Outline()
        self._heading = ""  # of the group, until its first provision begins
        self._label = ""
        self._below: tuple[tuple[str, str], ...] = _BELOW_SECTION
        self._depth = 0
        self._schedule = ""

    def children(self, element: _Element) -> None:
        for part in element:
            self._block(part)

    def _block(self, element: _Element) -> None:
        name = read_local_name(element)
        if not name or name in _SKIPPED:
            return
        if name in _DIVISIONS:
            self._division(element, *_DIVISIONS[name])
        elif name == "P1group":
            self._group(element)
        elif name == "P1":
            self._first(element)
        elif _NUMBERED.fullmatch(name):
            self._nested_paragraph(element)
        elif name == "BlockAmendment" or not _holds_provisions(element):
            write_lines(self.outline, element, _INLINE, _SKIPPED - {"Pnumber", "Number"})
        else:
            self.children(element)

    def _group(self, element: _Element) -> None:
        self._heading = read_running_text(find_child(element, "Title"), _SKIPPED)
        for part in element:
            if read_local_name(part) != "Title":
                self._block(part)
        self._heading = ""

    def _division(self, element: _Element, kind: str, abbreviation: str) -> None:
        printed = read_running_text(find_child(element, "Number"), _SKIPPED)
        heading = read_running_text(_title_of(element), _SKIPPED)
        number = strip_punctuation(printed.split()[-1]) if printed else ""
        if number.lower() == kind:
            number = ""  # the only one
        innermost = self.outline.innermost
        outer = innermost.eid if innermost and kind != "schedule" else ""
        eid = f"{abbreviation}_{format_division_number(number) or 1 + self._count(kind)}"
        self.outline.blank()
        label = " ".join(
            word.capitalize() if word.isupper() and len(word) > 2 else word
            for word in printed.split()
        )
        label = label or kind.capitalize()
        if self._schedule:
            label = f"{self._schedule_label()}, {label}"
        with self.outline.provision(
            f"{outer}__{eid}" if outer else eid, kind, number, heading, label
        ):
            before = self._schedule
            self._schedule = eid if kind == "schedule" else before
            self.outline.line(printed)
            self.outline.line(heading)
            for part in element:
                if read_local_name(part) == "Reference":
                    self.outline.line(read_running_text(part, _SKIPPED))
                elif read_local_name(part) not in ("Title", "TitleBlock"):
                    self._block(part)
            self._schedule = before

    def _count(self, kind: str) -> int:
        return sum(p.kind == kind for p in self.outline.all_provisions)

    def _first(self, element: _Element) -> None:
        """Write a section, article, regulation or rule, or a paragraph of a Schedule."""
        printed = read_running_text(find_child(element, "Pnumber"), _SKIPPED)
        number = strip_punctuation(printed)
        word = _word_of(element.get("id", ""), in_schedule=bool(self._schedule))
        kind, abbreviation, name = _FIRST[word]
        self._below = {"section": _BELOW_SECTION, "paragraph": _BELOW_PARAGRAPH}.get(
            word, _BELOW_OTHERS
        )
        eid = f"{abbreviation}_{format_eid_number(number)}"
        innermost = self.outline.innermost
        self._label = f"{name} {number}"
        if self._schedule and innermost:
            eid = f"{self._schedule}__{eid}"
            self._label = f"{self._schedule_label()}, {name} {number}"
        heading, self._heading = self._heading, ""
        self.outline.blank()
        with self.outline.provision(eid, kind, number, heading, self._label):
            self.outline.write(printed)
            if heading:
                self.outline.line(heading)
            self._depth = 0
            self._content(element)

    def _schedule_label(self) -> str:
        return next(p.label for p in self.outline.all_provisions if p.eid == self._schedule)

    def _nested_paragraph(self, element: _Element) -> None:
        printed = read_running_text(find_child(element, "Pnumber"), _SKIPPED)
        number = strip_punctuation(printed)
        if not number or self.outline.innermost is None or self._depth >= len(self._below):
            self.outline.write(f"({number})" if number else "")
            self._content(element)
            return
        kind, abbreviation = self._below[self._depth]
        label = f"{self._label}({number})"
        outer, self._label = self._label, label
        eid = self.outline.child_eid(f"{abbreviation}_{format_eid_number(number)}")
        with self.outline.provision(eid, kind, number, "", label):
            self.outline.write(printed if not printed.isalnum() else f"({printed})")
            self._depth += 1
            self._content(element)
            self._depth -= 1
        self._label = outer

    def _content(self, element: _Element) -> None:
        for part in element:
            if read_local_name(part) != "Pnumber":
                self._block(part)
        self.outline.line()


def _title_of(element: _Element) -> _Element | None:
    """Return the Title of a division; Schedules keep it in a TitleBlock."""
    block = find_child(element, "TitleBlock")
    return find_child(element if block is None else block, "Title")


def _word_of(identifier: str, *, in_schedule: bool) -> str:
    """Return ``regulation`` for ``regulation-3``; inside Schedules always ``paragraph``."""
    if in_schedule or "-paragraph-" in identifier:
        return "paragraph"
    word = identifier.split("-", 1)[0]
    return word if word in _FIRST else "section"


def _holds_provisions(element: _Element) -> bool:
    return any(
        read_local_name(e) in _DIVISIONS
        or read_local_name(e) == "P1group"
        or _NUMBERED.fullmatch(read_local_name(e))
        for e in element.iter()
    )


def read_notes(root: _Element, work: str, assent: datetime.date | None) -> Iterator[Relation]:
    """Yield the relations that the notes on commencement state of the provisions of ``work``."""
    notes = (e for e in root.iter() if read_local_name(e) == "Commentary" and e.get("Type") == "I")
    relations = (r for note in notes for r in _read_note(read_running_text(note), work, assent))
    yield from itertools.islice(relations, _MOST_RELATIONS)


def _read_note(text: str, work: str, assent: datetime.date | None) -> Iterator[Relation]:
    if later := _NOT_AT_ASSENT.match(text.strip()):
        for eid in _eids(later["places"]):
            yield Relation(COMMENCES_PARTLY, "", f"{work}#{eid}")
    match = _FORCE.match(text.strip())
    if match is None:
        return
    day = find_numeric_date(match["day"]) or assent
    by = _INSTRUMENT.search(match["how"])
    series = _SERIES.get(by["nation"], "uksi") if by else ""
    subject = f"UK-{by['year']}-{series}-{by['number']}" if by else ""
    how = match["how"][: by.start()] if by else match["how"].partition(" see ")[0]
    kind = COMMENCES
    if _REST.search(how):
        kind = COMMENCES_REST
    elif _LIMITED.search(how) or (match["partly"] or "").startswith("partly") or day is None:
        kind = COMMENCES_PARTLY
    for eid in _eids(match["places"]):
        yield Relation(kind, subject, f"{work}#{eid}", day)


def _eids(places: str) -> Iterator[str]:
    """Yield the eids of ``S. 2(1)``, ``Ss. 1-4, 6``, ``Sch. 3 para. 2`` or ``Pt. 2``."""
    if sections := _SECTIONS.fullmatch(places):
        for number in _NUMBER.finditer(sections["list"]):
            eid = f"sec_{format_eid_number(number['first'])}"
            levels = (number["below"] or "").strip("()").split(")(") if number["below"] else []
            if number["last"]:
                first, last = int(number["digits"]), int(number["last"])
                yield eid
                yield from (f"sec_{n}" for n in range(first + 1, min(last, first + 500) + 1))
            elif len(levels) <= len(_BELOW):
                below = zip(_BELOW, levels, strict=False)
                yield "__".join(
                    [eid, *(f"{name}_{format_eid_number(value)}" for name, value in below)]
                )
    elif schedule := _SCHEDULE.fullmatch(places):
        eid = f"sched_{format_eid_number(schedule['number'])}"
        yield (
            f"{eid}__para_{format_eid_number(schedule['paragraph'])}"
            if schedule["paragraph"]
            else eid
        )
    elif part := _PART.fullmatch(places):
        yield f"part_{format_eid_number(part['number'])}"
