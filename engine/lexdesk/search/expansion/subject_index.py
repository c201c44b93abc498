"""The subject index: the general provision of a matter that a query names in other words.

*Enkeltrick* is fraud, § 263 StGB, whose text has neither word. The index is data, as at the end of a textbook:
``subjects.tsv`` beside this module, and the file of that name that a user adds to a library. A subject counts if the query
has all its words, in any order and inflected form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from lexdesk.citations.query_language import prioritise_languages
from lexdesk.citations.work_lookup import statute_identifiers
from lexdesk.law.cross_references import CrossReferences, Located
from lexdesk.law.provision_lookup import find_equivalent
from lexdesk.query import Query
from lexdesk.search.expansion.subject_table import (
    KNOWN_WORDS,
    Subject,
    SubjectTable,
    beginnings_of,
    folded,
    is_empty,
)
from lexdesk.search.expansion.terms_of_art import wordings_of
from lexdesk.search.known_item.library_citations import citation_of, library_citation
from lexdesk.search.known_item.names import names_of_works
from lexdesk.search.library_state import languages
from lexdesk.search.scope import Scope, country_of
from lexdesk.storage import Store, until_changed, user_tables
from lexdesk.storage.user_tables import read_user_table
from lexdesk.text.analysis import analysis
from lexdesk.text.tokens import accented_tokens, nfc, tokens

SUBJECTS = Path(__file__).parent / "subjects.tsv"

_MOST_WORDS = 20  # of a query; a longer one explains its matter
_MOST = 3  # provisions among the first hits
_MAIN = 0.25  # share of the words of a query that its main matter has
_LANGUAGES = {"DE-": "de", "IE-": "en"}
"""Subjects in another language than the works count only if a query states the country or the act."""

_Tokens = frozenset[str]


class Matter(NamedTuple):
    """A provision for the matter of a query, whether this matter is most of the query, and the subject."""

    located: Located
    is_main: bool
    words: str


def find_matters(
    query: Query, scope: Scope, store: Store, excluded: Collection[int]
) -> list[Matter]:
    """Return the provisions in ``store`` for the matters that ``query`` names in its ``scope``, the closest first.

    ``excluded`` are the expressions of other days. Queries with conditions have none.
    """
    words = accented_tokens(scope.text)
    if query.demanding or not words or len(words) > _MOST_WORDS:
        return []
    subjects = sorted(_subjects_of(words, scope, store), reverse=True)
    if not subjects:
        return []
    order = prioritise_languages(query.text, (subjects[0][2].language, *languages(store)))
    references = CrossReferences(store, order, frozenset(excluded))
    found: dict[tuple[int, str], Matter] = {}
    for share, _, subject in subjects:
        if not (work := subject.work if subject.is_own else _as_held(subject.work, store)):
            continue
        located = references.locate(work, "", subject.eid, exactly=True)
        if located and located.provision and located.provision.eid == subject.eid:
            is_main = share >= _MAIN
            key = located.expression.id, subject.eid
            found.setdefault(key, Matter(located, is_main, subject.words))
        if len(found) == _MOST:
            break
    return [*found.values()]


def _as_held(work: str, store: Store) -> str:
    """Return the work as the library spells it, or ``""``; SQLite reads all works to find a missing or lower-case one."""
    held = names_of_works(store).identified(work)
    return held.pop() if len(held) == 1 else work if held else find_equivalent(store, work)


def _subjects_of(
    words: Sequence[str], scope: Scope, store: Store
) -> Iterator[tuple[float, int, Subject]]:
    """Yield the subjects in a query of ``words`` with the share of its words that they are, and their number."""
    query: dict[str, list[_Tokens]] = {}
    said: dict[str, _Tokens] = {}
    for subject in _candidates(words, store):
        language = subject.language
        if language not in query:
            of_words = (_tokens_of_word(word, language) for word in words)
            query[language] = [of_word for of_word in of_words if of_word]
            said[language] = frozenset[str]().union(*query[language])
        if subject.first not in said[language]:
            continue
        found = subject.tokens
        if said[language].issuperset(found) and _is_meant(subject, scope):
            covered = sum(not word.isdisjoint(found) for word in query[language])
            yield covered / len(query[language]), len(found), subject


@lru_cache(KNOWN_WORDS)
def _tokens_of_word(word: str, language: str) -> _Tokens:
    """Return the tokens of a word of a query; none if it states no matter."""
    if is_empty(word, language):
        return frozenset()
    return frozenset((*analysis(language).text(word).split(), folded(word)))


def _with_wordings(word: str) -> str:
    """Return a word and the words of acts for it: ``Chef Arbeitgeber``."""
    return " ".join((word, *(said for said in wordings_of(word) if " " not in said)))


def _is_meant(subject: Subject, scope: Scope) -> bool:
    if scope.works:
        return not scope.works.isdisjoint((subject.work, *statute_identifiers(subject.work)))
    country = country_of(subject.work)
    if scope.countries:
        return country in scope.countries
    return subject.is_own or _LANGUAGES.get(country, subject.language) == subject.language


def _candidates(words: Sequence[str], store: Store) -> Iterator[Subject]:
    """Yield the subjects that may be in a query: their first word begins like a word of it, or like a part of one."""
    for beginning in frozenset[str]().union(*map(_beginnings, words)):
        yield from _program_subjects().beginning_with(beginning)
        yield from _own_subjects(store).beginning_with(beginning)


@lru_cache(KNOWN_WORDS)
def _beginnings(word: str) -> _Tokens:
    """Return how a word of a query and its parts begin."""
    parts = tokens(analysis("de").text(_with_wordings(word)).replace("de:", ""))
    return beginnings_of((folded(word), *parts))


@cache
def _program_subjects() -> SubjectTable:
    return SubjectTable(SUBJECTS.read_text(encoding="utf-8"))


@until_changed
def _own_subjects(store: Store) -> SubjectTable:
    """Return the subjects that the user added to the library, in each of its languages."""
    rows = read_user_table(store.folder, user_tables.SUBJECTS)
    cited = ((_provision(place, store), subjects) for subjects, place in rows)
    lines = (
        "\t".join((*place, language, subjects))
        for place, subjects in cited
        if place
        for language in languages(store)
    )
    return SubjectTable(nfc("\n".join(lines)), is_own=True)


def _provision(place: str, store: Store) -> tuple[str, str] | None:
    """Return the work and the provision of a citation, ``§ 263 StGB``, or of ``DE-stgb para_263``."""
    work, _, eid = place.rpartition(" ")
    if work and store.law.expressions_of(work):
        return work, eid
    cited = citation_of(place) or library_citation(place, store)
    return (cited.work, cited.eids[0]) if cited and cited.work and cited.eids else None
