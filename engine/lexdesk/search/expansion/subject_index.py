"""The subject index: the general provision of a matter that a query names in other words.

*Enkeltrick* is fraud, § 263 StGB, whose text has neither word. The index is data, as at the end of a textbook:
that of ``lexdesk.index.lexical.subjects``, and the file ``subjects.tsv`` that a user adds to a library. A subject counts
if the query has all its words, in any order and inflected form; with some of them, its provision is similar.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from lexdesk.citations.citation import act_type_of_celex
from lexdesk.citations.query_language import detect_query_language, prioritise_languages
from lexdesk.index.lexical.subjects import SUBJECTS
from lexdesk.law.as_of import StatusLookup
from lexdesk.law.cross_references import CitationTarget, CrossReferences
from lexdesk.law.provision_lookup import find_equivalent
from lexdesk.law.work_names import names_of_works
from lexdesk.query import Query
from lexdesk.search.expansion.query_tokens import TokensOfWord, keys_of_glosses, tokens_of_word
from lexdesk.search.expansion.subject_table import (
    KNOWN_WORDS,
    LANGUAGES,
    NEGATIONS,
    Subject,
    SubjectMatch,
    SubjectTable,
    fold_word,
    is_foreign,
    is_meant,
    key_of,
    states_matter,
    token_of_word,
)
from lexdesk.search.known_item.library_citations import citation_of, library_citation
from lexdesk.search.library_state import languages
from lexdesk.search.scope import Scope
from lexdesk.storage import Store, until_changed, user_tables
from lexdesk.storage.user_tables import read_user_table
from lexdesk.text.analysis import is_stop_word
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.sentences import sentence_borders
from lexdesk.text.tokens import accented_tokens, nfc

COMPILED = SUBJECTS.with_suffix(".bin")
"""The index of ``SUBJECTS``, made by ``packaging/compile_subjects.py``."""

_MOST_WORDS = 20  # of a query; a longer one explains its matter
_MOST = 3  # provisions among the first hits
_LEAST = 0.3  # similarity
_MOST_SIMILAR = 15  # provisions
_CHANCE = 0.3  # share of the similarity of a subject with one of several words
_SEVERAL = 2
_OTHER_LANGUAGE = 0.6
"""Weight of the similarity of a subject in another language than the query's, or if this is unknown, the library's."""
_MOST_READ = 200  # similar subjects of one language
_FEWEST_IN_TEXT = 2  # words of a subject in running text
_FIRST_PERSON = (
    "i", "me", "my", "myself", "ich", "mich", "mir", "mein", "meine", "meinem", "meinen", "meiner", "meines", "je", "moi",
    "mon", "ma", "mes", "mi", "mis", "mio", "mia", "mie", "miei", "moje", "moich",
)  # fmt: skip
"""Words for whoever asks, to whom documents say *you*."""
_MAIN = 0.25  # share of the words of a query that its main matter has
_FOREIGN = 0.5
"""Weight of this share where law in the language of the query may have the matter, too."""
_STATUSES = {
    "not yet in force": 1, "not yet applicable": 1, "no longer in force": 2, "repealed, day unknown": 2,
}  # fmt: skip
"""Places of the same matter's provisions behind law of the day."""
_MOST_CITATIONS = 1_000  # counted
_NUMBER = lazy_pattern(r"(\d+)|([^\d_]+)")

_Tokens = frozenset[str]
_NONE: _Tokens = frozenset()


class Matter(NamedTuple):
    """A provision for the matter of a query, whether this matter is most of the query, and the subject with its language."""

    located: CitationTarget
    is_main: bool
    words: str
    language: str


class SimilarProvision(NamedTuple):
    """A provision, the similarity (0..1) of its nearest subject to a query, and this subject with its language."""

    located: CitationTarget
    similarity: float
    words: str
    language: str


class Matters(NamedTuple):
    """The provisions whose subject a query states, the closest first; ``find_similar`` returns those with a similar one."""

    stated: Sequence[Matter] = ()
    find_similar: Callable[[], Sequence[SimilarProvision]] = tuple


