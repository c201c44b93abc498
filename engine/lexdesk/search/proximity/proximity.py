"""Proximity of words, verified on the tokens of a text.

The slop of an index counts differently from connectors. A match is the stretch from its first to its last word;
positions are those of tokens (``lexdesk.text.tokens``) in a ``TokenStretch``. As in dtSearch and Westlaw:

``a w/n b``      at most n words from one to the other: side by side is 1
``a +n b``       the same, and b comes after a
``a /s b``       both in one sentence; ``/p`` in one paragraph; ``+s`` and ``+p`` in this order
``a not w/n b``  a place of a without such b

The operands of a connector are different words: ``data w/5 data`` needs the word twice. The match of
a connector is an operand of the next one from its first to its last word, and a word between them is
near.
"""

from __future__ import annotations

import contextlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from lexdesk.query import Fuzzy, Near, Node, Or, Prefix, Scope, Term, Wild
from lexdesk.search.proximity.effort import MOST_PAIRS, TooMuchWork
from lexdesk.search.proximity.word_matchers import make_word_matcher

_FEW = 8  # matches, up to which pairs are compared one by one


class Span(NamedTuple):
    """The first and last token of a match; ``loose`` if other words may lie between."""

    first: int
    last: int
    loose: bool = False


@dataclass(frozen=True, slots=True)
class TokenStretch:
    """Text as tokens.

    ``starts`` gives the tokens at which sentences or paragraphs begin, sorted; it is only asked where
    a connector needs them. ``start`` to ``end`` (exclusive) are the tokens of the passage in question;
    those around are of its neighbours. ``passages`` are all of them in order, with the first token of
    each.
    """

    tokens: Sequence[str]
    starts: Callable[[Scope], Sequence[int]]
    start: int
    end: int
    passages: Sequence[tuple[int, int]]

    def passage_of(self, token: int) -> int:
        """Return the passage of a token."""
        return self.passages[bisect_right(self.passages, token, key=itemgetter(0)) - 1][1]


def fulfils(node: Near, stretch: TokenStretch) -> bool:
    """Return whether a match of ``node`` begins or ends in the passage of ``stretch``."""
    return any(
        stretch.start <= match.first < stretch.end or stretch.start <= match.last < stretch.end
        for match in matches(node, stretch)
    )


def holds(node: Near, stretch: TokenStretch) -> bool:
    """Return whether ``node`` has a match."""
    found = _without(node, stretch) if node.negated else _pairs(node, stretch)
    return next(iter(found), None) is not None


def matches(node: Node, stretch: TokenStretch) -> list[Span]:
    """Return all matches of a word, phrase, group or connector, by position."""
    match node:
        case Term():
            return _phrases(node.tokens, stretch.tokens)
        case Prefix() | Wild() | Fuzzy():
            alike = set(filter(make_word_matcher(node), set(stretch.tokens)))
            places = enumerate(stretch.tokens) if alike else ()
            return [Span(at, at) for at, word in places if word in alike]
        case Or():
            return sorted({match for part in node.parts for match in matches(part, stretch)})
        case Near():
            return _match_near(node, stretch)
    raise TypeError(f"{type(node).__name__} is no operand of a connector")


def _phrases(words: Sequence[str], tokens: Sequence[str]) -> list[Span]:
    length = len(words)
    found = list(_places(words[0], tokens))
    if length > 1:
        found = [at for at in found if tuple(tokens[at : at + length]) == tuple(words)]
    return [Span(at, at + length - 1) for at in found]


def _places(word: str, tokens: Sequence[str]) -> Iterator[int]:
    """Yield the places of a word; ``index`` is several times faster than a loop over tokens."""
    at = -1
    with contextlib.suppress(ValueError):
        while True:
            at = tokens.index(word, at + 1)
            yield at


def _match_near(node: Near, stretch: TokenStretch) -> list[Span]:
    if node.negated:
        return list(_without(node, stretch))
    pairs = _pairs(node, stretch)
    return sorted({Span(min(a.first, b.first), max(a.last, b.last), True) for a, b in pairs})


