"""The court or authority of a text, detected from its identifier and title.

The identifiers are CELEX numbers (sector 3 is legislation, sector 6 case law; letters name the
court) and those of national statutes; the titles of Union acts name their institutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from lexdesk.storage import Store, until_changed
from lexdesk.text.lazy_pattern import lazy_pattern

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
_NEUTRAL = lazy_pattern(r"\[\d{4}\] (UKSC|UKHL|EWCA|EWHC|IESC|IECA|IEHC)\b")


def detect_authority(work: str, title: str) -> str:
    """Return the court or authority of a work; ``""`` if identifier and title do not name one."""
    if case := _CASE.match(work):
        return _COURTS[case[1]]
    state = work.partition("-")[0]
    if state in _STATES and "-" in work:
        return _STATES[state]
    if neutral := _NEUTRAL.search(title):
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


@until_changed
def authorities(store: Store) -> Mapping[int, str]:
    """Return the authority of each expression with a known one."""
    found = (
        (expression, detect_authority(work, title))
        for expression, work, title in store.filters.titles_of_expressions()
    )
    return {number: name for number, name in found if name}


def count_by_authority(store: Store) -> dict[str, int]:
    """Count the documents of each authority, most first."""
    return dict(Counter(authorities(store).values()).most_common())
