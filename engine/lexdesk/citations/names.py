"""Names of works known without context: the Treaties, acts of the Union, German statutes.

The names of acts are data: the tables in ``data/``, with their sources.
"""

from __future__ import annotations

from pathlib import Path

from lexdesk.structure.eu.identity import celex_of_case
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import listed, read_table

_DATA = Path(__file__).parent / "data"

TREATIES: dict[str, str] = {
    "TFEU": "12016E", "AEUV": "12016E", "TFUE": "12016E",
    "TEU": "12016M", "EUV": "12016M", "TUE": "12016M",
    "Treaty on the Functioning of the European Union": "12016E",
    "Treaty of on the Functioning of the European Union": "12016E",
    "Vertrags über die Arbeitsweise der Europäischen Union": "12016E",
    "Vertrages über die Arbeitsweise der Europäischen Union": "12016E",
    "Vertrages über die Europäische Union": "12016M",
    "Vertrag über die Arbeitsweise der Europäischen Union": "12016E",
    "traité sur le fonctionnement de l'Union européenne": "12016E",
    "Treaty on European Union": "12016M",
    "Vertrags über die Europäische Union": "12016M",
    "Vertrag über die Europäische Union": "12016M",
    "traité sur l'Union européenne": "12016M",
    "Charter of Fundamental Rights of the European Union": "12016P",
    "Charter of Fundamental Rights": "12016P",
    "Charta der Grundrechte der Europäischen Union": "12016P",
    "Charte des droits fondamentaux de l'Union européenne": "12016P",
    "charte des droits fondamentaux de l'Union européenne": "12016P",
    "GRCh": "12016P",
    "Treaty establishing the European Atomic Energy Community": "12016A",
    "Euratom Treaty": "12016A", "EAEC Treaty": "12016A",
    "Vertrags zur Gründung der Europäischen Atomgemeinschaft": "12016A",
    "Vertrag zur Gründung der Europäischen Atomgemeinschaft": "12016A",
    "Euratom-Vertrags": "12016A", "Euratom-Vertrag": "12016A",
    "EAG-Vertrags": "12016A", "EAG-Vertrag": "12016A",
    "traité instituant la Communauté européenne de l'énergie atomique": "12016A",
    "traité Euratom": "12016A", "traité CEEA": "12016A",
}  # fmt: skip
"""Names of the Treaties in their version of 2016 -> CELEX number."""

TREATIES |= {name.replace("'", "’"): work for name, work in TREATIES.items() if "'" in name}

FORMER_TREATIES: dict[str, str] = {
    "EC": "Treaty establishing the European Community",
    "TEC": "Treaty establishing the European Community",
    "EEC": "Treaty establishing the European Economic Community",
    "EG": "Vertrag zur Gründung der Europäischen Gemeinschaft",
    "EGV": "Vertrag zur Gründung der Europäischen Gemeinschaft",
    "EWG": "Vertrag zur Gründung der Europäischen Wirtschaftsgemeinschaft",
    "EWGV": "Vertrag zur Gründung der Europäischen Wirtschaftsgemeinschaft",
    "CE": "traité instituant la Communauté européenne",
    "CEE": "traité instituant la Communauté économique européenne",
}  # fmt: skip
"""Abbreviations after an article -> the title of the former treaty; no CELEX number, because it was renumbered."""

_UNION = read_table(_DATA / "union_acts.tsv", ("work", "use", "names", "source"))
_GERMAN = read_table(_DATA / "german_acts.tsv", ("work", "use", "abbreviations", "names", "source"))
FOREIGN_CODES = read_table(
    _DATA / "foreign_codes.tsv", ("country", "languages", "use", "abbreviations", "names", "source")
)
"""Codes of Austria, France and Switzerland, without identifiers."""

_CASES = read_table(_DATA / "cases.tsv", ("number", "names", "source"))
_NUMBER_OF_CASE = lazy_pattern(r"(?:(?P<court>[CT])-)?(?P<number>\d+)/(?P<year>\d\d)")


def _celex(number: str) -> str:
    found = _NUMBER_OF_CASE.fullmatch(number)
    return celex_of_case(found["court"] or "C", found["number"], found["year"]) if found else ""


ABBREVIATED_ACTS: dict[str, str] = {
    row["abbreviation"]: row["title"]
    for row in read_table(_DATA / "abbreviated_acts.tsv", ("abbreviation", "title"))
}
"""Initials of acts of the United Kingdom -> title, without its year where there are several."""

