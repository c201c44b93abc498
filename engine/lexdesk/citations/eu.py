"""Acts and treaties of the Union: full numbers in any of its languages, CELEX, short names, pointers.

Source of the CELEX form: EUR-Lex, "How CELEX numbers are composed". Directives and decisions with a
suffix have the year first (95/46/EC); ``No`` means that the number is first (No 1049/2001); without
either the year is first, as in all acts since 2015 (2016/679).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexdesk.citations.acts import Act
from lexdesk.citations.names import EU_SHORT_NAMES, FORMER_TREATIES, TREATIES
from lexdesk.citations.scan import ScannedText, WordPattern, around_slashes, matches, one_of, words
from lexdesk.structure.eu_identity import celex_number
from lexdesk.structure.eu_words import KINDS_OF_ACT

_INFLECTED = {
    "regulation": (
        "nařízen", "κανονισμ", "uredb", "regulu", "regulā", "regulai", "reglament", "rozporządzeni", "nariaden", "asetuks",
    ),
    "directive": (
        "директив", "směrnic", "direktiiv", "οδηγί", "οδηγι", "threoir", "dtreoir", "direktīv",
        "direktyv", "dyrektyw", "smernic",
    ),
    "decision": (
        "решени", "rozhodnut", "otsuse", "απόφασ", "απόφα", "αποφάσ", "odluk", "lēmum", "sprendim",
        "decyzj", "päätöks", "sklep",
    ),
    "recommendation": ("recommendation", "empfehlung", "recommandation"),
}  # fmt: skip
"""What the cases of a language leave of the word for an act."""
_KIND_OF_STEM = {
    stem: kind
    for kinds in (_INFLECTED, KINDS_OF_ACT)
    for kind, stems in kinds.items()
    for stem in stems
}
_STEMS = "|".join(sorted(map(re.escape, _KIND_OF_STEM), key=len, reverse=True))
_LETTERS = r"(?-i:[A-ZÀ-ÝΑ-ΩЀ-Я]{2,8}|Euratom|EØF|EØS|WSiSW)"
_COMMUNITY = rf"{_LETTERS}(?:[,/] ?{_LETTERS}){{0,2}}"
_NUMBER = (
    rf"(?:\((?P<community>{_COMMUNITY})\)\s*)?"
    r"(?P<no>(?:[Nn](?:\.?[o°º]|r)s?\.?|[Nn]\.|č\.|αριθ\.|nro|št\.|br\.|N:o|Nru|№|Uimh\.)\s*)?"
    rf"(?P<first>\d{{1,4}})/(?P<second>\d{{1,4}})(?!\d)(?:/(?P<suffix>{_COMMUNITY}))?"
)
_ACT = re.compile(
    r"(?<![^\W_])(?P<before>(?:(?:Council|Commission|Implementing|Delegated|Framework|First|Second"
    r"|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth|Delegierten?|Delegierter"
    r"|Durchführungs|Rahmen)[\s-]?){0,4})"
    rf"(?P<word>(?!regular|regulator)(?P<stem>{_STEMS})\w{{0,5}})"
    r"(?P<adjective>\s(?:d'exécution|déléguée?|cadre))?"
    r"(?:\s(?:(?:Evropského\sparlamentu\sa|Európskeho\sparlamentu\sa|Parlamentu\sEuropejskiego\si)\sRady"
    r"|Rady|Komise|Komisie|Komisji))?"
    rf"[ \u00a0\n]{{1,2}}{_NUMBER}",
    re.IGNORECASE,
)
_HUNGARIAN = re.compile(
    rf"(?<![\w/])(?:\((?P<community>{_COMMUNITY})\)\s)?(?P<first>\d{{1,4}})/(?P<second>\d{{1,4}})"
    rf"(?:/(?P<suffix>{_COMMUNITY}))?\s(?P<author>(?:európai\s|parlamenti\s|és\s|tanácsi\s|bizottsági\s){{0,5}})"
    r"(?P<prefix>végrehajtási\s|felhatalmazáson\salapuló\s|keret)?(?P<stem>rendelet|irányelv|határozat|ajánlás)\w{0,6}"
)
"""The word for an act comes behind its number; ``182/2011/EU rendelet`` has the number first."""
_HUNGARIAN_KINDS = {
    "rendelet": "regulation", "irányelv": "directive", "határozat": "decision", "ajánlás": "recommendation",
}  # fmt: skip
_FURTHER = re.compile(
    rf"(?:,\s*(?:and\s|or\s|und\s|et\s)?|\s(?:and|or|und|oder|sowie|et|ou)\s){_NUMBER}"
)
_CELEX = re.compile(
    r"[C1-9](?<![\w/].)(?:(?<=C)ELEX:\s?[1-9])?(?<=[1-9])(?:1[89]|20)?\d{2}[A-Z]{1,2}\d{4}(?:\(\d\d\))?(?!\w)"
)
_POINTABLE = {
    "en": {"Regulation": "regulation", "Directive": "directive", "Decision": "decision", "Treaty": "treaty",
           "Framework Decision": "decision"},
    "de": {"Verordnung": "regulation", "Richtlinie": "directive", "Beschluss": "decision", "Beschlusses": "decision"},
    "fr": {"règlement": "regulation", "directive": "directive", "décision": "decision"},
}  # fmt: skip
"""By language: what a pointer may point at, and the sort of act that this is."""
_POINTED_AT = words(*(word for each in _POINTABLE.values() for word in each))
_POINTED_AT_SEVERAL = words(
    "those", behind=r" (?P<act>Regulation|Directive|Decision)s\b(?!\s[\d(])"
)
_POINTERS = {
    "en": (
        re.compile(
            r"\b(?:(?P<this>[Tt]his)|[Tt]hat|(?:the\s)?(?:said|same|abovementioned|aforementioned))\s$"
        ),
        re.compile(r"\s(?:\(E|No\s|\d)"),
    ),
    "de": (
        re.compile(r"\b(?:(?P<this>[Dd]iese[rsmn]?|vorliegende[rsn]?)|jene[rsmn]?|genannten?)\s$"),
        re.compile(r"\s(?:\(E|Nr|\d)"),
    ),
    "fr": (
        re.compile(r"\b(?:(?P<this>présente?)|[Cc]e(?:t|tte)?|ladite|ledit|dudit)\s$"),
        re.compile(r"\s(?:\(|n|\d)"),
    ),
}
"""By language: what in front of the word for an act makes it a pointer, and what behind it does not."""
_LONGEST_POINTER = 27
_KINDS_OF_ACTS = {"regulation", "directive", "decision"}
_NAMES = (*EU_SHORT_NAMES, *TREATIES)
_NAMED = WordPattern(
    re.compile(one_of(_NAMES)), tuple(re.split("[ -]", name)[0] for name in _NAMES)
)
_CAPITAL_BEFORE = re.compile(r"(?<![\w-])(?P<word>[A-ZÄÖÜ][\w-]+)\s$")
_BEFORE_NAMES = frozenset(
    ["The", "EU", "European", "Union", "Draft", "Proposed", "Under", "Per", "See", "In", "By"]
)
_BARE_TREATY = words(
    "Treaty", "Vertrages", "Vertrags", "Vertrag", "Charter", "Charta", "Charte", "traité"
)
_COMMUNITY_OF_TREATY = re.compile(r"(?<!\w)(?P<community>EE?C|EW?G)[\s-]$")
_TITLES = {title.partition(" ")[2]: title for title in FORMER_TREATIES.values()}
_TITLE_OF_TREATY = re.compile(
    r"\s(?:"
    + "|".join(re.escape(rest).replace(r"\ ", r"\s") for rest in _TITLES)
    + r")(?![\w-])(?!\sde\s)"
    r"|\s(?P<community>CEE?)(?![\w-])"
)
_ANOTHER_TREATY = re.compile(
    r"\s(?:of\s[A-Z]|on\s(?!the\sFunc|Euro)|concerning\s|establishing\s|between\s"
    r"|von\s[A-Z]|zwischen\s|zur\s|über\s(?!die\s(?:Arbeits|Europ))"
    r"|d['’]|de\s[A-Z]|entre\s|instituant\s|relatif\s|sur\s(?!le\sfonc|l['’]Union))"
)
"""Behind the word for a treaty, what makes it another than that of the Union: ``Treaty of Accession``."""
_FORMER_TREATY = {
    "en": re.compile(
        r"TEC(?![\w/-])|EE?C(?=\s*\Z|\n\n|[^\w\s/-]|\s(?:\((?!No|\d)|(?:and|or|to|of|in|is|are|was|were|be|has|have|had|does|do"
        r"|did|must|may|can|cannot|could|should|shall|will|would|by|on|as|for|with|within|without|which|that|not|also|only"
        r"|itself|from|at|against|where|when|if|because|since|thus|the|a|an|but|nor|than|concerning|regarding|pursuant|read"
        r"|appl(?:y|ies)|provides?|prohibits?|precludes?|requires?|permits?|allows?|lays?|states?|refers?|confers?|guarantees?"
        r"|prevents?|governs?|covers?|constitutes?|imposes?|concerns?)\b))"
    ),
    "de": re.compile(r"E(?:W?GV?)(?![\w/-]|\s(?:Nr|Verordnung|Richtlinie|Vertrag|Kommission))"),
    "fr": re.compile(r"CEE?(?![\w/-])"),
}
"""By language: treaties of the Communities behind an article; ``Article 5 EC declaration of conformity`` is none."""
_CONVENTION = WordPattern(
    re.compile(
        one_of(("ECHR", "EMRK", "CEDH"), beside=r"[\w:-]")
        + r"|(?:European\s)?Convention\son\sHuman\sRights\b"
    ),
    ("ECHR", "EMRK", "CEDH", "European", "Convention"),
)
WORD_PATTERNS = (_NAMED, _BARE_TREATY, _CONVENTION, _POINTED_AT, _POINTED_AT_SEVERAL)
"""For these the text is scanned in which ``acts`` are found."""

_EARLIEST, _LATEST = 1951, 2100
_LISBON = 2010
"""Acts of this year or later mean the TFEU by "the Treaty"."""


def acts(scanned: ScannedText, own_work: str = "") -> Iterator[Act]:
    """Every act or treaty of the Union that the text names or points at."""
    text = scanned.text
    yield from _numbered(text)
    yield from _hungarian(text)
    for match in _CELEX.finditer(text):
        celex = match[0].removeprefix("CELEX:").lstrip()
        kind = "court" if celex[0] == "6" else "eu"
        yield Act(match.start(), match.end(), kind, celex, sort=_sort_of(celex))
    for match in scanned.matches(_NAMED):
        if not (match[0].endswith(" Act") and _is_of_another_act(text, match.start())):
            yield _named(match)
    for match in scanned.matches(_BARE_TREATY):
        yield _bare_treaty(text, match, own_work)
    for match in scanned.matches(_CONVENTION):
        yield Act(match.start(), match.end(), "treaty", name="ECHR", sort="treaty", alone=False)
    for match in scanned.matches(_POINTED_AT):
        yield from _pointer(text, match, own_work)
    for match in scanned.matches(_POINTED_AT_SEVERAL):
        yield Act(match.start(), match.end(), "eu", role="those", sort=match["act"].lower())


def former_treaty(text: str, position: int, language: str) -> Act | None:
    """The abbreviated treaty of a Community right here, behind an article: ``EC`` in ``Article 81 EC``."""
    pattern = _FORMER_TREATY.get(language)
    match = pattern.match(text, position) if pattern else None
    if match is None:
        return None
    return Act(position, match.end(), "treaty", name=FORMER_TREATIES[match[0]], sort="treaty")


def _numbered(text: str) -> Iterator[Act]:
    for match in matches(_ACT, text, around_slashes(text)):
        kind = _KIND_OF_STEM.get(match["stem"].lower(), "")
        framework = re.search(
            "framework|rahmen|cadre", (match["before"] + (match["adjective"] or "")).lower()
        )
        work = _celex(match, kind, framework=framework is not None)
        if not work:
            continue
        start = match.start() + len(match["before"]) - len(match["before"].lstrip())
        yield Act(start, match.end(), "eu", work, sort=kind)
        yield from _further(text, match.end(), kind)


def _hungarian(text: str) -> Iterator[Act]:
    for match in matches(_HUNGARIAN, text, around_slashes(text)):
        if not (match["community"] or match["suffix"]):
            continue
        kind = _HUNGARIAN_KINDS[match["stem"]]
        number_first = kind == "regulation" and not match["community"]
        year, number = match.group(*(("second", "first") if number_first else ("first", "second")))
        full_year = int(year) + 1900 * (len(year) == 2)
        if _EARLIEST <= full_year <= _LATEST:
            celex = celex_number(kind, full_year, int(number))
            if match["prefix"] == "keret":
                celex = celex.replace("D", "F")
            yield Act(match.start(), match.end(), "eu", celex, sort=kind)


def _further(text: str, position: int, kind: str) -> Iterator[Act]:
    """``(EU) No 1094/2010`` after ``Regulations (EU) No 1093/2010,``."""
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
        yield Act(start, match.end(), "eu", work, sort=kind, goes_on=True)
        position = match.end()


def _celex(match: re.Match[str], kind: str, *, framework: bool = False) -> str:
    """The CELEX number, or ``""`` where the numbers cannot be those of an act."""
    first, second = match["first"], match["second"]
    own = match["community"] or match["suffix"]
    if match["no"] and not own and kind in ("decision", "recommendation"):
        return ""  # of an authority, or of a council of association: ``Decision No 1/80``
    if not (own or match["no"]) and not _has_year_first(first, kind):
        return ""
    year_first = (
        bool(match["suffix"]) and _is_short_year(first) and len(second) < len("2002")
        if match["no"]
        else bool(match["suffix"]) or kind != "regulation" or _has_year_first(first, kind)
    )
    year, number = (first, second) if year_first else (second, first)
    full_year = int(year) + 1900 if len(year) == 2 else int(year)
    if not _EARLIEST <= full_year <= _LATEST:
        return ""
    celex = celex_number(kind, full_year, int(number))
    return celex[:5] + "F" + celex[6:] if framework and kind == "decision" else celex


def _has_year_first(first: str, kind: str) -> bool:
    """``2016/679``; of directives ``95/46``, too, where nothing else says which number is the year."""
    if len(first) == 4:
        return _LISBON < int(first) <= _LATEST or (
            kind != "regulation" and _EARLIEST <= int(first) <= _LATEST
        )
    return kind == "directive" and len(first) == 2 and int(first) > _EARLIEST % 100


def _is_short_year(number: str) -> bool:
    """``91`` in ``Directive No. 91/477/EEC``, which national acts write so."""
    return len(number) == 2 and int(number) > _EARLIEST % 100


def _is_of_another_act(text: str, start: int) -> bool:
    """``Data Act`` in ``Personal Data Act``, which is that of a state."""
    before = _CAPITAL_BEFORE.search(text, max(0, start - 25), start)
    return before is not None and before["word"] not in _BEFORE_NAMES


def _named(match: re.Match[str]) -> Act:
    name = " ".join(match[0].split())
    if work := TREATIES.get(name):
        return Act(match.start(), match.end(), "treaty", work, sort="treaty")
    work = EU_SHORT_NAMES[name]
    return Act(match.start(), match.end(), "eu", work, sort=_sort_of(work))


def _bare_treaty(text: str, match: re.Match[str], own_work: str) -> Act:
    """``the Treaty`` of the Union, or where words beside it tell so, one of a Community or another one."""
    start, end = match.span()
    work, name = "", "Treaty"
    if "Chart" in match[0]:
        work = "12016P"
    elif before := _COMMUNITY_OF_TREATY.search(text, max(0, start - 4), start):
        start, name = before.start(), FORMER_TREATIES[before["community"]]
    elif titled := _TITLE_OF_TREATY.match(text, end):
        end = titled.end()
        abbreviated = titled["community"]
        name = FORMER_TREATIES[abbreviated] if abbreviated else _TITLES[" ".join(titled[0].split())]
    elif own_work[1:5].isdigit() and int(own_work[1:5]) >= _LISBON:
        work = "" if _ANOTHER_TREATY.match(text, end) else "12016E"
    return Act(start, end, "treaty", work, "" if work else name, sort="treaty", alone=False)


def _pointer(text: str, match: re.Match[str], own_work: str) -> Iterator[Act]:
    word = " ".join(match[0].split())
    language = next(each for each, words_ in _POINTABLE.items() if word in words_)
    front, no_pointer = _POINTERS[language]
    near = max(0, match.start() - _LONGEST_POINTER)
    before = front.search(text, near, match.start())
    is_own = before is not None and before["this"]
    if before is None or (
        no_pointer.match(text, match.end()) and not (is_own and language == "fr")
    ):
        return
    start = before.start() + 4 * before[0].startswith("the ")
    sort = _POINTABLE[language][word]
    if sort in _KINDS_OF_ACTS and _sort_of(own_work) not in ("", sort):
        is_own = False  # ``dieser Richtlinie`` in a regulation is the one named before
    yield Act(start, match.end(), "eu", role="this" if is_own else "that", sort=sort)


def _sort_of(celex: str) -> str:
    letters = {"R": "regulation", "L": "directive", "D": "decision", "F": "decision"}
    return letters.get(celex[5:6], "")
