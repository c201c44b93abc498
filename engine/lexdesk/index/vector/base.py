"""The base of all semantic indexes: candidates are ranked by their full vectors, read from SQLite."""

import contextlib
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import LexdeskError
from lexdesk.storage import Store
from lexdesk.vector_codes.binary import compute_cosines
from lexdesk.vector_codes.int8 import unpack

Vectors = NDArray[np.float32]
Ids = NDArray[np.int64]

Mask = NDArray[np.bool_]
"""A filter: true at the number of each passage allowed; passages beyond its end are not."""

Rows = Callable[[Sequence[int]], tuple[Sequence[int], Vectors]]
"""Reads the vectors of passages, (n, dimensions) of unit length, in any order; some may have none."""


class VectorIndex(ABC):
    """An index for vectors of one ``model`` with ``dimensions`` dimensions.

    ``rows`` reads vectors, in the thread of the caller. One process at a time may call ``save``.
    """

    def __init__(self, model: str, dimensions: int, rows: Rows):
        self._model = model
        self._dimensions = dimensions
        self._rows = rows
        self._lock = threading.RLock()
        self._failure: Exception | None = None  # of reading in the background
        self.last_change = 0
        """Number of the last indexed change of the library."""
        self.last_vector = 0
        """Number of the last indexed vector of the library."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def passages(self) -> set[int]:
        """Return the indexed passages."""

    # Keeping up with the library.

    def add(self, vectors: Iterable[tuple[int, int, Vectors]], change: int) -> None:
        """Add (number, passage, unit vector of shape (dimensions,)), in the order of their numbers."""
        numbers, ids, rows = [], [], []
        for number, passage, row in vectors:
            numbers.append(number)
            ids.append(passage)
            rows.append(row)
        with self._lock:
            self.last_change = change
            if ids:
                self.last_vector = max(self.last_vector, *numbers)
                self._put(np.asarray(ids, np.int64), np.asarray(rows, np.float32))

    @abstractmethod
    def _put(self, ids: Ids, rows: Vectors) -> None:
        """Add the vectors ``rows`` (n, dimensions) of the passages ``ids`` (n,), replacing earlier ones."""

    @abstractmethod
    def remove(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Remove the vectors of the passages from the first to the last of each range; none overlap."""

    # Searching.

    def search(
        self, query: Vectors, limit: int, allowed: Mask | None = None
    ) -> list[tuple[int, float]]:
        """Return the passages nearest to ``query`` (unit length, (dimensions,)) as (passage, cosine), best first.

        ``allowed`` restricts the search to some passages.
        """
        with self._lock:
            candidates = self._candidates(query, limit, allowed)
        found = self._cosines(query, candidates.tolist())
        return sorted(found.items(), key=lambda hit: -hit[1])[:limit]

    @abstractmethod
    def _candidates(self, query: Vectors, limit: int, allowed: Mask | None) -> Ids:
        """Return candidate passages for the ``limit`` nearest; the caller holds the lock."""

    def similarities(self, query: Vectors, passages: Sequence[int]) -> dict[int, float]:
        """Return the cosines of ``query`` with ``passages``, without those of passages without a vector."""
        return self._cosines(query, sorted(set(passages)))

    def vectors_of(self, passages: Sequence[int]) -> tuple[Sequence[int], Vectors]:
        """Return the members of ``passages`` with a vector, in any order, and their vectors of unit length."""
        return self._rows(passages)

    def _cosines(self, query: Vectors, passages: list[int]) -> dict[int, float]:
        ids, rows = self._rows(passages)
        return (
            dict(zip(ids, compute_cosines(rows, query).tolist(), strict=True)) if len(ids) else {}
        )

    # On disk.

    @abstractmethod
    def needs_saving(self) -> bool:
        """Return true once the index has grown much since the last save."""

    @abstractmethod
    def save(self, *, complete: bool = True) -> None:
        """Write the index if enough has changed; unless ``complete``, skip slow work."""

    @abstractmethod
    def damage(self) -> str:
        """Read every byte of the files on disk and return the damage found, or ``""``."""

    def require_sound(self) -> None:
        """Raise the ``IndexDamaged`` or ``OSError`` of a read in the background."""
        if self._failure:
            raise self._failure


_MOST = 150_000
"""Vectors in memory: some 65 MB with 384 dimensions."""

_READ_AT_ONCE = 1_000


class StoredVectors:
    """The vectors of ``store`` by passage, in memory once read; ``forget`` them when some were added or removed.

    SQLite takes longer to find them than a search does.
    """

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
