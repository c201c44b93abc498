"""The names of German statutes and divisions, and the wordings around contracts and statutes."""

import re
from dataclasses import dataclass
from pathlib import Path

from lexdesk.structure.numbers import format_division_number
from lexdesk.text import number_words
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import ORDINALS
from lexdesk.text.tables import read_table

_NAMES = {
    row["name"]: (row["step"], row["kind"])
    for row in read_table(
        Path(__file__).parents[1] / "data" / "german_divisions.tsv", ("name", "step", "kind")
    )
}
_ALTERNATIVES = "|".join(sorted(_NAMES, key=len, reverse=True))
_NAME_FIRST = lazy_pattern(
    rf"({_ALTERNATIVES})(?:\s+(\d+[a-z]?|[IVXLC]+[a-z]?|[A-Z]))?(?![\wäöüß])[\s.:–-]*(.*)"
)
_NUMBER_FIRST = lazy_pattern(rf"(\w+?)(?:e[rs]?|\.)?\s+({_ALTERNATIVES})(?![\wäöüß])[\s.:–-]*(.*)")
_PRINTED = lazy_pattern(r"(\d+[a-z]?|[IVX]+(?: ?[a-z])?)\. - (\S.*)")

MONTHS = "|".join(number_words.MONTHS["de"])
ANNEX = lazy_pattern(
    r"(?:Anlage|Anhang)(?:\s+(?:\d+[a-z]?|[IVX]+|[A-Z]))?\b(?:[\s:–-].{0,120})?[^.,;]?"
)
END = lazy_pattern(
    r"(?:Ort,? ?(?:und )?Datum|Unterschrift(?:en)?\b|_{5,}|\.{10,}|Schlussformel\b|"
    rf"[A-ZÄÖÜ][^\d,.;:]{{1,40}}, (?:den|am) (?:_|\.\.|…|\d{{1,2}}\.\s?(?:\d|{MONTHS}))).*"
)
"""The first line of the signatures."""
_LETTER_OR_WRIT = lazy_pattern(
    r"^(?:Sehr geehrte|Liebe[r]? |Hallo |In (?:dem Rechtsstreit|Sachen|der (?:Rechts|Straf|Verwaltungsstreit)sache)\b|"
    r"An das .{0,40}gericht)",
    re.MULTILINE,
)

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def identify_work(abbreviation: str) -> str:
    """Return the work of a federal statute: ``VermBDV 1994`` -> ``DE-vermbdv_1994``.

    It equals the folder name of the Markdown edition.
    """
    return f"DE-{re.sub(r'[^a-z0-9-]', '_', abbreviation.lower().translate(_UMLAUTS))}"


def is_letter_or_writ(before: str) -> bool:
    """Return True if the text before the first section is that of a letter or writ with quoted sections."""
    return _LETTER_OR_WRIT.search(before) is not None


@dataclass(frozen=True, slots=True)
class Division:
    """A heading that names a division: ``Buch 2 - Recht der Schuldverhältnisse``."""

    abbreviation: str
    kind: str
    number: str
    eid_number: str
    heading: str
    label: str


def parse_division(text: str) -> Division | None:
    """Parse the heading of a division; return ``None`` for others.

    Such as ``Abschnitt 2 - Titel``, ``Zweiter Abschnitt``, ``2. Abschnitt``.
    """
    text = text.replace("HAUPTSTÜCK", "Hauptstück")
    if match := _NAME_FIRST.match(text):
        name, number, title = match[1], match[2] or "", match[3]
        if not number and _NAMES[name][1] != "annex":
            return None
        label = f"{name} {number}".strip()
    elif match := _NUMBER_FIRST.match(text):
        name, title = match[2], match[3]
        number = _ordinal(match[1])
        if not number:
            return None
        label = text[: match.end(2)]
    else:
        return None
    abbreviation, kind = _NAMES[name]
    return Division(abbreviation, kind, number, format_division_number(number), title, label)


def parse_bare_division(text: str) -> Division | None:
    """Parse a division heading printed as a number alone; return ``None`` for others.

    Collections of statutes have such headings: ``II. - Der Bund und die Länder`` of the GG.
    """
    match = _PRINTED.fullmatch(text)
    if match is None:
        return None
    number = match[1].replace(" ", "")
    return Division(
        "abschnitt", "division", number, format_division_number(number), match[2], f"{match[1]}."
    )


def _ordinal(word: str) -> str:
    """Convert ``Zweit`` or ``2`` to ``2``; ``""`` for other words."""
    if re.fullmatch(r"\d+|[IVXLC]+", word):
        return word
    lowered = word.lower().replace("siebent", "siebt")
    return str(ORDINALS["de"].index(lowered) + 1) if lowered in ORDINALS["de"] else ""
