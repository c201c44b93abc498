"""Keeps a store from growing with what was replaced in it.

SQLite gives a page back once nothing is on it, and joins it with its neighbours once it is two thirds
empty (sqlite.org/fileformat2.html, 1.6). Documents smaller than a page or two, replaced one by one, so
leave pages that are half empty. ``VACUUM`` writes them full again. Its copy is made in memory, since
SQLite would put it where the system keeps temporary files, outside of the library.
"""

from __future__ import annotations

import sqlite3

MOST_WORN = 0.25
"""Passages removed since the store was packed, as a share of those it has; more, and it is packed."""

LARGEST = 512 * 1024 * 1024
"""Bytes of a store that is packed; of a larger one the copy would not fit into memory everywhere."""


def is_worn(connection: sqlite3.Connection, packed: int) -> bool:
    """Whether a store that was last packed at the change ``packed`` should be, and can be."""
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
    """What is in use of the file."""
    told = ("page_count", "freelist_count", "page_size")
    # SQLCipher tells the size of a page as text.
    pages, free, size = (int(connection.execute(f"PRAGMA {each}").fetchone()[0]) for each in told)
    return (pages - free) * size


def forget_superseded(connection: sqlite3.Connection) -> None:
    """Drop from the log what was added and is gone: the removal tells an index all it needs."""
    connection.execute(
        "DELETE FROM change WHERE kind = 'add' AND expression NOT IN (SELECT id FROM expression)"
    )


def pack(connection: sqlite3.Connection) -> None:
    """Write all pages full and give back the others; others may read meanwhile.

    Raises the errors of SQLite; the store is then as it was.
    """
    connection.execute("VACUUM")
    # The write-ahead log holds all of it now, and would stay as large while the store is open.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
