"""German statutes: abbreviations after a §, names of codes, laws named by their subject.

Source: Handbuch der Rechtsförmlichkeit, Rn. 168 ("Zitierweise von Rechtsvorschriften"), for the
books of the Sozialgesetzbuch Rn. 202.
"""

import re
from collections.abc import Iterator

from lexdesk.citations.citation import ActMention
from lexdesk.citations.names import (
    GERMAN_ABBREVIATIONS,
    GERMAN_CODES,
    GERMAN_NAMES,
    SOCIAL_CODE_BOOKS,
    STATUTE_ABBREVIATIONS,
)
from lexdesk.citations.prefilter import (
    NamePattern,
    ScannedText,
    WordPattern,
    find_matches,
    find_windows,
)
from lexdesk.citations.work_lookup import make_statute_slug
from lexdesk.structure.numbers import read_roman
from lexdesk.text.lazy_pattern import lazy_pattern

_BOOK = lazy_pattern(
    rf"\b(?P<ordinal>(?i:{'|'.join(SOCIAL_CODE_BOOKS)}))e[rns]?\sBuch(?:e?s)?"
    r"(?P<code>(?:\sdes)?\sSozialgesetzbuch(?:e?s)?)?(?![\w])|\bSGB\s(?P<roman>[IVX]{1,4})\b"
)
_SIGN_OF_BOOK = lazy_pattern(r"Buch|SGB\s")
_ABBREVIATION = lazy_pattern(
    r"(?:Bundes-|G\s)?[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]{0,14}(?:G|O|V|B|GB)(?:\s(?:19|20)\d\d)?(?![\w-])"
)
_NAME_IN_GERMAN = lazy_pattern(r"[A-ZÄÖÜ][a-zäöüß]{3,}(?:gesetz|gesetzbuch|ordnung)(?![\w-])")
_LAST_WORD = lazy_pattern(r"(?<![\w/-])(?:SGB\s[IVX]{1,4}|[A-ZÄÖÜ][\w/-]*)$")
_LONGEST_ABBREVIATION = 20
_COMPOUND = lazy_pattern(
    r"(?<![\w-])(?P<pair>(?:[A-ZÄÖÜ][\wäöüß]+-\s(?:und|oder)\s)?)(?P<before>(?:(?:Ersten|Zweiten|Dritten|Vierten|Fünften|Sechsten|Siebten|Achten|Neunten|Zehnten"
    r"|Bürgerliche[ns]?|Deutschen|Bürgerlichen|Allgemeine[ns]?|[A-ZÄÖÜ][\wäöüß]{5,}(?:lichen|ischen))\s)?)"
    r"(?P<name>[A-ZÄÖÜ][\wäöüß]*?(?:-\s?[A-ZÄÖÜ]?[\wäöüß]+){0,3}?(?:-\n)?(?:gesetz|gesetzbuch|ordnung|-Gesetz|-Ordnung)|Gesetzbuch)(?P<ending>e?s|e)?(?![\w-])"
)
_AT_LINE_END = lazy_pattern(r"-\n(?=[a-zäöüß])")
"""The hyphen of a name divided at the end of a line: ``Kündigungsschutz-\\ngesetzes``."""
_SIGN_OF_COMPOUND = lazy_pattern(r"esetz|rdnung")
_LONGEST_COMPOUND = 110
_LAW_ABOUT = lazy_pattern(
    r"G(?<![\w-]G)esetz(?:e?s)?[ \u00a0](?=(?:über|zur|zum|vom|betreffend|gegen|für|zu\s(?:dem|den|der))\s)"
)
_INTRODUCING = lazy_pattern(
    r"(?<![\w-])(?P<law>Einführungsgesetz|Ausführungsgesetz)(?:e?s|e)?\s(?P<to>zu[mr]|zu\sde[mnr])\s$"
)
_LONGEST_INTRODUCING = 40
_FROM_DATE = lazy_pattern(r"vom\s\d{1,2}\.\s\w{3,9}\s\d{4}")
_GAZETTE = lazy_pattern(r"\s\(BGBl\.[^()]{1,60}\)")
_POINTER = lazy_pattern(
    r"(?:D(?<!\wD)iese[sm]?|d(?<!\wd)iese[sm]?|j(?<!\wj)ene[sm]?|g(?<!\wg)enannten)\s(?:Gesetz|Gesetzbuch)(?:e?s)?\b(?!\s(?:über|vom|zu))"
)
_NO_STATUTE = (
    "verordnung", "anordnung", "tagesordnung", "geschäftsordnung", "rechtsordnung", "rangordnung",
    "hausordnung", "zuordnung", "einordnung", "unterordnung", "neuordnung", "beiordnung", "abordnung",
    "grundordnung", "prüfungsordnung", "studienordnung", "beitragsordnung", "gebührenordnung",
    "überordnung", "wahlordnung", "benutzungsordnung", "betriebsordnung", "wirtschaftsordnung",
    "schiedsordnung", "verfahrensordnung", "dienstordnung", "marktordnung", "umordnung",
    "vollzugsordnung", "bundesgesetz", "landesgesetz", "einzelgesetz",
    "änderungsgesetz", "zustimmungsgesetz", "ausführungsgesetz", "haushaltsgesetz",
)  # fmt: skip
"""Endings of words that look like the name of a statute but are common nouns."""

