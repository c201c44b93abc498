"""Words bound by connectors of words, sentences and paragraphs, and words side by side."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from lexdesk.query.lexeme import Lexeme
from lexdesk.query.tree import Near, Node, Term

_LEVELS: tuple[type | str, ...] = (int, "sentence", "paragraph")  # the closest binds first


def as_phrase(node: Node) -> Node:
    """Return a word of several tokens as a phrase: within quotes, ``kind:x`` is no filter."""
    if isinstance(node, Term) and len(node.tokens) > 1:
        return dataclasses.replace(node, quoted=True)
    return node


def phrase(run: Sequence[Node]) -> Node:
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
