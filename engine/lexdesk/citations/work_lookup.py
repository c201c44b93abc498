"""Lookup of works by name, for citations resolved in a library with its titles."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache

from msgspec.structs import replace

from lexdesk.citations.citation import Citation
from lexdesk.citations.names import (
    CASE_NAMES,
    EU_CAPITALIZED_NAMES,
    EU_NAMES_AT_PLACES,
    EU_NAMES_OF_WORKS,
    EU_SHORT_NAMES,
    FOREIGN_CODES,
    GERMAN_CODES,
    GERMAN_NAMES,
    STATUTE_ABBREVIATIONS,
    TREATIES,
)
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import listed

_GERMAN_ENDING = lazy_pattern(r"(?:es|en|er|em|e|s|n)$")
_BRACKETED = lazy_pattern(r"\s*\([^()]*\)\s*$")
_KIND_OF_DECISION = lazy_pattern(r",\s[\w-]+(?=\svom\s\d\d\.\d\d\.\d{4},\s)")
"""The type in ``BGH, Urteil vom 06.05.2021, IX ZR 72/20``, which citations may omit."""
_TYPE_AND_DAY = lazy_pattern(r",\s[\w-]+\svom\s\d\d\.\d\d\.\d{4}(?=,\s)")
_OF_YEAR = lazy_pattern(r"(?<=act)\sof\s(?=\d{4}\b)")
_SHORTEST_STEM = 4
_GERMAN_STATUTES = {
    **{work.removeprefix("DE-"): work for work in GERMAN_CODES.values()},
    **{name.lower(): work for name, work in STATUTE_ABBREVIATIONS.items()},
    **GERMAN_CODES,
}
_NAMES_OF_UNION = tuple(name.lower() for name in (*EU_SHORT_NAMES, *TREATIES))
_ALSO_WORDS = frozenset(
    ("basic law", "cer", "iSd", "isd", "led", "mad", "mar", "mid", "pad", "rad", "reach", "red", "remit", "taxonomy")
)  # fmt: skip
"""Names that in lower case are words or shorthand: the past of lead, the Spanish sea, *im Sinne des*."""
_SLUG_LETTERS = str.maketrans({" ": "_", "/": "_", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_YEAR_OF_STATUTE = lazy_pattern(r"_(?:18|19|20)\d\d$")
_ROMAN_NUMBERS = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6"}
_BEFORE_NAMES = ("the", "eu")
_WORDS_OF_NAME = lazy_pattern(r"\w+|\+")
_SOCIAL_CODE = lazy_pattern(r"SGB\s[IVX]{1,4}", re.IGNORECASE)
_SHORTHAND = lazy_pattern(r"[a-zäöü]\.(?:\s?[A-Za-zÄÖÜ]\.)+")  # i.S.d., no ISD
_SIGNS_WITHOUT_NUMBER = ("gesetze-im-internet.de/", "U.S. Const.")
_MIXED_ABBREVIATION = lazy_pattern(r"[A-ZÄÖÜ]\w{0,13}[a-zäöüß]\w{0,13}[BGOV]")


@lru_cache(maxsize=60_000)  # texts and libraries repeat the same titles
def normalize_name(name: str) -> str:
    """Normalise a name for comparison: no case, punctuation or German inflection.

    ``Data Protection Act, 2018`` equals ``Data Protection Act 2018``, ``Kündigungsschutzgesetzes``
    equals ``Kündigungsschutzgesetz``, and ``Companies Act of 1990`` equals ``Companies Act 1990``.
    """
    words = re.findall(
        r"\w+", _OF_YEAR.sub(" ", name.lower().replace("ß", "ss").replace(" & ", " and "))
    )
    return " ".join(_stem(word) for word in words if word != "the")


@lru_cache(maxsize=256)  # each step of a search asks for the same query
def may_cite(query: str) -> bool:
    """Return True if a query may be a citation: it has a number, the name of an act or an address; fast."""
    if any(map(str.isdigit, query)) or any(sign in query for sign in _SIGNS_WITHOUT_NUMBER):
        return True
    if is_german_statute(query.strip()) or find_by_short_name(query):
        return True
    lowered = query.lower()
    for name in _NAMES_OF_UNION:  # noqa: SIM110 - no generator: hundreds of names, for each query
        if name in lowered:
            return True
    return False


def is_german_statute(name: str) -> bool:
    """Return True for a code's name, its abbreviation, or a form like ``KSchG`` or ``SGB V``."""
    if find_by_short_name(name).startswith("DE-"):
        return True
    if name.lower().replace("ß", "ss") in _GERMAN_STATUTES:
        return True
    return bool(_MIXED_ABBREVIATION.fullmatch(name) or _SOCIAL_CODE.fullmatch(name))


