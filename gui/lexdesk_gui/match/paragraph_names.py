"""Short names of paragraphs for headers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lexdesk.structure.eu.vocabulary import RECITAL
from lexdesk_gui.language import translate

if TYPE_CHECKING:
    from lexdesk.compliance.doc2doc.long_query import Paragraph

_LONGEST = 60  # characters of a first line that serves as a name
_NUMBERED = re.compile(r"(?P<group>[^(]*?\d+\w*)\s*(?P<number>\(.+\))")
_ABSATZ = re.compile(r"(?P<group>(?:§|Art\.) \d+\w*) (?:Abs|Nr|Buchst)\. (?P<number>.+)")
_NAMED = re.compile(r"\b(?:Nr|Buchst|Doppelbuchst)\. ")
_CLAUSE = re.compile(
    r"(?P<group>(?:Clause|Section) (?P<first>\d+))\.(?P<number>[\d.]+(?:–(?P=first)\.[\d.]+|\(.+\))?)"
)
_SUBPARAGRAPH = re.compile(r", \w+ subparagraph(?:, points? )?")
_LEVELS = re.compile(
    r"(?P<group>(?:Artikel|Article|Artículo|Articolo|Artigo) \d[\w.º]*)(?P<levels>(?:,? (?!\d)[\w.º]+ [^\s,]+)+)"
)
"""``Artikel 28 Absatz 10 Buchstabe a``, ``Article 7, paragraphe 3, point a)``: as ``PLACES`` of the engine cites."""
_PLACE = re.compile(r",? (?!\d)(?P<level>[\w.º]+) (?P<number>[^\s,]+)")
_SUBPARAGRAPHS = frozenset({"Unterabsatz", "alinéa", "párrafo", "comma", "parágrafo"})
_COUNTED = re.compile(r"(?P<group>\D+?)\s+(?P<number>\d+)")
_SHORT = {
    "Article ": "Art. ", "Artikel ": "Art. ", "Section ": "s. ", "Clause ": "cl. ", "Recital": "Rec.",
    "Erwägungsgrund": "ErwGr.",
}  # fmt: skip


def name_paragraph(paragraph: Paragraph, number: int) -> str:
    """Return ``Article 7(3)``; for a paragraph without label its first words, else its ``number``."""
    if paragraph.label:
        return paragraph.label
    line = next((line.strip() for line in paragraph.text.splitlines() if line.strip()), "")
    cut = line if len(line) <= _LONGEST else f"{line[:_LONGEST].rsplit(' ', 1)[0]} …"
    return cut or translate("Match", "Paragraph {n}").format(n=number)


def group_of(label: str, number: int) -> tuple[str, str]:
    """Split a label into group and remainder: ``Article 7``, ``3``.

    Recitals form one group; Clause 6.2 belongs to Clause 6; a label without a further number is its own group;
    columns without label are counted by ``number``. Subparagraphs are dropped for lack of space.
    """
    if not label:
        return translate("Match", "Paragraph"), str(number)
    label = _SUBPARAGRAPH.sub("", label)
    if found := _CLAUSE.fullmatch(label) or _NUMBERED.fullmatch(label):
        written = found["number"].replace(f"–{found.groupdict().get('first')}.", "–")
        written = written.replace("–(", "–").replace("(", " ").replace(")", "")
        return found["group"], written.strip()
    if found := _ABSATZ.fullmatch(label):
        return found["group"], _NAMED.sub("", found["number"])
    if found := _LEVELS.fullmatch(label):
        levels = _PLACE.finditer(found["levels"])
        numbers = [level["number"] for level in levels if level["level"] not in _SUBPARAGRAPHS]
        return found["group"], " ".join(numbers).replace(")", "")
    if (found := _COUNTED.fullmatch(label)) and found["group"] in RECITAL.values():
        return found["group"], found["number"]
    return label, ""


def abbreviate_group(group: str) -> str:
    """Return the abbreviation of a group for narrow columns."""
    for name, cut in _SHORT.items():
        group = group.replace(name, cut)
    return group
