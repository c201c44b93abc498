"""Austrian law in the XML of the Rechtsinformationssystem (RIS) of the Federal Chancellery.

Source: https://data.bka.gv.at/ris/api. Lines are ``absatz`` elements, the number of a section is a
``gldsym``. A file of consolidated law holds one section under titles such as ``Kurztitel`` and
``Inkrafttretensdatum``; one of the Bundesgesetzblatt holds a whole act.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from lexdesk.document.model import PART, Document, Property, Provision
from lexdesk.structure import Source, StructureError
from lexdesk.structure.dates import find_numeric_date
from lexdesk.structure.german import recognition
from lexdesk.structure.german.section_writer import build_provisions
from lexdesk.structure.german.sections import SectionHead, read_section_head
from lexdesk.structure.numbers import format_eid_number
from lexdesk.structure.outline import Outline, squeeze
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.text_lines import list_content_lines
from lexdesk.structure.xml_blocks import read_local_name, write_lines
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_INLINE = {
    "a", "b", "feld", "gldsym", "i", "n", "nbsp", "span", "sub", "super", "symbol", "tab", "u",
}  # fmt: skip
_SKIPPED = {"kzinhalt", "fzinhalt", "metadaten", "bild", "binary"}
_NUMBERS = ("gldsym", "symbol")
_TEXT = "Text"
_PLACE = "§/Artikel/Anlage"
_SECTION = lazy_pattern(
    r"(?P<sign>§|Art(?:ikel|\.)?)\s*(?P<number>[1-9]\d{0,3})(?P<letter>[a-z]?)\b\.?"
)
_ANNEX = lazy_pattern(r"(?:Anl(?:age|\.)?|Anhang)\s*(?P<number>[\w/]{0,8})")


def read(source: Source) -> Document:
    """Read the act, or the section of consolidated law, with its sections and their numbered parts."""
    name = source.path.name
    root = parse_xml(source.data, name)
    lines = [*_lines(root)]
    stated = dict(reversed(lines))
    number = stated.get("Gesetzesnummer", "")
    body = [line for title, line in lines if not number or title == _TEXT]
    if not body:
        raise StructureError("no text of a law")
    title = stated.get("Kurztitel", "") or next(
        (line for title, line in lines if title == "titel"), ""
    )
    document = Document(
        text="\n".join(body),
        title=title,
        kind="statute",
        work=f"AT-{number}" if number else "",
        short_title=stated.get("Abkürzung", ""),
        language="de",
        valid_from=find_numeric_date(stated.get("Inkrafttretensdatum", "")),
        valid_to=find_numeric_date(stated.get("Außerkrafttretensdatum", "")),
    )
    if not number:
        found = recognition.recognise(document)
        return replace(found, kind="statute") if found else document
    provisions = _provisions(document, stated.get(_PLACE, ""))
    part = (
        provisions[0].eid if provisions else format_eid_number(stated.get(_PLACE, "")) or "document"
    )
    return replace(document, provisions=provisions, properties=(Property(PART, part),))


def _provisions(document: Document, place: str) -> tuple[Provision, ...]:
    """Return the section, article or annex ``place`` of a file of consolidated law, with its parts."""
    if annex := _ANNEX.fullmatch(place):
        label = f"Anlage {annex['number']}".strip()
        eid = f"anlage_{format_eid_number(annex['number']) or 1}"
        return (Provision(eid, "annex", annex["number"], "", label, None, 0, len(document.text)),)
    printed = list_content_lines(document)
    heads = (_head(line.text, at, place) for at, line in enumerate(printed))
    first = next(filter(None, heads), None)
    return build_provisions(printed, [first]) if first else ()


def _head(text: str, at: int, place: str) -> SectionHead | None:
    """Return the section that a line begins: the one of the file, whatever its text looks like."""
    *_, named = None, *_SECTION.finditer(place)  # the last one of ``Art. 1 § 3``
    if named is None:
        return read_section_head(text, at)
    begun = _SECTION.match(text)
    if begun is None or (begun["number"], begun["letter"]) != (named["number"], named["letter"]):
        return None
    number = (int(named["number"]), named["letter"])
    return SectionHead(at, named["sign"] != "§", number, "", text=text[begun.end() :].strip())


def _lines(root: _Element) -> Iterator[tuple[str, str]]:
    """Yield each line with the title above it."""
    title = ""
    for element in _blocks(root):
        outline = Outline()
        write_lines(outline, element, _INLINE, _SKIPPED)
        if read_local_name(element) == "ueberschrift" and element.get("typ") == "titel":
            title = squeeze(outline.text)
            yield "titel", title
        else:
            yield from ((title, line) for line in outline.text.splitlines())


def _blocks(root: _Element) -> Iterator[_Element]:
    """Yield the parts of all sections of the file, with a space behind each printed number."""
    for element in root.iter():
        if read_local_name(element) in _NUMBERS:
            element.tail = f" {element.tail or ''}"
    for section in root.iter():
        if read_local_name(section) == "abschnitt":
            yield from (
                e for e in section if read_local_name(e) not in ("", "abschnitt", *_SKIPPED)
            )
