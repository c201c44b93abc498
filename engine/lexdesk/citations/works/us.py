"""US cases and statutes by eyecite, with the extra ``us``.

eyecite takes 300 ms to import, so it is loaded only for texts with a sign of a US citation.
"""

import importlib
import importlib.util
import logging
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from lexdesk.citations.citation import Citation
from lexdesk.citations.grammar import is_quantity
from lexdesk.citations.prefilter import find_after_words, find_matches, find_windows
from lexdesk.text.lazy_pattern import lazy_pattern

_SIGN = lazy_pattern(
    r"\d\s(?!(?:Geo|Edw|Will|Vict|Eliz|Hz)\.|No\.\s\d{1,3}\sof\s\d{4})(?:U\.\s?S\.|S\.\s?Ct\.|L\.\s?Ed\.|F\.\s?(?:2d|3d|4th|App|Supp)|Fed\."
    r"|(?:[A-Z][A-Za-z']{0,5}\.\s?){1,4}(?:(?:2d|3d|4th|5th)\.?\s?)?\(?\d)"
)
"""A volume with a reporter, except regnal years of British statutes and the numbers of Irish Acts, ``10 No. 20 of 1923``."""
_SIGNS_OF_STATUTE = ("U.S.C", "C.F.R", "Stat.")
_SIGN_OF_GENERAL_STATUTE = lazy_pattern(r"G\.S\.\s§")
_CODE = lazy_pattern(
    r"(?P<code>\d{1,2}\sU\.?\s?S\.?\s?C\.?(?:\sA\.?)?|\d{1,2}\sC\.?\s?F\.?\s?R\.?|N\.?C\.?\s?G\.?S\.?(?:\sStat\.)?)"
    r"\s?(?:§§\s?(?P<first>\d{1,6}(?:\.\d{1,5})?(?:[a-z]{1,3}(?:-\d{1,2}[a-z]?(?!\w))?|[A-Z]{1,2})?)(?:[-–]\.?\d{1,6}[a-z]{0,3}(?:-\d{1,4})?)?"
    r"|§\s?(?P<section>\d{1,6}(?:[a-z]{1,3}|[A-Z]{1,2})?(?:[-.–:]\d{1,5}(?:[a-z]{1,3}|[A-Z](?![A-Za-z]))?){0,4}))(?P<pin>(?:\([a-zA-Z0-9]{1,4}\)){0,5})"
)
_PLAIN_CODE = lazy_pattern(
    r"(?P<code>\d{1,2}\sU\.?\s?S\.?\s?C\.?|\d{1,2}\sC\.?\s?F\.?\s?R\.?)\s(?:(?:[Pp]art|[Ss]ection|[Ss]ec\.)\s)?"
    r"(?P<section>\d{1,5}(?:[a-z]{1,2}|[A-Z])?(?:-\d{1,3}[a-z]?|\.\d{1,5}[a-z]?(?:-\d{1,2})?)?)(?![\w.]\w)(?P<pin>(?:\([a-zA-Z0-9]{1,4}\)){0,5})"
)
"""Without a sign: ``45 CFR 164.502``, ``21 CFR Part 11``."""
_SIGN_OF_PLAIN_CODE = lazy_pattern(r"C(?:FR|\.\s?F\.\s?R\.)|U(?:SC|\.\s?S\.\s?C\.)")
_FURTHER = lazy_pattern(
    r"(?:,\s(?:and\s|or\s|&\s)?|\s(?:and|or|&)\s)(?P<section>\d{1,6}(?:[a-z]{1,3}-\d{1,2}[a-z]?(?!\w)|[a-z]{0,3}(?:[-–]\d{1,6}[a-z]{0,3})?))(?![\w-])"
    r"(?P<pin>(?:\([a-zA-Z0-9]{1,4}\)){0,5})(?!\s[A-Z])"
)
"""The next of a list behind §§; ``28 U.S.C. §§ 1331, 1332 and 42 U.S.C. § 1983`` begins with another code."""
_STATE = r"(?:[A-Z]\.\s?[A-Z]\.|[A-Z][a-z]{1,12}\.?)\s(?:(?:&\s)?(?:[A-Z]\.\s?[A-Z]\.|[A-Z][a-z]{1,12}\.?)\s){0,3}"
"""``Cal. Bus. & Prof.``: the state and the subject of its code."""
_RULES_OF_COURT = r"(?:Fed\.\s?R\.\s?(?:Civ|Crim|Evid|App|Bankr)\.(?:\s?P\.)?|FRCP|FRCrP|FRAP|FRE)"
_ACRONYMS = "DGCL|SOX|ERISA|FLSA|FDCA|TCPA|CFAA|CDA|FCRA|NLRA|APA"
_PINS = r"(?:\([a-zA-Z0-9]{1,4}\)){0,5}"
_OTHER = lazy_pattern(
    rf"\b(?P<code>{_STATE}(?:[Cc]ode|Stat\.?|Stats\.|Laws?)(?:\sAnn\.?)?(?:\s(?:tit|ch|c)\.\s\d{{1,3}}[A-Z]?,)?\s?§§?\s?\d[\w.:-]{{0,20}}{_PINS}(?<![.:-])"
    r"|\d{2,3}\s(?:ILCS|Ill\.\sComp\.\sStat\.)\s\d{1,4}/[\d-]{1,9}(?<!-)"
    r"|Restatement\s\((?:First|Second|Third)\)\sof\s[A-Z]\w+(?:\s(?:of|and)\s[A-Z]\w+)?,?\s§\s?\d{1,4}[A-Z]?(?:\([a-z]\))?"
    r"|(?:U\.\s?S\.\s)?(?:Const\.,?\s)?[Aa]rt\.\s[IVX]{1,4},\s§\s?\d{1,2}(?:,\scl\.\s\d{1,2})?"
    r"|(?:U\.\s?S\.\s)Const\.,?\s[Aa]mend\.\s[IVX]{1,6}"
    rf"|{_RULES_OF_COURT}\s\d{{1,4}}(?:\.\d)?(?![\w.]\w){_PINS}"
    rf"|U\.?C\.?C\.?\s(?:§§?\s?)?\d[A-C]?-\d{{3}}(?!\w){_PINS}"
    rf"|(?:(?:[A-Z][a-z]+(?:-[A-Z][a-z]+)?\s){{1,4}}Act|{_ACRONYMS}),?\s§§?\s?\d{{1,4}}[a-z]?(?!\w){_PINS})"
)
"""Codes of states, rules of court, the Uniform Commercial Code and Acts by their names: ``Fed. R. Civ. P. 12(b)(6)``."""
_SIGN_OF_CODE = lazy_pattern(
    r"§|Const\.|Fed\.\s?R\.|FR(?:CP|CrP|AP|E)\s|ILCS\s\d|Comp\.\sStat\.\s\d|U\.?C\.?C\.?\s\d"
)
_WORDS_OF_CODE = ("§", "ILCS", "Comp.", "Const.", "Fed.", "FR", "UCC", "U.C.C")
_YEAR_OF_VOLUME = lazy_pattern(r"\[\d{4}\]\s?$")
"""Before a volume of another country: ``[1955] 2 S.C.R. 589`` is Indian or Canadian."""
_WINDOW = 8000
_NO_REPORTER = ("App.", "Abs.", "Art.")
"""Reporters of eyecite that usually mean something else: the appendix of a case, an Absatz."""


