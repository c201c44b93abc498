"""Akoma Ntoso 3.0 (OASIS LegalDocML, 2018): acts, bills and judgments.

Source: Akoma Ntoso Version 1.0 Part 2, http://docs.oasis-open.org/legaldocml/ns/akn/3.0. ``eId``
attributes are kept; an element without one gets an eid by the naming convention. The work is the
FRBRuri of FRBRWork, the date that of FRBRExpression. Quoted structure (``quotedStructure``) is
text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.structure import Source
from lexdesk.structure.dates import parse_metadata_date
from lexdesk.structure.numbers import division_number, eid_number, strip_punctuation
from lexdesk.structure.outline import Outline
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import (
    find_child,
    find_descendant,
    local_name,
    running_text,
    write_lines,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

_DIVISIONS = {
    "part": "part", "title": "title", "chapter": "chp", "section": "sec", "article": "art", "book": "book",
    "division": "dvs", "tome": "tome", "subchapter": "subchp", "subtitle": "subtitle", "subpart": "subpart",
    "rule": "rule", "proviso": "proviso",
}  # fmt: skip
_INNER = {
    "subsection": "subsec", "paragraph": "para", "subparagraph": "subpara", "clause": "clause", "point": "point",
    "subclause": "subclause", "indent": "indent", "alinea": "al", "item": "item",
}  # fmt: skip
_ABBREVIATIONS = {**_DIVISIONS, **_INNER, "recital": "rec", "attachment": "att"}
_KINDS = {"act": "statute", "bill": "bill", "judgment": "judgment"}
_SUBTYPES = ("regulation", "directive", "decision")
_SKIPPED = {"meta", "authorialNote", "noteRef", "remark", "del", "toc"}
_INLINE = {
    "a", "abbr", "affectedDocument", "b", "br", "caseName", "concept", "courtType", "date", "decoration", "def",
    "docAuthority", "docDate", "docNumber", "docPurpose", "docStage", "docStatus", "docTitle", "docType", "em",
    "entity", "event", "i", "img", "inline", "ins", "judge", "lawyer", "legislature", "location", "mod",
    "neutralCitation", "object", "organization", "outcome", "party", "person", "placeholder", "process",
    "quantity", "quotedText", "ref", "relatedDocument", "rmod", "role", "rref", "session", "shortTitle",
    "signature", "span", "strong", "sub", "sup", "term", "time", "u", "vote",
}  # fmt: skip
_LANGUAGES = {
    "bul": "bg", "ces": "cs", "dan": "da", "deu": "de", "ger": "de", "ell": "el", "eng": "en", "spa": "es",
    "est": "et", "fin": "fi", "fra": "fr", "fre": "fr", "gle": "ga", "hrv": "hr", "hun": "hu", "ita": "it",
    "lit": "lt", "lav": "lv", "mlt": "mt", "nld": "nl", "pol": "pl", "por": "pt", "ron": "ro", "slk": "sk",
    "slv": "sl", "swe": "sv", "cym": "cy", "wel": "cy",
}  # fmt: skip


def read(source: Source) -> Document:
    """Read the document with all provisions marked by its elements."""
    name = source.path.name
    root = parse_xml(source.data, name)
    body = next((e for e in root if local_name(e)), None)
    meta = find_child(body, "meta") if body is not None else None
    if body is None or meta is None:
        raise FileFailed(FileCode.AKN_WITHOUT_DOCUMENT, name=name)
    writer = _Writer()
    writer.children(body)
    writer.outline.close_all()
    work, expression = find_descendant(meta, "FRBRWork"), find_descendant(meta, "FRBRExpression")
    title = running_text(find_descendant(body, "docTitle", "caseName"), _SKIPPED)
    short = running_text(find_descendant(body, "shortTitle"), _SKIPPED) or _value(work, "FRBRalias")
    return Document(
        text=writer.outline.text,
        title=title or short,
        kind=_kind(local_name(body), work),
        work=_value(work, "FRBRuri"),
        short_title=short,
        language=_language(expression),
        valid_from=parse_metadata_date(_value(expression, "FRBRdate", "date"), name),
        provisions=writer.outline.provisions,
    )


def _value(element: _Element | None, name: str, attribute: str = "value") -> str:
    found = find_child(element, name) if element is not None else None
    return (found.get(attribute) or "").strip() if found is not None else ""


def _kind(element: str, work: _Element | None) -> str:
    subtype = _value(work, "FRBRsubtype").lower()
    return subtype if subtype in _SUBTYPES else _KINDS.get(element, "document")


def _language(expression: _Element | None) -> str | None:
    code = _value(expression, "FRBRlanguage", "language").lower()
    return _LANGUAGES.get(code, code if len(code) == 2 else None)


class _Writer:
    """A writer of elements into an outline, with nested provisions."""

    def __init__(self) -> None:
        self.outline = Outline()
        self._label = ""

    def children(self, element: _Element) -> None:
        for part in element:
            self._part(part)

    def _other(self, element: _Element) -> None:
        quoted = local_name(element) in ("quotedStructure", "embeddedStructure")
        if quoted or not any(local_name(e) in _ABBREVIATIONS for e in element.iter()):
            write_lines(self.outline, element, _INLINE, _SKIPPED)
        else:
            self.children(element)

    def _provision(self, element: _Element, name: str) -> None:
        printed = running_text(find_child(element, "num"), _SKIPPED)
        number = _number(printed)
        heading = running_text(find_child(element, "heading"), _SKIPPED)
        if name in _DIVISIONS:
            self.outline.blank()
        outer = self._label
        self._label = _label(name, number, outer)
        eid = element.get("eId") or self._eid(name, number)
        with self.outline.provision(eid, name, number, heading, self._label):
            self.outline.write(printed)
            if heading:
                self.outline.line(heading)
            for part in element:
                if local_name(part) not in ("num", "heading"):
                    self._part(part)
            self.outline.line()
        self._label = outer

    def _part(self, element: _Element) -> None:
        name = local_name(element)
        if name in _ABBREVIATIONS and _is_provision(element):
            self._provision(element, name)
        elif name and name not in _SKIPPED:
            self._other(element)

    def _eid(self, name: str, number: str) -> str:
        is_numbered_through = name in ("article", "section", "recital", "attachment")
        count = 1 + sum(p.kind == name for p in self.outline.begun)
        number = division_number(number) if name in _DIVISIONS else eid_number(number)
        step = f"{_ABBREVIATIONS[name]}_{number or count}"
        return step if is_numbered_through else self.outline.child_eid(step)


def _is_provision(element: _Element) -> bool:
    return bool(element.get("eId")) or find_child(element, "num") is not None


def _number(printed: str) -> str:
    words = printed.split()
    return strip_punctuation(words[-1]) if words else ""


def _label(name: str, number: str, outer: str) -> str:
    """Append a number to a label: ``Article 6`` + paragraph 1 -> ``Article 6(1)``."""
    if name in _INNER and outer:
        return f"{outer}({number})" if number else outer
    return f"{name.capitalize()} {number}".strip()
