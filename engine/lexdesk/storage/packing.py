"""Reclaiming of space that replaced documents leave in a store.

SQLite frees a page once it is empty, and merges it with its neighbours once it is two thirds empty
(sqlite.org/fileformat2.html, 1.6). Small documents, replaced one by one, so leave half-empty pages.
``VACUUM`` rewrites them full, with its copy in memory: SQLite would otherwise put it into the system's
temporary folder.
"""

from __future__ import annotations

import sqlite3

MOST_WORN = 0.25
"""Removed passages since the last packing, as a share of the present ones; above it, the store is packed."""

LARGEST = 512 * 1024 * 1024
"""Bytes of the largest store to pack; the copy of a larger one may not fit into memory."""


def is_worn(connection: sqlite3.Connection, packed: int) -> bool:
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


def forget_superseded(connection: sqlite3.Connection) -> None:
    """Delete log entries for additions of removed expressions; indexes need only the removals."""
    connection.execute(
        "DELETE FROM change WHERE kind = 'add' AND expression NOT IN (SELECT id FROM expression)"
    )


def pack(connection: sqlite3.Connection) -> None:
    """Rewrite all pages full and free the others; others may read meanwhile.

    Raises the errors of SQLite and then leaves the store unchanged.
    """
    connection.execute("VACUUM")
    # Else the write-ahead log keeps the size of the whole store until it is closed.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
