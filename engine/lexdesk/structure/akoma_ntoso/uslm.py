"""United States Legislative Markup (USLM 1 and 2), the XML of the U.S. Code and of public laws.

Its elements are those of Akoma Ntoso with other metadata. Source: the USLM schema and user guide,
https://github.com/usgpo/uslm. A title of the Code is the work ``11 U.S.C.``, so that ``11 U.S.C. §
506(a)`` is its provision ``sec_506__subsec_a``. Editorial notes and source credits are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.document.model import STATE, Document, Property
from lexdesk.structure import Source, StructureError
from lexdesk.structure.akoma_ntoso.parser import Writer
from lexdesk.structure.akoma_ntoso.styles import US
from lexdesk.structure.dates import find_date, parse_metadata_date
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import (
    find_child,
    find_descendant,
    read_local_name,
    read_running_text,
)
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_TITLE_OF_CODE = lazy_pattern(r"/us/usc/t(\d{1,2}[A-Za-z]?)\b.*")
_AMERICAN_DAY = lazy_pattern(r"([A-Z][a-z]+) (\d{1,2}),(?= \d{4})")
_KINDS = {"uscDoc": "statute", "pLaw": "statute", "lawDoc": "statute", "bill": "bill"}


def read(source: Source) -> Document:
    """Read a title of the Code, a public law or a bill with its sections.

    Raises ``StructureError`` for a file without text.
    """
    name = source.path.name
    root = parse_xml(source.data, name)
    body, meta = find_child(root, "main"), find_child(root, "meta")
    if body is None or meta is None:
        raise StructureError("no main text or no metadata")
    writer = Writer(US)
    writer.children(body)
    writer.outline.close_all()
    cited, title = read_running_text(find_descendant(meta, "citableAs")), _title(meta, body)
    code = _TITLE_OF_CODE.fullmatch(root.get("identifier") or _first_identifier(body))
    approved, created = _day(meta, "approvedDate"), _day(meta, "created")
    action = _AMERICAN_DAY.sub(
        r"\2 \1", read_running_text(find_descendant(body, "actionDescription"))
    )
    state = parse_metadata_date(created, name) if code else None
    return Document(
        text=writer.outline.text,
        title=title,
        kind=_KINDS.get(read_local_name(root), "statute"),
        work=f"{code[1]} U.S.C." if code else cited,
        short_title=f"{code[1]} U.S.C." if code else cited,
        language="en",
        valid_from=parse_metadata_date(approved, name) or find_date(action),
        provisions=writer.outline.provisions,
        properties=(Property(STATE, state.isoformat()),) if state else (),
    )


def _first_identifier(body: _Element) -> str:
    return next((e.get("identifier") or "" for e in body if e.get("identifier")), "")


def _title(meta: _Element, body: _Element) -> str:
    stated = read_running_text(find_child(meta, "title"))
    return stated or read_running_text(
        find_descendant(body, "longTitle", "officialTitle", "heading")
    )


def _day(meta: _Element, name: str) -> str:
    element = find_child(meta, name)
    return "" if element is None else element.get("date") or read_running_text(element)
