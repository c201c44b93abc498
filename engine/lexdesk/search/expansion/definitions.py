"""Definitions for questions: ``what is personal data`` also searches *‘personal data’ means*."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

from lexdesk.query import Node, Query, Rank, Term
from lexdesk.text.tokens import tokens

_ENGLISH = re.compile(
    r"(?:what\s(?:is|are)|(?:definition|meaning)(?:\sof)?|define)\s(?:an?\s|the\s)?(?P<defined>.+)"
    r"|what\sdoes\s(?:an?\s|the\s)?(?P<meant>.+)\smean|(?P<named>.+?)\s(?:definition|(?:shall\s)?means?)",
    re.IGNORECASE,
)
_GERMAN = re.compile(
    r"(?:was\s(?:ist|sind)|definition(?:\svon)?)\s(?:eine?[mnrs]?\s|de[rnm]\s|die\s|das\s)?(?P<defined>.+)",
    re.IGNORECASE,
)
_ASKED = ((_ENGLISH, ("means", "shall mean")), (_GERMAN, ("ist",)))
"""How a definition is asked for in English and German, and what stands in it behind what is defined, in acts and contracts."""

_QUOTES = re.compile(r"[\"“”„«»]")
_LONGEST = 4  # words of what is defined


def with_definition(query: Query, is_held: Callable[[Node], bool]) -> Query:
    """Add the beginning of the requested definition, if ``is_held`` finds it in a passage.

    A quoted term remains a condition: ``"Affiliate" means``.
    """
    root = query.root
    if not isinstance(root, Rank) or not (_is_one_in_quotes(root) or not query.demanding):
        return query
    found: list[Node] = []
    for pattern, verbs in _ASKED:
        match = pattern.fullmatch(_QUOTES.sub("", query.text).strip().rstrip("?").rstrip())
        if match and (not root.required or match.lastgroup == "named"):
            words = tokens(match[match.lastgroup or 0])
            begun = [Term((*words, *verb.split()), quoted=True) for verb in verbs]
            found += filter(is_held, begun if len(words) <= _LONGEST else ())
    if not found:
        return query
    return dataclasses.replace(
        query, root=dataclasses.replace(root, optional=(*root.optional, *found))
    )


def _is_one_in_quotes(root: Rank) -> bool:
    """Whether the only required words are one quotation."""
    (one, *others) = root.required or (None,)
    return isinstance(one, Term) and one.quoted and one.field == "any" and not others
