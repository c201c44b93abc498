"""Acts that a question names in several words, ``penalties AI Act``: the name is looked for as one.

Its single words are in the titles of other acts: *Act* in those of all Irish ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from lexdesk.citations.lookup import short_names
from lexdesk.citations.resolve import target_of_work
from lexdesk.query import Node, Query, Rank, Term
from lexdesk.store import Store, until_changed
from lexdesk.text import tokens


def with_names_of_acts(query: Query, store: Store) -> Query:
    """``query`` with each name of a work in ``store`` as a phrase, where other words stand beside it."""
    root = query.root
    if not isinstance(root, Rank):
        return query
    found: list[Node] = []
    words: Sequence[Node] = root.optional
    while words:
        name = _name_at(words, store)
        found += (
            [Term(tuple(t for w in name for t in w.tokens), quoted=True)] if name else words[:1]
        )
        words = words[len(name) or 1 :]
    if len(found) in (1, len(root.optional)):
        return query
    return dataclasses.replace(query, root=dataclasses.replace(root, optional=tuple(found)))


def _name_at(words: Sequence[Node], store: Store) -> list[Term]:
    """The words of the longest name that ``words`` begin with; none where they begin with none."""
    names = _names(store)
    longest = max(map(len, names), default=0)
    said: list[Term] = []
    for word in words[:longest]:
        if not isinstance(word, Term) or word.quoted or word.field != "any":
            break
        said.append(word)
    while said and tuple(token for word in said for token in word.tokens) not in names:
        said.pop()
    return said if len(said) > 1 else []


@until_changed
def _names(store: Store) -> frozenset[tuple[str, ...]]:
    """The tokens of the names in several words that the acts have; a contract may be called by any words."""
    return frozenset(
        name
        for work, title in store.short_titles("")
        if target_of_work(work).work
        for name in (tuple(tokens(each)) for each in (title, *short_names(work)))
        if len(name) > 1 and not all(map(str.isdigit, name))
    )
