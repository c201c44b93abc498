"""Names of works known without context: the Treaties, acts of the Union, German statutes.

The names of acts are data: the tables in ``data/``, with their sources.
"""

from pathlib import Path

from lexdesk.structure.eu.identity import build_case_celex
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.number_words import ORDINALS
from lexdesk.text.tables import listed, read_rows, read_table

_DATA = Path(__file__).parent / "data"

_TREATIES = read_table(_DATA / "treaties.tsv", ("work", "use", "names"))
TREATIES: dict[str, str] = {
    spelling: row["work"]
    for row in _TREATIES
    if row["use"] == "text"
    for name in listed(row["names"])
    for spelling in (name, name.replace("'", "’"))
}
"""Names of the Treaties in their version of 2016 -> CELEX number."""

FORMER_TREATIES: dict[str, str] = {
    name: row["work"]
    for row in _TREATIES
    if row["use"] == "article"
    for name in listed(row["names"])
}
"""Abbreviations after an article -> the title of the former treaty; no CELEX number, because it was renumbered."""

_UNION = [
    (work, use, listed(names)) for work, use, names, _source in read_rows(_DATA / "union_acts.tsv")
]
_GERMAN = [
    (work, use, listed(abbreviations), listed(names))
    for work, use, abbreviations, names, _source in read_rows(_DATA / "german_acts.tsv")
]
FOREIGN_CODES = read_table(
    _DATA / "foreign_codes.tsv", ("country", "languages", "use", "abbreviations", "names", "source")
)
"""Codes of Austria, France and Switzerland, without identifiers."""

_CASES = read_table(_DATA / "cases.tsv", ("number", "names", "source"))
_NUMBER_OF_CASE = lazy_pattern(r"(?:(?P<court>[CT])-)?(?P<number>\d+)/(?P<year>\d\d)")


def _celex(number: str) -> str:
    found = _NUMBER_OF_CASE.fullmatch(number)
    return build_case_celex(found["court"] or "C", found["number"], found["year"]) if found else ""


ABBREVIATED_ACTS: dict[str, str] = {
    row["abbreviation"]: row["title"]
    for row in read_table(_DATA / "uk_act_initials.tsv", ("abbreviation", "title"))
}
"""Initials of acts of the United Kingdom -> title, without its year where there are several."""

COURT_RULES: dict[str, str] = {
    name: row["title"]
    for row in read_table(_DATA / "court_rules.tsv", ("abbreviations", "title", "names", "source"))
    for name in (*listed(row["abbreviations"]), *listed(row["names"]))
}
"""Abbreviations and names of rules of court -> title."""

CASE_NAMES: dict[str, str] = {
    name: _celex(row["number"]) for row in _CASES for name in listed(row["names"])
}
"""Usual names of judgments of the Court of Justice -> CELEX number."""


def _union_names(use: str) -> dict[str, str]:
    """Return the names of a use -> work; the first row with a name counts."""
    found: dict[str, str] = {}
    for work, its_use, names in _UNION:
        if its_use == use:
            for name in names:
                found.setdefault(name, work)
    return found


EU_SHORT_NAMES = _union_names("text")
"""Unambiguous names of Union acts -> CELEX number."""

RETAINED_LAW: dict[str, str] = {"UK-2016-eur-679": "32016R0679"}
"""Retained EU law of the United Kingdom -> its act of the Union, with the same article numbers (European Union
(Withdrawal) Act 2018, s 3)."""

EU_CAPITALIZED_NAMES = _union_names("capitals")
"""Names that are unambiguous in texts, in capitals; in queries they may mean something else."""

EU_NAMES_AT_PLACES = _union_names("place")
"""Names that are unambiguous beside a pin cite, and in queries."""

EU_NAMES_OF_WORKS = tuple((name, work) for work, _, names in _UNION for name in names)
"""All names with their works; a name that an act took over from a former one has both, the usual one first."""

_LANGUAGES = ("en", "de", "fr", "es", "pt", "it")
PREFERRED_NAMES: dict[str, dict[str, str]] = {
    row["work"]: {language: row[language] for language in _LANGUAGES if row[language]}
    for row in read_table(_DATA / "preferred_names.tsv", ("work", *_LANGUAGES))
}
"""CELEX number -> language (ISO 639-1) -> the preferred name of the act in that language.

Other acts are named by their own titles, if these state a name (``lexdesk.citations.act_names``).
"""

STATUTE_ABBREVIATIONS: dict[str, str] = {
    name: work for work, _, abbreviations, _ in _GERMAN for name in abbreviations
}
"""Abbreviations of statutes -> the published work."""

GERMAN_ABBREVIATIONS: dict[str, str] = {
    name: work
    for work, use, abbreviations, _ in _GERMAN
    if use in ("text", "abbreviation")
    for name in abbreviations
}
"""Abbreviations that identify a published work in any text; others are cited by their lower case, ``DE-owig``, and a
library knows its statute by them."""

GERMAN_NAMES: dict[str, str] = {name: work for work, _, _, names in _GERMAN for name in names}
"""Names of statutes in the nominative, and their names in other languages -> work."""

GERMAN_CODES: dict[str, str] = {
    name.lower().replace("ß", "ss"): work
    for work, use, _, names in _GERMAN
    if use == "text"
    for name in names
}
"""Names of codes, in lower case and with ``ss`` for ``ß``, that identify them in any text -> work."""

SOCIAL_CODE_BOOKS = ORDINALS["de"][:14]
