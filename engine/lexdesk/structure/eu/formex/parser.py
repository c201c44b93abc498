"""Formex 4, the XML in which the Publications Office publishes the law of the Union.

Roots ACT and ANNEX (the Official Journal), CONS.ACT and CONS.ANNEX (consolidated texts). Source:
Formex physical specification, https://op.europa.eu/en/web/eu-vocabularies/formex.

eids follow the Akoma Ntoso naming convention with Arabic numbers in lower case (``chp_3__sec_2``).
Articles, recitals and annexes are numbered through the whole act, so their eids have no prefix
(``art_17``). The first unnumbered subparagraph has no eid of its own, the others ``subpara_n``;
points of the first belong to the paragraph: ``art_6__para_1__point_f``.
"""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.structure import Source
from lexdesk.structure.dates import parse_metadata_date
from lexdesk.structure.eu.formex.inline import read_inline
from lexdesk.structure.eu.formex.writer import FormexWriter
from lexdesk.structure.eu.identity import (
    build_celex,
    find_kind_of_celex,
    find_kind_of_legal_value,
    make_short_title,
)
from lexdesk.structure.eu.publication import find_publication_record
from lexdesk.structure.eu.vocabulary import find_act_kind
from lexdesk.structure.outline import Outline, squeeze
from lexdesk.structure.safe_xml import parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

_METADATA = {"BIB.INSTANCE", "BIB.DATA", "FAM.COMP", "INFO.CONSLEG", "INFO.PROD"}


def read(source: Source) -> Document:
    """Read the act: divisions, articles, paragraphs, points, recitals and annexes."""
    root = parse_xml(source.data, source.path.name)
    body = root.find("CONS.DOC") if root.tag == "CONS.ACT" else root
    if body is None:
        raise FileFailed(FileCode.FORMEX_WITHOUT_TEXT, name=source.path.name)
    title = _title(body)
    work, kind = _identity(root, body, title, source)
    language = (squeeze(body.findtext(".//LG.DOC") or "")).lower() or None
    valid_from, valid_to = _validity(root, body, source.path.name)
    outline = _write(_remove_deleted(body), language or "en")
    return Document(
        text=outline.text,
        title=title,
        kind=kind,
        work=work,
        short_title=make_short_title(title, kind),
        language=language,
        valid_from=valid_from,
        valid_to=valid_to,
        provisions=outline.provisions,
    )


def reject_publication_record(source: Source) -> Document:
    """Raise ``FileFailed``: a root DOC describes a publication and has no text."""
    root = parse_xml(source.data, source.path.name)
    files = [element.get("FILE", "") for element in root.iterfind(".//REF.PHYS")]
    described = ", ".join(f for f in files if f) or "another file"
    raise FileFailed(FileCode.PUBLICATION_RECORD, name=source.path.name, described=described)


def _remove_deleted(body: _Element) -> _Element:
    """Remove the deleted provisions from the tree in place and return it.

    Consolidated Formex still prints them, between the processing instructions ``CLG.MDFO ...
    ACTION="DELETED"`` and ``CLG.MDFC``; EUR-Lex shows a dash in their place.
    """
    from lxml import etree

    for mark in list(body.iter(etree.ProcessingInstruction)):
        if getattr(mark, "target", "") == "CLG.MDFO" and mark.get("ACTION") == "DELETED":
            _delete_from(mark)
    return body


def _delete_from(opening: _Element) -> None:
    """Delete the siblings between the mark and its closing mark."""
    parent = opening.getparent()
    following = list(opening.itersiblings())
    closing = next((s for s in following if _closes(s, opening)), None)
    if parent is None or closing is None:
        return
    opening.tail = None
    for element in following[: following.index(closing)]:
        parent.remove(element)


def _closes(element: _Element, opening: _Element) -> bool:
    target = getattr(element, "target", "")
    return target == "CLG.MDFC" and element.get("ID") == opening.get("IDREF")


def _write(body: _Element, language: str) -> Outline:
    writer = FormexWriter(language)
    if body.tag in ("ANNEX", "CONS.ANNEX"):
        writer.block(body)
    else:
        for child in body:
            if isinstance(child.tag, str) and child.tag not in _METADATA:
                writer.block(child)
    writer.outline.close_all()
    return writer.outline


def _title(body: _Element) -> str:
    element = body.find("TITLE/TI")
    if element is None:
        return ""
    parts = [squeeze(read_inline(p)) for p in element.iterchildren("P", "NP")] or [
        squeeze(read_inline(element))
    ]
    while len(parts) > 1 and parts[-1].startswith("("):  # (Text with EEA relevance)
        parts.pop()
    return " ".join(p for p in parts if p)


def _identity(root: _Element, body: _Element, title: str, source: Source) -> tuple[str, str]:
    stated = root.find("CONS.DOC/FAM.COMP/BIB.DATA/NO.CELEX")
    if stated is None:
        stated = body.find("BIB.INSTANCE/NO.CELEX")
    celex = squeeze(stated.text or "") if stated is not None else ""
    if celex:
        return celex, find_kind_of_celex(celex) or find_act_kind(title)
    kind = _kind_from_record(body, source) or find_act_kind(title)
    year, number = (_number(body, tag) for tag in ("YEAR", "NO.CURRENT"))
    if year is None or number is None:
        return "", kind
    return build_celex(kind, year + 1900 if year < 100 else year, number), kind


def _number(body: _Element, tag: str) -> int | None:
    text = squeeze(body.findtext(f"BIB.INSTANCE/NO.DOC/{tag}") or "")
    return int(text) if re.fullmatch(r"\d{1,4}", text) else None


def _kind_from_record(body: _Element, source: Source) -> str:
    """Return the legal value in the publication record beside the file, if there is one."""
    record = find_publication_record(body, source)
    if record is None:
        return ""
    return find_kind_of_legal_value(squeeze(record.findtext(".//LEGAL.VALUE") or ""))


def _validity(
    root: _Element, body: _Element, name: str
) -> tuple[datetime.date | None, datetime.date | None]:
    info = root.find("INFO.CONSLEG")
    if info is not None:
        return _date(info.get("START.DATE"), name), _date(info.get("END.DATE"), name)
    date = body.find("BIB.INSTANCE/DATE")
    return (_date(date.get("ISO"), name) if date is not None else None), None


def _date(printed: str | None, name: str) -> datetime.date | None:
    """Parse ``20160427``; ``99999999`` is an open end."""
    return parse_metadata_date(printed, name) if re.fullmatch(r"\d{8}", printed or "") else None
