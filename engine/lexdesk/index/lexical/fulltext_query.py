"""From a query tree to Tantivy's query objects.

Tantivy's own query parser drops in silence what it does not understand, so it is never used. For a
connector the query finds at least all passages that may fulfil it; ``word_search`` verifies them.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import tantivy

from lexdesk.index.allowed import Allowed, Conditions
from lexdesk.index.lexical.clauses import (
    MUST,
    MUST_NOT,
    SHOULD,
    any_of,
    boolean,
    boosted,
    but_not,
    every_of,
    with_number,
    without_score,
)
from lexdesk.index.lexical.schema import BODY, BODY_STEMS, EXPRESSION, PASSAGE, TITLE, TITLE_STEMS
from lexdesk.index.lexical.telling import FEW_WORDS, pairs_of_words, telling_words
from lexdesk.index.lexical.word_forms import PAIR, TITLE_BOOST, Form, Frequency
from lexdesk.index.lexical.written import Written
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

ALL_WORDS = 20.0
"""Added to the score of a passage that has all words of a short query, which puts it before others:
about what one rare word gives that is said again and again."""

_FIELDS = {"any": (BODY, TITLE), "title": (TITLE,)}
_RANKING_PAIRS = 24  # of a query; what a long one says first
_SLACK = 3  # more words between the two of a short query: "withdraw consent", "withdraw his or her consent"

_PAIRED_SHARE, _PAIRED = 0.02, 1_000
"""Two words rank as a pair where one of them is in at most this share of the passages, or in at most this
number of them: pairs of frequent words take most of the time of a search and tell least
(docs/results/retrieval.md)."""

_MANY = 1_000_000  # places of words in passages, from which a search in two steps is faster
_FORMS = 8  # of words in all passages, more than any query has
_FIRST_SHARE = 0.25  # a form of a word in more of the passages is left to the second step


class Apart(NamedTuple):
    """All passages by single words alone, and those that have something that ranks beside these, by both."""

    by_words: tantivy.Query
    by_both: tantivy.Query


class TwoSteps(NamedTuple):
    """A query for the best passages by what tells most, and what else counts in their scores."""

    first: tantivy.Query
    rest: list[tantivy.Query]


class QueryBuilder:
    """Makes a Tantivy query of a query tree.

    ``frequency`` and ``forms`` (``WordForms.of``) are those of the index that ``searcher`` sees.
    """

    def __init__(
        self,
        schema: tantivy.Schema,
        searcher: tantivy.Searcher,
        frequency: Frequency,
        forms: Callable[..., Mapping[Form, float]],
        languages: Sequence[str],
        conditions: Conditions,
    ):
        self._schema = schema
        self._searcher = searcher
        self._written = Written(schema, searcher)
        self._frequency = frequency
        self._forms = forms
        self._languages = tuple(languages)
        self._conditions = conditions

    def build(self, node: Node, *, by_words: bool = False) -> tantivy.Query:
        """The query that finds what ``node`` asks for, without the texts that are excluded.

        ``by_words`` where a passage has to have one of the words that rank, even if filters beside
        them are all that is demanded; else it may also have been found by its meaning.
        """
        if not isinstance(node, Rank):
            return self._without_excluded(self._node(node))
        only_filters = all(isinstance(part, Filter) for part in node.required)
        if by_words and node.optional and node.required and only_filters:
            words = self._rank(dataclasses.replace(node, required=()), parts=True)
            filters = (self._node(part) for part in node.required)
            query = every_of([words, *filters])
        else:
            query = self._rank(node, parts=True)
        return self._without_excluded(query)

    def apart(self, node: Node) -> Apart | None:
        """``build`` by words in two queries; ``None`` where more is demanded than words, or nothing ranks beside them."""
        if not isinstance(node, Rank) or node.required:
            return None
        telling = telling_words(node, self._languages)
        besides = list(self._besides(node, telling))
        if not besides:
            return None
        words = boolean(self._ranking(telling, parts=True))
        return Apart(
            self._without_excluded(words),
            self._without_excluded(every_of([words, any_of(besides)])),
        )

    def in_two_steps(self, node: Node) -> TwoSteps | None:
        """``node`` in two steps where it only ranks, by words that are in very many passages.

        A union of words goes through each passage that has one of them. As in MaxScore (Turtle, Flood
        1995) frequent words, which bring no passage among the best by themselves, are left to the
        end, and so are pairs; unlike there nothing proves that none is missed.
        """
        few = self._searcher.num_docs * _FORMS < _MANY  # so that there is nothing to count
        if few or not isinstance(node, Rank) or node.required:
            return None
        telling = telling_words(node, self._languages)
        plain = [(part, n) for part, n in telling.items() if is_plain_word(part)]
        if len(plain) < len(telling):
            return None
        forms = [
            (self._frequency(name, token), self._written.words(name, (token,)), weight * repeated)
            for part, repeated in plain
            for (name, token), weight in self._weighted_forms(part, parts=True).items()
        ]
        if sum(count for count, _, _ in forms) < _MANY:
            return None
        most = _FIRST_SHARE * self._searcher.num_docs
        first = [boosted(query, weight) for count, query, weight in forms if count <= most]
        rest = [boosted(query, weight) for count, query, weight in forms if count > most]
        if not first:
            return None
        best = self._without_excluded(any_of(first))
        return TwoSteps(best, [*rest, *self._besides(node, telling)])

    def build_among(self, passages: Collection[int], node: Node) -> tantivy.Query:
        """As ``build``, of these passages alone."""
        return every_of([self.build(node), with_number(self._schema, PASSAGE, passages)])

    def build_part(self, node: Node) -> tantivy.Query:
        """What fulfils ``node`` as a part of a query: there no part of a compound does."""
        return self._node(node)

    def part_among(self, passages: Collection[int], node: Node) -> tantivy.Query:
        """What fulfils ``node``, a part of a query, of these passages alone."""
        return every_of([self._node(node), with_number(self._schema, PASSAGE, passages)])

    def among(self, passages: Collection[int], queries: Iterable[tantivy.Query]) -> tantivy.Query:
        """The scores of ``queries`` added up, of these passages alone.

        One inside the other: side by side each would go through all passages that it finds.
        """
        found = with_number(self._schema, PASSAGE, passages)
        for query in queries:
            found = boolean([(MUST, found), (SHOULD, query)])
        return found

    def weighted(self, weights: Mapping[str, float]) -> tantivy.Query:
        """Finds folded words in the text of passages, each with a weight of its own."""
        return self._without_excluded(
            any_of(
                boosted(self._written.words(BODY, (word,)), weight)
                for word, weight in weights.items()
            )
        )

    def _without_excluded(self, query: tantivy.Query) -> tantivy.Query:
        left_out = self._conditions.excluded
        if not left_out.expressions:
            return query
        excluded = with_number(self._schema, EXPRESSION, left_out.expressions)
        if left_out.spared:
            excluded = but_not(excluded, with_number(self._schema, PASSAGE, left_out.spared))
        return but_not(query, excluded)

    def _node(self, node: Node) -> tantivy.Query:
        match node:
            case Term() | Prefix() | Wild() | Fuzzy():
                return any_of(self._in_fields(node))
            case Rank():
                return self._rank(node)
            case Or():
                return any_of(map(self._node, node.parts))
            case And():
                excluded = [part for part in node.excluded if not has_connector(part)]
                return boolean(
                    [
                        *((MUST, self._node(part)) for part in node.parts),
                        *((MUST_NOT, self._node(part)) for part in excluded),
                    ]
                )
            case Near():
                return self._near(node)
            case Filter():
                return self._filter(self._conditions.filters[node])

    def _rank(self, node: Rank, *, parts: bool = False) -> tantivy.Query:
        """Words to rank by; with ``parts``, the parts of their compounds may stand for them."""
        telling = telling_words(node, self._languages)
        words = self._ranking(telling, parts)
        besides = [(SHOULD, query) for query in self._besides(node, telling, parts)]
        if node.required:
            required = [(MUST, self._node(part)) for part in node.required]
            return boolean([*required, *words, *besides])
        if besides:  # apart from the words, which Tantivy adds up faster among themselves
            return boolean([(MUST, boolean(words)), *besides])
        return boolean(words)

    def _ranking(
        self, telling: Mapping[Node, int], parts: bool
    ) -> list[tuple[tantivy.Occur, tantivy.Query]]:
        """What ranks by single words, side by side and not nested: a flat union of words takes half the time."""
        return [
            (SHOULD, boosted(query, repeated))
            for part, repeated in telling.items()
            for query in self._flat(part, parts)
        ]

    def _besides(
        self, node: Rank, telling: Mapping[Node, int], parts: bool = True
    ) -> Iterator[tantivy.Query]:
        """What ranks beside single words: pairs of them, and of a short query, or a single compound, all together."""
        is_short = len(telling) in FEW_WORDS
        yield from self._pairs_of_words(node, _SLACK if is_short else 0)
        if is_short or (parts and len(telling) == 1 and any(self._atoms(*telling))):
            yield self._all_of(telling, parts)

    def _pairs_of_words(self, node: Rank, slack: int) -> Iterator[tantivy.Query]:
        """The first pairs of words that follow each other in the query, as they may stand in a text.

        The ordered pairs of the sequential dependence model (Metzler, Croft 2005): stop words between
        the two may be other ones, and ``slack`` more words may stand there.
        """
        pairs = itertools.islice(pairs_of_words(node, self._languages), _RANKING_PAIRS)
        most = max(_PAIRED_SHARE * self._searcher.num_docs, _PAIRED)
        for before, after, between in pairs:
            if 0 < min(self._frequency(BODY, word) for word in (before, after)) <= most:
                yield boosted(self._written.within(BODY, before, after, between + slack), PAIR)

    def _all_of(self, nodes: Iterable[Node], parts: bool) -> tantivy.Query:
        """The passages that have each of a few words, in whatever form and field; with ``parts`` all those of a compound.

        One part is not the word: an order of procedure has not said *Zivilprozess* with *Prozess*.
        """
        every = every_of(any_of(self._said(node, parts)) for node in nodes)
        return tantivy.Query.const_score_query(every, ALL_WORDS)

    def _said(self, node: Node, parts: bool) -> Iterator[tantivy.Query]:
        """Queries of which any one finds that ``node`` is said, as a whole or by all of its parts."""
        yield from self._flat(node, parts=False)
        for atoms in self._atoms(node) if parts else ():
            yield every_of(
                any_of(self._written.words(field, (atom,)) for field in (BODY_STEMS, TITLE_STEMS))
                for atom in atoms
            )

    def _atoms(self, node: Node) -> Iterator[tuple[str, ...]]:
        """The tokens of the parts of a compound, in each language in which ``node`` is one."""
        if is_plain_word(node):
            word = node.typed or node.tokens[0]
            yield from filter(None, (analysis(each).atoms(word) for each in self._languages))

    def _flat(self, node: Node, parts: bool) -> list[tantivy.Query]:
        """Queries of which any one finds ``node``: those of a word, or its own alone."""
        return self._in_fields(node, parts) if isinstance(node, Leaf) else [self._node(node)]

    def _in_fields(self, node: Leaf, parts: bool = False) -> list[tantivy.Query]:
        """One query for each field that ``node`` may match in, and for each form of a plain word."""
        if is_plain_word(node):
            weights = self._weighted_forms(node, parts=parts)
            return [
                boosted(self._written.words(name, (token,)), weight)
                for (name, token), weight in weights.items()
            ]
        fields = _FIELDS[node.field]
        return [
            boosted(
                self._written.exact(name, node),
                TITLE_BOOST if name == TITLE and len(fields) > 1 else 1,
            )
            for name in fields
        ]

    def _weighted_forms(self, word: Term, *, parts: bool) -> Mapping[Form, float]:
        token = word.tokens[0]
        return self._forms(token, word.typed or token, self._languages, parts=parts)

    # Filters.

    def _filter(self, allowed: Allowed) -> tantivy.Query:
        if allowed.having:
            term = tantivy.Query.term_query(self._schema, *allowed.having, "basic")
            return without_score(term)
        numbers = with_number(
            self._schema, PASSAGE if allowed.of == "passage" else EXPRESSION, allowed.ids
        )
        if not allowed.inverse:
            return numbers
        return but_not(without_score(tantivy.Query.all_query()), numbers)

    # Connectors.

    def _near(self, node: Near) -> tantivy.Query:
        """At least the passages that fulfil ``node``, ranked by its words."""
        condition = self._written.may_hold(node)
        if node in self._conditions.across:
            condition = any_of(
                [condition, with_number(self._schema, PASSAGE, self._conditions.across[node])]
            )
        words = dict.fromkeys(each for each in walk(node) if isinstance(each, Leaf))
        ranking = [(SHOULD, query) for each in words for query in self._in_fields(each)]
        return boolean([(MUST, without_score(condition)), *ranking])
