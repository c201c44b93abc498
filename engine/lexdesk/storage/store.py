"""The primary data of a library: texts, structure, dates, vectors and a log of changes, in SQLite.

An acknowledged document is a committed row; the lexical and vector indexes derive from it and can be rebuilt.
"""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from lexdesk.storage.connection import Connection
from lexdesk.storage.encryption import Key
from lexdesk.storage.files import Files
from lexdesk.storage.filter_queries import Narrowing
from lexdesk.storage.findings import Findings
from lexdesk.storage.law import Law
from lexdesk.storage.passage_rows import PassageRows
from lexdesk.storage.pending_citations import PendingCitations
from lexdesk.storage.revisions import Revisions
from lexdesk.storage.texts import Texts
from lexdesk.storage.vector_rows import VectorRows

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")
_MOST = 16  # cached values of one function; each may list half of all documents

MOST_WORN = 0.25
"""Removed passages since the last packing, as a share of the present ones; above it, the store is packed."""

LARGEST = 512 * 1024 * 1024
"""Bytes of the largest store to pack; the copy of a larger one may not fit into memory."""


def until_changed(
    find: Callable[Concatenate[Store, _Parameters], _Result],
) -> Callable[Concatenate[Store, _Parameters], _Result]:
    """Cache the results of ``find`` by arguments until documents or their citations are added or removed."""
    known: WeakKeyDictionary[Store, tuple[tuple[int, int], dict[object, _Result]]]
    known = WeakKeyDictionary()

    @functools.wraps(find)
    def kept(store: Store, /, *args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        of_moment = store.statements.known()
        if (found := of_moment.get(kept)) is None:
            change = store.last_change(), store.pending.first()
            of_store = known.get(store)
            if of_store is None or of_store[0] != change:
                of_store = known[store] = (change, {})
            found = of_moment[kept] = of_store[1]
        key: object = (args, tuple(sorted(kwargs.items()))) if kwargs else args
        if key not in found:
            if len(found) >= _MOST:
                found.clear()
            found[key] = find(store, *args, **kwargs)
        return found[key]

    return kept


class Store(Connection):
    """The SQLite file of a library, with one attribute for each group of its statements."""

    files: Files
    revisions: Revisions
    texts: Texts
    passages: PassageRows
    law: Law
    findings: Findings
    pending: PendingCitations
    filters: Narrowing
    vectors: VectorRows

    def __init__(
        self, path: Path, key: Key | None = None, *, create: bool = True, migrates: bool = True
    ):
        super().__init__(path, key, create=create, migrates=migrates)
        self.revisions = Revisions(self.statements)
        self.files = Files(self.statements, self.revisions)
        self.texts = Texts(self.statements, self.revisions)
        self.passages = PassageRows(self.statements, self.revisions)
        self.law = Law(self.statements, self.revisions)
        self.findings = Findings(self.statements)
        self.pending = PendingCitations(self.statements)
        self.filters = Narrowing(self.statements)
        self.vectors = VectorRows(self.statements)

    def is_unfinished(self) -> bool:
        """Return whether files are still being added: what is absent may be in them."""
        return bool(self.setting("unfinished", list[str], []))

    def pack_where_worn(self) -> None:
        """Reclaim the space of replaced documents once it is large; not inside ``transaction()``."""
        with self._translate_errors():
            if not _is_worn(self._raw, self.setting("packed", int, 0)):
                return
            with self.transaction():
                _forget_superseded(self._raw)
            _pack(self._raw)
        self.set_setting("packed", self.last_change())


def _is_worn(connection: sqlite3.Connection, packed: int) -> bool:
    """Return whether a store last packed at the change ``packed`` should and can be packed."""
    (removed,) = connection.execute(
        "SELECT coalesce(sum(last_passage - first_passage + 1), 0) FROM change"
        " WHERE seq > ? AND kind = 'remove'",
        (packed,),
    ).fetchone()
    if not removed:
        return False
    (left,) = connection.execute("SELECT count(*) FROM passage").fetchone()
    return bool(removed > MOST_WORN * left) and _bytes(connection) <= LARGEST


def _bytes(connection: sqlite3.Connection) -> int:
    """Return the bytes of the file in use."""
    pragmas = ("page_count", "freelist_count", "page_size")
    # SQLCipher returns the page size as text.
    pages, free, size = (
        int(connection.execute(f"PRAGMA {pragma}").fetchone()[0]) for pragma in pragmas
    )
    return (pages - free) * size


def _forget_superseded(connection: sqlite3.Connection) -> None:
    """Delete log entries for additions of removed expressions; indexes need only the removals."""
    connection.execute(
        "DELETE FROM change WHERE kind = 'add' AND expression NOT IN (SELECT id FROM expression)"
    )


def _pack(connection: sqlite3.Connection) -> None:
    """Rewrite all pages full, and free the others.

    SQLite frees a page once it is empty, and merges it with its neighbours once it is two thirds empty
    (sqlite.org/fileformat2.html, 1.6). Small documents, replaced one by one, so leave half-empty pages. Others may read
    meanwhile. Raises the errors of SQLite and then leaves the store unchanged.
    """
    connection.execute("VACUUM")  # its copy in memory, not in the system's temporary folder
    # Else the write-ahead log keeps the size of the whole store until it is closed.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
