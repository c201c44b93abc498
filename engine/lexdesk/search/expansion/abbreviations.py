"""Abbreviations of statutes, left out of the semantic text of a short query.

Keyword search matches them in titles. To an encoder, ``KSchG`` is near any string of letters; in a query of two or
three words this noise outweighs the other words.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from lexdesk.citations.lookup import short_names
from lexdesk.index.lexical.term_selection import FEW_WORDS
from lexdesk.query import Query
from lexdesk.storage import Store, until_changed
from lexdesk.text.tokens import tokens

_ABBREVIATION = re.compile(r"(?P<letters>\w*[A-ZÄÖÜ]\w*[A-ZÄÖÜ]\w*)(?:\s\d{4})?")  # BDSG 2018


def without_abbreviations(query: Query, store: Store) -> Query:
    """Remove the abbreviations of German statutes in ``store`` from the semantic text.

    Long queries, and queries without other words, stay unchanged, and so do short names of Union law: the shipped
    encoder has learned them.
    """
    words = query.semantic_text.split()
    if len(words) not in FEW_WORDS:
        return query
    known = _abbreviations(store)
    left = " ".join(word for word in words if known.isdisjoint(tokens(word)))
    shortened = dataclasses.replace(query, semantic_text=left)
    return shortened if shortened.has_semantic_text else query


@until_changed
def _abbreviations(store: Store) -> frozenset[str]:
    """Return the folded abbreviations of all German statutes."""
    return frozenset(
        token
        for work, short_title in store.short_titles("DE-")
        for token in _tokens((short_title, *short_names(work)))
    )


def _tokens(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if found := _ABBREVIATION.fullmatch(name):
            yield from tokens(found["letters"])
