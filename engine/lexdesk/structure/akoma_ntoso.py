"""Akoma Ntoso 3.0 (OASIS LegalDocML, 2018): acts, bills and judgments.

Source: Akoma Ntoso Version 1.0 Part 2, http://docs.oasis-open.org/legaldocml/ns/akn/3.0. ``eId``
attributes are used as they are; an element without one gets what the naming convention gives it.
The work is FRBRWork's FRBRuri, the date FRBRExpression's. What an act quotes of another
(``quotedStructure``) is text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileRefused
from lexdesk.structure import Source
from lexdesk.structure.numbers import bare, division_number, eid_number
from lexdesk.structure.outline import Outline
from lexdesk.structure.safe_xml import parse
from lexdesk.structure.stated_dates import stated_date
from lexdesk.structure.xml_blocks import child, descendant, local, running_text, write_lines

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
    """The document with every provision that its elements state."""
    name = source.path.name
    root = parse(source.data, name)
    body = next((e for e in root if local(e)), None)
    meta = child(body, "meta") if body is not None else None
    if body is None or meta is None:
        raise FileRefused(
            f"{name} is Akoma Ntoso without a document or its metadata; export it again."
        )
    writer = _Writer()
    writer.children(body)
    writer.outline.close_all()
    work, expression = descendant(meta, "FRBRWork"), descendant(meta, "FRBRExpression")
    title = running_text(descendant(body, "docTitle", "caseName"), _SKIPPED)
    short = running_text(descendant(body, "shortTitle"), _SKIPPED) or _value(work, "FRBRalias")
    return Document(
        text=writer.outline.text,
        title=title or short,
        kind=_kind(local(body), work),
        work=_value(work, "FRBRuri"),
        short_title=short,
        language=_language(expression),
        valid_from=stated_date(_value(expression, "FRBRdate", "date"), name),
        provisions=writer.outline.provisions,
    )


def _value(element: _Element | None, name: str, attribute: str = "value") -> str:
    found = child(element, name) if element is not None else None
    return (found.get(attribute) or "").strip() if found is not None else ""


def _kind(element: str, work: _Element | None) -> str:
    subtype = _value(work, "FRBRsubtype").lower()
    return subtype if subtype in _SUBTYPES else _KINDS.get(element, "document")


def _language(expression: _Element | None) -> str | None:
    code = _value(expression, "FRBRlanguage", "language").lower()
    return _LANGUAGES.get(code, code if len(code) == 2 else None)


class _Writer:
    """Writes elements into an outline, each provision inside the one that holds it."""

    def __init__(self) -> None:
        self.outline = Outline()
        self._label = ""

    def children(self, element: _Element) -> None:
        for each in element:
            self._part(each)

    def _other(self, element: _Element) -> None:
        quoted = local(element) in ("quotedStructure", "embeddedStructure")
        if quoted or not any(local(e) in _ABBREVIATIONS for e in element.iter()):
            write_lines(self.outline, element, _INLINE, _SKIPPED)
        else:
            self.children(element)

    def _provision(self, element: _Element, name: str) -> None:
        printed = running_text(child(element, "num"), _SKIPPED)
        number = _number(printed)
        heading = running_text(child(element, "heading"), _SKIPPED)
        if name in _DIVISIONS:
            self.outline.blank()
        outer = self._label
        self._label = _label(name, number, outer)
        eid = element.get("eId") or self._eid(name, number)
        with self.outline.provision(eid, name, number, heading, self._label):
            self.outline.write(printed)
            if heading:
                self.outline.line(heading)
            for each in element:
                if local(each) not in ("num", "heading"):
                    self._part(each)
            self.outline.line()
        self._label = outer

    def _part(self, element: _Element) -> None:
        name = local(element)
        if name in _ABBREVIATIONS and _is_provision(element):
            self._provision(element, name)
        elif name and name not in _SKIPPED:
            self._other(element)

    def _eid(self, name: str, number: str) -> str:
        through = name in ("article", "section", "recital", "attachment")  # counted through the act
        count = 1 + sum(p.kind == name for p in self.outline.begun)
        number = division_number(number) if name in _DIVISIONS else eid_number(number)
        step = f"{_ABBREVIATIONS[name]}_{number or count}"
        return step if through else self.outline.inside(step)


def _is_provision(element: _Element) -> bool:
    return bool(element.get("eId")) or child(element, "num") is not None


def _number(printed: str) -> str:
    words = printed.split()
    return bare(words[-1]) if words else ""


def _label(name: str, number: str, outer: str) -> str:
    """``Article 6`` + paragraph 1 -> ``Article 6(1)``."""
    if name in _INNER and outer:
        return f"{outer}({number})" if number else outer
    return f"{name.capitalize()} {number}".strip()