def _pairs(node: Near, stretch: TokenStretch) -> Iterator[tuple[Span, Span]]:
    """Yield pairs of matches of both operands near each other."""
    left = matches(node.left, stretch)
    right = matches(node.right, stretch) if left else []
    if right:
        is_near, near_to = _nearness(node, stretch, right)
        for a, others in _count_pairs(left, near_to):
            yield from ((a, b) for b in others if is_near(a, b))


def _count_pairs(left: list[Span], near_to: _NearTo) -> Iterator[tuple[Span, Sequence[Span]]]:
    """Yield each match with those that may be near it. Raises ``TooMuchWork`` for too many pairs."""
    pairs = 0
    for match in left:
        others = near_to(match)
        pairs += len(others)
        if pairs > MOST_PAIRS:
            raise TooMuchWork
        yield match, others


def _without(node: Near, stretch: TokenStretch) -> Iterator[Span]:
    """Yield matches of the first operand without the second one near."""
    left = matches(node.left, stretch)
    right = matches(node.right, stretch) if left else []
    if not right:
        yield from left
        return
    is_near, near_to = _nearness(node, stretch, right)
    for a, others in _count_pairs(left, near_to):
        if not any(is_near(a, b) for b in others):
            yield a


_IsNear = Callable[[Span, Span], bool]
_NearTo = Callable[[Span], Sequence[Span]]


def _nearness(node: Near, stretch: TokenStretch, others: list[Span]) -> tuple[_IsNear, _NearTo]:
    """Return a test of two matches for nearness, and a function for the candidates among the sorted ``others``."""
    if isinstance(node.reach, int):
        return _within(node.reach, ordered=node.ordered), _in_reach(node.reach, others)
    starts = stretch.starts(node.reach)
    return _together(starts, ordered=node.ordered), _in_scope(starts, others)


def _in_reach(reach: int, others: list[Span]) -> _NearTo:
    """Return a function from a match to a superset of the sorted ``others`` within ``reach`` words."""
    if len(others) < _FEW:
        return lambda match: others
    reach += max(other.last - other.first for other in others)

    def near_to(match: Span) -> list[Span]:
        first = bisect_left(others, (match.first - reach,))
        return others[first : bisect_left(others, (match.last + reach + 1,))]

    return near_to


def _in_scope(starts: Sequence[int], others: list[Span]) -> _NearTo:
    """Return a function from a match to a superset of the sorted ``others`` in its sentence or paragraph."""
    if not starts or len(others) < _FEW:
        return lambda match: others
    edges = (0, *starts, others[-1].first + 1)

    def near_to(match: Span) -> list[Span]:
        number = bisect_right(starts, match.first)
        first = bisect_left(others, (edges[number],))
        return others[first : bisect_left(others, (edges[number + 1],))]

    return near_to


def _within(reach: int, *, ordered: bool) -> _IsNear:
    def within(a: Span, b: Span) -> bool:
        if b.first > a.last:
            return b.first - a.last <= reach
        if ordered:
            return False
        if a.first > b.last:
            return a.first - b.last <= reach
        return not _share_words(a, b)

    return within


def _together(starts: Sequence[int], *, ordered: bool) -> _IsNear:
    def together(a: Span, b: Span) -> bool:
        if ordered and b.first <= a.last:
            return False
        first, last = min(a.first, b.first), max(a.last, b.last)
        return bisect_right(starts, first) == bisect_right(starts, last) and not _share_words(a, b)

    return together


def _share_words(a: Span, b: Span) -> bool:
    """Return whether two matches share a word, which cannot stand for both."""
    if a.last < b.first or b.last < a.first:
        return False
    if a.loose and b.loose:
        return bool({a.first, a.last} & {b.first, b.last})
    if not a.loose and not b.loose:
        return True
    loose, solid = (a, b) if a.loose else (b, a)
    return any(solid.first <= edge <= solid.last for edge in (loose.first, loose.last))
