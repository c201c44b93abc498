"""Names of the works of a library, as words for comparison with queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from lexdesk.citations.work_lookup import short_names
from lexdesk.storage import Store, until_changed
from lexdesk.text.tokens import tokens


class NamesOfWork(NamedTuple):
    """A work: its identifier and titles, the words of its short title, and those of all its names.

    Names are both titles and usual names such as ``DORA``. Words are in the form of ``spaced``. A work has one entry for
    each pair of titles of its texts.
    """

    work: str
    short_title: str
    title: str
    short_words: str
    words: str


class NamesOfWorks:
    """The names of all works of a library, with lookups."""

    def __init__(self, names: Iterable[NamesOfWork]) -> None:
        self.all = list(names)

    def identified(self, work: str) -> set[str]:
        """Return the work with this identifier, spelled as in the library; an empty set if it is missing."""
        return set(self._by_identifier.get(work.casefold(), ()))

    def works_named(self, name: str) -> set[str]:
        """Return the works with this short title or usual name, whatever separates its words."""
        return set(self._by_short_words.get(spaced(name), ()))

    def may_begin_with(self, words: Sequence[str]) -> bool:
        """Return whether a short title or usual name may begin with the tokens ``words`` or some of them."""
        return not words or words[0] in self._first_words

    def with_words(self, name: str) -> set[str]:
        """Return the works with all words of ``name`` in their names; none for a name without words."""
        words = set(tokens(name))
        rarest = min((self._with_word.get(word, []) for word in words), key=len, default=[])
        return {name.work for name in rarest if all(f" {word} " in name.words for word in words)}

    # Each is computed on first use: completion needs none.

    @cached_property
    def _by_identifier(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for entry in self.all:
            found.setdefault(entry.work.casefold(), set()).add(entry.work)
        return found

    @cached_property
    def _by_short_words(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for entry in self.all:
            for words in _called(entry.work, entry.title, entry.short_words):
                found.setdefault(words, set()).add(entry.work)
        return found

    @cached_property
    def _first_words(self) -> frozenset[str]:
        return frozenset(words.split(maxsplit=1)[0] for words in self._by_short_words)

    @cached_property
    def _with_word(self) -> dict[str, list[NamesOfWork]]:
        found: dict[str, list[NamesOfWork]] = {}
        for entry in self.all:
            for word in set(entry.words.split()):
                found.setdefault(word, []).append(entry)
        return found


@until_changed
def names_of_works(store: Store) -> NamesOfWorks:
    """Return the names of all works."""
    return NamesOfWorks(_named(*row) for row in store.law.names_of_works())


@until_changed
def contract_names(store: Store) -> NamesOfWorks:
    """Return the names of all contracts."""
    return NamesOfWorks(_named(*row) for row in store.law.names_of_works("contract"))


@lru_cache(maxsize=60_000)  # while files are added, lookups of the earlier names repeat
def _named(work: str, short_title: str, title: str) -> NamesOfWork:
    words = spaced(" ".join((title, short_title, *short_names(work))))
    return NamesOfWork(work, short_title, title, spaced(short_title), words)


@lru_cache(maxsize=60_000)
def _called(work: str, title: str, short_words: str) -> tuple[str, ...]:
    """Return the words of the short title and the usual names of a work."""
    from lexdesk.citations.act_names import preferred_names  # many patterns

    preferred = (spaced(name) for name in preferred_names(work, title))
    return tuple(filter(None, (short_words, *preferred)))


def spaced(text: str) -> str:
    """Return the folded words of ``text`` with a space around each; ``""`` without words.

    A whole word is found with both spaces, a prefix with the first.
    """
    words = tokens(text)
    return f" {' '.join(words)} " if words else ""