@cache
def is_available() -> bool:
    """Return True if eyecite is installed."""
    return importlib.util.find_spec("eyecite") is not None


def find(text: str) -> Iterator[Citation]:
    """Yield every cited US case and statute; without eyecite only statutes of the main codes."""
    codes = list(_codes(text))
    yield from codes
    if is_available() and has_sign(text, 0, len(text)):
        taken = {position for c in codes for position in range(c.start, c.end)}
        yield from (c for c in _cases(text) if c.start not in taken and c.end - 1 not in taken)


def has_sign(text: str, start: int, end: int) -> bool:
    """Check for a reporter or a sign of a statute of the United States, in which eyecite looks."""
    if any(text.find(sign, start, end) >= 0 for sign in _SIGNS_OF_STATUTE):
        return True
    return any(sign.search(text, start, end) for sign in (_SIGN, _SIGN_OF_GENERAL_STATUTE))


def _codes(text: str) -> Iterator[Citation]:
    signs = find_after_words(_SIGN_OF_CODE, _WORDS_OF_CODE, text, 0, len(text))
    around_signs = find_windows(text, signs, before=80, after=120)
    for match in find_matches(_CODE, text, around_signs):
        code = _normalise_code(match["code"])
        work = f"{code} § {match['first'] or match['section']}"
        yield Citation(*match.span(), match[0], "us", work, pin_cite=match["pin"])
        yield from _find_further(text, match.end(), code) if match["first"] else ()
    words = ("CFR", "C.", "USC", "U.")
    signs = find_after_words(_SIGN_OF_PLAIN_CODE, words, text, 0, len(text))
    around_codes = find_windows(text, signs, before=4, after=60)
    for match in find_matches(_PLAIN_CODE, text, around_codes):
        work = f"{_normalise_code(match['code'])} § {match['section']}"
        yield Citation(*match.span(), match[0], "us", work, pin_cite=match["pin"])
    for match in find_matches(_OTHER, text, around_signs):
        work = re.sub(r"§\s?", "§ ", match["code"])
        yield Citation(*match.span(), match[0], "us", work)