_GENERAL = ("steuergesetz", "strafgesetz")
"""Common nouns for statutes; names such as Umsatzsteuergesetz end in them."""

_NO_REGULATION = ("rechtsverordnung", "durchführungsverordnung", "notverordnung")
_REGULATION = lazy_pattern(
    r"(?<![\w-])(?P<name>[A-ZÄÖÜ][\wäöüß]{3,}(?:(?:-[A-ZÄÖÜ][\wäöüß]+)?verordnung|-Verordnung))(?![\w-])"
)
_TITLE_WORD = lazy_pattern(r"[ \u00a0](?P<word>[\wÄÖÜäöüß-]+)")
_CONNECTING = frozenset(
    ("über", "zur", "zum", "vom", "von", "der", "die", "das", "des", "dem", "den", "und", "oder", "an", "in", "im",
     "für", "gegen", "mit", "bei", "zu", "auf", "aus", "betreffend")
)  # fmt: skip
_LONGEST_TITLE_WORDS = 25

_IN_ENGLISH = {name: work for name, work in GERMAN_NAMES.items() if name.startswith("German ")}
ENGLISH_NAME = WordPattern(NamePattern(_IN_ENGLISH), ("German",))
"""The pattern of ``find_english_names`` for the ``WordScan``."""


def find_english_names(scanned: ScannedText) -> Iterator[ActMention]:
    """Yield statutes by English names with the country: ``section 823 of the German Civil Code``."""
    for match in scanned.matches(ENGLISH_NAME):
        work = _IN_ENGLISH[" ".join(match[0].split())]
        yield ActMention(*match.span(), "german", work, act_type="act", alone=False)


def find_acts(text: str) -> Iterator[ActMention]:
    """Yield every German statute named or pointed at in the text."""
    for match in find_matches(
        _BOOK, text, find_windows(text, _SIGN_OF_BOOK.finditer(text), before=20, after=40)
    ):
        alone = bool(match["code"] or match["roman"])
        yield ActMention(*match.span(), "german", _book(match), act_type="act", alone=alone)
    around_laws = find_windows(
        text, _SIGN_OF_COMPOUND.finditer(text), before=_LONGEST_COMPOUND, after=40
    )
    for match in find_matches(_COMPOUND, text, around_laws):
        name = match["name"].lower()
        if not name.endswith(_NO_STATUTE) and name not in _GENERAL:
            yield _compound(match)
    for match in find_matches(_REGULATION, text, around_laws):
        if not match["name"].lower().endswith(_NO_REGULATION):
            yield ActMention(*match.span(), "german", name=match["name"], act_type="act")
    for match in _LAW_ABOUT.finditer(text):
        end = _end_of_title(text, match.end() - 1)
        if end < match.end():
            continue
        introducing = _match_introducing_act(text, match.start())
        start = introducing.start() if introducing else match.start()
        yield ActMention(
            start, _end_of_gazette(text, end), "german", name=text[start:end], act_type="act"
        )
    for match in _POINTER.finditer(text):
        role = "this" if match[0][1:].startswith("iese") else "that"
        yield ActMention(*match.span(), "german", role=role, act_type="act")


