"""Decisions of German courts: ``BGH, Urteil vom 6. Mai 2021 – IX ZR 72/20, ZIP 2021, 1447 Rn. 12``.

Court, date and docket identify one decision; one docket may have several. Their identifiers are not
in the text, so a library looks them up by these three.
"""

import datetime
import re
from collections.abc import Iterator

from lexdesk.citations.citation import Citation
from lexdesk.citations.prefilter import ScannedText, WordPattern
from lexdesk.citations.works.courts import build_judgment_citation
from lexdesk.structure.dates import find_date, find_numeric_date
from lexdesk.text.lazy_pattern import lazy_pattern

_FEDERAL = ("BGH", "BVerfG", "BVerwG", "BFH", "BAG", "BSG", "BPatG")
_OTHERS = (
    "BayObLG", "OLG", "KG", "LAG", "OVG", "VGH", "LSG", "FG", "LG", "AG", "VG", "ArbG", "SG",
)  # fmt: skip
_KIND = (
    r"(?:(?:Versäumnis|Teil|Grund|Vorlage|Hinweis|Kosten)?(?:[Uu]rteil|[Bb]eschl(?:uss|uß|üss|üß))e?"
    r"|Urt\.|Beschl\.|VU|EuGH-Vorlage)"
)
_DAY = r"(?:(?:vom|v\.)\s?)?(?P<day>\d{1,2}\.\s?(?:\d{1,2}\.|[A-Z][a-zä]{2,8})\s?\d{4}|(?:19|20)\d\d-\d\d-\d\d)"
_DOCKET = (
    r"(?P<docket>(?:(?:B\s|I-)?\d{1,3}a?\s|[IVX]{1,5}[a-z]?\s|[A-Z]\s)?[A-Z][A-Za-z]{0,8}\s?(?:\([A-Za-z]{1,6}\)\s?)?\s"
    r"\d{1,5}[/.]\d{2}(?!\d)(?:\s(?:R|B|BH|PKH)\b)?)"
)
_DECISION = (
    rf"(?:{_KIND}\s)?{_DAY}\s?(?:[-‐-―,(]|\s[Aa]z\.:?|(?=\s[IVX]{{1,5}}[a-z]?\s[A-Z]{{1,3}}\s\d))\s?(?:[Aa]z\.:?\s)?"
    rf"(?:(?:{'|'.join(_FEDERAL)})\s)?{_DOCKET}"
)
_COURT = rf"(?P<court>{'|'.join(_FEDERAL)}|(?:{'|'.join(_OTHERS)})(?:\s[A-ZÄÖÜ][\wäöüß-]+)?)"
_SAID = r"(?:hat|hatte|entschied|urteilte|stellte|führte?)\s[^.;()\d]{0,60}?"
"""``Der BGH hat mit Urteil vom 12.11.2014 (Az. VIII ZR 42/14) entschieden``."""
_FIRST = WordPattern(
    lazy_pattern(rf"{_COURT}(?:,?\s\(?(?:{_SAID})?|-(?={_KIND}\s)){_DECISION}"),
    (*_FEDERAL, *_OTHERS),
)
_WITHOUT_DAY = WordPattern(
    lazy_pattern(rf"(?P<court>{'|'.join(_FEDERAL)}),?\s(?:[Aa]z\.:?\s|[-‐-―]\s)?{_DOCKET}"),
    _FEDERAL,
)
"""``BVerfG 1 BvR 16/13``, ``BGH, I ZR 7/16``."""
_COLLECTIONS = (
    "BGHZ", "BGHSt", "BVerfGE", "BVerfGK", "BVerwGE", "BAGE", "BFHE", "BSGE", "BPatGE", "RGZ", "RGSt", "GmSOGB",
)  # fmt: skip
_JOURNALS = (
    "NJW", "NJW-RR", "NZA", "NZA-RR", "NZG", "NZI", "NZM", "NZS", "NZV", "NZBau", "NStZ", "NStZ-RR", "NVwZ", "NVwZ-RR",
    "WM", "ZIP", "GRUR", "GRUR-RR", "GRUR-RS", "MDR", "DStR", "FamRZ", "VersR", "WRP", "WuM", "ZInsO", "EuZW", "DVBl",
    "DÖV", "MMR", "ZUM", "BeckRS", "AuR", "StV", "wistra", "VuR", "BKR",
)  # fmt: skip
_REPORT = WordPattern(
    lazy_pattern(
        rf"(?P<collection>{'|'.join(_COLLECTIONS)})\s(?P<volume>\d{{1,3}}),\s(?P<page>\d{{1,4}})(?!\d|\.\d)"
        rf"|(?P<journal>{'|'.join(sorted(_JOURNALS, key=len, reverse=True))})\s(?P<year>(?:19|20)\d\d),"
        r"\s(?P<first>\d{1,6})(?!\d|\.\d)"
    ),
    (*_COLLECTIONS, *_JOURNALS),
)
"""A page of a collection of decisions or of a journal: ``BGHZ 163, 234``, ``NJW 2005, 2848``."""
_COURT_BEFORE = lazy_pattern(rf"(?<!\w)(?:EuGH|{_COURT}),?\s$")
_PARALLEL = lazy_pattern(r"(?:\d|Rn\.\s?\d+)\s?(?:=|,)\s?$")
WORD_PATTERNS = (_FIRST, _WITHOUT_DAY, _REPORT)
"""The patterns of ``find`` for the ``WordScan``."""
_LONGEST_PARALLEL = 30  # characters
_NEXT = lazy_pattern(rf"[^.;()]{{0,60}}?(?:[;,]|\sund)\s(?:und\s)?{_DECISION}")
_MARGINAL = lazy_pattern(
    r"(?:(?:\s?[-‐-―])?(?:,\s[^;()]{0,60}?|\sjuris)?(?:\s\([^();]{2,40}\))?,?\s(?:Rn|Rz|Rdnr|Randnr|Tz)|(?:,\s[^;()]{0,60}?)?,?\sE)\.?\s?(?P<number>\d{1,3})(?!\d)"
    r"(?P<more>(?:(?:,\s(?:und\s)?|\s(?:und|bis)\s|\s?[-–]\s?)\d{1,3}(?![\w/.]))*)"
)
"""The Randnummer, after the journals that printed the decision."""


