"""Text of Formex elements: running text, printed numbers, and the parts of a paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.structure.outline import squeeze

if TYPE_CHECKING:
    from lxml.etree import _Element

INLINE = {
    "HT", "DATE", "QUOT.START", "QUOT.END", "FT", "REF.DOC", "REF.DOC.OJ", "REF.DOC.ECR",
    "REF.DOC.SE", "LINK", "IE", "TERM", "NO.DOC", "NO.CURRENT", "YEAR", "COM", "KEYWORD", "ADDR.S",
}  # fmt: skip
SKIPPED = {"NOTE", "GR.NOTES", "BIB.INSTANCE", "INCL.ELEMENT", "TOC"}


def read_inline(element: _Element) -> str:
    """Return the running text of an element, with quotation marks and without footnotes."""
    if element.tag in ("QUOT.START", "QUOT.END"):
        return _quotation_mark(element)
    if element.get("TYPE") == "NUMBER" and (digits := element.text or "").isdecimal():
        return f"{int(digits):,}".replace(",", " ")  # printed in threes, marked up without spaces
    parts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child.tag not in SKIPPED:
            parts.append(read_inline(child) if child.tag in INLINE else f" {read_inline(child)} ")
        parts.append(child.tail or "")
    return "".join(parts)


def _quotation_mark(element: _Element) -> str:
    try:
        return chr(int(element.get("CODE", "0022"), 16))
    except (ValueError, OverflowError):
        return '"'


def group_continuations(element: _Element) -> list[list[_Element]]:
    """Group the parts of an article or paragraph, each with the ALINEAs that continue its sentence."""
    groups: list[list[_Element]] = []
    for child in element:
        if not isinstance(child.tag, str) or child.tag == "NO.PARAG":
            continue
        continues = child.tag == "ALINEA" and squeeze(read_inline(child))[:1].islower()
        if continues and groups and groups[-1][0].tag == "ALINEA":
            groups[-1].append(child)
        else:
            groups.append([child])
    return groups


def split_subparagraphs(alinea: _Element) -> list[list[_Element]]:
    """Split an ALINEA into subparagraphs, at each P that begins a new sentence."""
    parts = [child for child in alinea if isinstance(child.tag, str)]
    tails = [alinea.text or "", *(child.tail or "" for child in alinea)]
    if not parts or any(map(str.strip, tails)):
        return [[alinea]]
    groups = [[parts[0]]]
    for part in parts[1:]:
        if part.tag == "P" and squeeze(read_inline(part))[:1].isupper():
            groups.append([part])
        else:
            groups[-1].append(part)
    return groups


def read_printed_number(element: _Element, tag: str) -> str:
    """Return the printed number in the first child with the tag; ``""`` without one."""
    return read_inline(number) if (number := element.find(tag)) is not None else ""


def read_text(element: _Element | None, tag: str) -> str:
    """Return the text of all children with the tag, on one line."""
    return (
        ""
        if element is None
        else squeeze(" ".join(read_inline(e) for e in element.iterchildren(tag)))
    )


def read_lines(element: _Element, tag: str) -> list[str]:
    """Return the paragraphs of all children with the tag."""
    parts = (p for e in element.iterchildren(tag) for p in e.findall("P") or [e])
    return [text for text in map(squeeze, map(read_inline, parts)) if text]
