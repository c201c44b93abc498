"""The rows of a table of subjects, found by the words of a query.

That of the program, ``lexdesk/index/lexical/subjects.tsv``, is compiled to ``subjects.bin`` by ``packaging/compile_subjects.py``.
"""

from __future__ import annotations

import itertools
import math
import sys
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from lexdesk.citations.work_lookup import statute_identifiers
from lexdesk.index.lexical.subjects import NATIONAL_LANGUAGES, SUBJECTS
from lexdesk.law.work_names import names_of_works
from lexdesk.search.known_item.library_citations import citation_of, library_citation
from lexdesk.search.library_state import languages
from lexdesk.search.scope import Scope, country_of, is_country, stated_countries
from lexdesk.storage import Store, until_changed, user_tables
from lexdesk.storage.user_tables import read_user_table
from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.tokens import accented_tokens, fold, nfc

COMPILED = SUBJECTS.with_suffix(".bin")
"""The index of ``SUBJECTS``, made by ``packaging/compile_subjects.py``."""

_QUERIES = 16
"""Kept with their near subjects: each is asked for the stated ones, then for the similar ones, in each language."""

KNOWN_WORDS = 20_000
"""Words of queries kept with what they mean: most are repeated."""

LANGUAGES = ("de", "en", "fr", "es", "it", "pl")
"""Those of the program's subjects."""

_COLUMNS = 4
_HEAD = 4  # numbers before the parts of an index
_UNIT = 1_000  # of a weight of one
_SHORT = 2  # letters of words such as *of*
_GENERAL = frozenset((
    "law", "laws", "code", "act", "acts", "rule", "rules", "provision", "provisions", "regulation", "directive",
    "under", "legal", "statutory", "requirements", "article", "recht", "gesetz", "gesetze", "verordnung", "richtlinie",
    "vorschrift", "vorschriften", "regelung", "voraussetzungen", "paragraph", "artikel", "droit", "loi", "règlement",
))  # fmt: skip
"""Words of law in general, which state no matter."""

NEGATIONS = frozenset((
    "not", "no", "without", "never", "nicht", "kein", "keine", "keinen", "keiner", "keinem", "ohne", "pas", "sans", "aucun",
))  # fmt: skip
"""Words without which a subject that has one is another: *Mieter zahlt nicht*."""


@dataclass(order=True)
class Subject:
    """A subject, its language, and its provision ``eid`` of ``work``."""

    work: str
    eid: str
    language: str
    words: str
    is_own: bool = False  # added by the user; counts in any language

    @cached_property
    def tokens(self) -> list[str]:
        """Return the tokens of the words."""
        return [*self._tokens()]

    @cached_property
    def neutral_words(self) -> frozenset[str]:
        """Return the folded words without a matter of their own beside a single word with one: *legal* in *legal aid*."""
        words = accented_tokens(self.words)
        others = [word for word in words if is_empty(word, self.language)]
        if len(words) != len(others) + 1:
            return frozenset()
        others = [word for word in others if len(word) > _SHORT and not is_country(word)]
        others = [word for word in others if word not in NEGATIONS]
        return frozenset(map(fold_word, others))

    @cached_property
    def is_negated(self) -> bool:
        """Return True for a subject with a negation."""
        return not NEGATIONS.isdisjoint(accented_tokens(self.words))

    @cached_property
    def states_country(self) -> bool:
        """Return True if it counts only in a query that states its country, or the Union: ``cartel Ireland``, ``Widerruf EU``."""
        return self.country in stated_countries(self.words)

    @property
    def country(self) -> str:
        """Return the identifier prefix of the country of its work."""
        return country_of(self.work)

    def _tokens(self) -> Iterator[str]:
        for word in accented_tokens(self.words):
            if token := token_of_word(word, self.language):
                yield token


class SubjectMatch(NamedTuple):
    """A subject with words of a query, and how similar both are (0..1); ``is_complete`` if the query has all its words."""

    similarity: float
    is_complete: bool
    subject: Subject


