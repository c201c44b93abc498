"""Names of the works of a library: as words for comparison with queries, and as keys for citations by title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from lexdesk.citations.work_lookup import make_title_keys, short_names
from lexdesk.document.model import OTHER_NAMES
from lexdesk.storage import Store, until_changed
from lexdesk.storage.user_tables import NAMES, read_user_table
from lexdesk.text.tables import listed
from lexdesk.text.tokens import tokens

_OF_ACTS = ("DE-", "IE-", "UK-", "3")
_STATUTES = ("gesetz", "ordnung", "gesetzbuch")
_MOST_CHANGES = 1_000
"""Texts changed since the names were indexed; beyond that, all are indexed again."""


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
    """The names of all works of a library, with lookups: ``names``, and those of ``earlier`` that are not ``gone``.

    A change of a few texts thus leaves the indexes of many thousand names as they are.
    """

    def __init__(
        self,
        names: Iterable[NamesOfWork],
        earlier: NamesOfWorks | None = None,
        gone: frozenset[NamesOfWork] = frozenset(),
    ) -> None:
        self._own, self._earlier, self._gone = list(names), earlier, gone

    def works_with_identifier(self, work: str) -> set[str]:
        """Return the work with this identifier, spelled as in the library; an empty set if it is missing."""
        key = work.casefold()
        return {
            entry.work
            for entry in self._find_in_all(lambda names: names._works_by_identifier.get(key, ()))
        }

    def works_named(self, name: str) -> set[str]:
        """Return the works with this short title or usual name, whatever separates its words."""
        key = space_words(name)
        return {
            entry.work
            for entry in self._find_in_all(lambda names: names._works_by_short_words.get(key, ()))
        }

    def act_titled(self, title: str) -> str:
        """Return the act with this title, of several words or a whole statute's; ``""`` for none or several."""
        key = make_title_keys(title)[0]
        work = self.by_title.get(key, "") if " " in key or key.endswith(_STATUTES) else ""
        return work if work.startswith(_OF_ACTS) else ""

    def may_begin_with(self, words: Sequence[str]) -> bool:
        """Return whether a short title or usual name may begin with the tokens ``words`` or some of them."""
        if not words or words[0] in self._first_words:
            return True
        return self._earlier is not None and self._earlier.may_begin_with(words)

    def with_words(self, name: str) -> set[str]:
        """Return the works with all words of ``name`` in their names; none for a name without words."""
        words = set(tokens(name))

        def rarest(names: NamesOfWorks) -> Sequence[NamesOfWork]:
            return min((names._works_by_word.get(word, []) for word in words), key=len, default=[])

        return {
            entry.work
            for entry in self._find_in_all(rarest)
            if all(f" {word} " in entry.words for word in words)
        }

    def _find_in_all(
        self, find: Callable[[NamesOfWorks], Iterable[NamesOfWork]]
    ) -> Iterator[NamesOfWork]:
        """Yield what ``find`` returns of the own names, and of the earlier ones."""
        yield from find(self)
        if self._earlier is not None:
            yield from (entry for entry in find(self._earlier) if entry not in self._gone)

    # Each is computed on first use: completion needs none.

    @cached_property
    def all(self) -> list[NamesOfWork]:
        """Return all names."""
        if self._earlier is None:
            return self._own
        works = {entry.work for entry in self._gone}
        earlier = (e for e in self._earlier.all if e.work not in works or e not in self._gone)
        return [*earlier, *self._own]

    @cached_property
    def of_union(self) -> tuple[tuple[str, str], ...]:
        """Return (work, title) of all works with the identifier of an act of the Union, which begins with a digit."""
        others = (*self._own, *self._gone)
        if self._earlier is not None and not any(entry.work[:1].isdigit() for entry in others):
            return self._earlier.of_union
        return tuple(dict.fromkeys((e.work, e.title) for e in self.all if "0" <= e.work < ":"))

    @cached_property
    def short_titles(self) -> tuple[tuple[str, str], ...]:
        """Return (work, short title) of all works with a short title."""
        if self._earlier is not None and not any(e.short_title for e in (*self._own, *self._gone)):
            return self._earlier.short_titles
        return tuple(dict.fromkeys((e.work, e.short_title) for e in self.all if e.short_title))

    @cached_property
    def by_title(self) -> Mapping[str, str]:
        """Return the works by the keys of their titles (``make_title_keys``), except titles of several works."""
        if self._earlier is None:
            changed: Iterable[str] = self._works_by_key
            found: dict[str, str] = {}
        else:
            changed = {key for entry in (*self._own, *self._gone) for key in _keys_of(entry)}
            found = {**self._earlier.by_title}
        for key in changed:
            entries = self._find_in_all(lambda names: names._works_by_key.get(key, ()))  # noqa: B023 - used here
            works = {entry.work for entry in entries}
            if len(works) == 1:
                found[key] = works.pop()
            else:
                found.pop(key, None)
        return found

    @cached_property
    def _works_by_key(self) -> dict[str, list[NamesOfWork]]:
        found: dict[str, list[NamesOfWork]] = {}
        for entry in self._own:
            for key in _keys_of(entry):
                found.setdefault(key, []).append(entry)
        return found

    @cached_property
    def _works_by_identifier(self) -> dict[str, list[NamesOfWork]]:
        found: dict[str, list[NamesOfWork]] = {}
        for entry in self._own:
            found.setdefault(entry.work.casefold(), []).append(entry)
        return found

    @cached_property
    def _works_by_short_words(self) -> dict[str, list[NamesOfWork]]:
        found: dict[str, list[NamesOfWork]] = {}
        for entry in self._own:
            for words in _usual_names(entry.work, entry.title, entry.short_words):
                found.setdefault(words, []).append(entry)
        return found

    @cached_property
    def _first_words(self) -> frozenset[str]:
        return frozenset(words.split(maxsplit=1)[0] for words in self._works_by_short_words)

    @cached_property
    def _works_by_word(self) -> dict[str, list[NamesOfWork]]:
        found: dict[str, list[NamesOfWork]] = {}
        for entry in self._own:
            for word in set(entry.words.split()):
                found.setdefault(word, []).append(entry)
        return found


