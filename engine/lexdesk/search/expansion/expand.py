"""Query expansion: the wordings that the words of a query stand for in one library."""

from __future__ import annotations

import dataclasses
from typing import TypeGuard

from lexdesk.index.lexical.fulltext import FullText
from lexdesk.query import And, Filter, Node, Query
from lexdesk.search.expansion.abbreviations import without_abbreviations
from lexdesk.search.expansion.act_names import with_act_names
from lexdesk.search.expansion.definitions import with_definition
from lexdesk.search.expansion.terms_of_art import with_wordings
from lexdesk.search.library_state import languages
from lexdesk.storage import Store


def expand(query: Query, store: Store, words: FullText) -> Query:
    """Return ``query`` with the wordings of acts for terms of art, names of acts as phrases, and definitions.

    Its semantic text loses abbreviations. Words in brackets beside filters are expanded as without the filters.
    """
    known = languages(store)

    def is_held(said: Node) -> bool:
        return words.search(said, 1, known)[1] > 0

    def in_acts(part: Query) -> Query:
        return with_wordings(with_act_names(part, store), is_held)

    query = without_abbreviations(query, store)
    if not _is_narrowed(query.root):
        return with_definition(in_acts(query), is_held)
    parts = (in_acts(dataclasses.replace(query, root=each)).root for each in query.root.parts)
    return dataclasses.replace(query, root=dataclasses.replace(query.root, parts=tuple(parts)))


def _is_narrowed(root: Node) -> TypeGuard[And]:
    """Whether ``root`` is something, in brackets or a single word, beside nothing but filters."""
    return isinstance(root, And) and sum(not isinstance(part, Filter) for part in root.parts) == 1