class _SubjectInQuery(NamedTuple):
    """A subject in a query.

    ``share`` of the words of the query are ``covered`` (their numbers); it weighs less for law in another language. Of the
    covered words, ``whole`` ones are not just a part of a compound;
    the subject has ``length`` words, and ``is_alike`` if both have a negation, or none.
    """

    share: float
    length: int
    is_alike: bool
    whole: int
    covered: frozenset[int]
    subject: Subject

    def count_of(self, typed: Collection[str]) -> int:
        """Return how many words of the subject are ``typed`` in this form."""
        return sum(word in typed for word in accented_tokens(self.subject.words))


def find_matters(
    query: Query, scope: Scope, store: Store, excluded: Collection[int], day: datetime.date
) -> Matters:
    """Return the provisions in ``store`` for the matters that ``query`` names in its ``scope``.

    ``excluded`` are the expressions of other days than ``day``. Queries with conditions have none, nor have long ones.
    """
    words = accented_tokens(scope.text)
    if query.demanding or not words or len(words) > _MOST_WORDS:
        return Matters()
    stated = _find_stated(query, words, scope, store, excluded, day)
    order = prioritise_languages(query.text, languages(store))
    references = CrossReferences(store, order, frozenset(excluded))
    return Matters(stated, cache(partial(_find_similar, words, scope, store, references)))


def _find_stated(
    query: Query,
    words: Sequence[str],
    scope: Scope,
    store: Store,
    excluded: Collection[int],
    day: datetime.date,
) -> list[Matter]:
    """Return the provisions of the subjects that ``words`` state, the closest first."""
    typed = frozenset(words)
    subjects = sorted(_subjects_of(words, scope, store), key=lambda found: found.subject)
    subjects.sort(key=lambda found: (_closeness(found), found.count_of(typed)), reverse=True)
    if not subjects:
        return []
    order = prioritise_languages(query.text, (subjects[0].subject.language, *languages(store)))
    references = CrossReferences(store, order, frozenset(excluded))
    matters: dict[tuple[int, str], Matter] = {}
    covered: list[frozenset[int]] = []
    for _, group in itertools.groupby(subjects, key=_closeness):
        located = [*_locate_subjects(group, references, store)]
        if len(located) > 1:
            located = _general_first(located, words, store, day)
        for found, place in located:
            is_main = found.share >= _MAIN and not any(map(found.covered.__lt__, covered))
            key = place.expression.id, found.subject.eid
            subject = found.subject
            matters.setdefault(key, Matter(place, is_main, subject.words, subject.language))
            covered.append(found.covered)
            if len(matters) == _MOST:
                return [*matters.values()]
    return [*matters.values()]


def _find_similar(
    words: Sequence[str], scope: Scope, store: Store, references: CrossReferences
) -> list[SimilarProvision]:
    """Return the provisions with a subject similar to ``words``, the most similar first."""
    is_negated, known = not NEGATIONS.isdisjoint(words), _known_languages(store)
    by_word = [tokens_of_word(word, known) for word in words]
    typed_in = detect_query_language(scope.text)
    usual = {typed_in} if typed_in else languages(store)
    as_held = cache(partial(_as_held, store=store))  # many subjects are of one work
    nearest: dict[tuple[str, str], tuple[float, Subject]] = {}
    is_law_named = bool(scope.works or scope.countries)
    for similarity, _, subject in _matches(words, store, _MOST_READ, glossed=is_law_named):
        work = as_held(subject.work)
        if work and is_meant(subject, scope, store) and (is_negated or not subject.is_negated):
            weight = _FOREIGN if is_foreign(subject, scope, store) else 1.0
            weight *= 1.0 if subject.language in usual else _OTHER_LANGUAGE
            weight *= _CHANCE if not is_law_named and _is_chance(subject, by_word) else 1.0
            place, weighed = (work, subject.eid), weight * similarity
            if weighed > nearest.get(place, (0.0,))[0]:
                nearest[place] = weighed, subject
    found = []
    for (work, eid), (similarity, subject) in sorted(nearest.items(), key=lambda e: -e[1][0]):
        located = references.locate(work, "", eid, exactly=True)
        if located and located.provision and located.provision.eid == eid:
            found.append(SimilarProvision(located, similarity, subject.words, subject.language))
            if len(found) == _MOST_SIMILAR:
                break
    return found


