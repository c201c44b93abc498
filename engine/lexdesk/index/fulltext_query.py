"""From a query tree to Tantivy's query objects.

Tantivy's own query parser drops in silence what it does not understand, so it is never used. For a
connector the query finds at least all passages that may fulfil it; ``word_search`` verifies them.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import tantivy

from lexdesk.index.allowed import NOTHING, Allowed, Excluded, Resolved
from lexdesk.index.layout import BODY, EXPRESSION, PASSAGE, RUNS, TITLE
from lexdesk.index.telling import FEW_WORDS, pairs_of_words, telling_words
from lexdesk.index.word_forms import PAIR, TITLE_BOOST, Form, Forms, Frequency
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
    Scope,
    Term,
    Wild,
    has_connector,
    is_plain_word,
    walk,
)
from lexdesk.text import SECTION_SIGN

ALL_WORDS = 20.0
"""Added to the score of a passage that has all words of a short query, which puts it before others:
about what one rare word gives that is said again and again."""

_MUST, _SHOULD, _MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot
_FIELDS = {"any": (BODY, TITLE), "title": (TITLE,)}
_EXPANDED_PREFIXES = 64  # words of a prefix that are scored one by one; the rest match alike
_RANKING_PAIRS = 24  # of a query; what a long one says first
_SLACK = 3  # more words between the two of a short query: "withdraw consent", "withdraw his or her consent"
_PAIRS = 64  # pairs of words that are looked up as phrases before a connector is verified

_PAIRED_SHARE, _PAIRED = 0.02, 1_000
"""Two words rank as a pair where one of them is in at most this share of the passages, or in at most this
number of them: pairs of frequent words take most of the time of a search and tell least
(docs/results/retrieval.md)."""

_LOOKED_UP = 1_000  # numbers that are found faster one by one than as a set

_MANY = 1_000_000  # places of words in passages, from which a search in two steps is faster
_FORMS = 8  # of words in all passages, more than any query has
_FIRST_SHARE = 0.25  # a form of a word in more of the passages is left to the second step


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a search is told besides its words.

    ``filters`` is what the filters of the query let through; what is ``excluded`` is left out;
    ``across`` finds also passages where a connector's words lie on both sides of the
    place where a text was cut.
    """

    filters: Resolved = field(default_factory=dict)
    excluded: Excluded = NOTHING
    across: Mapping[Near, Collection[int]] = field(default_factory=dict)


class Apart(NamedTuple):
    """All passages by single words alone, and those that have something that ranks beside these, by both."""

    by_words: tantivy.Query
    by_both: tantivy.Query


class TwoSteps(NamedTuple):
    """A query for the best passages by what tells most, and what else counts in their scores."""

    first: tantivy.Query
    rest: list[tantivy.Query]


