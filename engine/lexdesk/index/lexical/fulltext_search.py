"""Queries to the lexical index: best passages, scores, word statistics."""

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

import tantivy

from lexdesk.index.conditions import Conditions
from lexdesk.index.lexical.clauses import build_number_query, conjunction, disjunction, exclusion
from lexdesk.index.lexical.exact_forms import ExactForms
from lexdesk.index.lexical.fulltext_query import QueryBuilder, SplitQuery, build_exclusion_query
from lexdesk.index.lexical.schema import BODY, PASSAGE, RUNS, SEAM, SUBJECTS, list_body_words
from lexdesk.index.lexical.tantivy_errors import translate_tantivy_errors
from lexdesk.index.lexical.word_forms import Form, WordForms
from lexdesk.query import Node, Scope
from lexdesk.system.parallel_call import call_in_parallel, call_in_turn
from lexdesk.text.analysis import analysis
from lexdesk.text.tokens import SECTION_SIGN

_ANYTHING = Conditions()
_MOST_ALONE = 20_000  # passages; a search in fewer takes less time than waking a thread
_FREQUENCIES = 20_000  # cached frequencies of tokens, and as many cached words with their forms
_DAYS = 4  # days whose query for excluded texts is cached
_WORDS_COMPARED = 64  # of a passage with its index
_FIRST_STEP = 150  # minimum passages of the first of two steps
_MOST_IN_STEPS = 300  # passages; with more, looking up frequent words costs as much as it saves


