"""What the words of a query stand for in one library."""

from __future__ import annotations

from lexdesk.index.fulltext import FullText
from lexdesk.query import Node, Query
from lexdesk.search.abbreviations import without_abbreviations
from lexdesk.search.acts_named import with_names_of_acts
from lexdesk.search.current import languages
from lexdesk.search.definitions import with_definition
from lexdesk.search.terms_of_art import with_wordings
from lexdesk.store import Store


def understood(query: Query, store: Store, words: FullText) -> Query:
    """``query`` with what acts say for terms of art, their names as phrases, and a meaning without abbreviations."""
    known = languages(store)

    def is_held(said: Node) -> bool:
        return words.search(said, 1, known)[1] > 0

    query = with_names_of_acts(without_abbreviations(query, store), store)
    return with_definition(with_wordings(query, is_held), is_held)
