"""Requests for the list of works; run in the engine's process, without Qt."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple
from weakref import WeakKeyDictionary

from lexdesk_gui.engine.tasks import read_library_state

if TYPE_CHECKING:
    from lexdesk.library.library import Library
    from lexdesk.search.holdings import Holding

Column = Literal["citation", "kind", "dated", "status", "path"]
"""Sort keys of works: fields of a ``Holding``."""


class ListRequest(NamedTuple):
    """The query, filters, date and sort column of a list of works."""

    query: str = ""
    as_of: datetime.date | None = None
    column: Column = "citation"
    descending: bool = False


MOST_WORKS = 5_000  # works; more would block the window on arrival
_KEYS: Mapping[Column, Callable[[Holding], str]] = {
    "kind": lambda work: work.kind,
    "dated": lambda work: work.dated or "",
    "status": lambda work: work.status or "",
    "path": lambda work: work.path or "",
}


class ListedWorks(NamedTuple):
    """The first works of a list and its full length."""

    works: Sequence[Holding]
    total: int


def list_works(library: Library, *, wanted: ListRequest) -> ListedWorks:
    """Return the first works that match. Raises ``QueryError``."""
    found = _all(library, wanted)
    return ListedWorks(found[:MOST_WORKS], len(found))


def write(library: Library, *, wanted: ListRequest, target: Path) -> int:
    """Export all matching works to ``target``, in the format of its suffix; return their number."""
    from lexdesk.annotations import table_export

    found = _all(library, wanted)
    table_export.write_holdings(found, target)
    return len(found)


def _found(library: Library, wanted: ListRequest) -> list[Holding]:
    """Return the matching works by name; cache the full list, since 18,000 take two seconds."""
    if wanted.query:
        return library.catalogue.holdings(wanted.query, as_of=wanted.as_of)
    state = (read_library_state(library), wanted.as_of)
    kept = _KEPT.get(library)
    if kept is None or kept[0] != state:
        kept = _KEPT[library] = state, library.catalogue.holdings("", as_of=wanted.as_of)
    return kept[1]


_KEPT: WeakKeyDictionary[Library, tuple[object, list[Holding]]] = WeakKeyDictionary()
"""All works of a library in its state, on a day."""


def _all(library: Library, wanted: ListRequest) -> list[Holding]:
    """Return the matching works in order, works without a value last."""
    found = _found(library, wanted)
    if wanted.column == "citation":
        return found[::-1] if wanted.descending else found
    key = _KEYS[wanted.column]
    silent = [work for work in found if not key(work)]
    ordered = sorted(filter(key, found), key=key, reverse=wanted.descending)
    return ordered + silent