CASE_NAMES: dict[str, str] = {
    name: _celex(row["number"]) for row in _CASES for name in listed(row["names"])
}
"""Usual names of judgments of the Court of Justice -> CELEX number."""


def _union_names(use: str) -> dict[str, str]:
    """Return the names of a use -> work; the first row with a name counts."""
    found: dict[str, str] = {}
    for row in _UNION:
        if row["use"] == use:
            found |= {name: row["work"] for name in listed(row["names"]) if name not in found}
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

EU_NAMES_OF_WORKS = tuple((name, row["work"]) for row in _UNION for name in listed(row["names"]))
"""All names with their works; a name that an act took over from a former one has both, the usual one first."""

PREFERRED_NAMES: dict[str, dict[str, str]] = {
    "32002L0058": {"en": "ePrivacy Directive"},
    "32009L0138": {"en": "Solvency II", "de": "Solvency II"},
    "32011L0061": {"en": "AIFMD"},
    "32012R0648": {"en": "EMIR", "de": "EMIR", "fr": "EMIR", "es": "EMIR", "it": "EMIR"},
    "32013L0036": {"en": "CRD IV", "de": "CRD IV"},
    "32013R0575": {"en": "CRR", "de": "CRR"},
    "32014L0059": {"en": "BRRD", "de": "BRRD", "fr": "BRRD", "it": "BRRD"},
    "32014L0065": {"en": "MiFID II", "de": "MiFID II", "es": "MiFID II", "it": "MiFID II"},
    "32014R0596": {"en": "MAR", "de": "MAR"},
    "32014R0600": {"en": "MiFIR", "de": "MiFIR", "fr": "MiFIR", "es": "MiFIR", "it": "MiFIR"},
    "32014R0910": {"en": "eIDAS Regulation"},
    "32015L2366": {"en": "PSD2", "de": "PSD2", "es": "PSD2", "it": "PSD2"},
    "32016L0680": {"en": "Law Enforcement Directive"},
    "32016R0679": {"en": "GDPR", "de": "DSGVO", "fr": "RGPD", "es": "RGPD", "pt": "RGPD", "it": "GDPR"},
    "32018R1725": {"en": "EUDPR"},
    "32019R2088": {"en": "SFDR"},
    "32020R0852": {"en": "Taxonomy Regulation"},
    "32022L2555": {"en": "NIS 2 Directive", "de": "NIS-2-Richtlinie"},
    "32022R0868": {"en": "Data Governance Act"},
    "32022R1925": {"en": "Digital Markets Act"},
    "32022R2065": {"en": "Digital Services Act"},
    "32022R2554": {"en": "DORA", "de": "DORA", "fr": "DORA", "es": "DORA", "it": "DORA", "pt": "DORA"},
    "32023R1114": {"en": "MiCA", "de": "MiCAR"},
    "32023R2854": {"en": "Data Act"},
    "32024R1689": {"en": "AI Act", "de": "KI-VO"},
    "32024R2847": {"en": "Cyber Resilience Act"},
}  # fmt: skip
"""CELEX number -> language (ISO 639-1) -> the preferred name of the act in that language.

Other acts are named by their own titles, if these state a name (``lexdesk.citations.act_names``).
"""

STATUTE_ABBREVIATIONS: dict[str, str] = {
    name: row["work"] for row in _GERMAN for name in listed(row["abbreviations"])
}
"""Abbreviations of statutes -> the published work."""

GERMAN_ABBREVIATIONS: dict[str, str] = {
    name: row["work"]
    for row in _GERMAN
    if row["use"] in ("text", "abbreviation")
    for name in listed(row["abbreviations"])
}
"""Abbreviations that identify a published work in any text; others are cited by their lower case, ``DE-owig``, and a
library knows its statute by them."""

GERMAN_NAMES: dict[str, str] = {
    name: row["work"] for row in _GERMAN for name in listed(row["names"])
}
"""Names of statutes in the nominative, and their names in other languages -> work."""

GERMAN_CODES: dict[str, str] = {
    name.lower().replace("ß", "ss"): row["work"]
    for row in _GERMAN
    if row["use"] == "text"
    for name in listed(row["names"])
}
"""Names of codes, in lower case and with ``ss`` for ``ß``, that identify them in any text -> work."""

SOCIAL_CODE_BOOKS = ("erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt",
                     "zehnt", "elft", "zwölft", "dreizehnt", "vierzehnt")  # fmt: skip
