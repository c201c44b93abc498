"""Codes of eight countries: ``§ 1295 ABGB``, ``art. 2043 c.c.``, ``Art. 41 OR``, ``artikel 6:162 BW``, ``art. 415 k.c.``.

The names are data: ``data/foreign_codes.tsv``, with their sources.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from lexdesk.citations.citation import ActMention
from lexdesk.citations.names import FOREIGN_CODES
from lexdesk.citations.prefilter import (
    NamePattern,
    ScannedText,
    WordPattern,
    build_word_pattern,
    cache_once,
)
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import listed

KINDS = ("austrian", "french", "swiss", "spanish", "italian", "portuguese", "polish", "dutch")
_NAMESAKES = {("spanish", "pt")}
"""Portugal and Brazil have a Código Civil, too, and it is cited in Portuguese alone."""
_OF_ANOTHER_COUNTRY = r"(?!\s(?:belge|luxembourgeois|italien|espagnol|allemand|néerlandais|portugais|suisse|québécois|du\sQu))"
"""Behind the name of a French code: ``code civil belge`` is another one."""
_SAME_CODE = build_word_pattern("même code", "dudit code", "ce code", "ledit code", behind=r"\b")
_THIS_CODE = build_word_pattern("présent code")
_FRENCH_LAW = build_word_pattern(
    "loi", "Loi", "décret", "Décret", "ordonnance", "Ordonnance",
    behind=r"(?:\s(?:organique|constitutionnelle))?\sn[°o]\s?(?P<number>\d{2,4}-\d{1,5})(?:\sdu\s\d{1,2}(?:er)?\s\w+\s\d{4})?(?!\w)",
)  # fmt: skip
"""``loi n° 78-17 du 6 janvier 1978``."""
_DAY = r"(?:,?\s(?:de|del)\s\d{1,2}\sde\s[a-zç]+(?:\sde\s\d{4})?)?"
_NUMBERED_LAWS = {
    "es": build_word_pattern(
        "Ley", "Ley Orgánica", "LO", "Real Decreto", "Real Decreto Legislativo", "Real Decreto-ley", "RD", "RDL", "RDLeg",
        behind=rf"\s(?P<number>\d{{1,4}}/(?:19|20)\d\d)(?!\d){_DAY}",
    ),
    "it": build_word_pattern(
        "d.lgs.", "D.lgs.", "D.Lgs.", "decreto legislativo", "legge", "Legge", "l.", "L.", "d.l.", "D.L.", "d.P.R.", "D.P.R.",
        behind=r"\s(?:\d{1,2}[°º]?\s[a-z]+\s(?P<year>\d{4}),\s)?(?:n\.\s?)?(?P<number>\d{1,4})(?(year)|/(?P<of>(?:19|20)\d\d))(?!\d)",
    ),
    "pt": build_word_pattern(
        "Lei", "Lei Orgânica", "Lei Complementar", "Decreto-Lei", "DL",
        behind=rf"\s(?:n\.\s?[ºo°]\s)?(?P<number>\d{{1,3}}(?:\.?\d{{3}})?/(?:\d{{4}}|\d\d))(?!\d){_DAY}",
    ),
}  # fmt: skip
"""``Ley 39/2015``, ``d.lgs. 30 giugno 2003, n. 196``, ``Lei n.º 58/2019``."""
_KIND_OF_LANGUAGE = {"es": "spanish", "it": "italian", "pt": "portuguese"}
_AUSTRIAN_GAZETTE = build_word_pattern(
    "BGBl", behind=r"\.?\s(?:(?:I{1,3})\s)?(?:Nr\.?\s)?\d{1,4}/(?:19|20)\d\d(?!\d)"
)
"""``BGBl I Nr 165/1999``: the number of an act; the German gazette is cited by page."""
_ADJECTIVE = lazy_pattern(r"(?<=\w)e[rs]?(?=\s[A-ZÄÖÜ])")
_GERMAN_NOUN = lazy_pattern(r".*(?:buch|recht|gesetz|ordnung|verfassung)")


class _Code(NamedTuple):
    """A code: its kind of citation, and its name there."""

    kind: str
    name: str


class _Codes(NamedTuple):
    """The codes of texts in one language: by name, by abbreviation, by abbreviation behind an article or in Austria alone."""

    by_name: dict[str, _Code]
    by_abbreviation: dict[str, _Code]
    by_article: dict[str, _Code]
    in_austria: dict[str, _Code]
    pattern: WordPattern


def build_act_patterns(language: str) -> tuple[WordPattern, ...]:
    """Return the patterns of ``find_acts`` for the ``WordScan``."""
    further: dict[str, tuple[WordPattern, ...]] = {
        "fr": (_SAME_CODE, _THIS_CODE, _FRENCH_LAW),
        "de": (_AUSTRIAN_GAZETTE,),
    } | {code: (pattern,) for code, pattern in _NUMBERED_LAWS.items()}
    return (_codes(language).pattern, *further.get(language, ()))


def find_acts(scanned: ScannedText, language: str) -> Iterator[ActMention]:
    """Yield every code named in the text, and in French ``même code``."""
    codes = _codes(language)
    for match in scanned.matches(codes.pattern):
        printed = " ".join(match[0].split())
        code = codes.by_name.get(printed.lower())
        abbreviated = code or codes.by_abbreviation[printed]
        yield ActMention(
            *match.span(),
            abbreviated.kind,
            name=abbreviated.name,
            act_type="code",
            alone=bool(code),
        )
    if language == "de":
        for match in scanned.matches(_AUSTRIAN_GAZETTE):
            name = " ".join(match[0].split())
            yield ActMention(*match.span(), "austrian", name=name, act_type="act")
    if numbered := _NUMBERED_LAWS.get(language):
        for match in scanned.matches(numbered):
            found = match.groupdict()
            year = found.get("year") or found.get("of")
            head = match[0][: match.end("number") - match.start()].split(" n.")[0]
            kind_of_act = re.match(r"\D+(?=\s\d)|\D+", head)
            name = f"{kind_of_act[0].strip() if kind_of_act else head} {found['number']}{f'/{year}' if year else ''}"
            yield ActMention(*match.span(), _KIND_OF_LANGUAGE[language], name=name, act_type="act")
    if language == "fr":
        for match in scanned.matches(_FRENCH_LAW):
            name = f"{match[0].split()[0].lower()} n° {match['number']}"
            yield ActMention(*match.span(), "french", name=name, act_type="act")
        for role, pattern in (("that", _SAME_CODE), ("this", _THIS_CODE)):
            for match in scanned.matches(pattern):
                yield ActMention(*match.span(), "french", role=role, act_type="code", alone=False)


def match_behind_article(text: str, position: int) -> ActMention | None:
    """Return the Swiss statute at ``position`` behind an article, whose abbreviation a German one shares: ``StGB``."""
    return _match_shared(text, position, _codes("de").by_article)


def match_in_austria(text: str, position: int) -> ActMention | None:
    """Return the Austrian statute at ``position`` in a text on Austrian law; one without a row is named as printed."""
    shared = _match_shared(text, position, _codes("de").in_austria)
    unknown = None if shared else _UNKNOWN_IN_AUSTRIA.match(text, position)
    if unknown is None:
        return shared
    return ActMention(*unknown.span(), "austrian", name=unknown[0], act_type="code", alone=False)


def is_on_austrian_law(text: str, kinds: Iterable[str]) -> bool:
    """Return True for a text with acts of these ``kinds`` if it names Austrian law, and none that is surely German."""
    is_named = "austrian" in kinds or _AUSTRIAN_COURT.search(text) is not None
    return is_named and _SURELY_GERMAN.search(text) is None


_UNKNOWN_IN_AUSTRIA = lazy_pattern(r"[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]{1,14}(?:G|O)(?![\w-])")
_AUSTRIAN_COURT = lazy_pattern(r"\b(?:OGH|VfGH|VwGH|RIS-Justiz|V[fw]Slg|ö(?:StGB|StPO|ZPO))\b")
_SURELY_GERMAN = lazy_pattern(
    r"\b(?:BGB|HGB|GG|InsO|VwVfG|VwGO|BGH|BAG|BVerfG|BVerwG|BFH|BSG|OLG)\b"
)


def _match_shared(text: str, position: int, codes: Mapping[str, _Code]) -> ActMention | None:
    match = _ABBREVIATION.match(text, position)
    code = codes.get(match[0]) if match else None
    if match is None or code is None:
        return None
    return ActMention(
        position, match.end(), code.kind, name=code.name, act_type="code", alone=False
    )


_ABBREVIATION = lazy_pattern(r"[A-Z]\w{1,7}(?![\w-])")


@cache_once
def _codes(language: str) -> _Codes:
    by_name: dict[str, _Code] = {}
    short: dict[str, dict[str, _Code]] = {"place": {}, "article": {}, "austria": {}}
    for row in FOREIGN_CODES:
        if (row["country"], language) in _NAMESAKES or (
            row["country"] == "portuguese" and language != "pt"
        ):
            continue
        names = [*listed(row["names"])]
        code = _Code(row["country"], names[0])
        if language in row["languages"].split(";"):
            short[row["use"]] |= dict.fromkeys(listed(row["abbreviations"]), code)
        if names[0] not in row["abbreviations"]:
            by_name |= {form.lower(): code for name in names for form in _forms(name)}
    written = {form for name in by_name for form in (name, name.capitalize(), _titled(name))}
    french = sorted(name for name in written if name.lower().startswith(("code", "livre")))
    others = [*(written - {*french}), *short["place"]]
    heads = {word.split()[0] for word in (*written, *short["place"])}
    return _Codes(
        by_name,
        short["place"],
        short["article"],
        short["austria"],
        WordPattern(NamePattern(others, french, _OF_ANOTHER_COUNTRY), tuple(heads)),
    )


def _forms(name: str) -> Iterator[str]:
    """Yield the inflected forms of a German name; and a name with either apostrophe."""
    yield name
    if "'" in name:
        yield name.replace("'", "’")
    if _GERMAN_NOUN.fullmatch(name):
        dative = _ADJECTIVE.sub("en", name)
        yield from (f"{form}{ending}" for form in (dative, name) for ending in ("", "s", "es"))


def _titled(name: str) -> str:
    """Return the name with the capitals of English and German: ``Swiss Code of Obligations``."""
    return re.sub(
        r"\b(?!(?:of|und|der|die|das|et|des?|du|la|l|d)\b)\w", lambda first: first[0].upper(), name
    )
