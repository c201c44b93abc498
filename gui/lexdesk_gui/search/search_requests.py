"""What the search screen asks the engine; done in its process, without Qt."""

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

_BEGUN = 4  # searches of either kind that an empty field offers
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
    asked = partial(library.search, query, mode=mode, top=top, as_of=as_of)
    if rerank:
        with contextlib.suppress(NoModel):
            return asked(rerank=True)
    return asked()


def warm_up(library: Library) -> Answer:
    """Load what a search needs; an answer, so that the window has its kind of object loaded, too."""
    return library.search("law", top=1)


def count(library: Library, *, query: str, as_of: datetime.date | None) -> int:
    """Return the number of keyword results of ``query``."""
    return library.search(query, mode="keyword", top=1, as_of=as_of).total


def counts(library: Library, *, queries: list[str], as_of: datetime.date | None) -> list[int]:
    """Return the number of keyword results of each query."""
    return [count(library, query=each, as_of=as_of) for each in queries]


def relax(library: Library, *, query: str, as_of: datetime.date | None) -> list[RelaxedQuery]:
    """Return the relaxed query with the most results, if there is one."""
    return library.relax(query, as_of=as_of, most=1)


def words_of(library: Library, *, query: str, most: int) -> tuple[str, dict[str, list[str]]]:
    """``query`` with words that are there in place of misspelt ones, or ``""``; at most so many other forms of its words."""
    return library.did_you_mean(query), library.other_forms(query, most=most)


def complete(library: Library, *, typed: str) -> list[str]:
    """What ``typed`` may become: earlier searches, citations, titles."""
    with library.workbook() as book:
        earlier = book.earlier(typed, _OFFERED // 2)
    found = dict.fromkeys([*earlier, *library.complete(typed, _OFFERED - 2)])
    return [each for each in found if each != typed.strip()][:_OFFERED]


def begun(library: Library) -> tuple[list[str], list[tuple[str, str, str]]]:
    """The latest of the earlier searches; the query, the mode and the name of those saved that were looked at last."""
    with library.workbook() as book:
        saved = sorted(book.saved(), key=attrgetter("seen_at"), reverse=True)[:_BEGUN]
        return book.earlier("", _BEGUN), [(each.query, each.mode, each.name) for each in saved]


def remember(library: Library, *, query: str) -> None:
    """Count ``query`` among the earlier searches."""
    with library.workbook() as book:
        book.remember(query)


def forget_earlier(library: Library) -> None:
    """Wipe all earlier searches."""
    with library.workbook() as book:
        book.forget_earlier()