def _is_chance(subject: Subject, by_word: Sequence[TokensOfWord]) -> bool:
    """Return whether a subject has one of several words alone."""
    stated = [of_word for word in by_word if (of_word := word.by_language[subject.language])]
    found = frozenset(subject.tokens)
    return len(stated) >= _SEVERAL and sum(not w.isdisjoint(found) for w in stated) < 2


def subjects_within(text: str, work: str, store: Store) -> dict[str, str]:
    """Return the provisions (eids) of ``work`` that the subjects in a sentence of ``text`` name, each with its longest one.

    A subject of one word is chance in running text, and does not count. Its *my data* are *your data* there.
    """
    found: dict[str, tuple[int, str]] = {}
    for start, end in itertools.pairwise((0, *sentence_borders(text), len(text))):
        scope = Scope(text[start:end], frozenset((work,)))
        words = [*accented_tokens(scope.text), *_FIRST_PERSON]
        for subject in (match.subject for match in _subjects_of(words, scope, store)):
            stated = len(set(subject.tokens) - _first_person(subject.language))
            if stated >= _FEWEST_IN_TEXT and (stated, subject.words) > found.get(
                subject.eid, (0, "")
            ):
                found[subject.eid] = stated, subject.words
    return {eid: words for eid, (_, words) in found.items()}


@cache
def _first_person(language: str) -> frozenset[str]:
    return frozenset(token_of_word(word, language) for word in _FIRST_PERSON)


def _closeness(found: _SubjectInQuery) -> tuple[float, int, bool, int]:
    return found.share, found.length, found.is_alike, found.whole


def _locate_subjects(
    subjects: Iterable[_SubjectInQuery], references: CrossReferences, store: Store
) -> Iterator[tuple[_SubjectInQuery, CitationTarget]]:
    """Yield the subjects whose provision the library has."""
    for found in subjects:
        subject = found.subject
        if not (work := subject.work if subject.is_own else _as_held(subject.work, store)):
            continue
        located = references.locate(work, "", subject.eid, exactly=True)
        if located and located.provision and located.provision.eid == subject.eid:
            yield found, located


def _general_first(
    located: Sequence[tuple[_SubjectInQuery, CitationTarget]],
    words: Sequence[str],
    store: Store,
    day: datetime.date,
) -> list[tuple[_SubjectInQuery, CitationTarget]]:
    """Order provisions for one matter by language, national law before directives, law of the day, citations."""
    status_of = StatusLookup(store, day)
    places = [(found.subject.work, found.subject.eid) for found, _ in located]
    cited = store.law.citations_of(places, _MOST_CITATIONS)

    def rank(at: int) -> tuple[int, bool, bool, int, int, list[tuple[int, str]]]:
        found, place = located[at]
        language, eid = found.subject.language, found.subject.eid
        said = sum(is_stop_word(fold_word(word), language) for word in words)
        status = status_of(place.expression, eid)
        # Of words that may be of either language, as *best execution*, English ones are borrowed by others.
        return (
            -said,
            # Directives bind through national law (Article 288 TFEU), which the same words in its language mean.
            language != "en" and _is_directive(found.subject.work),
            language != "en",
            _STATUSES.get(status.name, 0) if status else 0,
            -cited[at],
            [(int(number or 0), word) for number, word in _NUMBER.findall(eid)],
        )

    return [located[at] for at in sorted(range(len(located)), key=rank)]


def _is_directive(work: str) -> bool:
    return work.startswith("3") and act_type_of_celex(work) == "directive"


