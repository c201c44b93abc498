"""Judgments: the Court of Justice of the Union and its courts, the Court of Human Rights, ECLI.

A case number is written as the CELEX number of a judgment (sector 6): year in which the case was
brought, court, ``J``, number. ECLI: Council conclusions 2011/C 127/01.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexdesk.citations.citation import Citation
from lexdesk.citations.scan import around_slashes, matches

_WORD = r"(?:(?:[Jj]oined\s)?[Cc]ases?|[Vv]erbundenen?\sRechtssachen|Rechtssache|Rs\.|(?:[Aa]ffaires?(?:\sjointes)?))\s"
_CASE = re.compile(
    rf"(?P<word>\b{_WORD})?(?<![\w/-])(?P<court>[CTF])(?P<dash>\s?[-‑–]\s?|\s)(?P<number>\d{{1,4}})/(?P<year>\d\d)(?!\d)"
    r"(?:\sP\b|\sRENV\b|\sR\b)?(?!/)"
)
_OLD_CASE = re.compile(rf"\b{_WORD}(?P<number>\d{{1,3}})/(?P<year>[5-8]\d)(?!\d)")
_OLD_FURTHER = re.compile(
    r"(?:,\s(?:and\s)?|\s(?:and|to|und|et)\s)(?P<number>\d{1,3})/(?P<year>[5-8]\d)(?!\d)"
)
_CHAMBER = re.compile(r"(?<![\d.])\d{1,3}\s?[a-z]?\s$")
"""In front of the letter of a German docket: ``6 T 104/07`` is one of the Landgericht, and no Case T-104/07."""
_JOURNAL = re.compile(r"(?:\bOJ|ABl\.?|JO|\bL)\s?(?:EU|EG)?\s?(?:n[ro°]\s?)?$")
_ECLI = re.compile(r"E(?<!\wE)CLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}(?<!\.)")
_APPLICATION = re.compile(
    r"\b(?:[Aa]ppl(?:ication|\.)\s[Nn]os?\.?|[Nn]os?\.|requêtes?\sn[o°]s?\.?|Nr\.)\s(?P<number>\d{3,5}/\d\d)(?!\d)"
)
_FURTHER_APPLICATION = re.compile(r"(?:,\s|\sand\s|\set\s|\sund\s)(?P<number>\d{3,5}/\d\d)(?!\d)")
_HUMAN_RIGHTS = re.compile(
    r"ECHR|ECtHR|EGMR|CEDH|European Court of Human Rights|\bv\.?\s(?:the\s)?[A-Z]|[Aa]pplication"
)


def find(text: str) -> Iterator[Citation]:
    """Every judgment that the text cites by number."""
    for match in _ECLI.finditer(text):
        yield Citation(*match.span(), match[0], "court", match[0])
    near_slashes = around_slashes(text)
    for match in matches(_CASE, text, near_slashes):
        if match["dash"].isspace() and not match["word"]:
            before = text[max(0, match.start() - 12) : match.start()]
            if _JOURNAL.search(before) or _CHAMBER.search(before):
                continue
        yield _case(match, match["court"], match["number"], match["year"])
    for match in matches(_OLD_CASE, text, near_slashes):
        yield _case(match, "C", match["number"], match["year"])
        yield from _further_old(text, match.end())
    for match in matches(_APPLICATION, text, near_slashes):
        if _HUMAN_RIGHTS.search(text[max(0, match.start() - 200) : match.end() + 40]):
            yield from _applications(text, match)


def _further_old(text: str, position: int) -> Iterator[Citation]:
    while match := _OLD_FURTHER.match(text, position):
        start = match.start("number")
        celex = _celex("C", match["number"], match["year"])
        yield Citation(start, match.end(), text[start : match.end()], "court", celex)
        position = match.end()


def _applications(text: str, first: re.Match[str]) -> Iterator[Citation]:
    match: re.Match[str] | None = first
    while match is not None:
        start = match.start() if match is first else match.start("number")
        yield Citation(
            start, match.end(), text[start : match.end()], "court", f"ECHR-{match['number']}"
        )
        match = _FURTHER_APPLICATION.match(text, match.end())


def _case(match: re.Match[str], court: str, number: str, year: str) -> Citation:
    celex = _celex(court, number, year)
    return Citation(*match.span(), match[0], "court", celex)


def _celex(court: str, number: str, year: str) -> str:
    full_year = 1900 + int(year) if int(year) > 51 else 2000 + int(year)
    return f"6{full_year}{court}J{int(number):04d}"
