"""The operands that a filter or a connector of a query binds.

Filters of a query with OR, typed before or behind all of it, bind all of it:
``consent OR permission kind:judgment`` asks for judgments with one of the words. Filters in several operands, as in
``consent kind:judgment OR duty kind:statute``, bind their own.
"""

import dataclasses
from collections.abc import Sequence

from msgspec.structs import replace

from lexdesk.query.lexeme import Lexeme
from lexdesk.query.tree import And, Filter, Near, Node, Or, Rank, Term

_LEVELS: tuple[type | str, ...] = (int, "sentence", "paragraph")  # the closest binds first


def bind_filters(root: Node) -> Node:
    """Return ``root`` with the filters of its first or last operand moved to the whole."""
    if not isinstance(root, Or):
        return root
    split = [_split_filters(part) for part in root.parts]
    holders = [at for at, (_, filters) in enumerate(split) if filters]
    if len(holders) != 1 or holders[0] not in (0, len(split) - 1):
        return root
    rest, filters = split[holders[0]]
    if rest is None:
        return root  # nothing but filters: an operand of its own
    parts = [part if at != holders[0] else rest for at, part in enumerate(root.parts)]
    return Rank((), (Or(tuple(parts)), *filters))


def split_filters(part: Node) -> tuple[Node, ...]:
    """Return the filters of ranking words and the words as conditions of their own.

    Beside others, words must hold: ``after:2018 AND before:2020 consent`` asks for consent.
    """
    only_filters = isinstance(part, Rank) and all(isinstance(at, Filter) for at in part.required)
    if not (isinstance(part, Rank) and part.optional and part.required and only_filters):
        return (part,)
    return (*part.required, Rank(part.optional, ()))


def _split_filters(part: Node) -> tuple[Node | None, tuple[Filter, ...]]:
    """Return an operand without its filters, ``None`` if nothing is left, and the filters."""
    if isinstance(part, Filter):
        return None, (part,)
    if isinstance(part, Rank):
        required = tuple(
            condition for condition in part.required if not isinstance(condition, Filter)
        )
        filters = tuple(condition for condition in part.required if isinstance(condition, Filter))
        if not filters:
            return part, ()
        if not part.optional and len(required) < 2:
            return (required[0] if required else None), filters
        return replace(part, required=required), filters
    if isinstance(part, And):
        split = [_split_filters(inner_part) for inner_part in part.parts]
        kept = tuple(rest for rest, _ in split if rest is not None)
        found = tuple(filter_node for _, filters in split for filter_node in filters)
        if not found:
            return part, ()
        if not kept:
            return None, found
        only = kept[0] if len(kept) == 1 and not part.excluded else None
        return only or replace(part, parts=kept), found
    return part, ()


def as_phrase(node: Node) -> Node:
    """Return a word of several tokens as a phrase: within quotes, ``kind:x`` is no filter."""
    if isinstance(node, Term) and len(node.tokens) > 1:
        return dataclasses.replace(node, quoted=True)
    return node


def make_phrase(run: Sequence[Node]) -> Node:
    """Return the nodes of ``run`` as consecutive words."""
    if len(run) == 1:
        return run[0]
    if all(isinstance(part, Term) for part in run):
        terms = [part for part in run if isinstance(part, Term)]
        words = tuple(word for term in terms for word in term.tokens)
        return Term(words, quoted=True, typed=" ".join(term.typed for term in terms))
    node = run[0]
    for following in run[1:]:
        node = Near(node, following, 1, ordered=True)
    return node


def bind_connectors(operands: list[Node], connectors: list[Lexeme]) -> Node:
    """Bind connectors of words first, then /s, then /p; equal ones from left to right."""
    for level in _LEVELS:
        nodes, left = operands[:1], []
        for connector, operand in zip(connectors, operands[1:], strict=True):
            reach = connector.reach
            if reach == level or (level is int and isinstance(reach, int)):
                nodes[-1] = Near(nodes[-1], operand, reach, connector.ordered, connector.negated)
            else:
                nodes.append(operand)
                left.append(connector)
        operands, connectors = nodes, left
    return operands[0]
