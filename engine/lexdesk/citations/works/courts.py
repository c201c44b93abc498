"""Judgments: the Court of Justice of the Union, the Court of Human Rights, ECLI, the common law.

A case number becomes the CELEX number of a judgment (sector 6): year of the case, court, ``J``,
number. ECLI: Council conclusions 2011/C 127/01. Neutral citations and law reports as in OSCOLA (4th
ed.), 2.1: the pin cite of a judgment is a paragraph number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexdesk.citations.citation import Citation
from lexdesk.citations.prefilter import find_matches, windows_around_slashes
from lexdesk.structure.decisions.neutral_citation import NEUTRAL_NUMBER
from lexdesk.structure.eu.identity import celex_of_case
from lexdesk.text.lazy_pattern import lazy_pattern

_WORD = r"(?:(?:[Jj]oined\s)?[Cc]ases?|[Vv]erbundenen?\sRechtssachen|Rechtssache|Rs\.|(?:[Aa]ffaires?(?:\sjointes)?))\s"
_CASE = lazy_pattern(
    rf"(?P<word>\b{_WORD})?(?<![\w/-])(?P<court>[CTF])(?P<dash>\s?[-‑–]\s?|\s)(?P<number>\d{{1,4}})/(?P<year>\d\d)(?!\d)"
    r"(?:\sP\b|\sRENV\b|\sR\b)?(?!/)"
)
_OLD_CASE = lazy_pattern(rf"\b{_WORD}(?P<number>\d{{1,3}})/(?P<year>[5-8]\d)(?!\d)")
_OLD_FURTHER = lazy_pattern(
    r"(?:,\s(?:and\s)?|\s(?:and|to|und|et)\s)(?P<number>\d{1,3})/(?P<year>[5-8]\d)(?!\d)"
)
_CHAMBER = lazy_pattern(r"(?<![\d.])\d{1,3}\s?[a-z]?\s$")
"""Before the letter of a German docket: ``6 T 104/07`` is a Landgericht's, not Case T-104/07."""
_JOURNAL = lazy_pattern(r"(?:\bOJ|ABl\.?|JO|\bL)\s?(?:EU|EG)?\s?(?:n[ro°]\s?)?$")
_ECLI = lazy_pattern(r"E(?<!\wE)CLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}(?<!\.)")
_APPLICATION = lazy_pattern(
    r"\b(?:[Aa]ppl(?:ication|\.)\s[Nn]os?\.?|[Nn]os?\.|requêtes?\sn[o°]s?\.?|Nr\.)\s(?P<number>\d{3,5}/\d\d)(?!\d)"
)
_FURTHER_APPLICATION = lazy_pattern(r"(?:,\s|\sand\s|\set\s|\sund\s)(?P<number>\d{3,5}/\d\d)(?!\d)")
_HUMAN_RIGHTS = lazy_pattern(
    r"ECHR|ECtHR|EGMR|CEDH|European Court of Human Rights|\bv\.?\s(?:the\s)?[A-Z]|[Aa]pplication"
)

_COMMON_LAW = lazy_pattern(
    rf"\[(?P<year>(?:1[89]|20)\d{{2}})\]\s(?:{NEUTRAL_NUMBER}"
    r"|(?P<report>(?:\d{1,2}\s)?(?:AC|QB|KB|Ch|Fam|WLR|All\sER(?:\s\([A-Z][a-z]+\))?|IR|ILRM|ELR|ICR|IRLR|BCLC"
    r"|BCC|CMLR|ECR|EHRR|FCR|FLR|FSR|RPC|HLR|NI|STC|UKHRR|Cr\sApp\sR|Lloyd['’]s\sRep)\s(?:I-|II-)?\d{1,5}(?![\w/])))"
)
"""A neutral citation, or a volume of law reports by its year: ``[1932] AC 562``, ``[2021] 3 WLR 1268``."""
_PARAGRAPH = lazy_pattern(
    r",?\s(?:at\s)?(?:(?:para(?:graph)?s?\.?\s)\[?|\[)(?P<number>\d{1,3})(?!\d)\]?"
)
_POINT = lazy_pattern(
    r"(?:\s\([^()\n]{1,60}\))?(?:,\s(?:ECLI:)?EU:[CTF]:\d{4}:\d{1,4})?,\s(?:paragraphs?|paras?\.?|Rn\.|Randnrn?\.|points?)\s(?P<number>\d{1,3})(?!\d)"
)
"""After the number of a case: ``C-311/18, EU:C:2020:559, paragraph 94``."""


def find(text: str) -> Iterator[Citation]:
    """Yield every judgment cited by number."""
    for match in _ECLI.finditer(text):
        yield Citation(*match.span(), match[0], "court", match[0])
    yield from _find_common_law(text)
    near_slashes = windows_around_slashes(text)
    for match in find_matches(_CASE, text, near_slashes):
        if match["dash"].isspace() and not match["word"]:
            before = text[max(0, match.start() - 12) : match.start()]
            if _JOURNAL.search(before) or _CHAMBER.search(before):
                continue
        yield _case(match, match["court"], match["number"], match["year"])
    for match in find_matches(_OLD_CASE, text, near_slashes):
        yield _case(match, "C", match["number"], match["year"])
        yield from _find_further_old(text, match.end())
    for match in find_matches(_APPLICATION, text, near_slashes):
        if _HUMAN_RIGHTS.search(text[max(0, match.start() - 200) : match.end() + 40]):
            yield from _applications(text, match)


def _find_common_law(text: str) -> Iterator[Citation]:
    """Yield one citation for each judgment; parallel reports of the same year belong to it."""
    end = 0
    for match in _COMMON_LAW.finditer(text):
        if match.start() < end:
            continue
        end = match.end()
        while (parallel := _COMMON_LAW.match(text, end + 2)) and text[end : end + 2] in (
            ", ",
            "; ",
        ):
            if parallel["year"] != match["year"] or not parallel["report"]:
                break
            end = parallel.end()
        citation = judgment_citation(
            text, match.start(), end, _PARAGRAPH.match(text, end), work=" ".join(match[0].split())
        )
        end = citation.end
        yield citation


def _find_further_old(text: str, position: int) -> Iterator[Citation]:
    while match := _OLD_FURTHER.match(text, position):
        start = match.start("number")
        celex = celex_of_case("C", match["number"], match["year"])
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
    text, (start, end) = match.string, match.span()
    return judgment_citation(
        text, start, end, _POINT.match(text, end), work=celex_of_case(court, number, year)
    )


def judgment_citation(
    text: str,
    start: int,
    end: int,
    paragraph: re.Match[str] | None,
    *,
    work: str = "",
    name: str = "",
) -> Citation:
    """Return the citation of a judgment at ``start`` to ``end``, with the ``paragraph`` after it.

    ``paragraph`` has the group ``number``.
    """
    number = paragraph["number"] if paragraph else ""
    end = paragraph.end() if paragraph else end
    eids = (f"para_{number}",) if number else ()
    return Citation(start, end, text[start:end], "court", work, name, eids, number)
