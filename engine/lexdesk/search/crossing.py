"""Connectors whose words lie on both sides of the place where a long text was cut.

The index knows passages one by one. So the rarest operand of a connector is looked at: each of its
passages in which the word stands near an edge, or whose paragraph goes on beyond it, and that leads
to a neighbour with another operand, is read together with its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lexdesk.query import Leaf, Near, Node, Or, Term, walk
from lexdesk.search.connectors import matches, paragraphs_in, reach_in_words, word_test
from lexdesk.search.neighbourhood import FARTHEST, MOST_GAPS, Neighbourhood

_MANY = 500
"""More passages than these are not read to see whether one operand of a connector matches there."""

Holding = Callable[[Leaf], set[int]]
"""Tells the passages whose text or heading holds a word or phrase."""


def crossing(node: Near, holding: Holding, texts: Neighbourhood) -> set[int]:
    """The passages in which a match of ``node`` begins or ends that reaches into another one.

    Others that fulfil ``node`` may be among them; where it says ``not w/n``, also some that do not.
    """
    operands = _operands(node)
    touched = [_touching(operand, holding, texts) for operand in operands]
    rarest = min(range(len(operands)), key=lambda number: len(touched[number]))
    others = [touched[number] for number in range(len(operands)) if number != rarest]
    seeds = touched[rarest]
    for each in others:
        seeds = _with_near(seeds, each, _farthest(node))
    seeds = _at_edges(node, operands[rarest], seeds, texts)
    beyond = set[int]().union(*(others or touched))
    seeds = {seed for seed in seeds if texts.leads_to(seed, beyond, node)}
    found: set[int] = set()
    for seed in seeds:
        stretch = texts.around(seed, node)
        if stretch is None or len(stretch.passages) == 1:
            continue
        for match in matches(node, stretch):
            found.update((stretch.passage_of(match.first), stretch.passage_of(match.last)))
    return found


def _at_edges(node: Near, operand: Node, seeds: set[int], texts: Neighbourhood) -> set[int]:
    """The passages whose ``operand`` stands so near an edge that a match may reach beyond it."""
    texts.load(seeds)
    if paragraphs_in(node):  # from anywhere in a paragraph, if that goes on
        texts.load(seeds, around=2)
        return seeds
    words = _Words.of(each for each in walk(operand) if isinstance(each, Leaf))
    seeds = {seed for seed in seeds if texts.is_near_edge(seed, words, reach_in_words(node))}
    texts.load(seeds, around=1)
    return seeds


def _operands(node: Near) -> list[Node]:
    """The words, phrases, groups and connectors that every match of ``node`` has."""
    if node.negated:
        return _operands(node.left) if isinstance(node.left, Near) else [node.left]
    return [node.left, node.right]


def _touching(node: Node, holding: Holding, texts: Neighbourhood) -> set[int]:
    """At least the passages in which a match of ``node`` begins or ends."""
    match node:
        case Or():
            return set[int]().union(*(_touching(part, holding, texts) for part in node.parts))
        case Near(negated=True):
            return _touching(node.left, holding, texts)
        case Near():
            left = _touching(node.left, holding, texts)
            right = _touching(node.right, holding, texts)
            both = left & right
            if len(both) > _MANY:
                return _both_near(left, right, _farthest(node))
            texts.load(both)
            within = {p for p in both if (s := texts.alone(p, node)) and matches(node, s)}
            return within | crossing(node, holding, texts)
        case Term(tokens=(first, _, *_)):  # a phrase may itself be cut
            begins, ends = holding(Term((first,))), holding(Term((node.tokens[-1],)))
            return _both_near(begins, ends, min(len(node.tokens), FARTHEST))
    assert isinstance(node, Leaf)  # noqa: S101 - the parser puts nothing else beside connectors
    return holding(node)


def _farthest(node: Near) -> int:
    """So many neighbours away may the other side of a match be."""
    return FARTHEST if paragraphs_in(node) else min(reach_in_words(node), FARTHEST)


def _with_near(some: set[int], others: set[int], farthest: int) -> set[int]:
    """Those of ``some`` that have one of ``others`` at most ``farthest`` neighbours away."""
    most = farthest * (1 + MOST_GAPS)
    steps = sorted(range(-most, most + 1), key=abs)
    return {number for number in some if any(number + step in others for step in steps)}


def _both_near(a: set[int], b: set[int], farthest: int) -> set[int]:
    """The passages of each set that have one of the other near."""
    few, many = (a, b) if len(a) < len(b) else (b, a)
    few = _with_near(few, many, farthest)
    most = farthest * (1 + MOST_GAPS)
    steps = range(-most, most + 1)
    return few | many.intersection(number + step for number in few for step in steps)


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of some leaves: ``tokens``, and those that pass one of ``tests``."""

    tokens: frozenset[str]
    tests: tuple[Callable[[str], bool], ...]

    @classmethod
    def of(cls, leaves: Iterable[Leaf]) -> _Words:
        all_of = list(leaves)
        terms = [leaf for leaf in all_of if isinstance(leaf, Term)]
        return cls(
            frozenset(token for term in terms for token in term.tokens),
            tuple(word_test(leaf) for leaf in all_of if not isinstance(leaf, Term)),
        )

    def may_be_in(self, text: str) -> bool:
        """Whether one of them may stand in ``text``, which is folded."""
        return bool(self.tests) or any(token in text for token in self.tokens)

    def __contains__(self, token: str) -> bool:
        return token in self.tokens or any(test(token) for test in self.tests)