def find_by_short_name(name: str) -> str:
    """Return the work of a name: ``gdpr`` -> ``32016R0679``, ``BGB`` -> ``DE-bgb``, else ``""``.

    Hyphens, blanks and the form of a number do not count: ``MiFID2``, ``nis-2 directive``.
    """
    typed = name.strip()
    if typed in _ALSO_WORDS or _SHORTHAND.fullmatch(typed):
        return ""
    return _works_by_key().get(normalize_usual_name(typed), "")


def count_short_name_words(words: Sequence[str]) -> list[int]:
    """Return how many of the first ``words`` may be a name that ``find_by_short_name`` knows, shortest first."""
    keys = _sorted_keys()
    lengths: list[int] = []
    key = ""
    for length, word in enumerate(words, 1):
        for part in _known_key_words(word.lower()):
            key = part if key in _BEFORE_NAMES else key + part
        at = bisect_left(keys, key)
        if at < len(keys) and keys[at] == key:
            lengths.append(length)
        elif key not in _BEFORE_NAMES and not (at < len(keys) and keys[at].startswith(key)):
            break
    return lengths


@cache
def _sorted_keys() -> list[str]:
    return sorted(_works_by_key())


def find_namesakes(name: str) -> tuple[str, ...]:
    """Return the works of a name beside ``find_by_short_name``: ``PSD`` names the first and the second directive."""
    usual = find_by_short_name(name)
    return tuple(work for work in _namesakes().get(normalize_usual_name(name), ()) if work != usual)


@cache
def _namesakes() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, work in EU_NAMES_OF_WORKS:
        key = normalize_usual_name(name)
        found[key] = tuple(dict.fromkeys((*found.get(key, ()), work)))
    return found


def normalize_usual_name(name: str) -> str:
    """Normalise a usual name: ``MiFID II`` equals ``mifid2``, ``The EU AI Act`` equals ``AI Act``."""
    lowered = name.lower()
    if lowered.isalnum():  # one of thousands at the start of a search, most of one word
        return _ROMAN_NUMBERS.get(lowered, lowered).replace("ß", "ss")
    words = _key_words(lowered)
    while len(words) > 1 and words[0] in _BEFORE_NAMES:
        words = words[1:]
    return "".join(words)


def _key_words(lowered: str) -> list[str]:
    words = _WORDS_OF_NAME.findall(lowered.replace("ß", "ss"))
    if _ROMAN_NUMBERS.keys().isdisjoint(words):
        return words
    return [_ROMAN_NUMBERS.get(word, word) for word in words]


_known_key_words = lru_cache(maxsize=10_000)(_key_words)  # of the words of queries


@cache
def _works_by_key() -> dict[str, str]:
    tables = (
        CASE_NAMES, GERMAN_NAMES, STATUTE_ABBREVIATIONS, EU_NAMES_AT_PLACES, EU_CAPITALIZED_NAMES, TREATIES, EU_SHORT_NAMES,
    )  # fmt: skip
    by_key = {work.removeprefix("DE-"): work for work in GERMAN_CODES.values()}
    for table in tables:
        by_key |= {normalize_usual_name(name): work for name, work in table.items()}
    return _with_kinds_of_act(by_key) | by_key


_KINDS_OF_ACT = {"R": ("regulation", "verordnung", "vo"), "L": ("directive", "richtlinie", "rl")}
"""Words for regulations and directives behind a name, by the letter in the CELEX number."""
_SHORTEST_STEM = 3


def _with_kinds_of_act(by_key: Mapping[str, str]) -> dict[str, str]:
    """Return the names of Union acts with each word for their kind: ``CRA-Verordnung`` for CRA Regulation."""
    works: dict[str, set[str]] = {}
    for key, work in by_key.items():
        kinds = _KINDS_OF_ACT.get(work[5:6], ()) if work[:1] == "3" else ()
        stem = next((key.removesuffix(kind) for kind in kinds if key.endswith(kind)), key)
        for kind in kinds if len(stem) >= _SHORTEST_STEM else ():
            works.setdefault(f"{stem}{kind}", set()).add(work)
    return {key: min(meant) for key, meant in works.items() if len(meant) == 1}


def make_statute_slug(abbreviation: str) -> str:
    """Return an abbreviation as in identifiers: ``BDSG 2018`` -> ``bdsg_2018``, ``GÜG`` -> ``gueg``."""
    return abbreviation.lower().translate(_SLUG_LETTERS)


def statute_identifiers(work: str) -> tuple[str, ...]:
    """Return all identifiers of a German statute, ``work`` first: as published, without a year, by its abbreviations."""
    undated = _YEAR_OF_STATUTE.sub("", work)
    published = _published().get(undated.lower(), "")
    names = (work, undated, published, _YEAR_OF_STATUTE.sub("", published))
    return tuple(dict.fromkeys(filter(None, (*names, *_cited_as().get(published or work, ())))))


