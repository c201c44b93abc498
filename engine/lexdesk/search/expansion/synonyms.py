"""Everyday words that people use for each other: ``synonyms.tsv``.

The subjects of provisions name a matter in some of the words for it; a query may have others of the same list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from lexdesk.search.expansion.subject_table import fold_word, token_of_word
from lexdesk.text.tables import listed, read_table

SYNONYMS = Path(__file__).with_suffix(".tsv")

_NONE: frozenset[str] = frozenset()


def synonyms_of(word: str, language: str) -> frozenset[str]:
    """Return the tokens in ``language`` (ISO 639-1) that a ``word`` of a query counts as besides its own."""
    token = token_of_word(word, language)
    found = _NONE
    for words, further in _rows().get(
        (language, _common_prefix(token.removeprefix(f"{language}:"))), ()
    ):
        alike = _tokens(words, language)
        if token in alike:
            found |= alike | _tokens(further, language)
    return found - {token}


def _common_prefix(word: str) -> str:
    """Return the letters that a word shares with its token: stems differ from their words at the end."""
    return fold_word(word)[:2]


@cache
def _rows() -> Mapping[tuple[str, str], Sequence[tuple[str, str]]]:
    """Return the rows by language and the beginnings of their words; few are analysed for a search."""
    found: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for row in read_table(SYNONYMS, ("language", "words", "further")):
        words, language = row["words"].lower(), row["language"]
        for beginning in set(map(_common_prefix, listed(words))):
            found[language, beginning].append((words, row["further"].lower()))
    return found


@cache
def _tokens(words: str, language: str) -> frozenset[str]:
    return frozenset(token_of_word(word, language) for word in listed(words)) - {""}
