"""Citations and places known to one library: short titles, numbers, contracts.

``SGB 5``, ``2016/679`` and ``Section 2 Data Protection Act, 1988`` are citations in a library with these works. A
place without an act, ``Art 6(1)(f)``, is that of each act with such a place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from typing import NamedTuple

from msgspec.structs import replace

from lexdesk.citations import Citation
from lexdesk.citations.identifiers import parse_identifier
from lexdesk.citations.resolution import parse_target
from lexdesk.citations.work_lookup import index_names, may_cite, normalize_name
from lexdesk.document.eid import is_recital
from lexdesk.errors import NotFound
from lexdesk.law.provision_lookup import find_equivalent, sort_by_language
from lexdesk.law.work_names import (
    list_contract_names,
    list_other_names,
    list_user_names,
    names_of_works,
)
from lexdesk.search.known_item.item import with_first_act
from lexdesk.search.known_item.targets import find_works_numbered, list_cuts, resolve_places
from lexdesk.storage import Store, until_changed
from lexdesk.system.paths import encode_path
from lexdesk.text.analysis import is_stop_word
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import tokens

_LONGEST = 200  # characters; a longer query is a question
_COMMUNITY = lazy_pattern(r"^\(?(?:EU|UE|EC|CE|EG|EEC|EWG)\)?\s(?:N[or]\.?\s)?", re.IGNORECASE)
_ACT_OF_YEAR = lazy_pattern(r"(?P<name>.+\w)\)?,? Act,? (?P<year>(?:18|19|20)\d\d)")
_BRACKETED_TITLE = lazy_pattern(r"(?P<outer>[^()]+)\s\((?P<inner>[^()\d]+)\),? Act,? \d{4}")
_OF_YEAR = lazy_pattern(r"(?P<name>[^\d]*\w\)?),?\s(?P<year>(?:18|19|20)\d\d)")
_COUNTRIES_OF_ACTS = ("IE-", "UK-")
_MATTER = lazy_pattern(r"\(([^()]{8,})\),? Act$")
_NO_MATTER = lazy_pattern(r"Amendment|Provisions|Consequential|\d")
_BARE_NUMBER = lazy_pattern(
    r"(?:(?:Act|No\.?|Number)\s)*\d{1,4}\s?(?:/|of)\s?\d{4}\b", re.IGNORECASE
)
_NUMBERED = lazy_pattern(r"\bAct\s\d{1,3}\sof\s\d{4}")
_ACTS = lazy_pattern(r"(?<=[\w)] )Acts\b")  # Companies Acts 1963
_PARAGRAPH = lazy_pattern(
    r"(?:at\s)?(?:paragraph|para\.?|point|Rn\.?|Rz\.?|Randnr\.?|Randnummer)?\s?\[?(?P<number>\d{1,4})\]?",
    re.IGNORECASE,
)
"""A paragraph of a judgment by itself: ``paragraph 3``, ``[3]``, ``Rn. 12``."""
_DATED = lazy_pattern(r"(?P<name>[A-ZÄÖÜa-z]\S+) (?:18|19|20)\d\d")
_NUMBER = lazy_pattern(
    r"\d|\b[IVXL]+\b|\b(?i:exhibit|schedule|annex(?:ure)?|appendix|attachment)\s[A-Z]\b"
)
_ARTICLE = lazy_pattern(r"art", re.IGNORECASE)
_PAGE = lazy_pattern(r",\s(?:p|S)\.\s\d+$")
_OF_THE_CONTRACT = lazy_pattern(
    r"\s(?:of\s(?:the|this)\s(?:agreement|contract|deed|lease)|(?:des|dieses)\svertrag(?:e?s)|hereof)$",
    re.IGNORECASE,
)
_NUMBERED_JOURNAL = lazy_pattern(
    r"(?:OJ|ABl\.?|JO(?:UE)?)\s?(?:EU\s)?L,?\s(?P<number>20\d\d/\d{1,5})(?:,\s\d{1,2}[./]\d{1,2}[./]\d{4})?",
    re.IGNORECASE,
)
"""An act in the Official Journal since October 2023: ``OJ L, 2024/1689, 12.7.2024``."""
_SHORTEST_INITIALS = 3  # OWTA; three letters mean too much
_FILE_ENDING = lazy_pattern(r"\.\w{2,4}$")
_MOST_LISTED = 20  # places over all acts; one act lists every place
_FEW = 10  # contracts matched by words of their titles; with more, the words are ordinary ones
_FAMILIES = {"": "eu", "DE-": "german", "IE-": "irish_uk"}
"""Beginnings of identifiers of works with eids of their own, by the family of these eids."""


def citation_of(query: str) -> Citation | None:
    """Return the citation that spans all of ``query``, or ``None``.

    The patterns are loaded only for a possible citation.
    """
    if not may_cite(query.strip().strip(".,;")):
        return None
    from lexdesk.citations.query_citations import parse_query_citation  # loads many patterns

    return parse_query_citation(query)


def library_citation(query: str, store: Store) -> Citation | None:
    """Return the citation of a work in ``store`` by its short title or number; ``None`` for other queries."""
    from lexdesk.citations.query_wording import simplify_wording

    typed = query.strip().strip(".,;")
    wordings = (typed, *(simplify_wording(typed) if any(map(str.isdigit, typed)) else ()))
    return next(filter(None, (_titled(wording, store) for wording in wordings)), None)


def _titled(query: str, store: Store) -> Citation | None:
    typed = _ACTS.sub("Act", with_first_act(query))
    if journal := _NUMBERED_JOURNAL.fullmatch(typed):
        typed = journal["number"]
    if work := names_of_works(store).act_titled(typed):
        return Citation(0, len(typed), typed, parse_target(work).kind, work)
    if len(typed) > _LONGEST or not (
        "/" in typed or _NUMBERED.search(typed) or _may_hold_name(typed, store)
    ):
        return None
    works = _works_by_short_title(store)
    for name, place in list_cuts(typed):
        work = works.get(normalize_name(name), "") or _find_by_number(name, store)
        if not work:
            continue
        kind = parse_target(work).kind
        if not place and _is_name(typed):
            return Citation(0, len(typed), typed, kind, work)
        if place and (eids := resolve_places(place, work)):
            return Citation(0, len(typed), typed, kind, work, eids=eids, pin_cite=place)
    return None


def identified_in(store: Store, work: str, eid: str | None) -> tuple[str, str | None]:
    """Return the identifiers of a work and its provision, named as in a query.

    Other names stay. ``SGB V``, ``2016/679`` and ``s 228 CA 2014`` are resolved. ``work`` may be a path, not in Unicode.
    """
    from lexdesk.citations.query_citations import identify_eid, identify_target  # many patterns

    stored = named = encode_path(work)
    if not store.law.expressions_of(stored):
        work, eid = identify_target(work, eid)
        stored = encode_path(work)
    if not store.law.expressions_of(stored):
        here = citation_of(stored)
        if here is not None and (held := find_equivalent(store, here.work)):
            here = replace(here, work=held)
        if here is None or not store.law.expressions_of(here.work):
            here = library_citation(stored, store)
        if _is_unheld(store, here.work if here else stored):
            here = library_citation(named, store) or here  # ``Art. 7 KAG`` of Switzerland
            eid = None if here and here.eids else eid
        if here and _is_bare_number(named, here) and _is_unheld(store, here.work):
            return work, eid  # 864/2007 may be of the Union, or of any country
        if here is not None:
            work, eid = here.work, eid or next(iter(here.eids), None)
    kinds = _kinds(work, store) if eid else ()
    if eid and "judgment" in kinds and (paragraph := _PARAGRAPH.fullmatch(eid.strip())):
        return work, f"para_{paragraph['number']}"
    if eid and not eid.startswith("§") and "contract" in kinds:
        from lexdesk.citations.clauses import parse_clause

        if parse_clause(eid):
            return work, eid  # Schedule 3 of a contract belongs to no act
    return work, eid and identify_eid(eid, work)


def _is_bare_number(named: str, read: Citation) -> bool:
    """Return whether an Act of Ireland was read from a number that names no country."""
    return read.work.startswith("IE-") and _BARE_NUMBER.match(named) is not None


def _is_unheld(store: Store, work: str) -> bool:
    """Return whether the library lacks ``work`` under any of its names."""
    try:
        return not sort_by_language(store, work, None, ())
    except NotFound:
        return True


def _kinds(work: str, store: Store) -> set[str]:
    """Return the kinds of the texts of a work; empty for one that the library lacks."""
    try:
        languages = sort_by_language(store, work, None, ())
    except NotFound:
        return set()
    return {expression.kind for expressions in languages for expression in expressions}


def _find_by_number(name: str, store: Store) -> str:
    """Return the act with a number, as in ``2016/679 art 17``, ``Act 7 of 2018 s 31``; ``""`` for none or several."""
    identified = parse_identifier(name)
    irish = identified.work if identified and identified.work.startswith("IE-") else ""
    works = find_works_numbered(_COMMUNITY.sub("", name), store)
    return works.pop() if len(works) == 1 and not store.law.expressions_of(irish) else irish


def may_be_place(query: str) -> bool:
    """Return whether a query may be a place in an act: it is short and has a number. The test is fast."""
    return len(query) <= _LONGEST and _NUMBER.search(query) is not None


def find_places(
    query: str, languages: Sequence[str], store: Store, excluded: Collection[int]
) -> list[tuple[int, str]]:
    """Return (expression, eid) for the acts in ``store`` with the places of ``query``, one text of each act.

    Texts in the first of ``languages``, that of the query, come first, then the acts cited most. ``excluded``
    expressions are left out, except recitals.
    """
    typed = query.strip().strip(".,;")
    wanted: dict[str, tuple[str, ...]] = {}  # eids in the acts of each family
    for family, of_works in _FAMILIES.items():
        is_german = languages[:1] == ("de",) or _ARTICLE.match(typed)  # of the Grundgesetz too
        if (family == "DE-" and not is_german) or (family == "IE-" and languages[:1] == ("de",)):
            continue  # a section of an Act is not a § of a statute
        wanted[of_works] = resolve_places(typed, family)[:_MOST_LISTED]
    found: dict[str, _Place] = {}
    listed: dict[int, dict[int, str]] = {}
    for expression, work, language, eid in store.law.acts_with([*{*chain(*wanted.values())}]):
        is_out = expression in excluded
        eids = wanted.get(parse_target(work).family, ())
        if eid not in eids or (is_out and not is_recital(eid)):
            continue  # recitals are never amended
        order = languages.index(language) if language in languages else len(languages)
        at = eids.index(eid)
        place = _Place(is_out, order, -expression, at, eid)
        found[work] = min(place, found.get(work, place))
        listed.setdefault(expression, {})[at] = eid
    cited_eids = {work: place.eid for work, place in found.items()}
    names = [work for work in _works_by_short_title(store).items() if work[1] in found]
    cited = store.law.times_cited(cited_eids, names)
    never = (0, 0)
    works = sorted(
        found, key=lambda work: (found[work].language > 0, *(-n for n in cited.get(work, never)))
    )
    texts = [-found[work].latest for work in works]
    return [(text, listed[text][at]) for text in texts for at in sorted(listed[text])]


def find_clauses(
    query: str, store: Store, is_searched: Callable[[int], bool]
) -> tuple[list[tuple[int, str]], bool]:
    """Return (expression, eid) for the contracts with the clauses of ``query``, and whether it names a contract.

    ``is_searched`` tests an expression. ``Section 9.2(b)`` matches every contract, by title; ``Nordlicht clause 6.3``
    matches the few contracts with this word in the title.
    """
    from lexdesk.citations.clauses import parse_clauses  # many patterns

    typed = _OF_THE_CONTRACT.sub("", _PAGE.sub("", query.strip().strip(".,;")))
    for name, place in list_cuts(typed):
        listed = parse_clauses(place or typed)
        if (place or typed).startswith("§"):
            of_act = ((candidate,) for candidate in resolve_places(place or typed, "DE-"))
            listed = [(*a, *b) for a, b in zip_longest(of_act, listed, fillvalue=())]
        if not listed:
            continue
        names = list_contract_names(store)
        if not names.all:
            break
        works = names.with_words(_FILE_ENDING.sub("", name)) if place else None
        if works is not None and not 0 < len(works) <= _FEW:
            continue
        order = {eid: at for at, eids in enumerate(listed) for eid in eids}
        found: dict[str, dict[int, tuple[int, str]]] = {}
        for expression, work, eid in store.law.contracts_with([*order], works):
            if is_searched(expression):
                found.setdefault(work, {})[order[eid]] = expression, eid
        if found:
            places = [located[at] for located in found.values() for at in sorted(located)]
            return places, works is not None
    return [], False


class _Place(NamedTuple):
    """A provision in a text of a work, ordered by preference: of the day, in the best language, the latest."""

    is_excluded: bool
    language: int
    latest: int  # id of the latest expression, negative
    at: int  # position in the query's list
    eid: str


def _is_name(typed: str) -> bool:
    """Return whether a text must be a name: a work may be called by a single ordinary word, as ``Consent``."""
    return " " in typed or any(map(str.isdigit, typed)) or not typed[1:].islower()


@until_changed
def _works_by_short_title(store: Store) -> dict[str, str]:
    """Return works by the keys of their short titles, and by unambiguous other names.

    Other names are usual names of acts of the Union, and initials of Acts.
    """
    usual = _usual_names(names_of_works(store).of_union)
    others = (*usual, *list_user_names(store), *list_other_names(store))
    return _works_by_key(names_of_works(store).short_titles, others)


@lru_cache(maxsize=2)  # most changes of a library leave the names as they are
def _works_by_key(
    titles: tuple[tuple[str, str], ...], names: tuple[tuple[str, str], ...]
) -> dict[str, str]:
    others = (*_by_initials(titles), *_by_inner_name(titles), *names)
    return (
        _statutes_without_year(titles)
        | _undated_acts(titles)
        | index_names(others)
        | index_names(titles)
    )


def _statutes_without_year(titles: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return German statutes by the keys of abbreviations without a year, the latest: ``OWiG`` of ``OWiG 1968``."""
    dated = ((work, _DATED.fullmatch(title)) for work, title in sorted(titles))
    return {normalize_name(match["name"]): work for work, match in dated if match}


