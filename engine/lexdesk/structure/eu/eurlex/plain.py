"""The plain HTML of acts before 2000: paragraphs without markup of their role."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.structure.eu.eurlex.inline import inline
from lexdesk.structure.eu.identity import kind_of_celex, short_title
from lexdesk.structure.eu.text import add_provisions
from lexdesk.structure.eu.words import kind_of_act
from lexdesk.structure.multilingual_dates import find_worded_date
from lexdesk.structure.outline import squeeze

if TYPE_CHECKING:
    from lxml.etree import _Element

_CELEX = re.compile(r"\b3\d{4}[A-Z]{1,2}\d{4}\b")


def read_plain(root: _Element, body: _Element) -> Document:
    """Read the act from its lines; ``body`` is the element with the text alone."""
    lines = [text for element in body.iter("p") if (text := _own_text(element))]
    meta = {m.get("name", ""): squeeze(m.get("content", "")) for m in root.iter("meta")}
    title = meta.get("DC.description") or (lines[0] if lines else "")
    celex = _CELEX.search(meta.get("DC.title", ""))
    work = celex[0] if celex else ""
    kind = kind_of_celex(work) or kind_of_act(title)
    language = meta.get("DC.language", "").lower()[:2] or None
    document = Document(
        text="\n".join(lines),
        title=title,
        kind=kind,
        work=work,
        short_title=short_title(title, kind),
        language=language,
        valid_from=find_worded_date(title, language),
    )
    found = add_provisions(document)
    return document if found is None else replace(document, provisions=found.provisions)


def _own_text(element: _Element) -> str:
    """Return the text of a paragraph without nested paragraphs."""
    return "" if element.find(".//p") is not None else inline(element)
