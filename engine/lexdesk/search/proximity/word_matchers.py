"""Words matched by a part of a query, and quick tests of a text for them."""

import functools
import re
from collections.abc import Callable

from msgspec import Struct

from lexdesk.query import Fuzzy, Leaf, Near, Node, Or, Prefix, Term, Wild, walk
from lexdesk.text.tokens import SECTION_SIGN


@functools.lru_cache(256)  # the same for all passages of a search
def make_word_matcher(leaf: Prefix | Wild | Fuzzy) -> Callable[[str], bool]:
    """Return a test of folded tokens against ``leaf``; ``section*`` does not match §."""
    match leaf:
        case Prefix():
            return lambda word: word.startswith(leaf.token) and word != SECTION_SIGN
        case Wild():
            pattern = re.compile(leaf.regex, re.DOTALL)
            return lambda word: pattern.fullmatch(word) is not None and word != SECTION_SIGN
    return functools.lru_cache(10_000)(
        lambda word: count_edits(leaf.token, word, leaf.distance) <= leaf.distance
    )


class Words(Struct, frozen=True):
    """The words of some leaves: ``tokens``, and those matched by one of ``tests``."""

    tokens: frozenset[str]
    tests: tuple[Callable[[str], bool], ...]

    def may_be_in(self, text: str) -> bool:
        """Return whether the folded ``text`` may have one of the words."""
        return bool(self.tests) or any(token in text for token in self.tokens)

    def __contains__(self, token: str) -> bool:
        return token in self.tokens or any(test(token) for test in self.tests)


@functools.lru_cache(maxsize=256)
def list_words(node: Node) -> Words:
    """Return all words of an operand or a connector."""
    leaves = [subnode for subnode in walk(node) if isinstance(subnode, Leaf)]
    terms = [leaf for leaf in leaves if isinstance(leaf, Term)]
    return Words(
        frozenset(token for term in terms for token in term.tokens),
        tuple(make_word_matcher(leaf) for leaf in leaves if not isinstance(leaf, Term)),
    )


def count_edits(a: str, b: str, most: int) -> int:
    """Return the number of inserted, dropped, replaced and swapped letters between ``a`` and ``b``.

    The optimal string alignment distance, as in Tantivy's automata; above ``most``, ``most + 1``.
    """
    from rapidfuzz.distance import OSA  # loaded for fuzzy words alone

    return OSA.distance(a, b, score_cutoff=most)


def may_be_in(node: Node, text: str) -> bool:
    """Return whether ``node``, an operand or a connector, may match in the folded ``text``."""
    match node:
        case Term():
            return all(token in text for token in node.tokens)
        case Prefix():
            return node.token in text
        case Or():
            return any(may_be_in(part, text) for part in node.parts)
        case Near():
            return may_be_in(node.left, text) and (node.negated or may_be_in(node.right, text))
    return True
