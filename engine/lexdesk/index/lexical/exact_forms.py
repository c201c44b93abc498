"""Queries for words, phrases and connectors as written, in one field of the index.

The query of a connector returns a superset of its passages; ``lexdesk.search.retrieval.lexical_search`` verifies
them on the text.
"""

import re
from collections.abc import Collection

import tantivy

from lexdesk.index.lexical.clauses import (
    build_number_query,
    conjunction,
    disjunction,
    without_score,
)
from lexdesk.index.lexical.schema import BODY, PASSAGE, RUNS
from lexdesk.query import Fuzzy, Leaf, Near, Node, Or, Prefix, Scope, Term, Wild
from lexdesk.text.tokens import SECTION_SIGN

_EXPANDED_PREFIXES = 64  # words of a prefix that are scored one by one; the rest match alike
_PAIRS = 64  # pairs of words that are looked up as phrases before a connector is verified


class ExactForms:
    """A builder of Tantivy queries for exact forms in one state of the index."""

    def __init__(self, schema: tantivy.Schema, searcher: tantivy.Searcher):
        self._schema, self._searcher = schema, searcher

    def exact(self, name: str, node: Leaf) -> tantivy.Query:
        """Return the query for ``node`` in the field ``name``."""
        match node:
            case Term():
                return self.words(name, node.tokens)
            case Prefix():
                return self._prefix(name, node.token)
            case Wild():
                return tantivy.Query.regex_query(
                    self._schema, name, exclude_section_sign(node.pattern)
                )
            case Fuzzy():
                return tantivy.Query.fuzzy_term_query(
                    self._schema, name, node.token, distance=node.distance
                )

    def words(self, name: str, words: tuple[str, ...]) -> tantivy.Query:
        """Return the query for a word, or for several consecutive words, in the field ``name``."""
        if len(words) == 1:
            return tantivy.Query.term_query(self._schema, name, words[0], "freq")
        return tantivy.Query.phrase_query(self._schema, name, list(words))

    def _prefix(self, name: str, token: str) -> tantivy.Query:
        words = self._words_with_prefix(name, token, _EXPANDED_PREFIXES + 1)
        queries = [self.words(name, (word,)) for word in words[:_EXPANDED_PREFIXES]]
        if len(words) > _EXPANDED_PREFIXES:
            others = exclude_section_sign(f"{token}*")
            queries.append(tantivy.Query.regex_query(self._schema, name, others))
        return disjunction(queries)

    def _words_with_prefix(self, name: str, token: str, most: int) -> list[str]:
        """Return at most ``most`` words with the prefix ``token``, without the token of ``§``."""
        words = self._searcher.terms_with_prefix(name, token, limit=most + 1)
        return [word for word, _ in words if word != SECTION_SIGN][:most]

    def may_hold(self, node: Node, name: str = BODY) -> tantivy.Query:
        """Return a query for a superset of the matches of an operand or a connector in the field ``name``."""
        match node:
            case Or():
                return disjunction(self.may_hold(part, name) for part in node.parts)
            case Near(negated=True):
                return self.may_hold(node.left, name)
            case Near():
                if isinstance(node.reach, int) and (pairs := self._pairs(node, node.reach, name)):
                    return pairs
                return conjunction(
                    [self.may_hold(node.left, name), self.may_hold(node.right, name)]
                )
        assert isinstance(node, Leaf)  # noqa: S101 - the parser puts nothing else beside connectors
        return self.exact(name, node)

    def _pairs(self, node: Near, reach: int, name: str) -> tantivy.Query | None:
        """Return phrase queries for the word pairs of a connector; ``None`` above ``_PAIRS`` pairs.

        For two words, Tantivy counts the words between them, and two more in the other order: a
        slop of ``reach + 1`` covers every place within ``reach``.
        """
        left, right = self._alternatives(node.left, name), self._alternatives(node.right, name)
        if left is None or right is None or len(left) * len(right) > _PAIRS:
            return None
        slop = reach - 1 if node.ordered else reach + 1
        return disjunction(
            self.within(name, a, b, slop + length + other - 2)
            for a, length in left
            for b, other in right
        )

    def within(self, name: str, a: str, b: str, slop: int) -> tantivy.Query:
        """Return the query for two words at most ``slop`` moves apart, as Tantivy counts them."""
        return tantivy.Query.phrase_query(self._schema, name, [a, b], slop)

    def _alternatives(self, node: Node, name: str) -> list[tuple[str, int]] | None:
        """Return the words, or first words of phrases, of an operand, each with its length."""
        match node:
            case Term():
                return [(node.tokens[0], len(node.tokens))]
            case Prefix():
                words = self._words_with_prefix(name, node.token, _PAIRS + 1)
                return [(word, 1) for word in words] if len(words) <= _PAIRS else None
            case Or():
                lists = [self._alternatives(part, name) for part in node.parts]
                return None if None in lists else [form for some in lists for form in some or ()]
        return None

    def unscored(self, node: Node, name: str = BODY) -> tantivy.Query:
        """Return ``may_hold`` without scores."""
        return without_score(self.may_hold(node, name))

    def in_runs(
        self, node: Node, more: Collection[int], scope: Scope, among: Collection[int] | None
    ) -> tantivy.Query:
        """Return the query for passages with ``node``, and those of ``more``, in a run of ``scope``.

        ``among`` limits the runs; ``None`` allows any.
        """
        held = [
            self.unscored(node),
            *([build_number_query(self._schema, PASSAGE, more)] if more else []),
        ]
        field = RUNS[scope]
        any_run = without_score(tantivy.Query.exists_query(field))
        run = any_run if among is None else build_number_query(self._schema, field, among)
        return conjunction([disjunction(held), run])


def exclude_section_sign(pattern: str) -> str:
    """Return the regular expression of a ``Wild`` pattern without the token of ``§``.

    Each alternative differs from this token in a ``?`` or in a letter of the ``*``.
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
