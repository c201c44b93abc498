"""The law that a query names beside its question: an act, the law of a country, that of the Union.

*removal of supervisory board members AktG* asks for a provision of the AktG, though the words are not in its language.
"""

from functools import lru_cache
from typing import NamedTuple

from lexdesk.citations.work_lookup import (
    count_short_name_words,
    find_by_short_name,
    statute_identifiers,
)
from lexdesk.law.work_names import NamesOfWorks, names_of_works
from lexdesk.storage import Store, until_changed
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import accented_tokens, fold, tokens

_LONGEST_NAME = 6  # words of the name of an act beside a matter
_MOST_WORDS = 20  # of a query; a longer one also names acts that are not its subject
_OF_COUNTRY = {
    "DE-": frozenset(("german", "germany", "deutsch", "deutschland", "allemand", "allemagne")),
    "IE-": frozenset(("irish", "ireland", "irisch", "irland", "irlandais", "irlande")),
}
"""Prefix of the identifiers of a country's works -> beginnings of the words for the country."""
_UNION = "3"
"""Prefix of the identifiers of acts of the Union."""
_OF_UNION = lazy_pattern(r"eu|unionsrecht|directive|\w*richtlinie|verordnung|reglement")
"""Words for the law of the Union; *Richtlinien* are also issued by others."""
_ORDINANCES = "DE-*verordnung"
"""Pattern of the identifiers of German ordinances: a *Verordnung* is one of these, or an act of the Union."""


class Scope(NamedTuple):
    """A query's ``text`` without names of law, the ``works`` named, and the identifier prefixes of the ``countries`` named."""

    text: str
    works: frozenset[str] = frozenset()
    countries: frozenset[str] = frozenset()


def read_scope(text: str, store: Store) -> Scope:
    """Return the law that a query ``text`` names, and the other words."""
    words = text.split()
    if len(words) > _MOST_WORDS:
        return Scope(text)
    works: set[str] = set()
    left: list[str] = []
    names = names_of_works(store)
    while words:
        length, named = _named_at(words[:_LONGEST_NAME], names)
        works |= named
        left += [] if named else words[:1]
        words = words[length:]
    return Scope(" ".join(left), frozenset(works), stated_countries(text))


def _named_at(words: list[str], names: NamesOfWorks) -> tuple[int, set[str]]:
    """Return the number of words of the longest name of an act at the beginning of ``words``, and its works."""
    usual, is_called = count_short_name_words(words), names.may_begin_with(_fold(words[0]))
    for length in range(len(words), 0, -1) if is_called else reversed(usual):
        name = " ".join(words[:length]).strip(",.;:?()")
        if length == 1 and sum(map(str.isupper, name)) < 2:
            continue
        work = find_by_short_name(name) if length in usual else ""
        if found := {work} if work else names.works_named(name):
            return length, found
    return 1, set()


@lru_cache(maxsize=10_000)  # each word of a query is folded several times
def _fold(word: str) -> tuple[str, ...]:
    return tuple(tokens(word))


@lru_cache(maxsize=10_000)
def stated_countries(text: str) -> frozenset[str]:
    """Return the identifier prefixes of the countries named in a query: ``DE-`` for *under German law*."""
    words = [fold(word).strip() for word in accented_tokens(text)]
    stated = {
        country
        for country, names in _OF_COUNTRY.items()
        if any(word.startswith(tuple(names)) for word in words)
    }
    if not stated and any(map(_OF_UNION.fullmatch, words)):
        stated |= {_UNION, *[_ORDINANCES] * ("verordnung" in words)}
    return frozenset(stated)


def is_country(word: str) -> bool:
    """Return whether a word names a country."""
    return bool(stated_countries(word))


def country_of(work: str) -> str:
    """Return the identifier prefix of the country of ``work``, or of the Union; ``""`` for others."""
    if work.startswith(_UNION):
        return _UNION
    return work[:3] if work[:3] in _OF_COUNTRY else ""


def find_expressions_within(scope: Scope, store: Store) -> frozenset[int]:
    """Return the expressions in the scope: of its works, else of its countries; none without a scope."""
    works = {name for work in scope.works for name in (work, *statute_identifiers(work))}
    if found := store.filters.expressions_of_works(works) if works else ():
        return frozenset(found)
    return frozenset().union(*(_of_country(store, country) for country in scope.countries))


@until_changed
def _of_country(store: Store, country: str) -> frozenset[int]:
    begin, _, named = country.partition("*")
    works = {
        entry.work
        for entry in names_of_works(store).all
        if entry.work.startswith(begin) and named in fold(entry.title)
    }
    return frozenset(store.filters.expressions_of_works(works))