def match_abbreviation(text: str, position: int) -> ActMention | None:
    """Return the abbreviated statute at ``position``, after pin cites: ``BGB`` in ``§ 823 Abs. 1 BGB``."""
    if (book := _BOOK.match(text, position)) and book["roman"]:
        return ActMention(position, book.end(), "german", _book(book), act_type="act")
    match = _ABBREVIATION.match(text, position)
    if match is None:
        return None
    work = GERMAN_ABBREVIATIONS.get(match[0], f"DE-{make_statute_slug(match[0])}")
    return ActMention(position, match.end(), "german", work, act_type="act")


def match_known(text: str, position: int) -> ActMention | None:
    """Return the well-known statute at ``position`` of an English text, by abbreviation, German or English name."""
    act = match_abbreviation(text, position)
    if act is not None and text[position : act.end] in STATUTE_ABBREVIATIONS:
        return act
    if named := ENGLISH_NAME.pattern.match(text, position):
        return ActMention(
            *named.span(), "german", _IN_ENGLISH[" ".join(named[0].split())], act_type="act"
        )
    word = _NAME_IN_GERMAN.match(text, position)
    work = GERMAN_NAMES.get(word[0]) if word else None
    return ActMention(*word.span(), "german", work, act_type="act") if word and work else None


def match_abbreviation_before(text: str, end: int) -> ActMention | None:
    """Return the abbreviated statute that ends at ``end``, before a place: ``HGB`` in ``HGB § 74a``."""
    before = _LAST_WORD.search(text, max(0, end - _LONGEST_ABBREVIATION), end)
    act = match_abbreviation(text, before.start()) if before else None
    return act if act is not None and act.end == end else None


def _book(match: re.Match[str]) -> str:
    if match["roman"]:
        return f"DE-sgb_{read_roman(match['roman'])}"
    return f"DE-sgb_{SOCIAL_CODE_BOOKS.index(match['ordinal'].lower()) + 1}"


def _compound(match: re.Match[str]) -> ActMention:
    """Return ``Strafprozeßordnung``, ``Bürgerlichen Gesetzbuchs``, ``Verwaltungs-Vollstreckungsgesetzes``."""
    stem = _AT_LINE_END.sub("", match["name"]).lower().replace("ß", "ss")
    start = match.start()
    if introducing := _match_introducing_act(match.string, start):
        stem = " ".join([introducing["law"], introducing["to"], match["before"], stem]).lower()
        start = introducing.start()
    elif match["before"].startswith("Bürgerliche"):
        stem = f"bürgerliches {stem}"
    pair = " ".join(match["pair"].split()).lower()
    work = GERMAN_CODES.get(" ".join((pair, *stem.split())).strip(), "")
    name = "" if work else _AT_LINE_END.sub("", match.string[start : match.end()])
    return ActMention(start, match.end(), "german", work, name, act_type="act")


def _match_introducing_act(text: str, start: int) -> re.Match[str] | None:
    """Match ``Einführungsgesetz zum`` before a law: together they name another act."""
    return _INTRODUCING.search(text, max(0, start - _LONGEST_INTRODUCING), start)


def _end_of_title(text: str, position: int) -> int:
    """Return the end of ``Gesetz über die elektronische Signatur``: before a verb or a comma.

    Function words continue a title if they connect, or stand between a connecting one and a noun.
    """
    if dated := _FROM_DATE.match(text, position + 1):
        return dated.end()
    end, pending = position, 0
    for _ in range(_LONGEST_TITLE_WORDS):
        match = _TITLE_WORD.match(text, position)
        if match is None:
            break
        word = match["word"]
        if word[0].isupper():
            end, pending = match.end(), 0
        elif word in _CONNECTING:
            pending = 1
        elif pending and word.endswith(("e", "en", "er", "es")):
            pending += 1
        else:
            break
        position = match.end()
    return end


def _end_of_gazette(text: str, end: int) -> int:
    gazette = _GAZETTE.match(text, end)
    return gazette.end() if gazette else end