class FullTextSearch:
    """A search over one state of an index; ``path`` names it in errors."""

    def __init__(self, path: Path):
        self._path = path

    def _look_at(self, schema: tantivy.Schema, searcher: tantivy.Searcher) -> None:
        """Search another state from now on."""
        self._schema, self._searcher = schema, searcher
        # Cached, because each letter typed asks for the words before it again.
        self._frequency = functools.lru_cache(_FREQUENCIES)(self._searcher.doc_freq)
        known = functools.partial(_covers, self._schema, self._searcher)
        together = functools.partial(_meet, self._schema, self._searcher)
        forms = WordForms(self._frequency, known, together, self.size)
        self._forms = functools.lru_cache(_FREQUENCIES)(forms.of)
        self._languages = forms.languages
        self._written = ExactForms(self._schema, self._searcher)
        # Cached, because all searches as of a day exclude the same texts, in hundreds of clauses.
        self._left_out = functools.lru_cache(_DAYS)(
            functools.partial(build_exclusion_query, self._schema)
        )

    def _builder(self, languages: Sequence[str], conditions: Conditions) -> QueryBuilder:
        return QueryBuilder(
            self._schema, self._searcher, self._frequency, self._forms, languages, conditions,
            self._left_out,
        )  # fmt: skip

    @property
    def size(self) -> int:
        """Return the number of searchable passages."""
        return int(self._searcher.num_docs)

    def search(
        self,
        node: Node,
        limit: int,
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
        offset: int = 0,
    ) -> tuple[list[tuple[int, float]], int]:
        """Return the best passages for ``node`` as (passage, BM25 score), best first, and the number of matches.

        At most ``limit`` passages follow the first ``offset``. Stop words of ``languages`` (ISO 639-1) do not rank beside
        other words. For a connector, the passages are a superset (``lexical_search`` verifies them).
        """
        with translate_tantivy_errors(self._path):
            searcher = self._searcher
            builder = self._builder(languages, conditions)
            if not offset and (apart := builder.split_query(node)):
                return self._merge(apart, limit)
            query = builder.build(node, by_words=True)
            # Counting along costs a fifth more; counting alone would cost the whole search again.
            found = searcher.search(query, limit, count=True, offset=offset)
            return read_hits(searcher, found.hits), int(found.count)  # type: ignore[attr-defined]

    def _merge(self, apart: SplitQuery, limit: int) -> tuple[list[tuple[int, float]], int]:
        """Merge the best hits of both queries, and count the matches.

        The result is exact, because the best passages without a pair are among the best by single words. A single query
        would check the pairs in each passage with one of the words, which takes longer.
        """
        searcher = self._searcher
        at_once = call_in_parallel if self.size > _MOST_ALONE else call_in_turn
        ranked, paired = at_once(
            lambda: searcher.search(apart.by_words, limit, count=True),
            lambda: searcher.search(apart.by_both, limit, count=False),
        )
        scores = dict(read_hits(searcher, paired.hits))
        for passage, score in read_hits(searcher, ranked.hits):
            scores.setdefault(passage, score)
        ordered = sorted(scores.items(), key=lambda hit: -hit[1])[:limit]
        return ordered, int(ranked.count)  # type: ignore[attr-defined]

    def search_in_two_steps(
        self, node: Node, limit: int, languages: Sequence[str], conditions: Conditions = _ANYTHING
    ) -> tuple[list[tuple[int, float]], int] | None:
        """Return ``search`` faster, with a lower bound of the total; ``None`` if two steps are no gain.

        Scores are exact. A passage near the end of a long result may be missing.
        """
        if limit > _MOST_IN_STEPS:
            return None
        with translate_tantivy_errors(self._path):
            searcher = self._searcher
            builder = self._builder(languages, conditions)
            steps = builder.two_steps(node)
            if steps is None:
                return None
            enough = limit + limit // 2
            depth = max(_FIRST_STEP, enough)
            found = searcher.search(steps.first, depth, count=True)
            if len(found.hits) < enough:  # others with frequent words would follow
                return None
            best = dict(read_hits(searcher, found.hits))
            among = builder.among(best, steps.rest)
            rest = searcher.search(among, depth, count=False)
            scores = {
                number: best[number] + more for number, more in read_hits(searcher, rest.hits)
            }
            ordered = sorted(scores.items(), key=lambda hit: -hit[1])[:limit]
            return ordered, int(found.count)  # type: ignore[attr-defined]

    def search_weighted(
        self, weights: Mapping[str, float], limit: int, conditions: Conditions = _ANYTHING
    ) -> list[tuple[int, float]]:
        """Return the ``limit`` best passages for weighted folded words as (passage, score), best first.

        The score is the BM25 of each exact word, times its weight.
        """
        with translate_tantivy_errors(self._path):
            searcher = self._searcher
            query = self._builder((), conditions).weighted_words_query(weights)
            return read_hits(searcher, searcher.search(query, limit, count=False).hits)

    def frequencies(self, words: Iterable[str]) -> dict[str, int]:
        """Return the number of passages of each folded word as written, without words of frequency zero."""
        with translate_tantivy_errors(self._path):
            counted = ((word, self._frequency(BODY, word)) for word in words)
            return {word: count for word, count in counted if count}

    def has(self, word: str, typed: str, languages: Sequence[str]) -> bool:
        """Return whether a passage or a title of a work has a word, folded and as ``typed``, in any of its forms."""
        with translate_tantivy_errors(self._path):
            return bool(self._forms(word, typed, tuple(languages), parts=False))

    def languages_of(self, words: Iterable[str], languages: Sequence[str]) -> Counter[str]:
        """Count for each language the ``words`` of its texts, as typed or else in another form."""
        with translate_tantivy_errors(self._path):
            return Counter(
                language for word in words for language in self._languages(word, languages)
            )

    def words_with_prefix(self, letters: str, most: int) -> list[tuple[str, int]]:
        """Return the ``most`` frequent folded words with the prefix ``letters``, each with its number of passages."""
        with translate_tantivy_errors(self._path):
            found = self._searcher.terms_with_prefix(BODY, letters, limit=most)
            return [(word, count) for word, count in found if word != SECTION_SIGN]

    def scores(
        self,
        node: Node,
        passages: Collection[int],
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
    ) -> dict[int, float]:
        """Return the BM25 scores of the matches of ``node`` among ``passages``."""
        if not passages:
            return {}
        with translate_tantivy_errors(self._path):
            searcher = self._searcher
            query = self._builder(languages, conditions).build_among(passages, node)
            hits = searcher.search(query, len(passages), count=False).hits
            return dict(read_hits(searcher, hits))

    def filter_matches(
        self,
        node: Node,
        passages: Collection[int],
        languages: Sequence[str],
        conditions: Conditions = _ANYTHING,
    ) -> set[int]:
        """Return the matches among ``passages`` of ``node`` as a part of a query: parts of compounds do not match."""
        if not passages:
            return set()
        with translate_tantivy_errors(self._path):
            query = self._builder(languages, conditions).part_among(passages, node)
            hits = self._searcher.search(query, len(passages), count=False).hits
            return {passage for passage, _ in read_hits(self._searcher, hits)}

    def has_subject(self, passage: int, word: str, languages: Sequence[str]) -> bool:
        """Return whether the subjects of a passage's provision have a ``word``, in the stem of one of ``languages``."""
        stems = {analysis(language).word(word) for language in languages}
        known = [stem for stem in stems if stem and self._frequency(SUBJECTS, stem)]
        if not known:
            return False
        of_word = disjunction(
            tantivy.Query.term_query(self._schema, SUBJECTS, stem) for stem in known
        )
        both = conjunction([build_number_query(self._schema, PASSAGE, [passage]), of_word])
        return self._searcher.search(both, 1, count=False).hits != []

    def passages_with(self, node: Node, languages: Sequence[str]) -> set[int]:
        """Return the passages with ``node`` in their text or in the title of their work, in any form."""
        query = self._builder(languages, _ANYTHING).build_part(node)
        return set(self._numbers(lambda _: query))

    def holding(self, node: Node) -> set[int]:
        """Return a superset of the passages with a word, phrase or connector as written."""
        return set(self._numbers(lambda written: written.unscored(node)))

    def at_seams(self, node: Node) -> set[int]:
        """Return a superset of the passages with ``node`` around their border to a neighbour.

        The border covers ``SEAM_WORDS`` words on each side. ``node`` is a word, a phrase, or a connector of words.
        """
        return set(self._numbers(lambda written: written.unscored(node, SEAM)))

    def in_runs(
        self, node: Node, more: Collection[int], scope: Scope, among: Collection[int] | None = None
    ) -> dict[int, int]:
        """Return a superset of the passages of runs with ``node``, and those of ``more``: passage -> run.

        A run is the passages spanned by one sentence or paragraph, identified by its first passage. ``among`` limits
        the runs.
        """
        return self._numbers(lambda written: written.in_runs(node, more, scope, among), RUNS[scope])

    def count_holding(self, node: Node) -> int:
        """Return the number of passages of ``holding``."""
        with translate_tantivy_errors(self._path):
            query = self._written.unscored(node)
            return int(self._searcher.search(query, 1, count=True).count)  # type: ignore[attr-defined]

    def passages(self) -> set[int]:
        """Return the numbers of all indexed passages."""
        return set(self._numbers(lambda _: tantivy.Query.all_query()))

    def has_words(self, passage: int, body: str) -> bool:
        """Return whether the words at the beginning of ``body`` are indexed for a passage."""
        with translate_tantivy_errors(self._path):
            words = islice(dict.fromkeys(list_body_words(body)), _WORDS_COMPARED)
            terms = [(PASSAGE, passage), *((BODY, word) for word in words)]
            query = conjunction(tantivy.Query.term_query(self._schema, *term) for term in terms)
            return bool(self._searcher.search(query, 1, count=False).hits)

    def _numbers(
        self, query: Callable[[ExactForms], tantivy.Query], name: str = PASSAGE
    ) -> dict[int, int]:
        """Return all passages of a query, with the number in the field ``name`` of each."""
        with translate_tantivy_errors(self._path):
            searcher = self._searcher
            hits = searcher.search(
                query(self._written), max(searcher.num_docs, 1), count=False
            ).hits
            addresses = [address for _, address in hits]
            passages = searcher.fast_field_values(PASSAGE, addresses)
            values = passages if name == PASSAGE else searcher.fast_field_values(name, addresses)
            return {int(p or 0): int(value or 0) for p, value in zip(passages, values, strict=True)}


def read_hits(
    searcher: tantivy.Searcher, hits: Sequence[tuple[float, tantivy.DocAddress]]
) -> list[tuple[int, float]]:
    """Return Tantivy's hits as (passage, score), in order."""
    numbers = searcher.fast_field_values(PASSAGE, [address for _, address in hits])
    return [(int(number or 0), score) for number, (score, _) in zip(numbers, hits, strict=True)]


def _covers(
    schema: tantivy.Schema, searcher: tantivy.Searcher, forms: frozenset[Form], other: Form
) -> bool:
    """Return whether one of ``forms`` is in each passage of the ``other`` one."""
    some, others = (
        disjunction(tantivy.Query.term_query(schema, *form) for form in group)
        for group in (forms, [other])
    )
    return searcher.search(exclusion(others, some), 1, count=False).hits == []


def _meet(schema: tantivy.Schema, searcher: tantivy.Searcher, form: Form, other: Form) -> bool:
    """Return whether a passage has both forms."""
    both = conjunction(tantivy.Query.term_query(schema, *term) for term in (form, other))
    return searcher.search(both, 1, count=False).hits != []
