"""The words of a query as tokens of subjects: inflected, everyday words for each other, words of law in other languages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from lexdesk.search.expansion.subject_table import KNOWN_WORDS, fold_word, key_of, token_of_word
from lexdesk.text.analysis import analysis
from lexdesk.text.tables import listed, read_table

_NONE = frozenset[str]()


class TokensOfWord(NamedTuple):
    """The tokens of a word of a query by language, none where it states no matter, and their keys."""

    by_language: Mapping[str, frozenset[str]]
    keys: Mapping[str, Sequence[int]]


@lru_cache(KNOWN_WORDS)
def tokens_of_word(word: str, known: tuple[str, ...]) -> TokensOfWord:
    """Return the tokens of a ``word`` in the ``known`` languages."""
    itself = fold_word(word)
    found = dict.fromkeys(known, _NONE)
    for language in known:
        if token_of_word(word, language):
            analysed = analysis(language).text(word).split()
            found[language] = synonyms_of(word, language).union((*analysed, itself))
    keys = {language: [key_of(language, t) for t in found[language]] for language in known}
    return TokensOfWord(found, keys)


SYNONYMS = Path(__file__).with_name("synonyms.tsv")


def synonyms_of(word: str, language: str) -> frozenset[str]:
    """Return the tokens in ``language`` (ISO 639-1) that a ``word`` of a query counts as besides its own.

    The subjects of provisions name a matter in some of the words for it; a query may have others of the same list.
    """
    token = token_of_word(word, language)
    found = frozenset[str]()
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


GLOSSES = Path(__file__).with_name("glosses.tsv")
"""Words of law in several languages."""

_GLOSSED = ("de", "en", "fr")


def glosses_of(word: str, language: str) -> frozenset[str]:
    """Return the tokens in ``language`` (ISO 639-1) for a ``word`` of law in another one."""
    found = frozenset[str]()
    for other in _GLOSSED if language in _GLOSSED else ():
        if other != language:
            for token in (token_of_word(word, other), *synonyms_of(word, other)):
                rows = _glosses().get((other, token), ())
                found = found.union(*(_tokens(row[language], language) for row in rows))
    return found


@lru_cache(KNOWN_WORDS)
def keys_of_glosses(word: str, language: str) -> Sequence[int]:
    """Return the keys of ``glosses_of``, whose table few queries need."""
    return [key_of(language, token) for token in glosses_of(word, language)]


@cache
def _glosses() -> Mapping[tuple[str, str], Sequence[Mapping[str, str]]]:
    """Return the rows of glosses by the language and the token of each word."""
    found: defaultdict[tuple[str, str], list[Mapping[str, str]]] = defaultdict(list)
    for row in read_table(GLOSSES, _GLOSSED):
        words = {language: said.lower() for language, said in row.items()}
        for language, said in words.items():
            for token in _tokens(said, language):
                found[language, token].append(words)
    return found


@cache
def _tokens(words: str, language: str) -> frozenset[str]:
    return frozenset(token_of_word(word, language) for word in listed(words)) - {""}
