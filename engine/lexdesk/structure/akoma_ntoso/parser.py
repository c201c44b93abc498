"""The text and provisions of Akoma Ntoso 3.0 documents.

Source: Akoma Ntoso Version 1.0 Part 2, http://docs.oasis-open.org/legaldocml/ns/akn/3.0. ``eId``
attributes are kept, except where a country's citations need others (``styles``); an element without
one gets an eid by the naming convention. The date is that of FRBRExpression. Quoted structure
(``quotedStructure``) is text; so is a part of an article without a number.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.structure import Source
from lexdesk.structure.akoma_ntoso.identity import SKIPPED, SUBTYPES, identify
from lexdesk.structure.akoma_ntoso.styles import Style, build_file_eid, format_printed_label
from lexdesk.structure.german.vocabulary import parse_division
from lexdesk.structure.numbers import format_division_number, format_eid_number, strip_punctuation
from lexdesk.structure.outline import Outline, squeeze
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import find_child, read_local_name, read_running_text, write_lines
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_DIVISIONS = {
    "part": "part", "title": "title", "chapter": "chp", "section": "sec", "article": "art", "book": "book",
    "division": "dvs", "tome": "tome", "subchapter": "subchp", "subtitle": "subtitle", "subpart": "subpart",
    "subdivision": "subdvs", "rule": "rule", "proviso": "proviso", "transitional": "disp", "level": "lvl",
}  # fmt: skip
_INNER = {
    "subsection": "subsec", "paragraph": "para", "subparagraph": "subpara", "clause": "clause", "point": "point",
    "subclause": "subclause", "subitem": "subitem", "indent": "indent", "alinea": "al", "item": "item",
}  # fmt: skip
_ABBREVIATIONS = {**_DIVISIONS, **_INNER, "recital": "rec", "attachment": "att"}
_INLINE = {
    "a", "abbr", "affectedDocument", "b", "caseName", "concept", "courtType", "date", "decoration", "def",
    "docAuthority", "docDate", "docketNumber", "docNumber", "docProponent", "docPurpose",
    "docStage", "docStatus", "docTitle", "docType", "em",
    "entity", "event", "i", "img", "inline", "ins", "judge", "lawyer", "legislature", "location", "marker", "mod",
    "neutralCitation", "object", "organization", "outcome", "party", "person", "placeholder", "process",
    "quantity", "quotedText", "ref", "relatedDocument", "rmod", "role", "rref", "session", "shortTitle",
    "signature", "span", "strong", "sub", "sup", "term", "time", "u", "vote",
}  # fmt: skip
_END_OF_HEADING = lazy_pattern(r"\.—$|(?<!\[)\]$")
_OF_JUDGMENT = lazy_pattern(r"\d{1,4}[A-Z]{0,2}")


def read(source: Source) -> Document:
    """Read the document with all provisions marked by its elements."""
    name = source.path.name
    root = parse_xml(source.data, name)
    body = next((e for e in root if read_local_name(e)), None)
    meta = find_child(body, "meta") if body is not None else None
    if body is None or meta is None:
        raise FileFailed(FileCode.AKN_WITHOUT_DOCUMENT, name=name)
    identity = identify(body, meta, name)
    writer = Writer(identity.style, is_judgment=identity.kind == "judgment")
    writer.children(body)
    writer.outline.close_all()
    if identity.kind not in ("statute", *SUBTYPES) or identity.style.is_german:
        writer.notes(body)
    return Document(
        text=writer.outline.text,
        title=identity.title,
        kind=identity.kind,
        work=identity.work,
        short_title=identity.short_title,
        language=identity.language,
        valid_from=identity.valid_from,
        in_force_from=identity.in_force_from,
        in_force_to=identity.in_force_to,
        provisions=writer.outline.provisions,
    )


class Writer:
    """A writer of elements into an outline, with nested provisions, in the style of a country."""

    def __init__(self, style: Style, *, is_judgment: bool = False) -> None:
        self.outline = Outline()
        self._style = style
        self._is_judgment = is_judgment
        self._label = ""

    def children(self, element: _Element, left_out: Collection[str] = ()) -> None:
        """Write the parts of an element, and any text between them."""
        self._text_between(element.text)
        for part in element:
            if read_local_name(part) not in left_out:
                self._part(part)
            self._text_between(part.tail)

    def notes(self, body: _Element) -> None:
        """Write the notes below the text; those of consolidated statutes are of their editors and left out."""
        for note in body.iter("{*}authorialNote"):
            mark = f"[{marker}] " if (marker := note.get("marker")) else ""
            self.outline.line(f"{mark}{read_running_text(note, ())}".strip())

    def _text_between(self, text: str | None) -> None:
        if text and (words := squeeze(text)):
            self.outline.line(words)

    def _part(self, element: _Element) -> None:
        name = read_local_name(element)
        if name in _ABBREVIATIONS and self._is_provision(element, name):
            self._provision(element, name)
        elif name and name not in SKIPPED:
            self._unstructured(element)

    def _unstructured(self, element: _Element) -> None:
        quoted = read_local_name(element) in ("quotedStructure", "embeddedStructure")
        if quoted or not any(
            read_local_name(e) in _ABBREVIATIONS for e in element.iterdescendants()
        ):
            write_lines(self.outline, element, _INLINE, SKIPPED)
        elif read_local_name(element) == "num":
            self.outline.write(read_running_text(element, SKIPPED))
        else:
            self.children(element)

    def _is_provision(self, element: _Element, name: str) -> bool:
        """Return True for a part with a number, and for a division with an eId or a heading.

        In a judgment, what has no number of a paragraph is a list or a heading set as one.
        """
        number = _number(_printed_number(element))
        if name == "paragraph" and self._is_judgment:
            return bool(_OF_JUDGMENT.fullmatch(number))
        if name in _INNER:
            return bool(number)
        if name == "level":
            return bool(number) or find_child(element, "heading") is not None
        return bool(element.get("eId")) or find_child(element, "num") is not None

    def _provision(self, element: _Element, name: str) -> None:
        printed = _printed_number(element)
        number = _number(printed)
        printed_heading = read_running_text(find_child(element, "heading"), SKIPPED)
        heading = _END_OF_HEADING.sub("", printed_heading)
        if name in _DIVISIONS:
            self.outline.blank()
        outer = self._label
        self._label = self._label_of(name, number, printed, heading)
        eid = self._eid(element, name, number, printed)
        with self.outline.provision(eid, _kind_of(name), number, heading, self._label):
            self.outline.write(printed)
            if printed_heading or (name in _DIVISIONS and _has_parts(element)):
                self.outline.line(printed_heading)
            self.children(element, ("num", "heading"))
            self.outline.line()
        self._label = outer

    def _label_of(self, name: str, number: str, printed: str, heading: str) -> str:
        if name == "paragraph" and self._is_judgment:
            return f"paragraph {number}"
        if name in _INNER:
            return self._style.label(name, number, self._label)
        if name == "level" or (heading and not printed):
            return heading or printed
        words = {"article": self._style.article, "section": self._style.section}
        return format_printed_label(printed, number, words.get(name, name.capitalize()))

    def _eid(self, element: _Element, name: str, number: str, printed: str) -> str:
        if name in _INNER and (step := self._style.step(name, number)):
            return self.outline.child_eid(step)
        if self._style.is_german and (eid := _german_eid(printed, number, name)):
            return eid
        return build_file_eid(element.get("eId") or "") or self._conventional_eid(name, number)

    def _conventional_eid(self, name: str, number: str) -> str:
        is_numbered_through = name in ("article", "section", "recital", "attachment")
        count = 1 + sum(p.kind == _kind_of(name) for p in self.outline.all_provisions)
        number = format_division_number(number) if name in _DIVISIONS else format_eid_number(number)
        step = f"{_ABBREVIATIONS[name]}_{number or count}"
        return step if is_numbered_through else self.outline.child_eid(step)


def _german_eid(printed: str, number: str, name: str) -> str:
    """Return the eid of a section, an article or a division, as of other sources of German law."""
    if name == "article":
        return f"{'para' if '§' in printed else 'art'}_{format_eid_number(number)}"
    division = parse_division(printed)
    return f"{division.abbreviation}_{division.eid_number}" if division else ""


def _has_parts(element: _Element) -> bool:
    """Return True if a numbered part follows the number, which then has a line of its own."""
    below = next((e for e in element if read_local_name(e) not in ("", "num")), None)
    return below is not None and read_local_name(below) in _INNER and bool(_printed_number(below))


def _kind_of(name: str) -> str:
    return {"level": "division", "transitional": "division"}.get(name, name)


def _printed_number(element: _Element) -> str:
    return read_running_text(find_child(element, "num"), SKIPPED)


def _number(printed: str) -> str:
    words = printed.split()
    return strip_punctuation(words[-1]) if words else ""
