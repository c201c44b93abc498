"""Acts as EUR-Lex publishes them in XHTML and HTML.

Four generations: the Official Journal with ELI containers (classes ``oj-ti-art``, ids ``art_6``;
before 2023 without ``oj-``), consolidated texts with and without them (``title-article-norm``), and
the plain HTML of acts from before 2000, which prints lines and marks nothing: those lines are read
like a text file. eids and labels are those that ``formex`` gives for the same act.
"""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileRefused
from lexdesk.structure import Source
from lexdesk.structure.damage import refuse_cut_off, refuse_garbled
from lexdesk.structure.eu.eurlex.page import read_body
from lexdesk.structure.eu.eurlex.plain import read_plain
from lexdesk.structure.eu.identity import celex_of_title, kind_of_celex, short_title
from lexdesk.structure.eu.naming import title_case
from lexdesk.structure.eu.words import kind_of_act
from lexdesk.structure.eu_dates import first_day
from lexdesk.structure.outline import squeeze
from lexdesk.structure.printed_dates import numeric_date
from lexdesk.structure.safe_xml import refuse_entities
from lexdesk.text.encodings import decode_markup

if TYPE_CHECKING:
    from lxml.etree import _Element

_STATE = re.compile(
    r"0?(?P<celex>\d{4}[A-Z]{1,2}\d{4})\s*[—–-]\s*(?P<language>[A-Z]{2})\s*[—–-]\s*"
    r"(?P<date>\d{2}\.\d{2}\.\d{4})"
)
_LANGUAGE = re.compile(r"[A-Z]{2}")


def claims(head: str) -> bool:
    """Whether the beginning of an HTML page is that of an act on EUR-Lex."""
    return (
        re.search(
            r"class=\"(oj-)?(doc-ti|hd-oj)\"|class=\"title-doc-first\"|class=\"eli-container\"|"
            r"content=\"EUR-Lex - 3\d{4}[A-Z]{1,2}\d{4}",
            head,
        )
        is not None
    )


def read(source: Source) -> Document:
    """The act with its divisions, articles, paragraphs, points, recitals and annexes."""
    root = _parse(source)
    body = root.find("body")
    if body is None:
        raise FileRefused(f"{source.path.name} is an HTML page without a body: no text in it.")
    if (plain := body.find(".//div[@id='TexteOnly']")) is not None:
        return read_plain(root, plain)
    language = _language(body)
    outline, titles = read_body(body, language or "en")
    title = _title(titles)
    state = _state(body)
    work = f"3{state['celex']}" if state else celex_of_title(title, kind_of_act(title))
    kind = kind_of_celex(work) or kind_of_act(title)
    return Document(
        text=outline.text,
        title=title,
        kind=kind,
        work=work,
        short_title=short_title(title, kind),
        language=language,
        valid_from=_date_of_state(state, source)
        if state
        else first_day(" ".join(titles[:3]), language),
        provisions=outline.provisions,
    )


def _parse(source: Source) -> _Element:
    from lxml import etree

    refuse_entities(source.data, source.path.name)
    refuse_garbled(source.data, source.path.name)
    refuse_cut_off(source.data, source.path.name)
    html = re.sub(r"^\s*<\?xml[^>]*\?>", "", decode_markup(source.data))
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    root = etree.fromstring(html.encode(), parser)
    if root is None or any("depth" in error.message.lower() for error in parser.error_log):
        raise FileRefused(
            f"{source.path.name} is no HTML that can be read to its end; download it again."
        )
    return root


def _title(lines: list[str]) -> str:
    lines = list(lines)
    while len(lines) > 1 and lines[-1].startswith("("):  # (Text with EEA relevance)
        lines.pop()
    return squeeze(" ".join(map(title_case, lines)))


def _state(body: _Element) -> re.Match[str] | None:
    """What the line above a consolidated text says: ``02016R0679 — EN — 04.05.2016 — 000.002``."""
    for line in body.iter("p"):
        if line.get("class") == "reference":
            return _STATE.search(squeeze("".join(map(str, line.itertext()))))
    return None


def _language(body: _Element) -> str | None:
    if state := _state(body):
        return state["language"].lower()
    for line in body.iter("p"):
        if line.get("class") in ("oj-hd-lg", "hd-lg"):
            text = squeeze("".join(map(str, line.itertext())))
            return text.lower() if _LANGUAGE.fullmatch(text) else None
    return None


def _date_of_state(state: re.Match[str], source: Source) -> datetime.date:
    date = numeric_date(state["date"])
    if date is None:
        raise FileRefused(
            f"{source.path.name} states the date {state['date']!r}, which does not exist; download it again."
        )
    return date