def _undated_acts(titles: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return Irish and British Acts by the keys of their names without a year, the latest of a name."""
    dated = sorted(
        (match["year"], work, match["name"])
        for work, title in titles
        if work.startswith(_COUNTRIES_OF_ACTS) and (match := _OF_YEAR.fullmatch(title))
    )
    inner = ((work, inner) for _, work, name in dated for inner in _inner_names(name))
    return {
        normalize_name(name): work
        for work, name in (*inner, *((work, name) for _, work, name in dated))
    }


def _by_inner_name(titles: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield ``Theft and Fraud Offences Act 2001`` for the ``Criminal Justice (Theft and Fraud Offences) Act 2001``.

    The first of two matters in brackets names it, too: ``Money Laundering Act 2010``.
    """
    for work, title in titles:
        match = _OF_YEAR.fullmatch(title) if work.startswith(_COUNTRIES_OF_ACTS) else None
        if match:
            yield from ((work, f"{name} {match['year']}") for name in _inner_names(match["name"]))


def _inner_names(name: str) -> Iterator[str]:
    """Yield the names of an Act by the matter in its brackets, and by the first of two; none for an amendment, or a number."""
    inner = _MATTER.search(name)
    if inner is None or _NO_MATTER.search(inner[1]):
        return
    yield f"{inner[1]} Act"
    if " and " in inner[1]:
        yield f"{inner[1].partition(' and ')[0]} Act"


@lru_cache(maxsize=2)  # as ``_works_by_key``
def _usual_names(works: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return (work, name) for the names used by ``citation_labels.label_usual_citation``."""
    from lexdesk.citations.act_names import find_preferred_names  # many patterns

    return tuple(
        (work, name) for work, title in works for name in find_preferred_names(work, title)
    )


def _by_initials(titles: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield names such as ``CA 2014`` and ``CA14`` for the ``Companies Act 2014``, ``VATCA 2010`` and ``OWTA``."""
    for work, title in titles:
        if of_year := _ACT_OF_YEAR.fullmatch(title):
            words = [word for word in tokens(of_year["name"]) if not is_stop_word(word, "en")]
            initials = f"{''.join(word[0] for word in words)}A"
            yield from ((work, name) for name in _bracketed_initials(title, of_year["year"]))
            yield work, f"{initials} {of_year['year']}"
            yield work, f"{initials}{of_year['year'][2:]}"
            if len(initials) > _SHORTEST_INITIALS:
                yield work, initials


def _bracketed_initials(title: str, year: str) -> Iterator[str]:
    """Yield ``CJ(TFO)A 2001`` for the ``Criminal Justice (Theft and Fraud Offences) Act 2001``."""
    if match := _BRACKETED_TITLE.fullmatch(title):
        outer, inner = (
            "".join(word[0] for word in tokens(match[part]) if not is_stop_word(word, "en"))
            for part in ("outer", "inner")
        )
        yield f"{outer}({inner})A {year}"


def _may_hold_name(typed: str, store: Store) -> bool:
    """Return whether a text begins or ends with the first or last word of a short title; questions rarely do."""
    first, last = _edges_of_names(store)
    words = normalize_name(typed).split()
    return bool(words) and (words[0] in first or words[-1] in last)


@until_changed
def _edges_of_names(store: Store) -> tuple[frozenset[str], frozenset[str]]:
    """Return the first words and the last words of short titles."""
    return _edges_of(tuple(_works_by_short_title(store)))


@lru_cache(maxsize=2)
def _edges_of(keys: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    names = [key.split() for key in keys]
    return frozenset(name[0] for name in names), frozenset(name[-1] for name in names)
