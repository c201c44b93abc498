"""The vocabulary of Union law in its 24 languages: kinds of act, divisions, and citation of places."""

from pathlib import Path

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import ORDINALS
from lexdesk.text.tables import listed, read_table

Steps = tuple[tuple[str, str], ...]
"""The path from an article or annex to a part of it: keys of ``PLACES`` with printed numbers."""

_DATA = Path(__file__).parents[1] / "data"
_STEPS = ("paragraph", "letter", "figure", "roman", "subparagraph", "after_subparagraph", "section")
_WORDS = read_table(_DATA / "union_words.tsv", ("class", "kind", "stems"))
_LANGUAGES = read_table(_DATA / "union_places.tsv", ("language", "recital", *_STEPS))


def _stems(class_: str) -> dict[str, tuple[str, ...]]:
    return {row["kind"]: tuple(listed(row["stems"])) for row in _WORDS if row["class"] == class_}


KINDS_OF_ACT = _stems("act")
"""Kind of act -> stems of its name; the first stem in a title decides."""

INFLECTED_KINDS_OF_ACT = _stems("inflected")
CELEX_LETTER = {"regulation": "R", "directive": "L", "decision": "D", "recommendation": "H"}
LEGAL_VALUE = {"REG": "regulation", "DIR": "directive", "DEC": "decision"}
"""Beginnings of Formex legal values (REG, REG_IMPL, DEC ...) -> kind of act."""

_DIVISIONS = _stems("division")

DIVISION_ABBREVIATION = {
    "part": "part", "title": "title", "chapter": "chp", "section": "sec",
    "subsection": "subsec", "division": "dvs",
}  # fmt: skip

RECITAL = {row["language"]: row["recital"] for row in _LANGUAGES}

PLACES = {
    row["language"]: {step: row[step] for step in _STEPS if row[step]}
    for row in _LANGUAGES
    if row["paragraph"]
}
"""Citation of a place inside an article by each language's Interinstitutional Style Guide.

Other languages use ``6(1)(f)``.
"""

_ORDINALS = ("", *ORDINALS["en"][:10])


CLOSING = lazy_pattern(
    r"This (Regulation|Decision|Directive) shall be binding in its entirety"
    r"|Diese Verordnung ist in allen ihren Teilen|Le présent règlement est obligatoire dans tous ses éléments"
    r"|El presente Reglamento será obligatorio en todos sus elementos|Deze verordening is verbindend in al haar onderdelen"
    r"|Il presente regolamento è obbligatorio in tutti i suoi elementi|O presente regulamento é obrigatório em todos os seus"
    r"|Done at |Geschehen zu |Fait à |Hecho en |Fatto a |Feito em |Gedaan te |Udfærdiget i |Utfärda[dt] i |Sporządzono w "
    r"|Sastavljeno u |Adoptată? la |Съставено в |Magħmul fi |Arna dhéanamh |(Tehty|Kelt|Priimta) (Br|Str|Lu)\w+\W+\d"
    r"|V (Brus|[ŠS]tras|Lu[cx]em)\w+,? (dne )?\d|(Βρυξέλλες|Στρασβούργο|Λουξεμβούργο), \d|(Brüssel|Bris|Stras|Lux|Luks)\w*, \d"
)
"""The end of the enacting terms, worded by the Joint Handbook on the ordinary legislative procedure."""


def find_act_kind(title: str) -> str:
    """Return ``regulation``, ``directive``, ``decision`` or ``act``, by the first such word of a title."""
    lowered = title.lower()
    found = [
        (lowered.find(stem), -len(stem), kind)
        for kind, stems in KINDS_OF_ACT.items()
        for stem in stems
        if stem in lowered
    ]
    return min(found)[2] if found else "act"


def find_division_kind(printed: str) -> str:
    """Return ``chapter`` for ``KAPITEL II``; ``division`` for unknown words."""
    words = [w.strip(".:,") for w in printed.lower().split()[:3]]
    for kind, names in _DIVISIONS.items():
        if any(w in names for w in words):
            return kind
    return "division"


def format_place(language: str, steps: Steps, *, in_annex: bool = False) -> str:
    """Format a place inside an article: ``(("paragraph", "1"), ("letter", "f"))`` -> ``(1)(f)``.

    In an annex the first step is ``, point 1`` or ``, point (a)``.
    """
    words = PLACES.get(language, {**PLACES["en"], "subparagraph": "({n})", "section": ", {n}"})
    out = ""
    previous = ""
    for kind, n in steps:
        template = words[kind]
        if in_annex and previous in ("", "section") and template == "({n})":
            printed = "{n}" if kind == "figure" else "({n})"
            template = f", point {printed}" if language == "en" else f" {printed}"
        if previous == "subparagraph":
            template = words.get("after_subparagraph", template)
        ordinal = (
            _ORDINALS[int(n)] if n.isdecimal() and len(n) < 9 and int(n) < len(_ORDINALS) else n
        )
        out += template.format(n=n, ordinal=ordinal)
        previous = kind
    return out
