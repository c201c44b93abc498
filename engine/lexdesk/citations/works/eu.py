"""Acts of the Union: full numbers in any of its languages, CELEX, short names, treaties and pointers.

Source of the CELEX form: EUR-Lex, "How CELEX numbers are composed". Directives and decisions with a
suffix have the year first (95/46/EC); ``No`` means that the number is first (No 1049/2001); without
either the year is first, as in all acts since 2015 (2016/679).
"""

import re
from collections.abc import Iterable, Iterator

from lexdesk.citations.citation import ActMention, act_type_of_celex
from lexdesk.citations.names import (
    EU_CAPITALIZED_NAMES,
    EU_NAMES_AT_PLACES,
    EU_SHORT_NAMES,
    TREATIES,
)
from lexdesk.citations.prefilter import (
    NamePattern,
    ScannedText,
    WordPattern,
    find_matches,
    find_slash_windows,
)
from lexdesk.citations.works import eu_pointers, treaties
from lexdesk.structure.eu.identity import build_celex
from lexdesk.structure.eu.vocabulary import INFLECTED_KINDS_OF_ACT, KINDS_OF_ACT
from lexdesk.text.lazy_pattern import lazy_pattern

_KIND_OF_STEM = {
    stem.casefold(): kind  # unifies the lower-case forms of Greek Σ, like re.IGNORECASE
    for kinds in (INFLECTED_KINDS_OF_ACT, KINDS_OF_ACT)
    for kind, stems in kinds.items()
    for stem in stems
}
_STEMS = "|".join(sorted(map(re.escape, _KIND_OF_STEM), key=len, reverse=True))
_KIND_OF_SHORT = {
    "VO": "regulation", "Reg.": "regulation", "Reg": "regulation", "RL": "directive", "Dir.": "directive",
}  # fmt: skip
_SHORT = "|".join(map(re.escape, _KIND_OF_SHORT))
_LETTERS = r"(?-i:(?!(?:VO|RL)\b)[A-ZÀ-ÝΑ-ΩЀ-Я]{2,8}|Euratom|EØF|EØS|WSiSW)"
_COMMUNITY = rf"{_LETTERS}(?:[,/] ?{_LETTERS}){{0,2}}"
_NUMBER = (
    rf"(?:\((?P<community>{_COMMUNITY})\)\s*|(?-i:EU|UE|EE?C|EW?G|CE)\s)?"
    r"(?P<no>(?:[Nn](?:\.?[o°º]|r)s?\.?|[Nn]\.|č\.|αριθ\.|nro|št\.|br\.|N:o|Nru|№|Uimh\.)\s*)?"
    rf"(?P<first>\d{{1,4}})/\n?(?P<second>\d{{1,4}})(?!\d)(?:/(?P<suffix>{_COMMUNITY}))?"
)
_ACT = lazy_pattern(
    r"(?<![^\W_])(?P<before>(?:(?:Council|Commission|Implementing|Delegated|Framework|First|Second"
    r"|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth|Delegierten?|Delegierter"
    r"|Durchführungs|Rahmen)[\s-]?){0,4})"
    rf"(?P<word>(?!regular|regulator)(?P<stem>{_STEMS})\w{{0,5}}|(?P<short>(?-i:{_SHORT})))"
    r"(?P<adjective>\s(?:d'exécution|déléguée?|cadre))?"
    r"(?:\s(?:(?:Evropského\sparlamentu\sa|Európskeho\sparlamentu\sa|Parlamentu\sEuropejskiego\si)\sRady"
    r"|Rady|Komise|Komisie|Komisji))?"
    rf"[ \u00a0\n]{{1,2}}{_NUMBER}",
    re.IGNORECASE,
)
_HUNGARIAN = lazy_pattern(
    rf"(?<![\w/])(?:\((?P<community>{_COMMUNITY})\)\s)?(?P<first>\d{{1,4}})/(?P<second>\d{{1,4}})"
    rf"(?:/(?P<suffix>{_COMMUNITY}))?\s(?P<author>(?:európai\s|parlamenti\s|és\s|tanácsi\s|bizottsági\s){{0,5}})"
    r"(?P<prefix>végrehajtási\s|felhatalmazáson\salapuló\s|keret)?(?P<stem>rendelet|irányelv|határozat|ajánlás)\w{0,6}"
)
"""The word for an act comes behind its number; ``182/2011/EU rendelet`` has the number first."""
_HUNGARIAN_KINDS = {
    "rendelet": "regulation", "irányelv": "directive", "határozat": "decision", "ajánlás": "recommendation",
}  # fmt: skip
_FURTHER = lazy_pattern(
    rf"(?:,\s*(?:and\s|or\s|und\s|et\s)?|\s(?:and|or|und|oder|sowie|et|ou)\s){_NUMBER}"
)
_CELEX = lazy_pattern(
    r"[C1-9](?<![\w/].)(?:(?<=C)ELEX:\s?[1-9])?(?<=[1-9])(?:1[89]|20)?\d{2}[A-Z]{1,2}\d{4}(?:\(\d\d\))?(?!\w)"
)
_NAMES_OF_ACTS = EU_SHORT_NAMES | EU_CAPITALIZED_NAMES
_NAMES = (*_NAMES_OF_ACTS, *TREATIES)


