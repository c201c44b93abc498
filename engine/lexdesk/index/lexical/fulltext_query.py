"""Translation of a query tree into Tantivy's query objects.

Tantivy's query parser silently drops unknown syntax and is not used. The query of a connector returns a superset
of its passages; ``lexical_search`` verifies them.
"""

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import tantivy
from msgspec.structs import replace

from lexdesk.index.conditions import AllowedIds, Conditions, Exclusion
from lexdesk.index.lexical.clauses import (
    MUST,
    MUST_NOT,
    SHOULD,
    boolean,
    boost,
    build_number_query,
    conjunction,
    disjunction,
    exclusion,
    without_score,
)
from lexdesk.index.lexical.exact_forms import ExactForms
from lexdesk.index.lexical.schema import (
    BODY,
    BODY_STEMS,
    EXPRESSION,
    PASSAGE,
    SUBJECTS,
    TITLE,
    TITLE_STEMS,
)
from lexdesk.index.lexical.term_selection import (
    FEW_WORDS,
    compute_translation_boost,
    list_word_pairs,
    select_terms,
    weigh_terms,
)
from lexdesk.index.lexical.word_forms import PAIR, TITLE_BOOST, Form, Frequency
from lexdesk.query import (
    And,
    Filter,
    Fuzzy,
    Leaf,
    Near,
    Node,
    Or,
    Prefix,
    Rank,
    Term,
    Wild,
    has_connector,
    is_plain_word,
    walk,
)
from lexdesk.text.analysis import analysis
from lexdesk.text.idf import compute_idf

ALL_WORDS = 20.0
"""Added to the score of a passage that has all words of a short query, which puts it before others:
about what one rare word gives that is said again and again."""

_FIELDS = {"any": (BODY, TITLE), "title": (TITLE,)}
_RANKING_PAIRS = 24  # of a query: the first ones of a long one
_SLACK = 3  # more words between the two of a short query: "withdraw consent", "withdraw his or her consent"

_PAIRED_SHARE, _PAIRED = 0.02, 1_000
"""Two words rank as a pair where one of them is in at most this share of the passages, or in at most this
number of them: pairs of frequent words take most of the time of a search and tell least
(docs/results/relevance.md)."""

MANY_PLACES = 1_000_000  # occurrences of query words from which a search in two steps is faster
_FORMS = 8  # upper bound for the words and forms of a query
_FIRST_SHARE = 0.25  # a form of a word in more of the passages is left to the second step


class SplitQuery(NamedTuple):
    """Two queries: all passages by single words, and those with a pair or all words."""

    by_words: tantivy.Query
    by_both: tantivy.Query


class TwoSteps(NamedTuple):
    """A query for the best passages by rare words, and queries to complete their scores."""

    first: tantivy.Query
    rest: list[tantivy.Query]


def build_exclusion_query(schema: tantivy.Schema, excluded: Exclusion) -> tantivy.Query:
    """Return the query for the passages that a search leaves out."""
    query = build_number_query(schema, EXPRESSION, excluded.expressions)
    if excluded.spared:
        query = exclusion(query, build_number_query(schema, PASSAGE, excluded.spared))
    return query


