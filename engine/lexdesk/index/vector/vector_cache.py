"""The stored vectors of passages, kept in memory once read: SQLite takes longer to find them than a search does."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence

from lexdesk.errors import LexdeskError
from lexdesk.index.vector.base import Vectors
from lexdesk.storage import Store
from lexdesk.vector_codes.int8 import unpack

_MOST = 150_000
"""Vectors in memory: some 65 MB with 384 dimensions."""

_READ_AT_ONCE = 1_000


class StoredVectors:
    """The vectors of ``store`` by passage; ``forget`` those in memory when some were added or removed."""

    def __init__(self, store: Store):
        self._store = store
        self._known: dict[int, bytes] = {}

    def __call__(self, passages: Sequence[int]) -> tuple[list[int], Vectors]:
        """Return the members of ``passages`` with a vector, in ascending order, and their vectors of unit length."""
        known = self._known
        wanted = sorted(set(passages))
        with contextlib.suppress(KeyError):  # mostly all are known
            return wanted, unpack([*map(known.__getitem__, wanted)])
        found = {passage: known.get(passage) for passage in wanted}
        if missing := [passage for passage, stored in found.items() if stored is None]:
            read = dict(zip(*self._store.vectors.for_passages(missing), strict=True))
            if len(known) + len(read) <= _MOST:
                known |= read
            found |= read
        held = {passage: stored for passage, stored in found.items() if stored is not None}
        return [*held], unpack([*held.values()])

    def forget(self) -> None:
        """Read all vectors from the store again."""
        self._known = {}  # a new one: what is being read goes into the old one

    def read_all(self) -> None:
        """Bring all vectors into memory, if there are few enough; errors are left to the searches."""
        known, number = self._known, 0
        # Errors such as those of a library closed meanwhile.
        with contextlib.suppress(LexdeskError, sqlite3.Error):
            if self._store.vectors.progress()[0] > _MOST:
                return
            while rows := list(self._store.vectors.rows(number, _READ_AT_ONCE)):
                known |= {passage: stored for _, passage, stored in rows}
                number = rows[-1][0]
