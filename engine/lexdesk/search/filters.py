"""Filters: fields such as ``kind:`` or ``cites:``, resolved to documents or passages in SQLite."""

import datetime
import weakref
from collections.abc import Set
from typing import Literal

import msgspec

from lexdesk.citations.cited_eids import list_cited_forms
from lexdesk.errors import Message, PhraseCode, QueryCode, QueryError
from lexdesk.index.conditions import AllowedIds
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.law.authority import find_authorities, find_authorities_named
from lexdesk.law.in_force import find_texts_in_force
from lexdesk.law.jurisdiction import build_foreign_patterns
from lexdesk.law.work_names import names_of_works
from lexdesk.query import Filter, Query, Term
from lexdesk.search.known_item.library_citations import citation_of
from lexdesk.search.known_item.targets import find_target_named, find_works_named
from lexdesk.search.library_state import languages
from lexdesk.storage import Store, until_changed
from lexdesk.text.tokens import fold, nfc, tokens

_Column = Literal["kind", "language"]
_BACKSLASH = "\\"
_FEW = 20  # values named in a message
_LONGEST_CITATION = 12  # words


_LACKS = {
    "cites": PhraseCode.NO_CITED_WORK,
    "kind": PhraseCode.NO_KIND,
    "lang": PhraseCode.NO_LANGUAGE,
    "folder": PhraseCode.NO_FOLDER,
    "authority": PhraseCode.NO_AUTHORITY,
    "work": PhraseCode.NO_WORK,
}


def resolve_filters(query: Query, store: Store, fulltext: FullText) -> dict[Filter, AllowedIds]:
    """Return the documents or passages of each filter of ``query``.

    Raises ``QueryError`` for an unknown value.
    """
    found = {}
    for filter_ in query.filters():
        allowed = _resolve_filter(filter_, store, fulltext)
        if allowed is None:
            raise _unknown_value_error(filter_, query.text, _known_values(store, filter_.name))
        found[filter_] = allowed
    return found


def _resolve_filter(condition: Filter, store: Store, fulltext: FullText) -> AllowedIds | None:
    match condition.name:
        case "cites":
            return _allow_citing(store, condition.value)
        case "kind" | "lang":
            return _with_value(
                store, "kind" if condition.name == "kind" else "language", condition.value
            )
        case "folder":
            return _in_folder(store, condition.value)
        case "doc":
            return _allow_saying(store, weakref.ref(fulltext), condition.value)
        case "authority":
            return _of_authority(store, condition.value)
        case "work":
            return _of_work(store, condition.value)
        case "in-force":
            return _in_force(store, condition.first)
        case _:
            return _allow_period(store, condition.first, condition.last)


def _unknown_value_error(condition: Filter, text: str, known: list[str]) -> QueryError:
    from difflib import get_close_matches

    near = get_close_matches(condition.value, known, 1)
    suggestion = ""
    if near:
        meant = str(Filter(condition.name, near[0]))
        suggestion = text[: condition.start] + meant + text[condition.start + condition.length :]
    elif condition.name == "cites":
        suggestion = _quoted_citation(condition, text)
    what = Message(_LACKS[condition.name], value=condition.value)
    at = (text, condition.start, condition.length, suggestion)
    if 0 < len(known) <= _FEW:
        there = ", ".join(sorted(known))
        return QueryError(
            QueryCode.VALUE_UNKNOWN_OF, *at, what=what, field=condition.name, known=there
        )
    return QueryError(QueryCode.VALUE_UNKNOWN, *at, what=what, field=condition.name)


def _quoted_citation(condition: Filter, text: str) -> str:
    """Return the query with quotation marks around the citation that ``cites:`` begins: ``cites:Art. 5 DSGVO``; else ``""``."""
    words = text[condition.start + len("cites:") :].split()
    for length in range(min(len(words), _LONGEST_CITATION), 1, -1):
        cited = " ".join(words[:length])
        if '"' not in cited and citation_of(cited):
            return " ".join((text[: condition.start] + f'cites:"{cited}"', *words[length:]))
    return ""


# Cached results of filters; ``None`` stands for a value missing from the library.


