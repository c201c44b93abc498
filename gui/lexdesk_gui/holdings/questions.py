"""What the list of works asks of the engine; done in its process, without Qt."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from lexdesk.library import Library
    from lexdesk.search.holdings import Holding

Column = Literal["citation", "kind", "dated", "status", "path"]
"""What works are sorted by: fields of a ``Holding``."""


class Wanted(NamedTuple):
    """Which works are listed, and how: words and filters, the day, and the column that sorts them."""

    query: str = ""
    as_of: datetime.date | None = None
    column: Column = "citation"
    descending: bool = False


_KEYS: Mapping[Column, Callable[[Holding], str]] = {
    "kind": lambda each: each.kind,
    "dated": lambda each: each.dated or "",
    "status": lambda each: each.status or "",
    "path": lambda each: each.path or "",
}


def listed(library: Library, *, wanted: Wanted) -> list[Holding]:
    """The works that are wanted; those of which a column says nothing stand last. Raises ``QueryError``."""
    found = library.holdings(wanted.query, as_of=wanted.as_of)
    if wanted.column == "citation":
        return found[::-1] if wanted.descending else found
    key = _KEYS[wanted.column]
    silent = [each for each in found if not key(each)]
    told = sorted(filter(key, found), key=key, reverse=wanted.descending)
    return told + silent


def write(_library: Library, *, works: Sequence[Holding], target: Path) -> int:
    """Write the list to ``target``, in the format that its suffix names; how many works it has."""
    from lexdesk.work import holdings_export

    holdings_export.write(works, target)
    return len(works)