class SubjectTable:
    """The subjects in a ``table`` in UTF-8, as an inverted index of their tokens.

    ``index`` is that of ``compile_subjects``, made here if not given.
    """

    def __init__(self, table: bytes, index: bytes | None = None, *, is_own: bool = False):
        self._table, self._is_own = table, is_own
        compiled = compile_subjects(table) if index is None else index
        if sys.byteorder == "big":
            swapped = array("I", compiled)
            swapped.byteswap()
            compiled = swapped.tobytes()
        numbers = memoryview(compiled).cast("I")  # without copies of its parts
        self._unknown, tokens, subjects, _ = numbers[:_HEAD]
        ends = [*itertools.accumulate((_HEAD, tokens, tokens, tokens, subjects, subjects))]
        parts = [numbers[start:end] for start, end in itertools.pairwise((*ends, len(numbers)))]
        self._keys, self._weights, self._ends, self._places, self._totals, self._subjects = parts
        self._subject = lru_cache(KNOWN_WORDS)(self._subject_at)
        self._index_of = lru_cache(KNOWN_WORDS)(self._find_index)
        self._indexes_of = lru_cache(KNOWN_WORDS)(self._find_indexes)
        self._near = lru_cache(_QUERIES)(self._find_near)

    def __len__(self) -> int:
        return len(self._places)

    def has_key(self, key: int) -> bool:
        """Return whether a subject has a token with ``key``."""
        return self._index_of(key) is not None

    def matches(
        self, words: Iterable[Iterable[int]], least: float, *, only_complete: bool = False
    ) -> Iterator[SubjectMatch]:
        """Yield the subjects with tokens of the ``words`` of a query in one language, the most similar first.

        Each word is the keys of its tokens; one is enough. The similarity is the cosine of the tokens by their inverse
        frequency, each once; below ``least``, and with ``only_complete``, subjects follow only if they are complete.
        """
        for square, number, is_complete in self._near(tuple(map(tuple, words)), least):
            if is_complete or not only_complete:
                subject = self._subject(self._places[number])
                yield SubjectMatch(math.sqrt(square), is_complete, subject)

    def _find_near(
        self, words: tuple[tuple[int, ...], ...], least: float
    ) -> list[tuple[float, int, bool]]:
        """Return the squares of the similarities of ``matches``, the numbers of the subjects, whether they are complete."""
        weights, totals = self._weights, self._totals
        indexes = [*map(self._indexes_of, words)]
        total = sum(max((weights[at] for at in word), default=self._unknown) for word in indexes)
        bound = least * least * total
        rarest_first = sorted(set[int]().union(*indexes), key=weights.__getitem__, reverse=True)
        remaining = sum(map(weights.__getitem__, rarest_first))
        found: dict[int, int] = {}
        held = found.get
        for at in rarest_first:
            weight = weights[at]
            numbers = self._subjects[self._ends[at - 1] if at else 0 : self._ends[at]]
            # A longer subject without the words before is neither complete nor near.
            longest = max(remaining, remaining * remaining / bound)
            end = bisect_right(numbers, longest, key=totals.__getitem__)
            for number in numbers[:end]:
                found[number] = held(number, 0) + weight
            for number in found.keys() & numbers[end:]:
                found[number] += weight
            remaining -= weight
        # Words of a compound may weigh more than the word.
        near = [
            (weight * weight / (of_subject * max(total, weight)), number, weight == of_subject)
            for number, weight in found.items()
            if weight * weight >= bound * (of_subject := totals[number]) or weight == of_subject
        ]
        return sorted(near, key=lambda match: (-match[0], match[1]))

    def _find_indexes(self, keys: tuple[int, ...]) -> frozenset[int]:
        """Return the places of the lists of the subjects with ``keys``."""
        return frozenset(at for key in keys if (at := self._index_of(key)) is not None)

    def _find_index(self, key: int) -> int | None:
        at = bisect_left(self._keys, key)
        return at if at < len(self._keys) and self._keys[at] == key else None

    def _subject_at(self, start: int) -> Subject:
        line, end = self._table.rfind(b"\n", 0, start) + 1, self._table.find(b"\n", start)
        row = self._table[line : end if end >= 0 else None]
        work, eid, language, _ = row.split(b"\t", 3)
        words = row[start - line :].partition(b";")[0].strip()
        return Subject(work.decode(), eid.decode(), language.decode(), words.decode(), self._is_own)


def is_word_of_subjects(word: str) -> bool:
    """Return whether a word, in any inflected form, is in a subject of the program: no misspelling."""
    tokens = ((language, token_of_word(word, language)) for language in LANGUAGES)
    table = program_subjects()
    return any(table.has_key(key_of(language, token)) for language, token in tokens if token)


@lru_cache(KNOWN_WORDS)
def may_be_name(word: str) -> bool:
    """Return whether no subject of the program has a word, which is none of all texts in one of its languages."""
    empty = (is_stop_word(fold_word(word), language) for language in LANGUAGES)
    return states_matter(word) and not any(empty) and not is_word_of_subjects(word)


@cache
def program_subjects() -> SubjectTable:
    """Return the subjects of the program."""
    # Not mapped: a file replaced in place would end the process.
    return SubjectTable(SUBJECTS.read_bytes(), COMPILED.read_bytes())


@until_changed
def own_subjects(store: Store) -> SubjectTable:
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