class _NameIndex(NamedTuple):
    """The names of all works as of a ``change``: of each expression, the texts with each, and their lookups."""

    change: int
    of_expressions: Mapping[int, NamesOfWork]
    texts: Mapping[NamesOfWork, int]
    names: NamesOfWorks


_indexed: WeakKeyDictionary[Store, _NameIndex] = WeakKeyDictionary()


@until_changed
def names_of_works(store: Store) -> NamesOfWorks:
    """Return the names of all works; after a change, those of the changed texts alone are read."""
    indexed = _indexed.get(store)
    if indexed is not None:
        changed = {change.expression for change in store.files.changes(indexed.change)}
        if len(changed) <= _MOST_CHANGES:
            return _changed_names(indexed, changed, store)
    change = store.last_change()
    rows = store.law.names_of_expressions()
    of_expressions = {number: index_work(*names) for number, *names in rows}
    texts = Counter(of_expressions.values())
    _indexed[store] = _NameIndex(change, of_expressions, texts, NamesOfWorks(texts))
    return _indexed[store].names


def _changed_names(indexed: _NameIndex, changed: set[int], store: Store) -> NamesOfWorks:
    """Return the names after the texts of the expressions ``changed`` were added, removed or renamed."""
    of_expressions = indexed.of_expressions
    before = Counter(of_expressions[number] for number in changed if number in of_expressions)
    now = {index_work(*names): None for _, *names in store.law.names_of_expressions(changed)}
    gone = {
        entry
        for entry, texts in before.items()
        if entry not in now and texts == indexed.texts[entry]
    }
    new = [entry for entry in now if entry not in indexed.texts]
    return NamesOfWorks(new, indexed.names, frozenset(gone)) if new or gone else indexed.names


@until_changed
def list_contract_names(store: Store) -> NamesOfWorks:
    """Return the names of all contracts."""
    return NamesOfWorks(index_work(*row) for row in store.law.names_of_works("contract"))


@lru_cache(maxsize=60_000)  # while files are added, lookups of the earlier names repeat
def index_work(work: str, short_title: str, title: str) -> NamesOfWork:
    """Index the names of a work: as stated, and by words."""
    words = space_words(" ".join((title, short_title, *short_names(work))))
    return NamesOfWork(work, short_title, title, space_words(short_title), words)


@lru_cache(maxsize=60_000)
def _usual_names(work: str, title: str, short_words: str) -> tuple[str, ...]:
    """Return the words of the short title and the usual names of a work."""
    from lexdesk.citations.act_names import find_preferred_names  # many patterns

    preferred = (space_words(name) for name in find_preferred_names(work, title))
    return tuple(filter(None, (short_words, *preferred)))


def _keys_of(entry: NamesOfWork) -> set[str]:
    return {*make_title_keys(entry.title), *make_title_keys(entry.short_title)} - {""}


def list_user_names(store: Store) -> Iterator[tuple[str, str]]:
    """Yield (work, name) for the names that the user gave works of the library."""
    for work, names in read_user_table(store.folder, NAMES):
        yield from ((work, name) for name in listed(names))


def list_other_names(store: Store) -> Iterator[tuple[str, str]]:
    """Yield (work, name) for the names that the files of laws in git state beside their titles."""
    named = store.files.properties_named((OTHER_NAMES,))
    works = {number: row.work for number, row in store.law.expression_rows([*named]).items()}
    found = {(works[number], names[OTHER_NAMES]) for number, names in named.items()}
    yield from ((work, name) for work, names in sorted(found) for name in listed(names))


def space_words(text: str) -> str:
    """Return the folded words of ``text`` with a space around each; ``""`` without words.

    A whole word is found with both spaces, a prefix with the first.
    """
    words = tokens(text)
    return f" {' '.join(words)} " if words else ""