@until_changed
def _counts(store: Store, column: _Column) -> dict[str, int]:
    return store.filters.expression_counts(column)


@until_changed
def _with_value(store: Store, column: _Column, folded: str) -> AllowedIds | None:
    """Return the expressions with a value in a column, or all others if these are fewer."""
    counts = _counts(store, column)
    value = next((count for count in counts if fold(count) == folded), None)
    if value is None:
        return None if counts else AllowedIds("expression", frozenset())
    inverse = 2 * counts[value] > sum(counts.values())
    ids = frozenset(store.filters.expressions_with(column, value, inverse=inverse))
    return AllowedIds("expression", ids, inverse, (column, value))


@until_changed
def _allow_citing(store: Store, cited: str) -> AllowedIds | None:
    """Return the passages that cite a work or a provision."""
    target = find_target_named(cited, store)
    if target is None:
        return None
    of_target = (entry for entry in names_of_works(store).all if entry.work in target.works)
    names = {name for work in of_target for name in (work.short_title, work.title) if name}
    eids = [form for eid in target.eids for form in list_cited_forms(eid)]
    foreign = build_foreign_patterns(next(iter(target.works))) if len(target.works) == 1 else ()
    passages = store.law.passages_citing(target.works, names or {target.name}, eids, foreign)
    return AllowedIds("passage", frozenset(passages))


@until_changed
def _allow_saying(store: Store, index: weakref.ref[FullText], wording: str) -> AllowedIds:
    """Return the texts with the word or phrase ``wording`` in a passage; a word may have any of its forms.

    The cached result must not hold the ``index``: Windows cannot remove mapped files.
    """
    words = index()
    if words is None:
        return AllowedIds("expression", frozenset())
    found = tuple(tokens(wording))
    term = Term(found, quoted=len(found) > 1, typed=wording)
    passages = words.passages_with(term, languages(store))
    return _smaller_half(store, store.passages.expressions_with(passages))


@until_changed
def _in_folder(store: Store, folder: str) -> AllowedIds | None:
    """Return the texts of files below a folder of this name, or these names: ``HR/2024``."""
    inside = f"/{fold(folder.replace(_BACKSLASH, '/').strip('/'))}/"
    found = {
        number
        for path, numbers in store.filters.expressions_by_folder().items()
        if inside in f"{fold(path)}/"
        for number in numbers
    }
    return _smaller_half(store, found) if found else None


@until_changed
def _of_authority(store: Store, folded: str) -> AllowedIds | None:
    names = find_authorities(store)
    wanted = find_authorities_named(folded)
    found = {number for number, name in names.items() if fold(name) in wanted}
    return _smaller_half(store, found) if found else None


@until_changed
def _of_work(store: Store, name: str) -> AllowedIds | None:
    works = find_works_named(name, store)
    return _smaller_half(store, store.filters.expressions_of_works(works)) if works else None


@until_changed
def _in_force(store: Store, day: str) -> AllowedIds:
    found = find_texts_in_force(store, datetime.date.fromisoformat(day))
    allowed = _smaller_half(store, found.expressions)
    return msgspec.structs.replace(allowed, without=found.without)


@until_changed
def _allow_period(store: Store, first: str, last: str) -> AllowedIds:
    return _smaller_half(store, store.filters.expressions_from(first, last))


def _smaller_half(store: Store, expressions: Set[int]) -> AllowedIds:
    """Return these expressions, or the complement if it is smaller."""
    everything = store.filters.expressions()
    if 2 * len(expressions) > len(everything):
        return AllowedIds("expression", frozenset(everything - expressions), inverse=True)
    return AllowedIds("expression", frozenset(expressions))


def _known_values(store: Store, name: str) -> list[str]:
    """Return the known values of a filter."""
    match name:
        case "kind" | "lang":
            return list(_counts(store, "kind" if name == "kind" else "language"))
        case "folder":
            folders = store.filters.expressions_by_folder()
            return sorted({nfc(folder.rpartition("/")[2]) for folder in folders})
        case "authority":
            return sorted(set(find_authorities(store).values()))
    names = store.law.names_of_works()
    return sorted({name for known_name in names for name in known_name if name})
