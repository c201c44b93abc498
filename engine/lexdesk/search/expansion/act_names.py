"""Names of acts in several words, ``penalties AI Act``: each is searched as a phrase.

Its single words are in the titles of other acts: *Act* in those of all Irish ones.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from itertools import chain

from lexdesk.citations.lookup import short_names, works_with_short_names
from lexdesk.citations.resolution import parse_target
from lexdesk.query import Node, Query, Rank, Term
from lexdesk.storage import Store, until_changed
from lexdesk.text.tokens import tokens

_Name = tuple[str, ...]
"""The tokens of a name."""


def with_act_names(query: Query, store: Store) -> Query:
    """Replace each name of a work in ``store`` by a phrase, beside other words."""
    root = query.root
    if not isinstance(root, Rank):
        return query
    found: list[Node] = []
    names = _names(store)
    words: Sequence[Node] = root.optional
    while words:
        name = _name_at(words, names)
        found += (
            [Term(tuple(t for w in name for t in w.tokens), quoted=True)] if name else words[:1]
        )
        words = words[len(name) or 1 :]
    if len(found) in (1, len(root.optional)):
        return query
    return dataclasses.replace(query, root=dataclasses.replace(root, optional=tuple(found)))


def _name_at(words: Sequence[Node], names: Mapping[_Name, Set[_Name]]) -> list[Term]:
    """Return the words of the longest name at the beginning of ``words``, or none."""
    alike = names.get(words[0].tokens[:1], set()) if isinstance(words[0], Term) else set()
    longest = max(map(len, alike), default=0)
    said: list[Term] = []
    for word in words[:longest]:
        if not isinstance(word, Term) or word.quoted or word.field != "any":
            break
        said.append(word)
    while said and tuple(token for word in said for token in word.tokens) not in alike:
        said.pop()
    return said if len(said) > 1 else []


@until_changed
def _names(store: Store) -> Mapping[_Name, Set[_Name]]:
    """Return the multi-word names of acts by their first token, without contracts: these may have any name."""
    found: defaultdict[_Name, set[_Name]] = defaultdict(set)
    usual = store.expressions_by_work(works_with_short_names())
    names = chain(
        store.short_titles(), ((work, name) for work in usual for name in short_names(work))
    )
    for work, name in names:
        words = tuple(tokens(name))
        if len(words) > 1 and not all(map(str.isdigit, words)) and parse_target(work).work:
            found[words[:1]].add(words)
    return found
