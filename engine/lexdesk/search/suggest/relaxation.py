"""Relaxed queries: one condition less, words in place of a phrase, AND in place of a connector."""

from collections.abc import Iterator
from dataclasses import dataclass

from lexdesk.query import And, Leaf, Near, Node, Rank, Term, walk
from lexdesk.text.tokens import SECTION_SIGN


@dataclass(frozen=True, slots=True)
class RelaxedQuery:
    """A ``query`` with one condition less, and ``total``: the number of passages of its keyword search."""

    query: str
    total: int


def relax(node: Node) -> Iterator[Node]:
    """Yield the trees with one condition less than ``node``; those of a query with words keep words."""
    asks = _has_words(node)
    yield from (
        relaxation
        for relaxation in dict.fromkeys(_relaxations(node))
        if _has_words(relaxation) == asks
    )


def _relaxations(node: Node) -> Iterator[Node]:
    match node:
        case And():
            yield from _of_several(node)
        case Rank():
            yield from _of_ranking(node)
        case Near():
            yield node.left if node.negated else And((node.left, node.right))
        case Term(field="any", quoted=True, tokens=(_, _, *_)) if SECTION_SIGN not in node.tokens:
            yield And(tuple(Rank((Term((token,)),)) for token in node.tokens))


def _of_several(node: And) -> Iterator[Node]:
    for at, part in enumerate(node.parts):
        before, after = node.parts[:at], node.parts[at + 1 :]
        if before or after:
            yield _all((*before, *after), node.excluded)
        for relaxation in _relaxations(part):
            yield _all((*before, relaxation, *after), node.excluded)
    for at in range(len(node.excluded)):
        yield _all(node.parts, node.excluded[:at] + node.excluded[at + 1 :])


def _of_ranking(node: Rank) -> Iterator[Node]:
    for at, part in enumerate(node.required):
        before, after = node.required[:at], node.required[at + 1 :]
        if node.optional or before or after:
            yield _ranking(node.optional, (*before, *after))
        for relaxation in _relaxations(part):
            yield _ranking(node.optional, (*before, relaxation, *after))


def _ranking(optional: tuple[Node, ...], required: tuple[Node, ...]) -> Node:
    return required[0] if len(required) == 1 and not optional else Rank(optional, required)


def _all(parts: tuple[Node, ...], excluded: tuple[Node, ...]) -> Node:
    return parts[0] if len(parts) == 1 and not excluded else And(parts, excluded)


def _has_words(node: Node) -> bool:
    return any(isinstance(subnode, Leaf) for subnode in walk(node))