def is_meant(subject: Subject, scope: Scope, store: Store) -> bool:
    """Return whether a query with this ``scope`` may mean the law of a ``subject``."""
    if scope.works:
        return not scope.works.isdisjoint((subject.work, *statute_identifiers(subject.work)))
    country = subject.country
    if scope.countries:
        return country in scope.countries
    if subject.is_own or _countries(store) == {country}:
        return True
    if subject.states_country and subject.language in map(
        NATIONAL_LANGUAGES.get, _countries(store)
    ):
        return False
    return NATIONAL_LANGUAGES.get(country, subject.language) == subject.language


def is_foreign(subject: Subject, scope: Scope, store: Store) -> bool:
    """Return whether a subject is of national law in another language, which the query does not name.

    A library without texts in the language of the subject has no other law for it.
    """
    if subject.is_own or scope.works or scope.countries:
        return False
    language = NATIONAL_LANGUAGES.get(subject.country, subject.language)
    return language != subject.language and subject.language in languages(store)


@until_changed
def _countries(store: Store) -> frozenset[str]:
    """Return the countries in ``NATIONAL_LANGUAGES`` of which the library has law."""
    works = [name.work for name in names_of_works(store).all]
    return frozenset(
        country for country in NATIONAL_LANGUAGES if any(work.startswith(country) for work in works)
    )


def compile_subjects(table: bytes) -> bytes:
    """Return the index of a table with the columns work, provision, language and subjects.

    After the weight of an unknown token and the numbers of tokens, of subjects and of their pairs, it has: the sorted keys
    of the tokens, their weights, the ends of their lists; the places of the subjects in the table, the sums of their
    weights; and the lists of the subjects of each token, each in the order of these sums, all as little-endian numbers of
    32 bits. A key is the CRC-32 of a language and a token; a weight is the inverse frequency of a token among provisions.
    """
    places, tokens = array("I"), []
    lists: defaultdict[int, list[int]] = defaultdict(list)
    provisions: defaultdict[int, set[bytes]] = defaultdict(set)
    for number, (place, provision, keys) in enumerate(_subjects_in(table)):
        places.append(place)
        tokens.append(keys)
        for key in keys:
            lists[key].append(number)
            provisions[key].add(provision)
    most = len(set[bytes]().union(*provisions.values()))
    weights = {key: _weight(len(held), most) for key, held in provisions.items()}
    ordered = sorted(lists)
    compiled = array("I", (_weight(0.5, most), len(ordered), len(places), sum(map(len, tokens))))
    compiled.extend(ordered)
    compiled.extend(map(weights.__getitem__, ordered))
    compiled.extend(itertools.accumulate(len(lists[key]) for key in ordered))
    compiled.extend(places)
    totals = [sum(map(weights.__getitem__, keys)) for keys in tokens]
    compiled.extend(totals)
    for key in ordered:
        compiled.extend(sorted(lists[key], key=totals.__getitem__))
    if sys.byteorder == "big":
        compiled.byteswap()
    return compiled.tobytes()


def _weight(provisions: float, most: int) -> int:
    return round(_UNIT * math.log1p(most / provisions))


def _subjects_in(table: bytes) -> Iterator[tuple[int, bytes, frozenset[int]]]:
    """Yield the place of each subject that states a matter, its provision, and the keys of its tokens."""
    end = 0
    for line in table.split(b"\n"):
        start, end = end, end + len(line) + 1
        columns = line.split(b"\t")
        if line.startswith(b"#") or len(columns) != _COLUMNS:
            continue
        language, at = columns[2].decode(), start + len(line) - len(columns[3])
        for words in columns[3].split(b";"):
            tokens = (token_of_word(word, language) for word in accented_tokens(words.decode()))
            if stated := frozenset(key_of(language, token) for token in tokens if token):
                yield at, columns[0] + b"\t" + columns[1], stated
            at += len(words) + 1


def key_of(language: str, token: str) -> int:
    """Return the key of a token in a compiled index."""
    return zlib.crc32(f"{language}:{token}".encode())


@lru_cache(KNOWN_WORDS)
def token_of_word(word: str, language: str) -> str:
    """Return the token of a word of a subject; ``""`` if it states no matter."""
    return "" if is_empty(word, language) else analysis(language).word(word) or fold_word(word)


def is_empty(word: str, language: str) -> bool:
    """Return whether a word states no matter."""
    return not states_matter(word) or is_stop_word(fold_word(word), language)


def states_matter(word: str) -> bool:
    """Return whether a word that is no stop word states a matter."""
    return word not in _GENERAL and not is_country(word)


def fold_word(word: str) -> str:
    """Return a word without differences of case and accent."""
    return fold(word).strip()
