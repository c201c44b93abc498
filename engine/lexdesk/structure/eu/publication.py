"""Publication date and amending acts of a text, from the Official Journal's marks around it.

Formex: the publication record beside an act (``PUBLICATION.REF``), the family of a consolidated
text (``FAM.COMP``). EUR-Lex pages: the line above the title, ``(OJ L 173 12.6.2014, p. 349)``, the
table of ``►M1`` and ``►C1``. Plain text and PDF: the running head of the first page.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from lexdesk.document.model import Document, Relation
from lexdesk.errors import FileFailed, UnsafeFile
from lexdesk.structure import Source
from lexdesk.structure.dates import find_date, parse_metadata_date
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.system.regular_files import read_bytes
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_MAX_RECORD_BYTES = 1_000_000  # a publication record has 1 to 20 KB
_HEAD = 400_000  # bytes of a page up to the end of its table of amendments
_FIRST_LINES = 1500  # characters up to the end of a running head
_JOURNAL = (
    r"(?:Official Journal|Amtsblatt|Journal officiel|Diario Oficial|Gazzetta ufficiale|Jornal Oficial|\bOJ\b|\bABl\.|"
    r"\bJO\b|\bDO\b|\bGU\b)"
)
_DAY = r"(?P<day>\d{1,2})[./](?P<month>\d{1,2})[./](?P<year>\d{4})"
_IN_PAGE = (
    lazy_pattern(rf'class="(?:oj-)?hd-date"[^>]*>\s*{_DAY}'),
    lazy_pattern(rf'class="title-doc-oj-reference"[^>]*>[^<]{{0,60}}?{_DAY}'),
    lazy_pattern(rf'name="DC\.source"\s+content="[^"]{{0,60}}?{_DAY}'),
)
_IN_TEXT = (
    lazy_pattern(rf"{_DAY}\s[^.]{{0,40}}?{_JOURNAL}"),
    lazy_pattern(rf"{_JOURNAL}[^.]{{0,80}}?{_DAY}", re.DOTALL),
)
_MODIFIER = lazy_pattern(
    r'title="(?P<celex>\d{5}[A-Z]{1,2}\d{4}(?:R\(\d{2}\))?)"\s*>\s*►(?P<mark>[MAC])\d'
)


@dataclass(frozen=True, slots=True)
class OfficialPublication:
    """The day of publication, if stated, and the acts incorporated in a consolidated text."""

    date: datetime.date | None = None
    relations: tuple[Relation, ...] = ()


def read_formex_publication(source: Source) -> OfficialPublication:
    """Read the act's publication record or the family of a consolidated text."""
    root = parse_xml(source.data, source.path.name)
    family = root.find("CONS.DOC/FAM.COMP")
    if family is not None:
        stated = family.find("BIB.DATA/BIB.INSTANCE.CONS/DATE")
        return OfficialPublication(_iso_day(stated), tuple(_members(family)))
    record = find_publication_record(root, source)
    return OfficialPublication(
        _iso_day(None if record is None else record.find("PUBLICATION.REF/DATE"))
    )


def read_page_publication(source: Source) -> OfficialPublication:
    """Read the publication from a page of EUR-Lex."""
    head = source.data[:_HEAD].decode("utf-8", "replace")
    found = next((match for pattern in _IN_PAGE if (match := pattern.search(head))), None)
    return OfficialPublication(_numbered_day(found), tuple(dict.fromkeys(_modifiers(head))))


def read_text_publication(document: Document) -> OfficialPublication:
    """Read the publication from the running head of an act as plain text.

    A day before the act was adopted is that of another act, cited in its first lines.
    """
    head = document.text[:_FIRST_LINES]
    days = (_numbered_day(pattern.search(head)) for pattern in _IN_TEXT)
    adopted = find_date(document.title) or datetime.date.min
    return OfficialPublication(next((day for day in days if day and day >= adopted), None))


def find_publication_record(root: _Element, source: Source) -> _Element | None:
    """Return the publication record named by a Formex act, if it is beside it and readable."""
    reference = root.find("BIB.INSTANCE/DOCUMENT.REF")
    name = reference.get("FILE", "") if reference is not None else ""
    if not name or PurePath(name).name != name or "\\" in name:
        return None
    try:
        return parse_xml(read_bytes(source.path.with_name(name), _MAX_RECORD_BYTES), name)
    except (OSError, ValueError, FileFailed, UnsafeFile):
        return None


def _members(family: _Element) -> Iterator[Relation]:
    """Yield the acts and corrigenda incorporated in a consolidated text."""
    for data in family.iterfind(".//BIB.DATA"):
        celex = (data.findtext("NO.CELEX") or "").strip()
        parent = data.getparent()
        if celex and parent is not None and parent is not family:
            yield Relation("corrects" if parent.tag == "CORRIG" else "amends", celex, "")


def _modifiers(head: str) -> Iterator[Relation]:
    for match in _MODIFIER.finditer(head):
        yield Relation("corrects" if match["mark"] == "C" else "amends", match["celex"], "")


def _iso_day(element: _Element | None) -> datetime.date | None:
    try:
        return None if element is None else parse_metadata_date(element.get("ISO"), "")
    except FileFailed:  # a damaged publication date does not invalidate the act
        return None


def _numbered_day(match: re.Match[str] | None) -> datetime.date | None:
    try:
        return match and datetime.date(int(match["year"]), int(match["month"]), int(match["day"]))
    except ValueError:
        return None
