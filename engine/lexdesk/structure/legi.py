"""Articles of French codes and laws in the XML of the LEGI database (DILA).

Source: https://echanges.dila.gouv.fr/OPENDATA/LEGI/, DTD of the articles. A file holds one version
of one article; its work is the code or law (``LEGITEXT000006070721``), whose files together hold
its text as of each day.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from lexdesk.document.model import ENDED, PART, Document, Property
from lexdesk.structure import Source, StructureError
from lexdesk.structure.dates import parse_metadata_date
from lexdesk.structure.numbers import format_eid_number
from lexdesk.structure.outline import Outline
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import (
    find_child,
    find_descendant,
    read_attribute,
    read_local_name,
    read_running_text,
    write_lines,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

_INLINE = {"a", "b", "em", "font", "i", "span", "strong", "sub", "sup", "u"}
_OPEN = datetime.date(2999, 1, 1)
"""The day that LEGI states for a beginning or an end on a day not known."""
_REPEALED = frozenset({"ABROGE", "ANNULE", "PERIME"})


def read(source: Source) -> Document:
    """Read the article with the divisions around it. Raises ``StructureError`` for other files of LEGI."""
    name = source.path.name
    root = parse_xml(source.data, name)
    meta, content = find_descendant(root, "META_ARTICLE"), find_descendant(root, "BLOC_TEXTUEL")
    of_work = find_descendant(root, "TEXTE")
    if meta is None or content is None or of_work is None:
        raise StructureError("no article with its text")
    number = read_running_text(find_child(meta, "NUM"))
    title = find_descendant(of_work, "TITRE_TXT")
    work = (
        (read_attribute(title, "id_txt") if title is not None else "") or of_work.get("cid") or ""
    )
    begin, end = (
        parse_metadata_date(read_running_text(find_child(meta, tag)), name)
        for tag in ("DATE_DEBUT", "DATE_FIN")
    )
    is_repealed = read_running_text(find_child(meta, "ETAT")) in _REPEALED
    return Document(
        text=(outline := _write(root, content, number)).text,
        title=read_running_text(title),
        kind="statute",
        work=work,
        short_title=_short(title),
        language="fr",
        valid_from=begin if begin and begin < _OPEN else None,
        valid_to=end - datetime.timedelta(days=1) if end and end < _OPEN else None,
        provisions=outline.provisions,
        properties=(
            Property(PART, outline.provisions[0].eid),
            *[Property(ENDED, "repealed")] * is_repealed,
        ),
    )


def _short(title: _Element | None) -> str:
    """Return the short title of a code or law, else its title if it is short."""
    if title is None:
        return ""
    whole = read_running_text(title)
    return read_attribute(title, "c_titre_court").rstrip(".") or (
        whole if whole.startswith("Code") else ""
    )


def _write(root: _Element, content: _Element, number: str) -> Outline:
    outline = Outline()
    divisions = [read_running_text(e) for e in root.iter() if read_local_name(e) == "TITRE_TM"]
    for division in divisions:
        outline.line(division)
    label = f"Article {number}".strip()
    heading = divisions[-1] if divisions else ""
    eid = f"art_{format_eid_number(number)}" if number else "art_unique"
    with outline.provision(eid, "article", number, heading, label):
        outline.line(label)
        for part in (content, find_descendant(root, "NOTA")):
            if part is not None:
                write_lines(outline, part, _INLINE, ())
    return outline
