"""The part that all semantic indexes share: candidates are ranked by their full vectors, read from SQLite."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from lexdesk.vector_codes.binary import cosines

Vectors = NDArray[np.float32]
Ids = NDArray[np.int64]

Mask = NDArray[np.bool_]
"""Whether each passage may be found, by its number; passages beyond its end may not."""

Rows = Callable[[Sequence[int]], tuple[Sequence[int], Vectors]]
"""Reads the vectors of passages, (n, dimensions) of unit length; those that have one, in any order."""


class VectorIndex(ABC):
    """An index for vectors of one ``model`` with ``dimensions`` dimensions.

    ``rows`` reads vectors; it is called in the thread that asks. One process at a time may call ``save``.
    """

    def __init__(self, model: str, dimensions: int, rows: Rows):
        self._model = model
        self._dimensions = dimensions
        self._rows = rows
        self._lock = threading.RLock()
        self._failure: Exception | None = None  # of reading in the background
        self.last_change = 0
        """Number of the last change of the library that the index holds."""
        self.last_vector = 0
        """Number of the last vector of the library that the index holds."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def passages(self) -> set[int]:
        """Return the passages whose vectors the index holds."""

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
        """Take in the vectors ``rows`` (n, dimensions) of the passages ``ids`` (n,), in place of earlier ones."""

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
        """Return the passages whose vectors are worth reading for the ``limit`` nearest; the lock is held."""

    def similarities(self, query: Vectors, passages: Sequence[int]) -> dict[int, float]:
        """Return the cosines of ``query`` with those among ``passages`` that have a vector."""
        return self._cosines(query, sorted(set(passages)))

    def _cosines(self, query: Vectors, passages: list[int]) -> dict[int, float]:
        ids, rows = self._rows(passages)
        return dict(zip(ids, cosines(rows, query).tolist(), strict=True)) if len(ids) else {}

    # On disk.

    @abstractmethod
    def needs_saving(self) -> bool:
        """Return whether the index has grown enough since it was written to be written again."""

    @abstractmethod
    def save(self, *, complete: bool = True) -> None:
        """Write the index where that pays; unless ``complete``, without work that takes long."""

    @abstractmethod
    def damage(self) -> str:
        """Return what is wrong with the files on disk, reading every byte; ``""`` where nothing is."""

    def require_sound(self) -> None:
        """Raise ``IndexDamaged`` or ``OSError`` where a file that was read in the background turned out so."""
        if self._failure:
            raise self._failure