@cache
def _published() -> dict[str, str]:
    """Return the published works by the identifiers that texts give them."""
    return {
        f"DE-{_YEAR_OF_STATUTE.sub('', make_statute_slug(name))}".lower(): work
        for name, work in STATUTE_ABBREVIATIONS.items()
    }


@cache
def _cited_as() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, work in STATUTE_ABBREVIATIONS.items():
        found[work] = (*found.get(work, ()), f"DE-{make_statute_slug(name)}")
    return found


def map_usual_names() -> Set[str]:
    """Return the works with ``list_usual_names``."""
    return _usual_names().keys()


def list_usual_names(works: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield (work, name) for the names in use of ``works``, beyond their titles."""
    for work in works:
        yield from ((work, name) for name in _usual_names().get(work, ()))


@cache
def _usual_names() -> dict[str, tuple[str, ...]]:
    by_work: dict[str, tuple[str, ...]] = {}
    for table in (EU_SHORT_NAMES, EU_CAPITALIZED_NAMES, EU_NAMES_AT_PLACES, GERMAN_NAMES):
        for name, work in table.items():
            by_work[work] = (*by_work.get(work, ()), name)
    return by_work


def short_names(work: str) -> tuple[str, ...]:
    """Return the unambiguous short names of ``work``, beyond its title: ``GDPR``, ``DORA``, ``KWG``."""
    return _short_names().get(work, ())


def works_with_short_names() -> Set[str]:
    """Return the works with ``short_names``."""
    return _short_names().keys()


@cache
def _short_names() -> dict[str, tuple[str, ...]]:
    by_work: dict[str, tuple[str, ...]] = {}
    acronyms = {name: work for name, work in EU_NAMES_AT_PLACES.items() if " " not in name}
    for names in (TREATIES, EU_SHORT_NAMES, EU_CAPITALIZED_NAMES, acronyms, STATUTE_ABBREVIATIONS):
        for name, work in names.items():
            if name.lower() not in _ALSO_WORDS:
                by_work[work] = (*by_work.get(work, ()), name)
    return by_work


def index_names(works: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return a map of name keys to works, from pairs of work and title or short title.

    A German title counts with and without its abbreviation, ``Aktiengesetz (AktG)``, a German
    decision with and without its type and day; the brackets of a neutral citation are a part of it. A name
    shared by two works is dropped.
    """
    by_key: dict[str, str] = {}
    for work, title in works:
        for key in make_title_keys(title):
            by_key[key] = work if by_key.get(key, work) == work else ""
    return {key: work for key, work in by_key.items() if key and work}


@lru_cache(maxsize=60_000)  # most changes of a library leave the titles as they are
def make_title_keys(title: str) -> tuple[str, ...]:
    """Return the keys of a title, with and without its brackets, and without the type and day of a decision."""
    plain = title if title.startswith("[") else _BRACKETED.sub("", title)
    decision = (_KIND_OF_DECISION.sub("", title), _TYPE_AND_DAY.sub("", title))
    return tuple({normalize_name(name): None for name in (title, plain, *decision)})


def with_foreign_names(works: dict[str, str]) -> dict[str, str]:
    """Add to name keys with works the other names of codes: a library has ``OR``, texts cite the ``Code des obligations``.

    What codes of several countries are called identifies none: a German ``StGB`` is not the Swiss one, nor a Spanish
    ``Código Civil`` that of Portugal.
    """
    found = dict(works)
    rows = [(row["country"], _code_keys(row)) for row in FOREIGN_CODES]
    countries: dict[str, set[str]] = {}
    for country, (names, abbreviations) in rows:
        for key in (*names, *abbreviations):
            countries.setdefault(key, set()).add(country)
    for _, (names, abbreviations) in rows:
        own = [key for key in (*names, *abbreviations) if len(countries[key]) == 1]
        work = next((works[key] for key in own if not works.get(key, "DE-").startswith("DE-")), "")
        added = (*(key for key in names if key in own), *abbreviations)
        found |= {key: found.get(key, work) for key in added if work}
    return found


def _code_keys(row: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the keys of the names of a code, and of its abbreviations."""
    names, abbreviations = (
        [normalize_name(name) for name in listed(row[column])]
        for column in ("names", "abbreviations")
    )
    return names, abbreviations


def resolve_name(citation: Citation, names: Mapping[str, str]) -> Citation:
    """Return the citation with the work of its name in a library, unchanged if there is none."""
    if citation.work or not citation.name:
        return citation
    work = names.get(normalize_name(citation.name), "")
    return replace(citation, work=work) if work else citation


def _stem(word: str) -> str:
    stem = _GERMAN_ENDING.sub("", word)
    return stem if len(stem) >= _SHORTEST_STEM else word
