"""What is asked of the full-text index: the best passages for a query, scores, words that are there."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

import tantivy

from lexdesk.index.allowed import Conditions
from lexdesk.index.lexical.clauses import any_of, but_not, every_of
from lexdesk.index.lexical.fulltext_query import Apart, QueryBuilder
from lexdesk.index.lexical.schema import BODY, PASSAGE, RUNS, SEAM
from lexdesk.index.lexical.trouble import reporting_damage
from lexdesk.index.lexical.word_forms import Form, WordForms
from lexdesk.index.lexical.written import Written
from lexdesk.query import Node, Scope
from lexdesk.text.tokens import SECTION_SIGN

_ANYTHING = Conditions()
_FREQUENCIES = 20_000  # of tokens in passages, kept; and so many words with their forms
_FIRST_STEP = 150  # passages that the first of two steps looks for at least (docs/results/scale.md)
_MOST_IN_STEPS = 300  # passages; looking up frequent words in more of them takes what it saves


class FullTextSearch:
    """Searches in the state of an index that was looked at last; ``path`` names it in errors."""

    def __init__(self, path: Path):
        self._path = path

    def _look_at(self, schema: tantivy.Schema, searcher: tantivy.Searcher) -> None:
        """Search in another state from now on."""
        self._schema, self._searcher = schema, searcher
        # As a person types, the words before the last are asked for again and again.
        self._frequency = functools.lru_cache(_FREQUENCIES)(self._searcher.doc_freq)
        known = functools.partial(_covers, self._schema, self._searcher)
        together = functools.partial(_meet, self._schema, self._searcher)
        forms = WordForms(self._frequency, known, together, self.size)
        self._forms = functools.lru_cache(_FREQUENCIES)(forms.of)
        self._languages = forms.languages
        self._written = Written(self._schema, self._searcher)

    def _builder(self, languages: Sequence[str], conditions: Conditions) -> QueryBuilder:
        return QueryBuilder(
            self._schema, self._searcher, self._frequency, self._forms, languages, conditions
        )

    @property
    def size(self) -> int:
        """How many passages searches may find."""
        return int(self._searcher.num_docs)

    def search(
        self,
        node: Node,
        limit: int,
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
        offset: int = 0,
    ) -> tuple[list[tuple[int, float]], int]:
        """The best passages for ``node`` as (passage, BM25 score), best first, and how many match.

        At most ``limit`` passages after the first ``offset``. Stop words of ``languages`` (ISO 639-1)
        do not rank where other words do. Where ``node`` holds a connector, passages that break it
        are among those found (``word_search`` verifies it).
        """
        with reporting_damage(self._path):
            searcher = self._searcher
            builder = self._builder(languages, conditions)
            if not offset and (apart := builder.apart(node)):
                return self._merged(apart, limit)
            query = builder.build(node, by_words=True)
            # Counting along costs a fifth more; counting alone would cost the whole search again.
            found = searcher.search(query, limit, count=True, offset=offset)
            return passages_of(searcher, found.hits), int(found.count)  # type: ignore[attr-defined]

    def _merged(self, apart: Apart, limit: int) -> tuple[list[tuple[int, float]], int]:
        """The best of both queries, which are the best of all, and how many there are.

        A passage among the best of all that has nothing beside its words is among the best by these. In one
        query, Tantivy would look for pairs and the like in each passage with one of the words.
        """
        searcher = self._searcher
        both = searcher.search(apart.by_both, limit, count=False)
        words = searcher.search(apart.by_words, limit, count=True)
        scores = dict(passages_of(searcher, both.hits))
        for passage, score in passages_of(searcher, words.hits):
            scores.setdefault(passage, score)
        ordered = sorted(scores.items(), key=lambda hit: -hit[1])[:limit]
        return ordered, int(words.count)  # type: ignore[attr-defined]

    def search_in_steps(
        self,
        node: Node,
        limit: int,
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
    ) -> tuple[list[tuple[int, float]], int] | None:
        """As ``search``, faster and nearly as exact; ``None`` where that cannot be or gains nothing.

        Scores are the same. A passage that should be among the last of many may be missing, and the
        number of those that match is a lower bound.
        """
        if limit > _MOST_IN_STEPS:
            return None
        with reporting_damage(self._path):
            searcher = self._searcher
            builder = self._builder(languages, conditions)
            steps = builder.in_two_steps(node)
            if steps is None:
                return None
            enough = limit + limit // 2
            depth = max(_FIRST_STEP, enough)
            found = searcher.search(steps.first, depth, count=True)
            if len(found.hits) < enough:  # others with frequent words would follow
                return None
            best = dict(passages_of(searcher, found.hits))
            among = builder.among(best, steps.rest)
            rest = searcher.search(among, depth, count=False)
            scores = {
                number: best[number] + more for number, more in passages_of(searcher, rest.hits)
            }
            ordered = sorted(scores.items(), key=lambda hit: -hit[1])[:limit]
            return ordered, int(found.count)  # type: ignore[attr-defined]

    def search_weighted(
        self,
        weights: Mapping[str, float],
        limit: int,
        conditions: Conditions = _ANYTHING,
    ) -> list[tuple[int, float]]:
        """The ``limit`` best passages for folded words as (passage, score), best first.

        The score is BM25 of each word, as it stands in the text, times its weight.
        """
        with reporting_damage(self._path):
            searcher = self._searcher
            query = self._builder((), conditions).weighted(weights)
            return passages_of(searcher, searcher.search(query, limit, count=False).hits)

    def frequencies(self, words: Iterable[str]) -> dict[str, int]:
        """In how many passages each folded word stands, as written; those in none are left out."""
        with reporting_damage(self._path):
            counted = ((word, self._frequency(BODY, word)) for word in words)
            return {word: count for word, count in counted if count}

    def has(self, word: str, typed: str, languages: Sequence[str]) -> bool:
        """Whether a passage, or the title of a work, has a word, folded and as ``typed``, in any of its forms."""
        with reporting_damage(self._path):
            return bool(self._forms(word, typed, tuple(languages), parts=False))

    def languages_of(self, words: Iterable[str], languages: Sequence[str]) -> Counter[str]:
        """How many of the ``words``, as typed, texts in each of ``languages`` have: so, or else in another form."""
        with reporting_damage(self._path):
            return Counter(
                language for word in words for language in self._languages(word, languages)
            )

    def words_beginning(self, letters: str, most: int) -> list[tuple[str, int]]:
        """The folded words of texts that begin so, and in how many passages each stands; ``most`` of the frequent ones."""
        with reporting_damage(self._path):
            found = self._searcher.terms_with_prefix(BODY, letters, limit=most)
            return [(word, count) for word, count in found if word != SECTION_SIGN]

    def scores(
        self,
        node: Node,
        passages: Collection[int],
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
    ) -> dict[int, float]:
        """BM25 scores of those among ``passages`` that fulfil the conditions of ``node``."""
        if not passages:
            return {}
        with reporting_damage(self._path):
            searcher = self._searcher
            query = self._builder(languages, conditions).build_among(passages, node)
            hits = searcher.search(query, len(passages), count=False).hits
            return dict(passages_of(searcher, hits))

    def fulfilling(
        self,
        node: Node,
        passages: Collection[int],
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
    ) -> set[int]:
        """Those among ``passages`` that fulfil ``node`` as a part of a query: there no part of a compound does."""
        if not passages:
            return set()
        with reporting_damage(self._path):
            query = self._builder(languages, conditions).part_among(passages, node)
            hits = self._searcher.search(query, len(passages), count=False).hits
            return {passage for passage, _ in passages_of(self._searcher, hits)}

    def passages_with(self, node: Node, languages: Sequence[str]) -> set[int]:
        """The passages that have ``node`` in their text or in the title of their work, a word in any of its forms."""
        query = self._builder(languages, _ANYTHING).build_part(node)
        return set(self._numbers(lambda _: query))

    def holding(self, node: Node) -> set[int]:
        """The passages whose heading or text may hold a word, phrase or connector as written; none is missing."""
        return set(self._numbers(lambda written: written.holding(node)))

    def at_seams(self, node: Node) -> set[int]:
        """The passages followed by a neighbour where ``node`` may stand around the cut; none is missing.

        Around the cut is within ``SEAM_WORDS`` words of it on each side. ``node`` is a word, a phrase, or a
        connector of words.
        """
        return set(self._numbers(lambda written: written.holding(node, SEAM)))

    def in_runs(
        self, node: Node, more: Collection[int], scope: Scope, among: Collection[int] | None = None
    ) -> dict[int, int]:
        """The passages of runs that may hold ``node``, and those of ``more``: passage -> its run.

        A run are the passages that one sentence or paragraph goes through; its first passage stands for
        it. ``among`` are the runs to look in, by default all. None is missing; some may not hold ``node``.
        """
        return self._numbers(lambda written: written.in_runs(node, more, scope, among), RUNS[scope])

    def count_holding(self, node: Node) -> int:
        """How many passages ``holding`` would give."""
        with reporting_damage(self._path):
            query = self._written.holding(node)
            return int(self._searcher.search(query, 1, count=True).count)  # type: ignore[attr-defined]

    def passages(self) -> set[int]:
        """The numbers of all passages that the index holds."""
        return set(self._numbers(lambda _: tantivy.Query.all_query()))

    def _numbers(
        self, query: Callable[[Written], tantivy.Query], name: str = PASSAGE
    ) -> dict[int, int]:
        """All passages that a query finds, with the number in the field ``name`` of each."""
        with reporting_damage(self._path):
            searcher = self._searcher
            hits = searcher.search(
                query(self._written), max(searcher.num_docs, 1), count=False
            ).hits
            addresses = [address for _, address in hits]
            passages = searcher.fast_field_values(PASSAGE, addresses)
            values = passages if name == PASSAGE else searcher.fast_field_values(name, addresses)
            return {int(p or 0): int(value or 0) for p, value in zip(passages, values, strict=True)}


def passages_of(
    searcher: tantivy.Searcher, hits: Sequence[tuple[float, tantivy.DocAddress]]
) -> list[tuple[int, float]]:
    """(passage, score) of what a search of Tantivy found, in its order."""
    numbers = searcher.fast_field_values(PASSAGE, [address for _, address in hits])
    return [(int(number or 0), score) for number, (score, _) in zip(numbers, hits, strict=True)]


def _covers(
    schema: tantivy.Schema, searcher: tantivy.Searcher, forms: frozenset[Form], other: Form
) -> bool:
    """Whether one of ``forms`` is in each passage that has the ``other`` one."""
    some, others = (
        any_of(tantivy.Query.term_query(schema, *form) for form in each)
        for each in (forms, [other])
    )
    return searcher.search(but_not(others, some), 1, count=False).hits == []


def _meet(schema: tantivy.Schema, searcher: tantivy.Searcher, form: Form, other: Form) -> bool:
    """Whether a passage has both forms."""
    both = every_of(tantivy.Query.term_query(schema, *each) for each in (form, other))
    return searcher.search(both, 1, count=False).hits != []
