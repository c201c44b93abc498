"""Everyday words that people use for each other: ``synonyms.tsv``.

The subjects of provisions name a matter in some of the words for it; a query may have others of the same list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from lexdesk.search.expansion.subject_table import token_of_word
from lexdesk.text.tables import listed, read_table

SYNONYMS = Path(__file__).with_suffix(".tsv")

_NONE: frozenset[str] = frozenset()


def synonyms_of(word: str, language: str) -> frozenset[str]:
    """Return the tokens in ``language`` (ISO 639-1) that a ``word`` of a query counts as besides its own."""
    return _by_token().get((language, token_of_word(word, language)), _NONE)


@cache
def _by_token() -> Mapping[tuple[str, str], frozenset[str]]:
    found: defaultdict[tuple[str, str], frozenset[str]] = defaultdict(frozenset)
    for row in read_table(SYNONYMS, ("language", "words", "further")):
        language = row["language"]
        words, further = (
            {token_of_word(word.lower(), language) for word in listed(row[column])} - {""}
            for column in ("words", "further")
        )
        for token in words:
            found[language, token] |= (words | further) - {token}
    return found
