"""The subject index: the general provision of a matter that a query names in other words.

*Enkeltrick* is fraud, § 263 StGB, whose text has neither word. The index is data, as at the end of a textbook:
``subjects.tsv`` beside this module, and the file of that name that a user adds to a library. A subject counts if the query
has all its words, in any order and inflected form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from lexdesk.citations.query_language import prioritise_languages
from lexdesk.citations.work_lookup import statute_identifiers
from lexdesk.law.cross_references import CrossReferences, Located
from lexdesk.law.provision_lookup import find_equivalent
from lexdesk.query import Query
from lexdesk.search.expansion.terms_of_art import wordings_of
from lexdesk.search.known_item.library_citations import citation_of, library_citation
from lexdesk.search.known_item.names import names_of_works
from lexdesk.search.library_state import languages
from lexdesk.search.scope import Scope, country_of, is_country
from lexdesk.storage import Store, until_changed, user_tables
from lexdesk.storage.user_tables import read_user_table
from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.tables import listed, read_table
from lexdesk.text.tokens import accented_tokens, fold, fold_words, folded_tokens, tokens

SUBJECTS = Path(__file__).parent / "subjects.tsv"

_MOST_WORDS = 20  # of a query; a longer one explains its matter
_PREFIX = 4  # letters by which subjects are looked up before they are stemmed
_MOST = 3  # provisions among the first hits
_MAIN = 0.25  # share of the words of a query that its main matter has
_GENERAL = frozenset((
    "law", "laws", "code", "act", "acts", "rule", "rules", "provision", "provisions", "regulation", "directive",
    "under", "legal", "statutory", "requirements", "article", "recht", "gesetz", "gesetze", "verordnung", "richtlinie",
    "vorschrift", "vorschriften", "regelung", "voraussetzungen", "paragraph", "artikel", "droit", "loi", "règlement",
))  # fmt: skip
"""Words of law in general, which state no matter."""
_LANGUAGES = {"DE-": "de", "IE-": "en"}
"""Subjects in another language than the works count only if a query states the country or the act."""


_KNOWN_WORDS = 20_000  # of queries: most are repeated

_Tokens = frozenset[str]


@dataclass(order=True)
class _Subject:
    work: str
    eid: str
    language: str
    words: str
    is_own: bool = False  # of the user: counts in any language

    @cached_property
    def first(self) -> str:
        """The token of its first word that states a matter, or ``""``: of most of a query's many candidates it is not said."""
        return next(self._tokens(), "")

    @cached_property
    def tokens(self) -> list[str]:
        """The tokens of its words."""
        return [*self._tokens()]

    def _tokens(self) -> Iterator[str]:
        for word in accented_tokens(self.words):
            if token := _token_of_word(word, self.language):
                yield token


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
) -> Iterator[tuple[float, int, _Subject]]:
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


@lru_cache(_KNOWN_WORDS)
def _token_of_word(word: str, language: str) -> str:
    """Return the token of a word of a subject; ``""`` if it states no matter."""
    return "" if _is_empty(word, language) else analysis(language).word(word) or _folded(word)


@lru_cache(_KNOWN_WORDS)
def _tokens_of_word(word: str, language: str) -> _Tokens:
    """Return the tokens of a word of a query; none if it states no matter."""
    if _is_empty(word, language):
        return frozenset()
    return frozenset((*analysis(language).text(word).split(), _folded(word)))


def _with_wordings(word: str) -> str:
    """Return a word and the words of acts for it: ``Chef Arbeitgeber``."""
    return " ".join((word, *(said for said in wordings_of(word) if " " not in said)))


def _is_empty(word: str, language: str) -> bool:
    folded = _folded(word)
    return is_country(word) or word in _GENERAL or is_stop_word(folded, language)


def _folded(word: str) -> str:
    return fold(word).strip()


def _is_meant(subject: _Subject, scope: Scope) -> bool:
    if scope.works:
        return not scope.works.isdisjoint((subject.work, *statute_identifiers(subject.work)))
    country = country_of(subject.work)
    if scope.countries:
        return country in scope.countries
    return subject.is_own or _LANGUAGES.get(country, subject.language) == subject.language


def _candidates(words: Sequence[str], store: Store) -> list[_Subject]:
    """Return the subjects that may be in a query: each has a word that begins like a word of it, or a part of one.

    One of several words may come several times.
    """
    beginnings = frozenset[str]().union(*map(_beginnings, words))
    indexes = (_by_prefix(), _own_by_prefix(store))
    return [subject for index in indexes for at in beginnings for subject in index.get(at, ())]


@lru_cache(_KNOWN_WORDS)
def _beginnings(word: str) -> _Tokens:
    """Return how a word of a query and its parts begin."""
    parts = tokens(analysis("de").text(_with_wordings(word)).replace("de:", ""))
    return frozenset(token[:_PREFIX] for token in (_folded(word), *parts))


@cache
def _by_prefix() -> dict[str, list[_Subject]]:
    return _indexed(
        [
            _Subject(row["work"], row["eid"], row["language"], words)
            for row in read_table(SUBJECTS, ("work", "eid", "language", "subjects"))
            for words in listed(row["subjects"])
        ]
    )


@until_changed
def _own_by_prefix(store: Store) -> dict[str, list[_Subject]]:
    """Return the subjects that the user added to the library, in each of its languages."""
    rows = read_user_table(store.folder, user_tables.SUBJECTS)
    cited = ((subjects, _provision(place, store)) for subjects, place in rows)
    return _indexed(
        [
            _Subject(*place, language, words, is_own=True)
            for subjects, place in cited
            if place
            for words in listed(subjects)
            for language in languages(store)
        ]
    )


def _provision(place: str, store: Store) -> tuple[str, str] | None:
    """Return the work and the provision of a citation, ``§ 263 StGB``, or of ``DE-stgb para_263``."""
    work, _, eid = place.rpartition(" ")
    if work and store.law.expressions_of(work):
        return work, eid
    cited = citation_of(place) or library_citation(place, store)
    return (cited.work, cited.eids[0]) if cited and cited.work and cited.eids else None


def _indexed(subjects: Sequence[_Subject]) -> dict[str, list[_Subject]]:
    # Folded at once: a call for each would take as long as the rest of a search.
    lines = fold_words("\n".join(subject.words for subject in subjects)).split("\n")
    found: defaultdict[str, list[_Subject]] = defaultdict(list)
    for subject, line in zip(subjects, lines, strict=bool(subjects)):
        for token in folded_tokens(line):
            found[token[:_PREFIX]].append(subject)
    return found
