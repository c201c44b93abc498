"""Acts in the XHTML and HTML of EUR-Lex.

Four generations: the Official Journal with ELI containers (classes ``oj-ti-art``, ids ``art_6``;
before 2023 without ``oj-``), consolidated texts with and without them (``title-article-norm``), and
the plain HTML of acts before 2000, lines without markup, parsed like a text file. eids and labels
are those of ``formex`` for the same act.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.structure import Source
from lexdesk.structure.damage import reject_garbled, reject_truncated
from lexdesk.structure.dates import find_numeric_date, find_worded_date
from lexdesk.structure.eu.eurlex.inline import read_inline
from lexdesk.structure.eu.eurlex.page import read_body
from lexdesk.structure.eu.identity import (
    find_kind_of_celex,
    make_short_title,
    read_title_celex,
    read_title_treaty,
)
from lexdesk.structure.eu.numbering import convert_to_title_case
from lexdesk.structure.eu.recognition import add_provisions
from lexdesk.structure.eu.vocabulary import find_act_kind
from lexdesk.structure.outline import squeeze
from lexdesk.structure.safe_xml import reject_entities
from lexdesk.text.encodings import decode_markup
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_VERSION = lazy_pattern(
    r"0?(?P<celex>\d{4}[A-Z]{1,2}\d{4})\s*[—–-]\s*(?P<language>[A-Z]{2})\s*[—–-]\s*"
    r"(?P<date>\d{2}\.\d{2}\.\d{4})"
)
_LANGUAGE = lazy_pattern(r"[A-Z]{2}")
_CELEX = lazy_pattern(r"\b3\d{4}[A-Z]{1,2}\d{4}\b")


def claims(head: str) -> bool:
    """Return True if an HTML page begins like an act on EUR-Lex."""
    return (
        re.search(
            r"class=\"(oj-)?(doc-ti|hd-oj)\"|class=\"title-doc-first\"|class=\"eli-container\"|"
            r"content=\"EUR-Lex - 3\d{4}[A-Z]{1,2}\d{4}",
            head,
        )
        is not None
    )


def read(source: Source) -> Document:
    """Read the act: divisions, articles, paragraphs, points, recitals and annexes."""
    root = _parse(source)
    body = root.find("body")
    if body is None:
        raise FileFailed(FileCode.HTML_WITHOUT_BODY, name=source.path.name)
    if (plain := body.find(".//div[@id='TexteOnly']")) is not None:
        return _read_plain(root, plain)
    language = _language(body)
    outline, titles = read_body(body, language or "en")
    title = _title(titles)
    version = _version(body)
    work = f"3{version['celex']}" if version else read_title_celex(title, find_act_kind(title))
    kind = find_kind_of_celex(work) or find_act_kind(title)
    treaty = None if work else read_title_treaty(title)
    return Document(
        text=outline.text,
        title=title,
        kind=kind,
        work=treaty[0] if treaty else work,
        short_title=treaty[1] if treaty else make_short_title(title, kind),
        language=language,
        valid_from=_date_of_version(version, source)
        if version
        else find_worded_date(" ".join(titles[:3]), language),
        provisions=outline.provisions,
    )


def _parse(source: Source) -> _Element:
    from lxml import etree

    reject_entities(source.data, source.path.name)
    reject_garbled(source.data, source.path.name)
    reject_truncated(source.data, source.path.name)
    html = re.sub(r"^\s*<\?xml[^>]*\?>", "", decode_markup(source.data))
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    root = etree.fromstring(html.encode(), parser)
    if root is None or any("depth" in error.message.lower() for error in parser.error_log):
        raise FileFailed(FileCode.HTML_UNREADABLE, name=source.path.name)
    return root


def _title(lines: list[str]) -> str:
    lines = list(lines)
    while len(lines) > 1 and lines[-1].startswith("("):  # (Text with EEA relevance)
        lines.pop()
    return squeeze(" ".join(map(convert_to_title_case, lines)))


def _version(body: _Element) -> re.Match[str] | None:
    """Parse the line above a consolidated text: ``02016R0679 — EN — 04.05.2016 — 000.002``."""
    for line in body.iter("p"):
        if line.get("class") == "reference":
            return _VERSION.search(squeeze("".join(map(str, line.itertext()))))
    return None


def _language(body: _Element) -> str | None:
    if version := _version(body):
        return version["language"].lower()
    for line in body.iter("p"):
        if line.get("class") in ("oj-hd-lg", "hd-lg"):
            text = squeeze("".join(map(str, line.itertext())))
            return text.lower() if _LANGUAGE.fullmatch(text) else None
    return None


def _date_of_version(version: re.Match[str], source: Source) -> datetime.date:
    date = find_numeric_date(version["date"])
    if date is None:
        raise FileFailed(
            FileCode.DATE_IMPOSSIBLE_DOWNLOAD, name=source.path.name, date=version["date"]
        )
    return date


def _read_plain(root: _Element, body: _Element) -> Document:
    """Read an act of before 2000 from its lines; ``body`` is the element with the text alone."""
    lines = [text for element in body.iter("p") if (text := _own_text(element))]
    meta = {m.get("name", ""): squeeze(m.get("content", "")) for m in root.iter("meta")}
    title = meta.get("DC.description") or (lines[0] if lines else "")
    celex = _CELEX.search(meta.get("DC.title", ""))
    work = celex[0] if celex else ""
    kind = find_kind_of_celex(work) or find_act_kind(title)
    language = meta.get("DC.language", "").lower()[:2] or None
    document = Document(
        text="\n".join(lines),
        title=title,
        kind=kind,
        work=work,
        short_title=make_short_title(title, kind),
        language=language,
        valid_from=find_worded_date(title, language),
    )
    found = add_provisions(document)
    return document if found is None else replace(document, provisions=found.provisions)


def _own_text(element: _Element) -> str:
    """Return the text of a paragraph without nested paragraphs."""
    return "" if element.find(".//p") is not None else read_inline(element)