def _as_held(work: str, store: Store) -> str:
    """Return the work as the library spells it, or ``""``; SQLite reads all works to find a missing or lower-case one."""
    held = names_of_works(store).works_with_identifier(work)
    return held.pop() if len(held) == 1 else work if held else find_equivalent(store, work)


def _subjects_of(words: Sequence[str], scope: Scope, store: Store) -> Iterator[_SubjectInQuery]:
    """Yield the subjects in a query of ``words``."""
    typed = frozenset(map(fold_word, words))
    is_negated, known = not NEGATIONS.isdisjoint(words), _known_languages(store)
    by_word = [tokens_of_word(word, known) for word in words]
    for _, _, subject in _matches(words, store, only_complete=True):
        if not (
            typed.issuperset(subject.neutral_words)
            and (is_negated or not subject.is_negated)
            and is_meant(subject, scope, store)
        ):
            continue
        language, found = subject.language, frozenset(subject.tokens)
        of_words = [of_word.by_language.get(language, _NONE) for of_word in by_word]
        covered = [at for at, word in enumerate(of_words) if not word.isdisjoint(found)]
        # A negation counts as a word, without which two subjects may be equal.
        both = is_negated and subject.is_negated
        share = (len(covered) + both) / (sum(map(bool, of_words)) + is_negated)
        share *= _FOREIGN if is_foreign(subject, scope, store) else 1
        whole = sum(token_of_word(words[at], language) in found for at in covered)
        is_alike = subject.is_negated == is_negated
        length = len(found) + both
        yield _SubjectInQuery(share, length, is_alike, whole, frozenset(covered), subject)


def _matches(
    words: Sequence[str],
    store: Store,
    most: int | None = None,
    *,
    only_complete: bool = False,
    glossed: bool = False,
) -> Iterator[SubjectMatch]:
    """Yield at most the first ``most`` of ``SubjectTable.matches`` of each language, of the program and of the user.

    If ``glossed``, words count as those of other languages, too.
    """
    known = _known_languages(store)
    for language in known:
        by_word = [tokens_of_word(word, known).keys[language] for word in words]
        if glossed:
            has_subject = _program_subjects().has_key
            by_word = [
                keys if any(map(has_subject, keys)) else keys_of_glosses(word, language) or keys
                for word, keys in zip(words, by_word, strict=True)
            ]
        keys = [*filter(None, by_word)]
        for table in filter(None, (_program_subjects(), _own_subjects(store))):
            found = table.matches(keys, _LEAST, only_complete=only_complete)
            yield from itertools.islice(found, most)


def _known_languages(store: Store) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*LANGUAGES, *languages(store))))


def is_word_of_subjects(word: str) -> bool:
    """Return whether a word, in any inflected form, is in a subject of the program: no misspelling."""
    tokens = ((language, token_of_word(word, language)) for language in LANGUAGES)
    table = _program_subjects()
    return any(table.has_key(key_of(language, token)) for language, token in tokens if token)


@lru_cache(KNOWN_WORDS)
def may_be_name(word: str) -> bool:
    """Return whether no subject of the program has a word, which is none of all texts in one of its languages."""
    empty = (is_stop_word(fold_word(word), language) for language in LANGUAGES)
    return states_matter(word) and not any(empty) and not is_word_of_subjects(word)


@cache
def _program_subjects() -> SubjectTable:
    # Not mapped: a file replaced in place would end the process.
    return SubjectTable(SUBJECTS.read_bytes(), COMPILED.read_bytes())


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
    return SubjectTable(nfc("\n".join(lines)).encode(), is_own=True)


def _provision(place: str, store: Store) -> tuple[str, str] | None:
    """Return the work and the provision of a citation, ``§ 263 StGB``, or of ``DE-stgb para_263``."""
    work, _, eid = place.rpartition(" ")
    if work and store.law.expressions_of(work):
        return work, eid
    cited = citation_of(place) or library_citation(place, store)
    return (cited.work, cited.eids[0]) if cited and cited.work and cited.eids else None