def _heads(names: Iterable[str]) -> tuple[str, ...]:
    """Return how names begin: with their first words, or ``e-P`` for ``e-Privacy``, since many words begin with ``e``."""
    return tuple(name[:3] if name[1] == "-" else re.split("[ -]", name)[0] for name in names)


_NAMED = WordPattern(NamePattern(_NAMES), _heads(_NAMES))
_AT_PLACES = tuple(name for name in EU_NAMES_AT_PLACES if re.match(r"[^a-z -][^ -]", name))
_NAMED_AT_PLACE = WordPattern(NamePattern(_AT_PLACES), _heads(_AT_PLACES))
_PLACE_BEFORE = lazy_pattern(
    r"(?:\b(?:[Aa]rt(?:icles?|ikel[en]{0,2}|igos?|ículos?|icol[oi]|s?\.?)|[Rr]ecitals?|Annex(?:es)?|Anhangs?"
    r"|Erwägungsgr[uü]nde?n?|considérants?|considerandos?|overwegingen|overweging|motyw\w{0,3})|§)"
    r"\s?[\dIVX][^;:\n]{0,60}?(?<=[\w)])(?:,?\s(?:of|to|in|under|der|des|du|de\sla|van|uit|d[oa]|del|della)(?:\sthe|\sla|\sde)?|,)?\s$"
)
_PLACE_BEHIND = lazy_pattern(r",?\s\(?(?:[Aa]rt(?:icles?|ikeln?|s?\.?)|[Rr]ecitals?|Annex|§)\s?\d")
_LONGEST_PLACE = 90
_CAPITAL_BEFORE = lazy_pattern(r"(?<![\w-])(?P<word>[A-ZÄÖÜ][\w-]+)\s$")
_BEFORE_NAMES = frozenset(
    ["The", "EU", "European", "Union", "Draft", "Proposed", "Under", "Per", "See", "In", "By"]
)
WORD_PATTERNS = (_NAMED, _NAMED_AT_PLACE, *treaties.WORD_PATTERNS, *eu_pointers.WORD_PATTERNS)
"""The patterns of ``find_acts`` for the ``WordScan``."""

_EARLIEST, _LATEST = 1951, 2100
_LAST_YEAR_LAST = 2014  # since 2015 the year is first
_LAST_SHORT_NUMBERS = 67  # years with regulations such as 17/62 and 19/65


def find_acts(scanned: ScannedText, own_work: str = "") -> Iterator[ActMention]:
    """Yield every act or treaty of the Union named or pointed at in the text."""
    text = scanned.text
    yield from _find_numbered(text)
    yield from _find_hungarian(text)
    for match in _CELEX.finditer(text):
        celex = match[0].removeprefix("CELEX:").lstrip()
        kind = "court" if celex[0] == "6" else "eu"
        yield ActMention(*match.span(), kind, celex, act_type=act_type_of_celex(celex))
    for match in scanned.matches(_NAMED):
        if not (match[0].endswith(" Act") and _is_of_another_act(text, match.start())):
            yield _named_act(match)
    for match in scanned.matches(_NAMED_AT_PLACE):
        if _is_at_place(text, *match.span()):
            work = EU_NAMES_AT_PLACES[" ".join(match[0].split())]
            yield ActMention(*match.span(), "eu", work, act_type=act_type_of_celex(work))
    yield from treaties.find_acts(scanned, own_work)
    yield from eu_pointers.find_acts(scanned, own_work)


def _find_numbered(text: str) -> Iterator[ActMention]:
    for match in find_matches(_ACT, text, find_slash_windows(text)):
        is_explicit = match["community"] or match["suffix"] or not match["short"]
        if not (is_explicit or _is_at_place(text, *match.span())):
            continue  # ``Reg 1/2003, arts 7 and 9``, but ``Reg 5/2010`` of a domestic instrument
        kind = _KIND_OF_SHORT.get(match["short"]) or _KIND_OF_STEM[match["stem"].casefold()]
        framework = re.search(
            "framework|rahmen|cadre", (match["before"] + (match["adjective"] or "")).lower()
        )
        work = _celex(match, kind, framework=framework is not None)
        if not work:
            continue
        start = match.start() + len(match["before"]) - len(match["before"].lstrip())
        yield ActMention(start, match.end(), "eu", work, act_type=kind)
        yield from _find_further(text, match.end(), kind)


