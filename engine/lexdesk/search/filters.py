"""Filters: which documents a field such as ``kind:`` or ``cites:`` means, resolved in SQLite."""

from __future__ import annotations

import datetime
import difflib
import weakref
from collections.abc import Set
from typing import Literal

from lexdesk.citations.cited_eids import cited_forms
from lexdesk.errors import QueryError
from lexdesk.index.allowed import Allowed
from lexdesk.index.fulltext import FullText
from lexdesk.law.authority import authorities
from lexdesk.law.in_force import in_force_on
from lexdesk.query import Filter, Query, Term
from lexdesk.search.current import languages
from lexdesk.search.targets import target_named, works_named
from lexdesk.store import Store, until_changed
from lexdesk.text import fold, nfc, tokens

_Column = Literal["kind", "language"]
_BACKSLASH = "\\"


def resolve(query: Query, store: Store, words: FullText) -> dict[Filter, Allowed]:
    """What each filter of ``query`` lets through; ``words`` tell what documents say.

    Raises ``QueryError`` for a value that is unknown.
    """
    resolver = _Resolver(query, store, words)
    return {each: resolver.allowed(each) for each in query.filters()}


class _Resolver:
    def __init__(self, query: Query, store: Store, words: FullText):
        self._query = query
        self._store = store
        self._words = words

    def allowed(self, each: Filter) -> Allowed:
        found: Set[int]
        match each.name:
            case "cites":
                return Allowed("passage", frozenset(self._citing(each)))
            case "kind" | "lang":
                return self._with_value(each)
            case "folder":
                found = self._in_folder(each)
            case "doc":
                found = _saying(self._store, weakref.ref(self._words), each.value)
            case "authority":
                found = self._of_authority(each)
            case "work":
                works = works_named(each.value, self._store)
                if not works:
                    raise self._unknown(each, "no work of that name or identifier", self._names())
                found = self._store.expressions_of_works(works)
            case "in-force":
                found = in_force_on(self._store, datetime.date.fromisoformat(each.first))
            case _:
                found = self._store.expressions_from(each.first, each.last)
        everything = self._store.expressions()
        if 2 * len(found) > len(everything):
            return Allowed("expression", frozenset(everything - found), inverse=True)
        return Allowed("expression", frozenset(found))

    def _with_value(self, each: Filter) -> Allowed:
        column: _Column = "kind" if each.name == "kind" else "language"
        counts = _counts(self._store, column)
        meant = next((value for value in counts if fold(value) == each.value), None)
        if meant is None:
            if counts:
                raise self._unknown(
                    each,
                    f"no document of the kind {each.value}"
                    if column == "kind"
                    else f"no document in the language {each.value}",
                    list(counts),
                )
            return Allowed("expression", frozenset())
        return _allowed(self._store, column, meant)

    def _in_folder(self, each: Filter) -> frozenset[int]:
        found = _inside(self._store, each.value)
        if not found:
            folders = self._store.expressions_by_folder()
            known = sorted({nfc(folder.rpartition("/")[2]) for folder in folders})
            raise self._unknown(each, "no file in a folder of that name", known)
        return found

    def _of_authority(self, each: Filter) -> set[int]:
        names = authorities(self._store)
        found = {number for number, name in names.items() if fold(name) == each.value}
        if not found:
            known = sorted(set(names.values()))
            raise self._unknown(each, "no text of that court or authority", known)
        return found

    def _unknown(self, each: Filter, what: str, known: list[str]) -> QueryError:
        near = difflib.get_close_matches(each.value, known, 1)
        text = self._query.text
        suggestion = ""
        if near:
            meant = str(Filter(each.name, near[0]))
            suggestion = text[: each.start] + meant + text[each.start + each.length :]
        return QueryError(_lacking(each, what, known), text, each.start, each.length, suggestion)

    def _citing(self, each: Filter) -> set[int]:
        target = target_named(each.value, self._store)
        if target is None:
            raise self._unknown(
                each,
                "no work of that name, and it is no citation that could be read",
                self._names(),
            )
        names = {
            name
            for work, *both in self._store.names_of_works()
            if work in target.works
            for name in both
            if name
        }
        eids = [form for eid in target.eids for form in cited_forms(eid)]
        return self._store.passages_citing(target.works, names or {target.name}, eids)

    def _names(self) -> list[str]:
        names = self._store.names_of_works()
        return sorted({name for each in names for name in each if name})


def _lacking(each: Filter, what: str, known: list[str]) -> str:
    """What the library has not, and what it has where that is little."""
    place = each.start + 1
    if 0 < len(known) <= 20:
        there = ", ".join(sorted(known))
        return f"the library has {what}, asked for by {each.name}: at character {place} (there are: {there})"
    return f"the library has {what}, asked for by {each.name}: at character {place}"


@until_changed
def _counts(store: Store, column: _Column) -> dict[str, int]:
    return store.expression_counts(column)


@until_changed
def _allowed(store: Store, column: _Column, value: str) -> Allowed:
    """The expressions with a value in a column, or all others where these are fewer."""
    counts = _counts(store, column)
    inverse = 2 * counts[value] > sum(counts.values())
    ids = frozenset(store.expressions_with(column, value, inverse=inverse))
    return Allowed("expression", ids, inverse, (column, value))


@until_changed
def _saying(store: Store, index: weakref.ref[FullText], said: str) -> frozenset[int]:
    """The texts that have a word, in any of its forms, or a phrase somewhere, in whatever passage.

    What is kept must not keep the ``index``, too: Windows removes no files that are mapped.
    """
    words = index()
    if words is None:
        return frozenset()
    found = tuple(tokens(said))
    term = Term(found, quoted=len(found) > 1, typed=said)
    passages = words.passages_with(term, languages(store))
    return frozenset(expression for _, expression in store.expressions_of_passages(passages))


@until_changed
def _inside(store: Store, folder: str) -> frozenset[int]:
    """The texts of files in a folder of this name, or of these names: ``HR/2024``; at any depth."""
    inside = f"/{fold(folder.replace(_BACKSLASH, '/').strip('/'))}/"
    return frozenset(
        number
        for path, numbers in store.expressions_by_folder().items()
        if inside in f"{fold(path)}/"
        for number in numbers
    )