class QueryBuilder:
    """A builder of Tantivy queries from query trees.

    ``frequency`` and ``forms`` (``WordForms.of``) belong to the index of ``searcher``; ``left_out`` may be cached.
    """

    def __init__(
        self,
        schema: tantivy.Schema,
        searcher: tantivy.Searcher,
        frequency: Frequency,
        forms: Callable[..., Mapping[Form, float]],
        languages: Sequence[str],
        conditions: Conditions,
        left_out: Callable[[Exclusion], tantivy.Query],
    ):
        self._schema = schema
        self._searcher = searcher
        self._written = ExactForms(schema, searcher)
        self._frequency = frequency
        self._forms = forms
        self._languages = tuple(languages)
        self._conditions = conditions
        self._left_out = left_out

    def build(self, node: Node, *, by_words: bool = False) -> tantivy.Query:
        """Return the query for ``node``, without excluded expressions.

        With ``by_words``, a passage must match a ranking word even beside filters; else it may come from semantic search.
        """
        if not isinstance(node, Rank):
            return self._exclude(self._node(node))
        only_filters = all(isinstance(part, Filter) for part in node.required)
        if by_words and node.optional and node.required and only_filters:
            words = self._rank(replace(node, required=()), parts=True)
            filters = (self._node(part) for part in node.required)
            query = conjunction([words, *filters])
        else:
            query = self._rank(node, parts=True)
        return self._exclude(query)

    def split_query(self, node: Node) -> SplitQuery | None:
        """Return ``build`` as two queries; ``None`` for a ``node`` with conditions, or with single words alone."""
        if not isinstance(node, Rank) or node.required:
            return None
        selected = select_terms(node, self._languages)
        besides = list(self._bonus_queries(node, selected))
        if not besides:
            return None
        words = boolean(self._ranking(selected, parts=True))
        return SplitQuery(
            self._exclude(words),
            # Words only add to the score: the parts beside them decide the matches.
            self._exclude(boolean([(MUST, disjunction(besides)), (SHOULD, words)])),
        )

    def two_steps(self, node: Node) -> TwoSteps | None:
        """Return ``node`` in two steps; ``None`` unless it only ranks, by words of very many passages.

        A union visits each passage with one of its words. As in MaxScore (Turtle, Flood 1995), frequent words, which alone
        bring no passage to the top, are scored last, and so are pairs; unlike MaxScore, the result is not proven exact.
        """
        few = self._searcher.num_docs * _FORMS < MANY_PLACES  # too few passages to exceed the limit
        if few or not isinstance(node, Rank) or node.required:
            return None
        selected = select_terms(node, self._languages)
        if not all(map(is_plain_word, selected)):
            return None
        forms = [
            (self._frequency(name, token), self._written.words(name, (token,)), weight * own)
            for part, own in weigh_terms(selected, self._idf_of).items()
            if is_plain_word(part)
            for (name, token), weight in self._weighted_forms(part, parts=True, ranks=True).items()
        ]
        if sum(count for count, _, _ in forms) < MANY_PLACES:
            return None
        most = _FIRST_SHARE * self._searcher.num_docs
        first = [boost(query, weight) for count, query, weight in forms if count <= most]
        rest = [boost(query, weight) for count, query, weight in forms if count > most]
        if not first:
            return None
        best = self._exclude(disjunction(first))
        return TwoSteps(best, [*rest, *self._bonus_queries(node, selected)])

    def build_among(self, passages: Collection[int], node: Node) -> tantivy.Query:
        """Return ``build`` restricted to ``passages``."""
        return conjunction([self.build(node), build_number_query(self._schema, PASSAGE, passages)])

    def build_part(self, node: Node) -> tantivy.Query:
        """Return the query for ``node`` as a part of a query: parts of compounds do not match."""
        return self._node(node)

    def part_among(self, passages: Collection[int], node: Node) -> tantivy.Query:
        """Return ``build_part`` restricted to ``passages``."""
        return conjunction([self._node(node), build_number_query(self._schema, PASSAGE, passages)])

    def among(self, passages: Collection[int], queries: Iterable[tantivy.Query]) -> tantivy.Query:
        """Return a query that adds the scores of ``queries`` for ``passages`` alone.

        The queries are nested: side by side, each would visit all of its passages.
        """
        found = build_number_query(self._schema, PASSAGE, passages)
        for query in queries:
            found = boolean([(MUST, found), (SHOULD, query)])
        return found

    def weighted_words_query(self, weights: Mapping[str, float]) -> tantivy.Query:
        """Return the query for folded words in the text, each with its own weight."""
        return self._exclude(
            disjunction(
                boost(self._written.words(BODY, (word,)), weight)
                for word, weight in weights.items()
            )
        )

    def _exclude(self, query: tantivy.Query) -> tantivy.Query:
        excluded = self._conditions.excluded
        return exclusion(query, self._left_out(excluded)) if excluded.expressions else query

    def _node(self, node: Node) -> tantivy.Query:
        match node:
            case Term() | Prefix() | Wild() | Fuzzy():
                return disjunction(self._field_queries(node))
            case Rank():
                return self._rank(node)
            case Or():
                return disjunction(
                    boost(self._node(part), compute_translation_boost(part, node, self._idf))
                    for part in node.parts
                )
            case And():
                excluded = [part for part in node.excluded if not has_connector(part)]
                narrows = _only_narrows(node)
                return boolean(
                    [
                        *(
                            (MUST, self._rank(part, parts=True))
                            if narrows and isinstance(part, Rank)
                            else (MUST, self._node(part))
                            for part in node.parts
                        ),
                        *((MUST_NOT, self._node(part)) for part in excluded),
                    ]
                )
            case Near():
                return self._connector_query(node)
            case Filter():
                return self._filter(self._conditions.filters[node])

    def _idf(self, token: str, field: str = BODY) -> float:
        return compute_idf(self._frequency(field, token), self._searcher.num_docs)

    def _idf_of(self, word: Term) -> float:
        forms = self._weighted_forms(word, parts=True)  # the most frequent one decides
        return min((self._idf(token, name) for name, token in forms), default=self._idf(""))

    def _rank(self, node: Rank, *, parts: bool = False) -> tantivy.Query:
        """Return the query for ranking words; ``parts`` lets parts of compounds match, and subjects of provisions."""
        selected = select_terms(node, self._languages)
        words = self._ranking(selected, parts)
        besides = [(SHOULD, query) for query in self._bonus_queries(node, selected, parts)]
        if node.required:
            required = [(MUST, self._node(part)) for part in node.required]
            return boolean([*required, *words, *besides])
        if besides:  # apart from the words, which Tantivy adds up faster among themselves
            return boolean([(MUST, boolean(words)), *besides])
        return boolean(words)

    def _ranking(
        self, selected: Mapping[Node, int], parts: bool
    ) -> list[tuple[tantivy.Occur, tantivy.Query]]:
        """Return one flat clause for each form of each word: a flat union takes half the time of a nested one."""
        return [
            (SHOULD, boost(query, weight))
            for part, weight in weigh_terms(selected, self._idf_of).items()
            for query in self._flat(part, parts, ranks=parts)
        ]

    def _bonus_queries(
        self, node: Rank, selected: Mapping[Node, int], parts: bool = True
    ) -> Iterator[tantivy.Query]:
        """Yield pairs of words and, for a short query or a single compound, all words together."""
        is_short = len(selected) in FEW_WORDS
        yield from self._pairs_of_words(node, _SLACK if is_short else 0)
        if is_short or (parts and len(selected) == 1 and any(self._atoms(*selected))):
            yield self._conjunction(selected, parts)

    def _pairs_of_words(self, node: Rank, slack: int) -> Iterator[tantivy.Query]:
        """Yield queries for the first pairs of consecutive words.

        They are the ordered pairs of the sequential dependence model (Metzler, Croft 2005): the stop words between two
        words may differ, and ``slack`` more words may follow.
        """
        pairs = itertools.islice(list_word_pairs(node, self._languages), _RANKING_PAIRS)
        most = max(_PAIRED_SHARE * self._searcher.num_docs, _PAIRED)
        for before, after, between in pairs:
            if 0 < min(self._frequency(BODY, word) for word in (before, after)) <= most:
                yield boost(self._written.within(BODY, before, after, between + slack), PAIR)

    def _conjunction(self, nodes: Iterable[Node], parts: bool) -> tantivy.Query:
        """Return the query for passages with every one of a few words, in any form and field.

        All parts of a compound count as the word, one part does not: *Prozess* is not *Zivilprozess*.
        """
        every = conjunction(disjunction(self._mention_queries(node, parts)) for node in nodes)
        return tantivy.Query.const_score_query(every, ALL_WORDS)

    def _mention_queries(self, node: Node, parts: bool) -> Iterator[tantivy.Query]:
        """Yield queries for ``node`` as a whole or by all of its parts."""
        yield from self._flat(node, parts=False, ranks=parts)
        for atoms in self._atoms(node) if parts else ():
            yield conjunction(
                disjunction(
                    self._written.words(field, (atom,))
                    for field in (BODY_STEMS, TITLE_STEMS, SUBJECTS)
                )
                for atom in atoms
            )

    def _atoms(self, node: Node) -> Iterator[tuple[str, ...]]:
        """Yield the tokens of the parts of a compound, by language."""
        if is_plain_word(node):
            word = node.typed or node.tokens[0]
            yield from filter(
                None, (analysis(language).atoms(word) for language in self._languages)
            )

    def _flat(self, node: Node, parts: bool, *, ranks: bool = False) -> list[tantivy.Query]:
        """Return the alternative queries for ``node``."""
        if not isinstance(node, Leaf):
            return [self._node(node)]
        return self._field_queries(node, parts, ranks=ranks)

    def _field_queries(
        self, node: Leaf, parts: bool = False, *, ranks: bool = False
    ) -> list[tantivy.Query]:
        """Return one query for each field of ``node``, and for each form of a plain word.

        Subjects count for a node that only ``ranks``.
        """
        if is_plain_word(node):
            weights = self._weighted_forms(node, parts=parts, ranks=ranks)
            return [
                boost(self._written.words(name, (token,)), weight)
                for (name, token), weight in weights.items()
            ]
        fields = _FIELDS[node.field]
        return [
            boost(
                self._written.exact(name, node),
                TITLE_BOOST if name == TITLE and len(fields) > 1 else 1,
            )
            for name in fields
        ]

    def _weighted_forms(
        self, word: Term, *, parts: bool, ranks: bool = False
    ) -> Mapping[Form, float]:
        token = word.tokens[0]
        return self._forms(token, word.typed or token, self._languages, parts=parts, subjects=ranks)

    # Filters.

    def _filter(self, allowed: AllowedIds) -> tantivy.Query:
        if allowed.having:
            term = tantivy.Query.term_query(self._schema, *allowed.having, "basic")
            return without_score(term)
        numbers = build_number_query(
            self._schema, PASSAGE if allowed.of == "passage" else EXPRESSION, allowed.ids
        )
        passing = numbers
        if allowed.inverse:
            passing = exclusion(without_score(tantivy.Query.all_query()), numbers)
        if not allowed.without:
            return passing
        return exclusion(passing, build_number_query(self._schema, PASSAGE, allowed.without))

    # Connectors.

    def _connector_query(self, node: Near) -> tantivy.Query:
        """Return a query for a superset of the matches of ``node``, ranked by its words."""
        condition = self._written.may_hold(node)
        if node in self._conditions.across:
            passages = build_number_query(self._schema, PASSAGE, self._conditions.across[node])
            condition = disjunction([condition, passages])
        words = dict.fromkeys(subnode for subnode in walk(node) if isinstance(subnode, Leaf))
        ranking = [(SHOULD, query) for word in words for query in self._field_queries(word)]
        return boolean([(MUST, without_score(condition)), *ranking])


def _only_narrows(node: And) -> bool:
    """Return True for ranking words beside filters alone, ``(withdraw consent) AND kind:act``: as without them."""
    others = [part for part in (*node.parts, *node.excluded) if not isinstance(part, Filter)]
    return len(others) == 1 and others[0] in node.parts
