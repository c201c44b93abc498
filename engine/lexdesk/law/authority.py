"""The court or authority of a text, detected from its identifier and title.

The identifiers are CELEX numbers (sector 3 is legislation, sector 6 case law; letters name the
court) and those of national statutes; the titles of Union acts name their institutions.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from lexdesk.storage import Store, until_changed
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import listed, read_table
from lexdesk.text.tokens import fold

_CASE = lazy_pattern(r"6\d{4}([CTF])[A-Z]\d{4}")
_COURTS = {"C": "Court of Justice", "T": "General Court", "F": "Civil Service Tribunal"}
_ACT = lazy_pattern(r"3\d{4}[A-Z]{1,2}\d{4}")
_OPENING = 220  # characters of a title up to its authors
_PARLIAMENT = lazy_pattern(
    r"\b(?:european parliament|europäischen parlaments?|parlement européen)\b"
)
_BANK = lazy_pattern(
    r"\b(?:european central bank|europäischen zentralbank|banque centrale européenne)\b"
)
_COMMISSION = lazy_pattern(
    r"^(?:\S+ ){0,2}?commission\b|\bof the commission\b|\bder kommission\b|\bde la commission\b"
)
_COUNCIL = lazy_pattern(r"^council\b|\bof the council\b|\bdes rates\b|\bdu conseil\b")
_STATES = {"DE": "Germany", "IE": "Ireland", "UK": "United Kingdom", "GB": "United Kingdom"}
_NEUTRAL = lazy_pattern(
    r"\[\d{4}\] (UKSC|UKHL|UKPC|EWCA|EWHC|EWCOP|EWFC|EWCC|UKUT|UKFTT|EAT|CSIH|CSOH|NICA|IESC|IECA|IEHC)\b"
)
_FIND_CASE_LAW = lazy_pattern(r"https?://caselaw\.nationalarchives\.gov\.uk/id/(?P<court>[a-z]+)/")
_GERMAN_ECLI = lazy_pattern(
    r"ECLI:DE:(?P<court>BGH|BVERFG|BVERWG|BFH|BAG|BSG|BPATG):", re.IGNORECASE
)
_GERMAN_TITLE = lazy_pattern(
    r"(?P<court>BGH|BVerfG|BVerwG|BFH|BAG|BSG|BPatG|(?:OLG|LG|AG|VGH|OVG|LAG|KG|VG|FG|LSG|SG|ArbG|BayObLG)(?:\s[A-ZÄÖÜ][\wäöüß-]+)?)"
    r"(?:,|\svom)\s"
)
_GERMAN_COURTS = {
    name.casefold(): name for name in ("BGH", "BVerfG", "BVerwG", "BFH", "BAG", "BSG", "BPatG")
}
_NAMES_OF_COURTS = {
    row["court"]: tuple(listed(row["names"]))
    for row in read_table(Path(__file__).parent / "data" / "courts.tsv", ("court", "names"))
}
"""Courts as ``detect_authority`` names them -> other names; a name may be of courts in several countries."""


def detect_authority(work: str, title: str) -> str:
    """Return the court or authority of a work; ``""`` if identifier and title do not name one."""
    if case := _CASE.match(work):
        return _COURTS[case[1]]
    if case := _FIND_CASE_LAW.match(work):
        return case["court"].upper()
    if case := _GERMAN_ECLI.match(work):
        return _GERMAN_COURTS[case["court"].casefold()]
    if case := _GERMAN_TITLE.match(title):
        return case["court"]
    state = work.partition("-")[0]
    if state in _STATES and "-" in work:
        return _STATES[state]
    if neutral := _NEUTRAL.match(work) or _NEUTRAL.search(title):
        return neutral[1]
    opening = title[:_OPENING].casefold()
    if _PARLIAMENT.search(opening):
        return "European Parliament and Council"
    for pattern, name in (
        (_BANK, "European Central Bank"),
        (_COMMISSION, "Commission"),
        (_COUNCIL, "Council"),
    ):
        if pattern.search(opening):
            return name
    return "European Union" if _ACT.match(work) else ""


def find_authorities_named(folded: str) -> frozenset[str]:
    """Return the names, without case and accents, of the authorities that a name means: ``supreme court``."""
    return _authorities_by_name().get(folded, frozenset()) | {folded}


@cache
def _authorities_by_name() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for authority, names in _NAMES_OF_COURTS.items():
        for name in names:
            found[fold(name)] = found.get(fold(name), frozenset()) | {fold(authority)}
    return found


@until_changed
def find_authorities(store: Store) -> Mapping[int, str]:
    """Return the authority of each expression with a known one."""
    found = (
        (expression, detect_authority(work, title))
        for expression, work, title in store.filters.titles_of_expressions()
    )
    return {number: name for number, name in found if name}


def count_by_authority(store: Store) -> dict[str, int]:
    """Count the documents of each authority, most first."""
    return dict(Counter(find_authorities(store).values()).most_common())