def _find_hungarian(text: str) -> Iterator[ActMention]:
    for match in find_matches(_HUNGARIAN, text, find_slash_windows(text)):
        if not (match["community"] or match["suffix"]):
            continue
        kind = _HUNGARIAN_KINDS[match["stem"]]
        number_first = kind == "regulation" and not match["community"]
        year, number = match.group(*(("second", "first") if number_first else ("first", "second")))
        full_year = int(year) + 1900 * (len(year) == 2)
        if _EARLIEST <= full_year <= _LATEST:
            celex = build_celex(kind, full_year, int(number))
            if match["prefix"] == "keret":
                celex = celex.replace("D", "F")
            yield ActMention(*match.span(), "eu", celex, act_type=kind)


def _find_further(text: str, position: int, kind: str) -> Iterator[ActMention]:
    """Yield ``(EU) No 1094/2010`` after ``Regulations (EU) No 1093/2010,``."""
    while match := _FURTHER.match(text, position):
        if not (match["community"] or match["suffix"] or match["no"]):
            return
        work = _celex(match, kind)
        if not work:
            return
        start = (
            match.start("community") - 1
            if match["community"]
            else match.start((match["no"] and "no") or "first")
        )
        yield ActMention(start, match.end(), "eu", work, act_type=kind, continues_list=True)
        position = match.end()


def _celex(match: re.Match[str], kind: str, *, framework: bool = False) -> str:
    """Return the CELEX number, or ``""`` if the numbers cannot belong to an act."""
    first, second = match["first"], match["second"]
    own = match["community"] or match["suffix"]
    if match["no"] and not own and kind in ("decision", "recommendation"):
        return ""  # an authority's or an association council's: ``Decision No 1/80``
    if not (own or match["no"]) and not (
        _has_year_first(first, kind) or _has_year_last(first, second, kind)
    ):
        return ""
    if match.groupdict().get("short") and not (own or match["no"]) and len(second) == len("90"):
        return ""  # ``VO 1676/90`` may be of a state
    year_first = (
        (bool(match["suffix"]) and _is_short_year(first) and len(second) < len("2002"))
        or _is_year_first_only(first, second)
        if match["no"]
        else bool(match["suffix"]) or kind != "regulation" or _has_year_first(first, kind)
    )
    year, number = (first, second) if year_first else (second, first)
    full_year = int(year) + 1900 if len(year) == 2 else int(year)
    if not _EARLIEST <= full_year <= _LATEST:
        return ""
    celex = build_celex(kind, full_year, int(number))
    return celex[:5] + "F" + celex[6:] if framework and kind == "decision" else celex


def _has_year_first(first: str, kind: str) -> bool:
    """Return True for ``2016/679``, and for directives also ``95/46`` without other signs of the year."""
    if len(first) == 4:
        return treaties.LISBON < int(first) <= _LATEST or (
            kind != "regulation" and _EARLIEST <= int(first) <= _LATEST
        )
    return kind == "directive" and len(first) == 2 and int(first) > _EARLIEST % 100


def _is_year_first_only(first: str, second: str) -> bool:
    """Return True for ``Nr. 2016/679``: since 2015 the year is first, and the number is no year."""
    return (
        len(first) == len("2016")
        and _LAST_YEAR_LAST < int(first) <= _LATEST
        and not _EARLIEST <= int(second) <= _LAST_YEAR_LAST
    )


def _has_year_last(first: str, second: str, kind: str) -> bool:
    """Return True for ``44/2001``, ``4064/89`` and ``17/62``, regulations before 2015 without ``No`` and community."""
    if kind != "regulation":
        return False
    if _is_short_year(second):
        is_long = len(first) > len(second) or int(second) <= _LAST_SHORT_NUMBERS
        return is_long and not _EARLIEST <= int(first) <= _LATEST
    return (
        len(second) == len("2001")
        and _EARLIEST <= int(second) <= _LAST_YEAR_LAST
        and (len(first) < len(second) or not _EARLIEST <= int(first) <= _LATEST)
    )


def _is_short_year(number: str) -> bool:
    """Return True for ``91`` in ``Directive No. 91/477/EEC``, a form used in national acts."""
    return len(number) == 2 and int(number) > _EARLIEST % 100


def _is_of_another_act(text: str, start: int) -> bool:
    """Return True for ``Data Act`` inside ``Personal Data Act``, a national act."""
    before = _CAPITAL_BEFORE.search(text, max(0, start - 25), start)
    return before is not None and before["word"] not in _BEFORE_NAMES


def _is_at_place(text: str, start: int, end: int) -> bool:
    """Return True for a name beside a pin cite: ``Article 92 CRR``, ``Rome I, art 4``."""
    return (
        _PLACE_BEFORE.search(text, max(0, start - _LONGEST_PLACE), start) is not None
        or _PLACE_BEHIND.match(text, end) is not None
    )


def _named_act(match: re.Match[str]) -> ActMention:
    name = " ".join(match[0].split())
    if work := TREATIES.get(name):
        return ActMention(*match.span(), "treaty", work, act_type="treaty")
    work = _NAMES_OF_ACTS[name]
    return ActMention(*match.span(), "eu", work, act_type=act_type_of_celex(work))
