"""US cases and statutes through eyecite, where the extra ``lexdesk[us]`` is installed.

eyecite takes 300 ms to import, so it is not touched before a text holds what looks like a US citation.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator

from lexdesk.citations.citation import Citation

_SIGN = re.compile(
    r"\b\d{1,4}\s(?:U\.\s?S\.|S\.\s?Ct\.|L\.\s?Ed\.|F\.\s?(?:2d|3d|4th|App|Supp)|Fed\.|[A-Z][a-z]{1,5}\.|[A-Z]\.\s?[A-Z0-9])|U\.S\.C|C\.F\.R|\bStat\.|G\.S\.\s§"
)
_CODE = re.compile(
    r"(?P<code>\d{1,2}\sU\.?\s?S\.?\s?C\.?(?:\sA\.?)?|\d{1,2}\sC\.?\s?F\.?\s?R\.?|N\.?C\.?\s?G\.?S\.?(?:\sStat\.)?)"
    r"\s?(?:§§\s?(?P<first>\d{1,6}[a-z]{0,3})(?:[-–]\d{1,6}[a-z]{0,3}(?:-\d{1,4})?)?"
    r"|§\s?(?P<section>\d{1,6}[a-z]{0,3}(?:[-.–:]\d{1,5}[a-z]{0,3}){0,4}))(?P<pin>(?:\([a-zA-Z0-9]{1,4}\)){0,5})"
)
_STATE = r"(?:[A-Z][a-z]{1,12}\.?\s){1,3}"
_OTHER = re.compile(
    rf"\b(?P<code>{_STATE}(?:[Cc]ode|Stat\.?|Stats\.|Laws)(?:\sAnn\.?)?\s?§§?\s?\d[\w.:-]{{0,20}}(?:\([a-zA-Z0-9]{{1,4}}\)){{0,5}}(?<![.:-])"
    r"|Restatement\s\((?:First|Second|Third)\)\sof\s[A-Z]\w+(?:\s(?:of|and)\s[A-Z]\w+)?,?\s§\s?\d{1,4}(?:\([a-z]\))?"
    r"|(?:U\.\s?S\.\s)?(?:Const\.,?\s)?[Aa]rt\.\s[IVX]{1,4},\s§\s?\d{1,2}(?:,\scl\.\s\d{1,2})?"
    r"|(?:U\.\s?S\.\s)Const\.,?\s[Aa]mend\.\s[IVX]{1,6})"
)
_NO_REPORTER = ("App.",)
"""Reporters of eyecite that are mostly something else: the joint appendix of a case."""



def is_available() -> bool:
    """Whether eyecite is installed."""
    return importlib.util.find_spec("eyecite") is not None


def find(text: str) -> Iterator[Citation]:
    """Every US case and statute that the text cites; without eyecite, statutes of main codes alone."""
    codes = list(_codes(text))
    yield from codes
    if _SIGN.search(text) and is_available():
        for case in _cases(text):
            if not any(c.start < case.end and case.start < c.end for c in codes):
                yield case


def _codes(text: str) -> Iterator[Citation]:
    for match in _CODE.finditer(text):
        code = re.sub(r"\s", "", match["code"])
        code = re.sub(r"^(\d+)", r"\1 ", code)
        work = f"{code} § {match['first'] or match['section']}"
        yield Citation(match.start(), match.end(), match[0], "us", work, pin_cite=match["pin"])
    for match in _OTHER.finditer(text):
        work = re.sub(r"§\s?", "§ ", match["code"])
        yield Citation(match.start(), match.end(), match[0], "us", work)


def _cases(text: str) -> Iterator[Citation]:
    import logging

    from eyecite import get_citations
    from eyecite.models import CaseCitation, FullCaseCitation, FullLawCitation

    logging.getLogger("eyecite").setLevel(logging.CRITICAL)  # it warns of what it cannot settle
    for found in get_citations(text):
        if not isinstance(found, CaseCitation | FullLawCitation):
            continue
        if isinstance(found, CaseCitation) and found.corrected_reporter() in _NO_REPORTER:
            continue
        start, end = found.span()
        pin_cite = str(found.metadata.pin_cite or "") if isinstance(found, FullCaseCitation) else ""
        if pin_cite and text[end : end + 12].startswith(f", {pin_cite}"):
            end += 2 + len(pin_cite)
        yield Citation(start, end, text[start:end], "us", found.corrected_citation(), pin_cite=pin_cite)
