"""Decisions of the courts of Austria, France and Switzerland, by their dockets, collections and legal maxims.

``BGE 140 III 86 E. 3``, ``arrêt 4A_466/2012 consid. 3.2``, ``OGH 6 Ob 56/18k``, ``VfSlg 19.592/2011``, ``Cass. soc., 25 nov.
2015, n° 14-24.444``, ``CE, 30 oct. 2009, n° 298348``. They have no identifier in the text, so the citation has the name.
"""

from collections.abc import Iterator

from lexdesk.citations.citation import Citation
from lexdesk.citations.prefilter import ScannedText, WordPattern, find_matches, find_slash_windows
from lexdesk.citations.works.courts import build_judgment_citation
from lexdesk.text.lazy_pattern import lazy_pattern

_DAY = r"(?:(?:vom\s)?\d{1,2}\.\s?(?:\d{1,2}\.|[A-Z][a-zä]{2,8})\s?\d{4},?\s)?"
_BETWEEN = r"[^;()\n§]{0,90}?"
_VOLUME = r"(?:BGE|ATF|DTF)\s(?P<volume>\d{1,3}\s(?:Ia?|II|III|IV|V)\s\d{1,4})(?!\d)"
_FEDERAL = lazy_pattern(r"(?<!\w)[1-9][A-Z]_\d{1,4}/\d{4}(?!\d)")
"""A docket of the Swiss Federal Court: ``4A_466/2012``."""
_GERMAN = (
    _VOLUME,
    rf"OGH,?\s{_DAY}(?P<ogh>\d{{1,2}}\sOb[AS]?\s?\d{{1,3}}/\d\d[a-z])",
    rf"VfGH,?\s{_DAY}(?P<vfgh>[A-Z]{{1,3}}\s?\d{{1,5}}/\d{{4}})(?!\d)",
    rf"VwGH,?\s{_DAY}(?P<vwgh>R[aoe]\s\d{{4}}/\d{{2}}/\d{{4}}|\d{{2,4}}/\d{{2}}/\d{{4}})(?!\d)",
    r"(?:RIS-Justiz\s)?(?P<maxim>RS\d{7})(?!\d)",
    r"(?P<collection>V[fw]Slg\.?\s\d{1,2}\.\d{3}(?:\s?[AF])?(?:/\d{4})?)(?!\d)",
)
_LOWER = {"ca": r"CA|Cour\sd['’]appel\sd[e'’]", "caa": "CAA", "ta": "TA", "tj": "TJ", "tgi": "TGI"}
"""Courts of appeal and of first instance, by the groups of their numbers."""
_FRENCH = (
    _VOLUME,
    rf"(?:(?:Cass|Civ|Com|Soc|Crim)\.|Cour\sde\scassation){_BETWEEN}n[°os]{{1,2}}\s?(?P<cass>\d\d-\d\d[.\s]?\d{{3}})(?!\d)",
    rf"(?:CE|Conseil\sd['’][ÉE]tat){_BETWEEN}n[°os]{{1,2}}\s?(?P<ce>\d{{5,6}})(?!\d)",
    rf"(?:Cons\.\sconst\.|Conseil\sconstitutionnel|CC){_BETWEEN}n[°o]\s?(?P<cc>\d{{2,4}}-\d{{1,4}}(?:/\d{{1,4}})?\s(?:DC|QPC|LP|L))\b",
    *(
        rf"(?:{words})\s?[A-Z][\w-]+{_BETWEEN}n[°o]\s?(?P<{court}>\d\d/\d{{4,5}}|\d\d[A-Z]{{2}}\d{{5}})(?!\d)"
        for court, words in _LOWER.items()
    ),
)
_COURTS = {
    "volume": "BGE", "ogh": "OGH,", "vfgh": "VfGH,", "vwgh": "VwGH,", "cass": "Cass.,", "ce": "CE,",
    "cc": "Cons. const.,", **{court: f"{court.upper()}," for court in _LOWER},
}  # fmt: skip
"""The court before the number, in the name of the decision."""
_HEADS_DE = ("BGE", "OGH", "VfGH", "VwGH", "RIS", "RS", "VfSlg", "VwSlg")
_HEADS_FR = ("ATF", "Cass", "Civ", "Com", "Soc", "Crim", "CE", "Con", "CC", "CA", "TJ", "TA", "TGI", "Cour")  # fmt: skip
_PATTERNS = {
    "de": WordPattern(lazy_pattern("|".join(_GERMAN)), _HEADS_DE),
    "fr": WordPattern(lazy_pattern("|".join(_FRENCH)), _HEADS_FR),
}
_MARGINAL = lazy_pattern(
    r"(?:\sdu\s\d{1,2}(?:er)?\s\w+\s\d{4}|\s(?:vom|v\.)\s\d{1,2}\.\s?\w+\.?\s?\d{4})?"
    r",?\s(?:Rn|Rz|E|consid|c|§)\.?\s?(?P<number>\d{1,3})(?:\.\d{1,3})*(?!\d)"
)


def build_court_patterns(language: str) -> tuple[WordPattern, ...]:
    """Return the patterns of ``find`` for the ``WordScan``."""
    return (_PATTERNS[language],) if language in _PATTERNS else ()


def find(scanned: ScannedText, language: str) -> Iterator[Citation]:
    """Yield every decision of these courts in a German or French text."""
    text = scanned.text
    for pattern in build_court_patterns(language):
        for match in scanned.matches(pattern):
            kind = match.lastgroup or ""
            name = f"{_COURTS.get(kind, '')} {' '.join(match[kind].split())}".strip()
            yield build_judgment_citation(
                text, *match.span(), _MARGINAL.match(text, match.end()), name=name
            )
        for match in find_matches(_FEDERAL, text, find_slash_windows(text)):
            yield build_judgment_citation(
                text, *match.span(), _MARGINAL.match(text, match.end()), name=match[0]
            )
