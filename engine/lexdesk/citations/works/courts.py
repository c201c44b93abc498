"""Judgments: the Court of Justice of the Union, the Court of Human Rights, ECLI, the common law.

A case number becomes the CELEX number of a judgment (sector 6): year of the case, court, ``J``,
number. ECLI: Council conclusions 2011/C 127/01. Neutral citations and law reports as in OSCOLA (4th
ed.), 2.1: the pin cite of a judgment is a paragraph number.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from lexdesk.citations.citation import Citation
from lexdesk.citations.prefilter import find_matches, find_slash_windows
from lexdesk.structure.decisions.neutral_citation import NEUTRAL_NUMBER, canonicalize_citation
from lexdesk.structure.eu.identity import build_case_celex
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
_ECLI = lazy_pattern(
    r"E(?<![\w:]E)(?:CLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}(?<!\.)|U:[CTF]:\d{4}:\d{1,4}(?!\w))"
)
"""An ECLI, and the form of the Court of Justice: ``EU:C:2015:650``."""
_APPLICATION = lazy_pattern(
    r"\b(?:[Aa]ppl(?:ication|\.)\s[Nn]os?\.?|[Nn]os?\.|requêtes?\sn[o°]s?\.?|Nr\.)\s(?P<number>\d{3,5}/\d\d)(?!\d)"
)
_FURTHER_APPLICATION = lazy_pattern(r"(?:,\s|\sand\s|\set\s|\sund\s)(?P<number>\d{3,5}/\d\d)(?!\d)")
_HUMAN_RIGHTS = lazy_pattern(
    r"ECHR|ECtHR|EGMR|CEDH|European Court of Human Rights|\bv\.?\s(?:the\s)?[A-Z]|[Aa]pplication"
)
_SECTION_MARKS = lazy_pattern(
    r"(?:\s\((?:ECtHR|ECHR|EGMR|CEDH|GC)?[^()\n]{0,40}\))?,\s(?:§§?|paras?\.?|paragraphs?)\s(?P<number>\d{1,3})(?![\w/])"
    r"(?P<more>(?:(?:,\s(?:and\s)?|\s(?:and|to|et|und|bis)\s|\s?[-–]\s?)\d{1,3}(?![\w/]))*)(?!\s[A-ZÄÖÜ][A-Za-z]*[A-Z])"
)
"""The paragraphs of a judgment of the Court of Human Rights: ``no. 39954/08, §§ 83-84``."""

_COMMON_LAW = lazy_pattern(
    rf"\[(?P<year>(?:1[89]|20)\d{{2}})\]\s?(?:{NEUTRAL_NUMBER}"
    r"|(?P<report>(?:\d{1,2}\s)?(?:AC|QB|KB|Ch|Fam|WLR|All\sER(?:\s\([A-Z][a-z]+\))?|IR|I\.\s?R\.|ILRM|I\.L\.R\.M\.|E\.L\.R\.|A\.\s?C\.|[QK]\.\s?B\.|W\.L\.R\.|ELR|EMLR|ICR|PTSR|Bus\sLR|Imm\sAR|IRLR|BCLC"
    r"|BCC|CMLR|ECR|EHRR|FCR|FLR|FSR|RPC|HLR|NI|STC|UKHRR|Cr\sApp\sR|Lloyd['’]s\sRep)\s(?:I-|II-)?\d{1,5}(?![\w/])))"
)
"""A neutral citation, or a volume of law reports by its year: ``[1932] AC 562``, ``[2021] 3 WLR 1268``."""
_PARALLEL = lazy_pattern(r"[,;]?\s(?:=\s)?(?=\[)")
"""Between the citations of one judgment."""
_VOLUME = lazy_pattern(
    r"\((?:1[5-9]|20)\d\d\)\s\d{1,3}\s(?:App\sCas|Exch|Ex(?:\sD)?|QBD?|Ch\sD|Ch\sApp|CPD?|KB|PD|HL\sCas|H\sL\sCas|E\s&\sB|B\s&\sS|M\s&\sW"
    r"|Cl\s&\sF(?:in)?|LR\s(?:HL|CP|QB|Ex|Eq)|CLR|DLR|TLR|ER|Cr\sApp\sR(?:\s\(S\))?|P\s&\sCR|EHRR|BHRC|BMLR|ILTR|Con\sLR|LGR)\s\d{1,5}(?![\w/])"
)
"""A report by its volume and the year of the judgment: ``(1854) 9 Exch 341``, ``(1889) 14 App Cas 337``."""
_OPINION = lazy_pattern(
    r"(?:\bOpinions?|\bSchlussanträgen?|\bconclusions)\b[^.;\n]{0,40}(?:Advocate|\bAG|Generalanw|avocat)[^.;\n]{0,60}$"
    r"|\b(?:AG|Advocate\sGeneral)(?:\s[A-Z][\w-]+|['’]s){0,3}\s(?:opinion|conclusions)\b[^.;\n]{0,30}$",
    re.IGNORECASE,
)
"""Before a case: not the judgment, but the opinion of an Advocate General is cited."""
_NEXT_NUMBER = r"(?:,\s(?:(?:and|or|und|et)\s)?|\s(?:and|or|to|und|bis|et|à)\s|\s?[-–]\s?)"
_PARAGRAPH_NUMBER = r"(?:1[0-8]\d\d|\d{1,3})(?!\d)"  # 1088, but no year
_FURTHER_NUMBER = (
    rf"(?:\sff?\.)?{_NEXT_NUMBER}\[?{_PARAGRAPH_NUMBER}(?![\w/]|\s[A-Z][a-z]+\s\d{{4}})\]?"
)
NUMBERS = rf"\[?(?P<number>{_PARAGRAPH_NUMBER})\]?(?P<more>(?:{_FURTHER_NUMBER})*)"
_PLACE_WORD = r"(?:paragraphs?|paras?\.?|points?|pts?\.?|apartados?|Rn\.?|Rz\.?|Rdnr\.?|Randnrn?\.?|Randnummern?)"
_AT = r",?\sat\s(?:para(?:graph)?s?\.?\s|(?=\[\d))"
_POINTS = rf"(?:,\s{_PLACE_WORD}\s|\s(?:R[nz]|Rdnr|Randnrn?)\.?\s|{_AT}|,\s(?=\[\d)){NUMBERS}"
"""Before the paragraphs of a judgment: ``, paragraph 5``, `` Rn. 5``, `` at [5]``, ``, [5]``."""
_ECLI_POINT = lazy_pattern(_POINTS)
_PER_JUDGE = r"(?:\s(?:Fam|Ch|Comm|Admin)\.?(?![\w(]))?(?:,?\s\(?per\s[A-Z][^\d\n;:()\[]{1,60}?)?"
_PARAGRAPH = lazy_pattern(
    rf"{_PER_JUDGE},?\s(?:at\s)?(?:(?:para(?:graph)?s?\.?\s)|(?=\[\d)){NUMBERS}"
)
"""After a neutral citation: ``[2012] UKSC 13, per Lord Reed at [17]``."""
_ECLI_NUMBER = r"\(?(?:ECLI:)?EU:[CTF]:\d{4}:\d{1,4}(?!\d)\)?"
_ECR_PAGE = r"\[\d{4}\]\sECR\s(?:I{1,2}-)?\d{1,5}(?!\d)"
_ECLI_OR_ECR = (
    rf"(?:,?\s\(?[^()/;\n]{{1,80}}?(?:\s\([^()/;\n]{{1,60}}\))?)?,?\s(?:{_ECLI_NUMBER}|{_ECR_PAGE})"
)
_JOURNALS = r"(?:(?:,|\s=)\s(?-i:[A-ZÄÖÜ])[\w-]{1,9}\s(?:19|20)\d\d,\s\d{1,6}){1,3}"
_POINT = lazy_pattern(
    rf"(?:\)|(?:\s\([^()\n]{{1,60}}\))?(?:{_ECLI_OR_ECR}|{_JOURNALS}"
    r"|(?:,?\s|\s[-–]\s)(?-i:[A-ZÄÖÜ])[^()\d;:\n]{1,60}?(?:\s\([^()\d;:\n]{1,60}\))?"
    r"(?=,\s(?:para|(?:points?|pts?\.?|apartados?)\s\d|R[nz]\.?\s\d|Randnr)))?)"
    rf"{_POINTS}"
)
"""After the number of a case: ``C-311/18, EU:C:2020:559, paragraphs 94 and 105``, ``C-311/18, NJW 2020, 2613 Rn. 94``."""
_NAME_AND_ECLI = lazy_pattern(rf"(?:\s\([^()\n]{{1,60}}\))?(?=,?\s[A-Z\[(]){_ECLI_OR_ECR}")
_JOINED = lazy_pattern(r"(?:,\s(?:and\s|und\s|et\s)?|\s(?:and|to|und|et|à|bis)\s)")
"""Between the numbers of joined cases."""
_OLD_WITH_ECLI = lazy_pattern(
    r"(?<![\w/-])(?P<number>\d{1,3})/(?P<year>[5-8]\d)(?=,\s(?:[A-Z][^\d;:()\n]{1,60},\s)?(?:ECLI:)?EU:C:19\d\d:\d)"
)
_STEP = lazy_pattern(
    rf"(?P<joint>\s(?:to|bis|à)\s|\s?[-–]\s?)?\[?(?P<number>{_PARAGRAPH_NUMBER})\]?(?=\D|$)"
)
_LONGEST_RANGE = 60  # paragraphs
_YEARS_APART = 2  # of a judgment and its report


def find(text: str) -> Iterator[Citation]:
    """Yield every judgment cited by number."""
    cases = _with_joined(text, sorted(_find_cases(text), key=lambda case: case.start))
    yield from cases
    for match in _ECLI.finditer(text):
        if not _is_within(cases, match.start()):
            work = match[0] if match[0].startswith("ECLI") else f"ECLI:{match[0]}"
            yield build_judgment_citation(
                text, *match.span(), _ECLI_POINT.match(text, match.end()), work=work
            )
    yield from _find_common_law(text, cases)
    for match in _VOLUME.finditer(text):
        yield Citation(*match.span(), match[0], "court", " ".join(match[0].split()))


def _with_joined(text: str, cases: list[Citation]) -> list[Citation]:
    """Give the paragraphs behind the last of joined cases to each: ``C-203/15 and C-698/15, paragraph 107``."""
    for at in range(len(cases) - 1, 0, -1):
        one, following = cases[at - 1], cases[at]
        if not one.eids and _JOINED.fullmatch(text, one.end, max(one.end, following.start)):
            cases[at - 1] = replace(one, eids=following.eids, pin_cite=following.pin_cite)
    return cases


def _find_cases(text: str) -> Iterator[Citation]:
    """Yield every case cited by the number of its register."""
    near_slashes = find_slash_windows(text)
    for match in find_matches(_CASE, text, near_slashes):
        if match["dash"].isspace() and not match["word"]:
            before = text[max(0, match.start() - 12) : match.start()]
            if _JOURNAL.search(before) or _CHAMBER.search(before):
                continue
        yield _case(match, match["court"], match["number"], match["year"])
    for match in find_matches(_OLD_WITH_ECLI, text, near_slashes):
        yield _case(match, "C", match["number"], match["year"])
    for match in find_matches(_OLD_CASE, text, near_slashes):
        if _OLD_WITH_ECLI.match(text, match.start("number")):
            continue
        yield _case(match, "C", match["number"], match["year"])
        yield from _find_further_old(text, match.end())
    for match in find_matches(_APPLICATION, text, near_slashes):
        if _HUMAN_RIGHTS.search(text[max(0, match.start() - 200) : match.end() + 40]):
            yield from _applications(text, match)


def _is_within(cases: Sequence[Citation], position: int) -> bool:
    """Return True if the citation of one of ``cases``, in order, holds the position."""
    at = bisect_left(cases, position, key=lambda case: case.start)
    return at > 0 and position < cases[at - 1].end


def _find_common_law(text: str, cases: Sequence[Citation]) -> Iterator[Citation]:
    """Yield one citation for each judgment; parallel reports of the same year belong to it.

    A report inside the citation of one of ``cases`` is part of this.
    """
    end = 0
    for match in _COMMON_LAW.finditer(text):
        if match.start() < end or _is_within(cases, match.start()):
            continue
        end = match.end()
        while (joint := _PARALLEL.match(text, end)) and (
            parallel := _COMMON_LAW.match(text, joint.end())
        ):
            apart = int(parallel["year"]) - int(match["year"])
            if not parallel["report"] or not 0 <= apart <= (0 if match["report"] else _YEARS_APART):
                break
            end = parallel.end()
        report = match["report"] is not None
        work = (
            " ".join(match[0].replace(".", "").split())
            if report
            else canonicalize_citation(match[0])
        )
        citation = build_judgment_citation(
            text, match.start(), end, _PARAGRAPH.match(text, end), work=work
        )
        end = citation.end
        yield citation


def _find_further_old(text: str, position: int) -> Iterator[Citation]:
    while match := _OLD_FURTHER.match(text, position):
        start = match.start("number")
        celex = build_case_celex("C", match["number"], match["year"])
        yield Citation(start, match.end(), text[start : match.end()], "court", celex)
        position = match.end()


def _applications(text: str, first: re.Match[str]) -> Iterator[Citation]:
    match: re.Match[str] | None = first
    while match is not None:
        start = match.start() if match is first else match.start("number")
        marks = _SECTION_MARKS.match(text, match.end())
        citation = build_judgment_citation(
            text, start, match.end(), marks, work=f"ECHR-{match['number']}"
        )
        yield citation
        match = _FURTHER_APPLICATION.match(text, citation.end)


def _case(match: re.Match[str], court: str, number: str, year: str) -> Citation:
    text, (start, end) = match.string, match.span()
    point = _POINT.match(text, end)
    if point is None and (named := _NAME_AND_ECLI.match(text, end)):
        end = named.end()
    work = build_case_celex(court, number, year)
    if _OPINION.search(text, max(0, start - 120), start):
        work = work.replace("J", "C", 1) if work[5:6] == "C" else work
    return build_judgment_citation(text, start, end, point, work=work)


def build_judgment_citation(
    text: str,
    start: int,
    end: int,
    paragraph: re.Match[str] | None,
    *,
    work: str = "",
    name: str = "",
) -> Citation:
    """Return the citation of a judgment at ``start`` to ``end``, with the paragraphs after it.

    ``paragraph`` has the group ``number``, and may have the group ``more`` with the next of a list.
    """
    if paragraph is None:
        return Citation(start, end, text[start:end], "court", work, name)
    end, groups = paragraph.end(), paragraph.groupdict()
    pin_cite = f"{groups['number']}{groups.get('more') or ''}"
    eids = tuple(f"para_{number}" for number in _paragraphs(pin_cite))
    return Citation(start, end, text[start:end], "court", work, name, eids, pin_cite)


def _paragraphs(listed: str) -> list[int]:
    """Return the numbers of ``92, 94 and 105``, and all of ``121-123``."""
    numbers: list[int] = []
    for step in _STEP.finditer(listed):
        number = int(step["number"])
        is_range = step["joint"] and numbers and 0 < number - numbers[-1] <= _LONGEST_RANGE
        numbers += range(numbers[-1] + 1, number + 1) if is_range else [number]
    return list(dict.fromkeys(numbers))