def find(scanned: ScannedText) -> Iterator[Citation]:
    """Yield every decision cited by court, date and docket, or by a page; the pin cite is the Randnummer."""
    text = scanned.text
    ends: list[int] = []
    decisions: list[tuple[int, int]] = []
    for first in scanned.matches(_FIRST):
        match: re.Match[str] | None = first
        while match is not None:
            start = first.start() if match is first else match.start("day")
            citation = _citation(text, start, match, first["court"])
            if citation:
                ends.append(citation.end)
                decisions.append((citation.start, citation.end))
                yield citation
            match = _NEXT.match(text, citation.end if citation else match.end())
    for first in scanned.matches(_WITHOUT_DAY):
        if not any(first.start() < end <= first.end() for end in ends):
            marginal = _MARGINAL.match(text, first.end())
            name = " ".join(f"{first['court']}, {first['docket']}".split())
            yield build_judgment_citation(text, *first.span(), marginal, name=name)
    for report in _reports(scanned, ends):
        if not any(start <= report.start < end for start, end in decisions):
            yield report


def _reports(scanned: ScannedText, ends: list[int]) -> Iterator[Citation]:
    """Yield pages of collections and journals, but not those parallel to a decision that ends at one of ``ends``."""
    text = scanned.text
    for match in scanned.matches(_REPORT):
        start, end = match.span()
        if any(0 <= start - before <= _LONGEST_PARALLEL for before in ends) and _PARALLEL.search(
            text, max(0, start - 12), start
        ):
            ends.append(end)
            continue
        if match["journal"]:
            court = _COURT_BEFORE.search(text, max(0, start - 40), start)
            if court is None and not (start == 0 and end == len(text)):
                continue  # an article, or the second page of a series
            start = court.start() if court else start
        ends.append(end)
        work = " ".join(text[match.start() : end].split())
        yield build_judgment_citation(text, start, end, _MARGINAL.match(text, end), work=work)


def _date(printed: str) -> datetime.date | None:
    """Return the day of ``6. Mai 2021``, ``6.5.2021`` or ``2021-05-06``; ``None`` for an impossible one."""
    if printed[4:5] == "-":
        try:
            return datetime.date.fromisoformat(printed)
        except ValueError:
            return None
    return find_numeric_date(printed.replace(" ", "")) or find_date(printed)


def _citation(text: str, start: int, match: re.Match[str], court: str) -> Citation | None:
    day = _date(match["day"])
    if day is None:
        return None
    name = " ".join(f"{court} vom {day:%d.%m.%Y}, {match['docket']}".split())
    return build_judgment_citation(
        text, start, match.end(), _MARGINAL.match(text, match.end()), name=name
    )
