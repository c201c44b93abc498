"""Requests of the search screen to the engine, executed in its process without Qt."""

from __future__ import annotations

import contextlib
import datetime
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from lexdesk.errors import NoModel

if TYPE_CHECKING:
    from lexdesk.library.library import Library
    from lexdesk.search.options import Mode
    from lexdesk.search.results.hits import Answer
    from lexdesk.search.suggest.relaxation import RelaxedQuery

_HISTORY = 4  # earlier and saved searches each, offered for an empty field
_OFFERED = 8  # completions, at most half of them earlier searches


def search(
    library: Library,
    *,
    query: str,
    mode: Mode,
    top: int,
    as_of: datetime.date | None,
    rerank: bool = False,
) -> Answer:
    """Return the ``top`` best hits of ``query``; without a re-ranker, ``rerank`` is ignored."""
    run = partial(library.search, query, mode=mode, top=top, as_of=as_of)
    if rerank:
        with contextlib.suppress(NoModel):
            return run(rerank=True)
    return run()


def warm_up(library: Library) -> Answer:
    """Load everything needed for a search; the returned answer also loads its classes in the window."""
    return library.search("law", top=1)


def count(library: Library, *, query: str, as_of: datetime.date | None) -> int:
    """Return the number of keyword results of ``query``."""
    return library.search(query, mode="keyword", top=1, as_of=as_of).total


def count_results(
    library: Library, *, queries: list[str], as_of: datetime.date | None
) -> list[int]:
    """Return the number of keyword results of each query."""
    return [count(library, query=query, as_of=as_of) for query in queries]


def relax(library: Library, *, query: str, as_of: datetime.date | None) -> list[RelaxedQuery]:
    """Return the relaxed query with the most results, if there is one."""
    return library.search.relax(query, as_of=as_of, most=1)


def check_words(library: Library, *, query: str, most: int) -> tuple[str, dict[str, list[str]]]:
    """Return ``query`` with corrected spelling, or ``""``, and at most ``most`` inflected forms per word."""
    return library.search.did_you_mean(query), library.search.other_forms(query, most=most)


def complete(library: Library, *, typed: str) -> list[str]:
    """Return completions of ``typed``: earlier searches, citations and titles."""
    with library.workbook() as book:
        earlier = book.earlier(typed, _OFFERED // 2)
    completions = dict.fromkeys([*earlier, *library.search.complete(typed, _OFFERED - 2)])
    return [text for text in completions if text != typed.strip()][:_OFFERED]


def list_history(library: Library) -> tuple[list[str], list[tuple[str, str, str]]]:
    """Return the latest earlier searches, and query, mode and name of recently opened saved searches."""
    with library.workbook() as book:
        saved = sorted(book.saved_searches(), key=attrgetter("seen_at"), reverse=True)[:_HISTORY]
        return book.earlier("", _HISTORY), [
            (search.query, search.mode, search.name) for search in saved
        ]


def remember(library: Library, *, query: str) -> None:
    """Record ``query`` as an earlier search."""
    with library.workbook() as book:
        book.remember(query)


def forget_earlier(library: Library) -> None:
    """Delete all earlier searches."""
    with library.workbook() as book:
        book.forget_earlier()
