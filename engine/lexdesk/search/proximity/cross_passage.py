"""Connectors with matches across the border of two passages.

The index knows passages, and for some borders the words on both sides, and the passages spanned by one sentence or
paragraph (``lexdesk.index.lexical.passage_borders``). If that leads to few passages, they are candidates. Else (more
words than are indexed around a border, or a connector of words between sentences), the passages of the rarest operand
are read with their neighbours, if the word is near an edge, or the paragraph continues, and a neighbour has another
operand.
"""

from bisect import bisect_left, bisect_right

from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.passage_borders import MOST_GAPS, SEAM_WORDS
from lexdesk.query import Near, Node, Or, Scope, Term
from lexdesk.search.proximity.connectors import count_scope_connectors, reach_in_words
from lexdesk.search.proximity.neighbourhood import FARTHEST, Neighbourhood
from lexdesk.search.proximity.proximity import matches
from lexdesk.search.proximity.word_matchers import list_words

_MANY = 500
"""Passages that may hold an operand are read to see whether they do; if there are more of them, none is."""


def find_crossing(node: Node, index: FullText, texts: Neighbourhood) -> set[int]:
    """Return a superset of the passages at both ends of a match of ``node`` across a border.

    ``node`` is an operand or a connector.
    """
    texts.effort.check()
    match node:
        case Or():
            return set[int]().union(*(find_crossing(part, index, texts) for part in node.parts))
        case Near(negated=True):
            return find_crossing(node.left, index, texts)
        case Near(reach=("sentence" | "paragraph") as scope):
            return _in_one(scope, node, index, texts)
        case Term(tokens=(_,)):
            return set()
        case Near() | Term() if (
            not count_scope_connectors(node) and reach_in_words(node) <= SEAM_WORDS
        ):
            return _at_seams(node, index, texts)
        case Near():
            return _far(node, index, texts)
        case Term(tokens=(first, *_, last)):
            begins, ends = index.holding(Term((first,))), index.holding(Term((last,)))
            return _both_near(begins, ends, FARTHEST)
    return set()


def _at_seams(node: Near | Term, index: FullText, texts: Neighbourhood) -> set[int]:
    """Return the passages on both sides of each border with all words of ``node`` around it."""
    seeds = index.at_seams(node)
    texts.load(seeds, around=1)
    return seeds | {after for seed in seeds if (after := texts.next_passage(seed)) is not None}


def _in_one(scope: Scope, node: Near, index: FullText, texts: Neighbourhood) -> set[int]:
    """Return passages with an operand each, spanned by one sentence or paragraph."""
    rare, common = sorted((node.left, node.right), key=index.count_holding)
    some = index.in_runs(rare, find_crossing(rare, index, texts), scope)
    if not some:
        return set()
    among = set(some.values())
    others = index.in_runs(common, find_crossing(common, index, texts), scope, among)
    by_run: dict[int, list[int]] = {}
    for passage, run in sorted(others.items()):
        by_run.setdefault(run, []).append(passage)
    found: set[int] = set()
    for passage, run in some.items():
        near = _slice_between(by_run.get(run, []), passage - _FARTHEST_ID, passage + _FARTHEST_ID)
        if near and near != [passage]:
            found.update(near, (passage,))
    return found


_FARTHEST_ID = FARTHEST * (1 + MOST_GAPS)


def _slice_between(numbers: list[int], first: int, last: int) -> list[int]:
    return numbers[bisect_left(numbers, first) : bisect_right(numbers, last)]


def _far(node: Near, index: FullText, texts: Neighbourhood) -> set[int]:
    """Return the passages at both ends of a verified match across a border."""
    operands = (node.left, node.right)
    touched = [_find_touching(operand, index, texts) for operand in operands]
    rarest = min(range(len(operands)), key=lambda number: len(touched[number]))
    other = touched[1 - rarest]
    seeds = _with_near(touched[rarest], other, _farthest(node))
    seeds = _at_edges(node, operands[rarest], seeds, texts)
    seeds = {seed for seed in sorted(seeds) if texts.leads_to(seed, other, node)}
    found: set[int] = set()
    for seed in sorted(seeds):
        stretch = texts.with_neighbours(seed, node)
        if stretch is None or len(stretch.passages) == 1:
            continue
        for match in matches(node, stretch):
            found.update((stretch.passage_of(match.first), stretch.passage_of(match.last)))
    return found


def _at_edges(node: Near, operand: Node, seeds: set[int], texts: Neighbourhood) -> set[int]:
    """Return the passages with ``operand`` within reach of an edge."""
    texts.load(seeds)
    if count_scope_connectors(node):  # matches may start anywhere in a paragraph that continues
        texts.load(seeds, around=2)
        return seeds
    words, reach = list_words(operand), reach_in_words(node)
    seeds = {seed for seed in sorted(seeds) if texts.is_near_edge(seed, words, reach)}
    texts.load(seeds, around=1)
    return seeds


def _find_touching(node: Node, index: FullText, texts: Neighbourhood) -> set[int]:
    """Return a superset of the passages at both ends of a match of ``node``."""
    within = index.holding(node)
    if isinstance(node, Near) and not node.negated and len(within) <= _MANY:
        texts.load(within)
        within = {passage for passage in sorted(within) if texts.fulfils_alone(passage, node)}
    return within | find_crossing(node, index, texts)


def _farthest(node: Near) -> int:
    """Return the maximum distance of both ends of a match, in neighbours."""
    return FARTHEST if count_scope_connectors(node) else min(reach_in_words(node), FARTHEST)


def _with_near(some: set[int], others: set[int], farthest: int) -> set[int]:
    """Return those of ``some`` with one of ``others`` at most ``farthest`` neighbours away."""
    most = farthest * (1 + MOST_GAPS)
    steps = sorted(range(-most, most + 1), key=abs)
    return {number for number in some if any(number + step in others for step in steps)}


def _both_near(a: set[int], b: set[int], farthest: int) -> set[int]:
    """Return the passages of each set with one of the other near."""
    few, many = (a, b) if len(a) < len(b) else (b, a)
    few = _with_near(few, many, farthest)
    most = farthest * (1 + MOST_GAPS)
    steps = range(-most, most + 1)
    return few | many.intersection(number + step for number in few for step in steps)