def _normalise_code(code: str) -> str:
    """Normalise a code: ``42 USC``, ``42 U. S. C. A.`` -> ``42 U.S.C.``."""
    number, letters = re.fullmatch(r"(\d*)(.*)", re.sub(r"\s", "", code)).groups()  # type: ignore[union-attr]
    plain = letters.replace(".", "")
    letters = {"USC": "U.S.C.", "USCA": "U.S.C.", "CFR": "C.F.R."}.get(plain, letters)
    return f"{number} {letters}".lstrip()


def _find_further(text: str, end: int, code: str) -> Iterator[Citation]:
    """Yield the other sections of a list, each as its own citation."""
    while (match := _FURTHER.match(text, end)) and not is_quantity(text, match.end()):
        start, end = match.start("section"), match.end()
        work = f"{code} § {re.split('(?<=[0-9])[-–]', match['section'])[0]}"
        yield Citation(start, end, text[start:end], "us", work, pin_cite=match["pin"])


def _cases(text: str) -> Iterator[Citation]:
    eyecite = importlib.import_module("eyecite")
    logging.getLogger("eyecite").setLevel(logging.CRITICAL)  # it warns of what it cannot settle
    for offset, window in _windows(text):
        for match in eyecite.get_citations(window):
            if citation := _case(text, offset, match):
                yield citation


def _windows(text: str) -> Iterator[tuple[int, str]]:
    """Yield windows cut at line ends or spaces, because eyecite takes quadratic time."""
    start = 0
    while start < len(text):
        end = min(start + _WINDOW, len(text))
        if end < len(text):
            cut = max(text.rfind("\n", start + _WINDOW // 2, end), text.rfind(" ", end - 200, end))
            end = cut + 1 if cut > start else end
        if has_sign(text, start, end):
            yield start, text[start:end]
        start = end


def _case(text: str, offset: int, match: Any) -> Citation | None:
    models: Any = importlib.import_module("eyecite.models")
    is_case = isinstance(match, models.CaseCitation)
    if not is_case and not isinstance(match, models.FullLawCitation):
        return None
    if is_case and match.groups.get("reporter") in _NO_REPORTER:
        return None
    start, end = (offset + position for position in match.span())
    if is_case and _YEAR_OF_VOLUME.search(text, max(0, start - 7), start):
        return None
    pin_cite = (
        str(match.metadata.pin_cite or "") if isinstance(match, models.FullCaseCitation) else ""
    )
    if pin_cite and text.startswith(f", {pin_cite}", end):
        end += 2 + len(pin_cite)
    return Citation(
        start, end, text[start:end], "us", match.corrected_citation(), pin_cite=pin_cite
    )
