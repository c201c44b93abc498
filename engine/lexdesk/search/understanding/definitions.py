"""Who asks what something is looks for its definition: ``what is personal data`` for *‘personal data’ means*."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

from lexdesk.query import Node, Query, Rank, Term
from lexdesk.text import tokens

_ENGLISH = re.compile(
    r"(?:what\s(?:is|are)|(?:definition|meaning)(?:\sof)?|define)\s(?:an?\s|the\s)?(?P<defined>.+)"
    r"|what\sdoes\s(?:an?\s|the\s)?(?P<meant>.+)\smean|(?P<named>.+)\s(?:definition|(?:shall\s)?means?)",
    re.IGNORECASE,
)
_GERMAN = re.compile(
    r"(?:was\s(?:ist|sind)|definition(?:\svon)?)\s(?:eine?[mnrs]?\s|de[rnm]\s|die\s|das\s)?(?P<defined>.+)",
    re.IGNORECASE,
)
_ASKED = ((_ENGLISH, ("means", "shall mean")), (_GERMAN, ("ist",)))
"""How a definition is asked for in English and German, and what stands in it behind what is defined, in acts and contracts."""

_LONGEST = 4  # words of what is defined


def with_definition(query: Query, is_held: Callable[[Node], bool]) -> Query:
    """``query`` with the beginning of the definition that it asks for, where ``is_held`` says that a passage has it."""
    root = query.root
    if not isinstance(root, Rank) or root.required or query.demanding:
        return query
    found: list[Node] = []
    for asked, verbs in _ASKED:
        if match := asked.fullmatch(query.text.strip().rstrip("?").rstrip()):
            words = tokens(match[match.lastgroup or 0])
            begun = [Term((*words, *verb.split()), quoted=True) for verb in verbs]
            found += filter(is_held, begun if len(words) <= _LONGEST else ())
    return dataclasses.replace(query, root=Rank((*root.optional, *found))) if found else query
