"""The subject index: the general provision of a matter that a query names in other words.

*Enkeltrick* is fraud, § 263 StGB, whose text has neither word. The index is data, as at the end of a textbook:
that of ``lexdesk.index.lexical.subjects``, and the file ``subjects.tsv`` that a user adds to a library. A subject counts
if the query has all its words, in any order and inflected form; with some of them, its provision is similar.
"""

from __future__ import annotations

import datetime
import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from lexdesk.citations.citation import act_type_of_celex
from lexdesk.citations.query_language import detect_query_language, prioritise_languages
from lexdesk.law.as_of import StatusLookup
from lexdesk.law.cross_references import CitationTarget, CrossReferences
from lexdesk.law.provision_lookup import find_equivalent
from lexdesk.law.work_names import names_of_works
from lexdesk.query import Query
from lexdesk.search.expansion.query_tokens import TokensOfWord, keys_of_glosses, tokens_of_word
from lexdesk.search.expansion.subject_table import (
    LANGUAGES,
    NEGATIONS,
    Subject,
    SubjectMatch,
    fold_word,
    is_foreign,
    is_meant,
    own_subjects,
    program_subjects,
    token_of_word,
)
from lexdesk.search.library_state import languages
from lexdesk.search.scope import Scope
from lexdesk.storage import Store
from lexdesk.text.analysis import is_stop_word
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.sentences import sentence_borders
from lexdesk.text.tokens import accented_tokens

_MOST_WORDS = 20  # of a query; a longer one explains its matter
_MOST = 3  # provisions among the first hits
_LEAST = 0.3  # similarity
_MOST_SIMILAR = 4  # provisions
_SHARE = 0.6  # of this similarity that the words of all subjects of a provision together make
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


class Matter(NamedTuple):
    """A provision for the matter of a query, whether this matter is most of the query, and the subject with its language."""

    located: CitationTarget
    is_main: bool
    words: str
    language: str


class SimilarProvision(NamedTuple):
    """A provision, the similarity (0..1) of its subjects to a query, and the nearest one with its language.

    It is the similarity of the nearest one, and the share of the words of the query that all have together.
    """

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
    """Return the provisions with subjects similar to ``words``, the most similar first."""
    similar = []
    places = _similar_places(words, scope, store)
    for (work, eid), (similarity, subject) in sorted(places.items(), key=lambda e: -e[1][0]):
        located = references.locate(work, "", eid, exactly=True)
        if located and located.provision and located.provision.eid == eid:
            similar.append(SimilarProvision(located, similarity, subject.words, subject.language))
            if len(similar) == _MOST_SIMILAR:
                break
    return similar


def _similar_places(
    words: Sequence[str], scope: Scope, store: Store
) -> dict[tuple[str, str], tuple[float, Subject]]:
    """Return the similarity to ``words`` and the nearest subject of each provision (work and eid)."""
    is_negated, known = not NEGATIONS.isdisjoint(words), _known_languages(store)
    by_word = [tokens_of_word(word, known) for word in words]
    stated = {language: sum(bool(of.by_language[language]) for of in by_word) for language in known}
    typed_in = detect_query_language(scope.text)
    usual = {typed_in} if typed_in else languages(store)
    as_held = cache(partial(_as_held, store=store))  # many subjects are of one work
    nearest: dict[tuple[str, str], tuple[float, Subject]] = {}
    covered: defaultdict[tuple[str, str, str], set[int]] = defaultdict(set)
    shares: defaultdict[tuple[str, str], float] = defaultdict(float)
    is_law_named = bool(scope.works or scope.countries)
    for similarity, _, subject in _matches(words, store, _MOST_READ, glossed=is_law_named):
        work, language = as_held(subject.work), subject.language
        if work and is_meant(subject, scope, store) and (is_negated or not subject.is_negated):
            weight = _FOREIGN if is_foreign(subject, scope, store) else 1.0
            weight *= 1.0 if language in usual else _OTHER_LANGUAGE
            place, found = (work, subject.eid), _words_in(subject, by_word)
            (of_place := covered[*place, language]).update(found)
            if len(of_place) > 1:
                shares[place] = max(shares[place], weight * len(of_place) / stated[language])
            is_chance = stated[language] >= _SEVERAL and len(found) < 2
            weight *= _CHANCE if is_chance and not is_law_named else 1.0
            if weight * similarity > nearest.get(place, (0.0,))[0]:
                nearest[place] = weight * similarity, subject
    return {
        place: ((1 - _SHARE) * similarity + _SHARE * shares[place], subject)
        for place, (similarity, subject) in nearest.items()
    }


def _words_in(subject: Subject, by_word: Sequence[TokensOfWord]) -> set[int]:
    """Return the numbers of the words that a subject has."""
    found, language = frozenset(subject.tokens), subject.language
    return {at for at, of in enumerate(by_word) if not of.by_language[language].isdisjoint(found)}


def subjects_within(text: str, work: str, store: Store) -> dict[str, str]:
    """Return the provisions (eids) of ``work`` that the subjects in a sentence of ``text`` name, each with its longest one.

    A subject of one word is chance in running text, and does not count. Its *my data* are *your data* there.
    """
    found: dict[str, tuple[int, str]] = {}
    for stated, subject in _subjects_in_sentences(text, frozenset((work,)), store):
        if (stated, subject.words) > found.get(subject.eid, (0, "")):
            found[subject.eid] = stated, subject.words
    return {eid: words for eid, (_, words) in found.items()}


def count_named_provisions(text: str, store: Store) -> Counter[str]:
    """Return the works of the library with the number of their provisions that subjects in ``text`` name."""
    subjects = (subject for _, subject in _subjects_in_sentences(text, frozenset(), store))
    named = {(s.work if s.is_own else _as_held(s.work, store), s.eid) for s in subjects}
    return Counter(work for work, _ in named if work)


def _subjects_in_sentences(
    text: str, works: frozenset[str], store: Store
) -> Iterator[tuple[int, Subject]]:
    """Yield the subjects of several words in a sentence of ``text``, with their number."""
    for start, end in itertools.pairwise((0, *sentence_borders(text), len(text))):
        scope = Scope(text[start:end], works)
        for match in _subjects_of([*accented_tokens(scope.text), *_FIRST_PERSON], scope, store):
            subject = match.subject
            stated = len(set(subject.tokens) - _first_person(subject.language))
            if stated >= _FEWEST_IN_TEXT:
                yield stated, subject


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
        language, covered = subject.language, _words_in(subject, by_word)
        tokens = frozenset(subject.tokens)
        # A negation counts as a word, without which two subjects may be equal.
        both = is_negated and subject.is_negated
        stated = sum(bool(of.by_language[language]) for of in by_word)
        share = (len(covered) + both) / (stated + is_negated)
        share *= _FOREIGN if is_foreign(subject, scope, store) else 1
        whole = sum(token_of_word(words[at], language) in tokens for at in covered)
        is_alike = subject.is_negated == is_negated
        length = len(tokens) + both
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
            has_subject = program_subjects().has_key
            by_word = [
                keys if any(map(has_subject, keys)) else keys_of_glosses(word, language) or keys
                for word, keys in zip(words, by_word, strict=True)
            ]
        keys = [*filter(None, by_word)]
        for table in filter(None, (program_subjects(), own_subjects(store))):
            found = table.matches(keys, _LEAST, only_complete=only_complete)
            yield from itertools.islice(found, most)


def _known_languages(store: Store) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*LANGUAGES, *languages(store))))
