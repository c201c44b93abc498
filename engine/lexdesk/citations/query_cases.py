"""Judgments in queries by number and name: ``C-131/12 Google Spain, para 94``, ``Lloyd v Google [2021] UKSC 50``."""

import itertools
import re
from functools import lru_cache

from msgspec.structs import replace

from lexdesk.citations.citation import Citation
from lexdesk.citations.finder import find
from lexdesk.text.lazy_pattern import lazy_pattern

_NAME_OF_CASE = lazy_pattern(
    r"[A-ZÄÖÜÉ][\w.&'’/-]*(?:[\s,]+(?:[A-ZÄÖÜÉ(][\w.&'’/()-]*|II?|v\.?|vs\.?|c\.|&|and|und|et|others|gegen|of|de|la|du|the|for|van|der|den|von|zu|za|sur|del|di|per|och|na|w|a|i|in|on|re|ex|parte|plc|ltd|llp|llc|co|gmbh|mbh)){0,14}"
)
_JOINTS = " ,;()–-"
_BETWEEN_CASES = ("", "and", "&", "to", "und", "u.", "sowie", "bis", "et", "à")
_YEAR_BEHIND = lazy_pattern(r"\s\((?:[\w.]{1,6}\s){0,3}(?:1[6-9]|20)\d\d\)$")
"""Of a US case: ``410 U.S. 113 (1973)``, ``(2d Cir. 1999)``."""
_PARAGRAPH_BEHIND = lazy_pattern(
    r"(?P<case>.*?[\w)]),?\s(?:(?:at\s)?(?:paragraphs?|paras?\.?|points?|Rn\.?|Randnrn?\.?|§+)\s?|at\s(?=\[?\d)|(?=\[\d))"
    r"(?P<numbers>\[?\d{1,3}\]?(?:(?:\s(?:to|and|&)\s|,\s|\s?[–-]\s?)\[?\d{1,3}\]?)*)\)?",
    re.IGNORECASE,
)
"""The paragraph of a judgment behind its number and name: ``C-634/21 SCHUFA para 44``."""
_AROUND_CASE = lazy_pattern(
    r"\b(?:EuGH|EuG|ECJ|CJEU|CJUE|CJCE|GC|(?:Judgment|Urteil|Beschluss|Arrêt)\b(?:\s(?:of|vom|du)\b)?|Urt\.|Beschl\.|v\.(?=\s\d)"
    r"|(?:des\s)?(?:Europäischen\s)?Gerichtshofs?|(?:the\s)?(?:European\s)?Court\sof\sJustice(?:\sof\sthe\sEuropean\sUnion)?"
    r"|(?:de\s)?la\sCour(?:\sde\sjustice(?:\sde\sl['’]Union\seuropéenne)?)?|des(?=\sEuGH)|(?:vom|du|of)(?=\s\d)|in\sder(?=\s*$|\sR)|in\s(?:the\s)?(?=\s*$)|dans\sl['’](?=\s*$))"
    r"|\b(?:verb(?:\.|undenen?)\s?)?(?:Rs\.|Rechtssachen?\b)|\baffaires?(?:\sjointes)?\b|\bu\.\s?a\.?$"
    r"|\b\d{1,2}(?:\.|er)?\s?(?:\d{1,2}\.|[A-Za-zûéä]{3,9})\s?(?:19|20)\d\d\b|(?<=\s)/(?=\s)",
    re.IGNORECASE,
)
"""The court, the kind and the day of a judgment beside its number: ``CJUE, 16 juillet 2020, C-311/18``."""


@lru_cache(maxsize=64)  # a query is parsed as a whole and with other words
def find_all(text: str, language: str) -> tuple[Citation, ...]:
    """Return all citations in a query."""
    return tuple(find(text, language))


def read_named_case(query: str, typed: str) -> Citation | None:
    """Return the judgment of a number with its name: ``C-131/12 Google Spain, para 94``, ``Lloyd v Google [2021] UKSC 50``."""
    pinned = _PARAGRAPH_BEHIND.fullmatch(query)
    whole = _YEAR_BEHIND.sub("", pinned["case"] if pinned else query)
    both = (find_all(whole, language) for language in ("en", "de"))
    cases = next(filter(None, ([c for c in found if _is_case(c)] for found in both)), [])
    if not cases or not (cases[0].work or cases[0].name):
        return None
    first, last = cases[0], cases[-1]
    between = (whole[a.end : b.start].strip() for a, b in itertools.pairwise(cases))
    if any(joint.strip(_JOINTS) not in _BETWEEN_CASES for joint in between):
        return None
    name = _AROUND_CASE.sub(" ", whole[: first.start] + " " + whole[last.end :])
    if name.strip(_JOINTS) and not _NAME_OF_CASE.fullmatch(name.strip(_JOINTS)):
        return None
    if pinned and not first.eids:
        pin = find(f"EU:C:2000:1, paragraph {pinned['numbers']}", "en")
        eids, pin_cite = next(((c.eids, c.pin_cite) for c in pin if c.eids), ((), ""))
        first = replace(first, eids=eids, pin_cite=pin_cite)
    return replace(first, start=0, end=len(typed), text=typed)


def _is_case(citation: Citation) -> bool:
    return citation.kind == "court" or (citation.kind == "us" and "§" not in citation.work)