class QueryBuilder:
    """Makes a Tantivy query of a query tree."""

    def __init__(
        self,
        schema: tantivy.Schema,
        searcher: tantivy.Searcher,
        frequency: Frequency,
        forms: Forms,
        languages: Sequence[str],
        conditions: Conditions,
    ):
        self._schema = schema
        self._searcher = searcher
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
            query = _every([words, *filters])
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
        words = _boolean(self._ranking(telling, parts=True))
        return Apart(
            self._without_excluded(words),
            self._without_excluded(_every([words, _any(besides)])),
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
            (self._frequency(name, token), self._words(name, (token,)), weight * repeated)
            for part, repeated in plain
            for (name, token), weight in self._weighted_forms(part, parts=True).items()
        ]
        if sum(count for count, _, _ in forms) < _MANY:
            return None
        most = _FIRST_SHARE * self._searcher.num_docs
        first = [_boosted(query, weight) for count, query, weight in forms if count <= most]
        rest = [_boosted(query, weight) for count, query, weight in forms if count > most]
        if not first:
            return None
        best = self._without_excluded(_any(first))
        return TwoSteps(best, [*rest, *self._besides(node, telling)])

    def build_among(self, passages: Collection[int], node: Node) -> tantivy.Query:
        """As ``build``, of these passages alone."""
        return _every([self.build(node), self._numbers(PASSAGE, passages)])

    def part_among(self, passages: Collection[int], node: Node) -> tantivy.Query:
        """What fulfils ``node``, a part of a query, of these passages alone."""
        return _every([self._node(node), self._numbers(PASSAGE, passages)])

    def among(self, passages: Collection[int], queries: Iterable[tantivy.Query]) -> tantivy.Query:
        """The scores of ``queries`` added up, of these passages alone.

        One inside the other: side by side each would go through all passages that it finds.
        """
        found = self._numbers(PASSAGE, passages)
        for query in queries:
            found = _boolean([(_MUST, found), (_SHOULD, query)])
        return found

    def weighted(self, weights: Mapping[str, float]) -> tantivy.Query:
        """Finds folded words in the text of passages, each with a weight of its own."""
        return self._without_excluded(
            _any(_boosted(self._words(BODY, (word,)), weight) for word, weight in weights.items())
        )

    def _without_excluded(self, query: tantivy.Query) -> tantivy.Query:
        left_out = self._conditions.excluded
        if not left_out.expressions:
            return query
        excluded = self._numbers(EXPRESSION, left_out.expressions)
        if left_out.spared:
            excluded = _but_not(excluded, self._numbers(PASSAGE, left_out.spared))
        return _but_not(query, excluded)

    def _node(self, node: Node) -> tantivy.Query:
        match node:
            case Term() | Prefix() | Wild() | Fuzzy():
                return _any(self._in_fields(node))
            case Rank():
                return self._rank(node)
            case Or():
                return _any(map(self._node, node.parts))
            case And():
                excluded = [part for part in node.excluded if not has_connector(part)]
                return _boolean(
                    [
                        *((_MUST, self._node(part)) for part in node.parts),
                        *((_MUST_NOT, self._node(part)) for part in excluded),
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
        besides = [(_SHOULD, query) for query in self._besides(node, telling, parts)]
        if node.required:
            required = [(_MUST, self._node(part)) for part in node.required]
            return _boolean([*required, *words, *besides])
        if besides:  # apart from the words, which Tantivy adds up faster among themselves
            return _boolean([(_MUST, _boolean(words)), *besides])
        return _boolean(words)

    def _ranking(
        self, telling: Mapping[Node, int], parts: bool
    ) -> list[tuple[tantivy.Occur, tantivy.Query]]:
        """What ranks by single words, side by side and not nested: a flat union of words takes half the time."""
        return [
            (_SHOULD, _boosted(query, repeated))
            for part, repeated in telling.items()
            for query in self._flat(part, parts)
        ]

    def _besides(
        self, node: Rank, telling: Mapping[Node, int], parts: bool = True
    ) -> Iterator[tantivy.Query]:
        """What ranks beside single words: pairs of them, and of a short query all together."""
        is_short = len(telling) in FEW_WORDS
        yield from self._pairs_of_words(node, _SLACK if is_short else 0)
        if is_short:
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
                yield _boosted(self._within(BODY, before, after, between + slack), PAIR)

    def _all_of(self, nodes: Iterable[Node], parts: bool) -> tantivy.Query:
        """The passages that have each of a few words, in whatever form and field."""
        every = _every(_any(self._flat(node, parts)) for node in nodes)
        return tantivy.Query.const_score_query(every, ALL_WORDS)

    def _flat(self, node: Node, parts: bool) -> list[tantivy.Query]:
        """Queries of which any one finds ``node``: those of a word, or its own alone."""
        return self._in_fields(node, parts) if isinstance(node, Leaf) else [self._node(node)]

    def _in_fields(self, node: Leaf, parts: bool = False) -> list[tantivy.Query]:
        """One query for each field that ``node`` may match in, and for each form of a plain word."""
        if is_plain_word(node):
            weights = self._weighted_forms(node, parts=parts)
            return [
                _boosted(self._words(name, (token,)), weight)
                for (name, token), weight in weights.items()
            ]
        fields = _FIELDS[node.field]
        return [
            _boosted(
                self._exact(name, node), TITLE_BOOST if name == TITLE and len(fields) > 1 else 1
            )
            for name in fields
        ]

    def _weighted_forms(self, word: Term, *, parts: bool) -> Mapping[Form, float]:
        token = word.tokens[0]
        return self._forms(token, word.typed or token, self._languages, parts=parts)

    # Words as they are written.

    def _exact(self, name: str, node: Leaf) -> tantivy.Query:
        """``node`` in the field ``name``."""
        match node:
            case Term():
                return self._words(name, node.tokens)
            case Prefix():
                return self._prefix(name, node.token)
            case Wild():
                return tantivy.Query.regex_query(self._schema, name, _but_no_sign(node.pattern))
            case Fuzzy():
                return tantivy.Query.fuzzy_term_query(
                    self._schema, name, node.token, distance=node.distance
                )

    def _words(self, name: str, words: tuple[str, ...]) -> tantivy.Query:
        if len(words) == 1:
            return tantivy.Query.term_query(self._schema, name, words[0], "freq")
        return tantivy.Query.phrase_query(self._schema, name, list(words))

    def _prefix(self, name: str, token: str) -> tantivy.Query:
        words = self._beginning(name, token, _EXPANDED_PREFIXES + 1)
        queries = [self._words(name, (word,)) for word in words[:_EXPANDED_PREFIXES]]
        if len(words) > _EXPANDED_PREFIXES:
            others = _but_no_sign(f"{token}*")
            queries.append(tantivy.Query.regex_query(self._schema, name, others))
        return _any(queries)

    def _beginning(self, name: str, token: str, most: int) -> list[str]:
        """At most so many of the words that begin with ``token``; the one that stands for ``§`` is none."""
        words = self._searcher.terms_with_prefix(name, token, limit=most + 1)
        return [word for word, _ in words if word != SECTION_SIGN][:most]

    # Filters.

    def _filter(self, allowed: Allowed) -> tantivy.Query:
        if allowed.having:
            term = tantivy.Query.term_query(self._schema, *allowed.having, "basic")
            return _without_score(term)
        numbers = self._numbers(PASSAGE if allowed.of == "passage" else EXPRESSION, allowed.ids)
        if not allowed.inverse:
            return numbers
        return _but_not(_without_score(tantivy.Query.all_query()), numbers)

    def _numbers(self, name: str, numbers: Collection[int]) -> tantivy.Query:
        """The passages with one of ``numbers`` in the field ``name``; a set goes through all numbers that there are."""
        if len(numbers) <= _LOOKED_UP:
            return _without_score(
                _any(tantivy.Query.term_query(self._schema, name, n, "basic") for n in set(numbers))
            )
        return _without_score(tantivy.Query.term_set_query(self._schema, name, list(numbers)))

    # Connectors.

    def _near(self, node: Near) -> tantivy.Query:
        """At least the passages that fulfil ``node``, ranked by its words."""
        condition = self._may_hold(node)
        if node in self._conditions.across:
            condition = _any([condition, self._numbers(PASSAGE, self._conditions.across[node])])
        words = dict.fromkeys(each for each in walk(node) if isinstance(each, Leaf))
        ranking = [(_SHOULD, query) for each in words for query in self._in_fields(each)]
        return _boolean([(_MUST, _without_score(condition)), *ranking])

    def _may_hold(self, node: Node, name: str = BODY) -> tantivy.Query:
        """At least the passages in whose field ``name`` an operand or a connector stands."""
        match node:
            case Or():
                return _any(self._may_hold(part, name) for part in node.parts)
            case Near(negated=True):
                return self._may_hold(node.left, name)
            case Near():
                if isinstance(node.reach, int) and (pairs := self._pairs(node, node.reach, name)):
                    return pairs
                return _every([self._may_hold(node.left, name), self._may_hold(node.right, name)])
        assert isinstance(node, Leaf)  # noqa: S101 - the parser puts nothing else beside connectors
        return self._exact(name, node)

    def _pairs(self, node: Near, reach: int, name: str) -> tantivy.Query | None:
        """Pairs of words at most so far apart as a connector lets them be; ``None`` for too many.

        For two words, Tantivy counts the words between them, and two more in the other order: a
        slop of ``reach + 1`` covers every place within ``reach``.
        """
        left, right = self._alternatives(node.left, name), self._alternatives(node.right, name)
        if left is None or right is None or len(left) * len(right) > _PAIRS:
            return None
        slop = reach - 1 if node.ordered else reach + 1
        return _any(
            self._within(name, a, b, slop + length + other - 2)
            for a, length in left
            for b, other in right
        )

    def _within(self, name: str, a: str, b: str, slop: int) -> tantivy.Query:
        return tantivy.Query.phrase_query(self._schema, name, [a, b], slop)

    def _alternatives(self, node: Node, name: str) -> list[tuple[str, int]] | None:
        """The words, or first words of phrases, with their lengths, that an operand stands for."""
        match node:
            case Term():
                return [(node.tokens[0], len(node.tokens))]
            case Prefix():
                words = self._beginning(name, node.token, _PAIRS + 1)
                return [(word, 1) for word in words] if len(words) <= _PAIRS else None
            case Or():
                lists = [self._alternatives(part, name) for part in node.parts]
                return None if None in lists else [each for some in lists for each in some or ()]
        return None

    def holding(self, node: Node, name: str = BODY) -> tantivy.Query:
        """At least the passages in whose field ``name`` ``node`` stands as written, without a score."""
        return _without_score(self._may_hold(node, name))

    def in_runs(
        self, node: Node, more: Collection[int], scope: Scope, among: Collection[int] | None
    ) -> tantivy.Query:
        """The passages with ``node``, and those of ``more``, in a run of ``scope``: ``among`` these, or any."""
        held = [self.holding(node), *([self._numbers(PASSAGE, more)] if more else [])]
        field = RUNS[scope]
        any_run = _without_score(tantivy.Query.exists_query(field))
        run = any_run if among is None else self._numbers(field, among)
        return _every([_any(held), run])


def covers(
    schema: tantivy.Schema, searcher: tantivy.Searcher, forms: frozenset[Form], other: Form
) -> bool:
    """Whether one of ``forms`` is in each passage that has the ``other`` one."""
    some, others = (
        _any(tantivy.Query.term_query(schema, *form) for form in each) for each in (forms, [other])
    )
    return searcher.search(_but_not(others, some), 1, count=False).hits == []


def _but_no_sign(pattern: str) -> str:
    """The regular expression of ``pattern``, as ``Wild`` has it, without the word that stands for ``§``.

    That word is left where a ``?``, or a letter that the ``*`` stands for, is another one than in it.
    """
    whole = Wild(pattern).regex
    if not re.fullmatch(whole, SECTION_SIGN):
        return whole
    written = pattern.removesuffix("*")
    rest = whole.removeprefix(Wild(written).regex)
    forms = [
        f"{SECTION_SIGN[:at]}[^{SECTION_SIGN[at]}]{Wild(written[at + 1 :]).regex}{rest}"
        for at, letter in enumerate(written)
        if letter == "?"
    ]
    if rest:
        more = range(len(written), len(SECTION_SIGN))
        forms += [f"{SECTION_SIGN[:at]}([^{SECTION_SIGN[at]}].*)?" for at in more]
        forms.append(f"{SECTION_SIGN}.+")
    return "|".join(f"({form})" for form in forms)


def _without_score(query: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.const_score_query(query, 0.0)


def _boosted(query: tantivy.Query, boost: float) -> tantivy.Query:
    return query if boost == 1 else tantivy.Query.boost_query(query, float(boost))


def _any(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    return _boolean((_SHOULD, query) for query in queries)


def _every(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    return _boolean((_MUST, query) for query in queries)


def _but_not(query: tantivy.Query, excluded: tantivy.Query) -> tantivy.Query:
    return _boolean([(_MUST, query), (_MUST_NOT, excluded)])


def _boolean(parts: Iterable[tuple[tantivy.Occur, tantivy.Query]]) -> tantivy.Query:
    listed = list(parts)
    if len(listed) == 1 and listed[0][0] != _MUST_NOT:
        return listed[0][1]
    return tantivy.Query.boolean_query(listed) if listed else tantivy.Query.empty_query()
