"""Commencement notes of legislation.gov.uk (Commentary of type I): "S. 2 in force at 1.10.2011 by S.I. 2011/2298, art. 2".

Each note is a relation of the instrument to a provision. Notes of other forms ("partly in force") leave the day open.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.document.model import COMMENCES, COMMENCES_PARTLY, COMMENCES_REST, Relation
from lexdesk.structure.dates import find_numeric_date
from lexdesk.structure.numbers import eid_number
from lexdesk.structure.xml_blocks import local_name, running_text
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_MOST = 20_000  # relations
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


def read_notes(root: _Element, work: str, assent: datetime.date | None) -> Iterator[Relation]:
    """Yield the relations that the notes on commencement state of the provisions of ``work``."""
    notes = (e for e in root.iter() if local_name(e) == "Commentary" and e.get("Type") == "I")
    relations = (r for note in notes for r in _read_note(running_text(note), work, assent))
    yield from itertools.islice(relations, _MOST)


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
            eid = f"sec_{eid_number(number['first'])}"
            levels = (number["below"] or "").strip("()").split(")(") if number["below"] else []
            if number["last"]:
                first, last = int(number["digits"]), int(number["last"])
                yield eid
                yield from (f"sec_{n}" for n in range(first + 1, min(last, first + 500) + 1))
            elif len(levels) <= len(_BELOW):
                below = zip(_BELOW, levels, strict=False)
                yield "__".join([eid, *(f"{name}_{eid_number(value)}" for name, value in below)])
    elif schedule := _SCHEDULE.fullmatch(places):
        eid = f"sched_{eid_number(schedule['number'])}"
        yield f"{eid}__para_{eid_number(schedule['paragraph'])}" if schedule["paragraph"] else eid
    elif part := _PART.fullmatch(places):
        yield f"part_{eid_number(part['number'])}"
