"""Abbreviations of statutes in a short question: words find them in the title, an encoder makes noise of them.

To an encoder ``KSchG`` is near to whatever holds letters that make no word; in two or three words that drowns
the others. What leaving it out gave: docs/results/fusion.md.
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
    """``query`` with a meaning that leaves out the abbreviations of German statutes that are in ``store``.

    As it is where it is long, and in which they tell something, or where no other word is in it. Short names of
    Union law stay, too: the encoder that ships has learned them.
    """
    words = query.semantic_text.split()
    if len(words) not in FEW_WORDS:
        return query
    known = _abbreviations(store)
    left = " ".join(word for word in words if known.isdisjoint(tokens(word)))
    asked = dataclasses.replace(query, semantic_text=left)
    return asked if asked.has_semantic_text else query


@until_changed
def _abbreviations(store: Store) -> frozenset[str]:
    """Those of all German statutes, folded."""
    return frozenset(
        token
        for work, short_title in store.short_titles("DE-")
        for token in _tokens((short_title, *short_names(work)))
    )


def _tokens(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if found := _ABBREVIATION.fullmatch(name):
            yield from tokens(found["letters"])
