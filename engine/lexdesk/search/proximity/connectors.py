"""The connectors of a query, and the reach of their matches."""

import functools

from lexdesk.query import And, Fuzzy, Near, Node, Or, Prefix, Rank, Term, Wild, walk


def list_connectors(node: Node) -> list[Near]:
    """Return all connectors in a tree."""
    return [subnode for subnode in walk(node) if isinstance(subnode, Near)]


@functools.lru_cache(maxsize=256)
def reach_in_words(node: Node) -> int:
    """Return the maximum span of a match in words, without connectors of sentences and paragraphs."""
    reaches = [subnode.reach for subnode in walk(node) if isinstance(subnode, Near)]
    phrases = [len(subnode.tokens) - 1 for subnode in walk(node) if isinstance(subnode, Term)]
    return sum(reach for reach in reaches if isinstance(reach, int)) + sum(phrases)


@functools.lru_cache(maxsize=256)
def count_scope_connectors(node: Node) -> int:
    """Count the connectors of sentences and paragraphs in ``node``."""
    return sum(
        isinstance(subnode, Near) and not isinstance(subnode.reach, int) for subnode in walk(node)
    )


@functools.lru_cache(maxsize=256)
def is_monotone(node: Node) -> bool:
    """Return whether more text can only add matches: there is no ``not w/n``."""
    return not any(near.negated for near in list_connectors(node))


def only_breaks_with_context(node: Near) -> bool:
    """Return whether more text can only break a match: ``node`` is ``not w/n`` with single words on its left."""
    words = node.left.parts if isinstance(node.left, Or) else (node.left,)
    single = all(
        isinstance(word, Prefix | Wild | Fuzzy)
        or (isinstance(word, Term) and len(word.tokens) == 1)
        for word in words
    )
    return node.negated and single and is_monotone(node.right)


def list_demanded_connectors(node: Node) -> list[Near]:
    """Return the connectors that a hit may meet, without excluded ones and operands of others."""
    match node:
        case Near():
            return [node]
        case And() | Or():
            return [near for part in node.parts for near in list_demanded_connectors(part)]
        case Rank():
            return [near for part in node.required for near in list_demanded_connectors(part)]
    return []
