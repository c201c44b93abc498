"""The indexes that ``benchmarks.vectors`` measures side by side, each behind the same few calls."""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Protocol

import hnswlib
import numpy as np
from numpy.typing import NDArray

from lexdesk.index.update import update_vectors
from lexdesk.index.vector.flat import FlatIndex
from lexdesk.index.vector.hnsw import HnswIndex
from lexdesk.index.vector.ivf import IvfIndex
from lexdesk.storage import Store
from lexdesk.vector_codes.int8 import pack, unpack

Rows = NDArray[np.float32]
Mask = NDArray[np.bool_]

_M, _EF = 16, 100  # of the raw graph
_BLOCK = 10_000


class Contender(Protocol):
    """An index of vectors, opened from the folder in which it was built."""

    def __init__(self, folder: Path) -> None:
        """Open it."""

    @classmethod
    def build(cls, folder: Path, rows: Rows) -> None:
        """Build and write the index of ``rows`` (n, dimensions), numbered from 0."""

    def search(self, query: Rows, limit: int, allowed: Mask | None = None) -> list[int]:
        """Return the numbers of the nearest, best first; only those ``allowed``."""


class RawHnswlib:
    """hnswlib on float32 with all dimensions, all of it in memory; filters by its callback."""

    def __init__(self, folder: Path) -> None:
        self._graph = hnswlib.Index(space="ip", dim=int(np.load(folder / "shape.npy")[1]))
        self._graph.load_index(str(folder / "graph.hnsw"))
        self._graph.set_ef(_EF)

    @classmethod
    def build(cls, folder: Path, rows: Rows) -> None:
        """Build a graph of the vectors as they are."""
        graph = hnswlib.Index(space="ip", dim=rows.shape[1])
        graph.init_index(max_elements=len(rows), M=_M, ef_construction=_EF)
        for start in range(0, len(rows), _BLOCK):
            some = rows[start : start + _BLOCK]
            graph.add_items(some, np.arange(start, start + len(some)), num_threads=1)
        graph.save_index(str(folder / "graph.hnsw"))
        np.save(folder / "shape.npy", rows.shape)

    def search(self, query: Rows, limit: int, allowed: Mask | None = None) -> list[int]:
        """Return the neighbours in the graph."""
        passes = None if allowed is None else allowed.tolist().__getitem__
        try:
            labels, _ = self._graph.knn_query(query, k=limit, num_threads=1, filter=passes)
        except RuntimeError:  # fewer than ``limit`` were found
            return []
        return [int(label) for label in labels[0]]


class _Engine:
    """An index of the engine, and the vectors in SQLite."""

    kind: ClassVar[type[HnswIndex | IvfIndex]]

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "library.sqlite")
        self.dimensions = self.store.vectors.vector_bytes()
        self.index = self.kind(folder / "vectors", "measured", self.dimensions, self.rows)
        if isinstance(self.index, HnswIndex):
            self.index.wait_until_loaded()

    @classmethod
    def build(cls, folder: Path, rows: Rows) -> None:
        """Build it from SQLite, as in ``lexdesk rebuild``."""
        with contextlib.closing(Store(folder / "library.sqlite")) as store:
            _fill(store, rows)
        engine = cls(folder)
        update_vectors(engine.store, engine.index)
        engine.index.save()

    def rows(self, passages: Sequence[int]) -> tuple[Sequence[int], Rows]:
        """Read vectors from SQLite."""
        ids, stored = self.store.vectors.for_passages(passages)
        return ids, unpack(stored)

    def search(self, query: Rows, limit: int, allowed: Mask | None = None) -> list[int]:
        """Return the nearest; passages are numbered from 1."""
        mask = None if allowed is None else np.concatenate([[False], allowed])
        return [passage - 1 for passage, _ in self.index.search(query, limit, mask)]


class Graph(_Engine):
    """The graph of principal components."""

    kind = HnswIndex


class Compact(_Engine):
    """Inverted lists of binary codes."""

    kind = IvfIndex


class Flat(Graph):
    """The codes that the graph's index scans until the graph is loaded, or where it is missing."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "library.sqlite")
        self.dimensions = self.store.vectors.vector_bytes()
        self.index = FlatIndex("measured", self.dimensions, self.rows)  # type: ignore[assignment]
        update_vectors(self.store, self.index)


def _fill(store: Store, rows: Rows) -> None:
    """Store passages without a text, and their vectors."""
    connection = store.statements
    with store.transaction():
        connection.execute(
            "INSERT INTO expression (id, work, title, short_title, kind) VALUES (1, '', '', '', '')"
        )
        connection.executemany(
            'INSERT INTO passage (id, expression, start, "end", heading, label, searchable, text)'
            " VALUES (?, 1, 0, 0, '', '', 1, '')",
            ((number + 1,) for number in range(len(rows))),
        )
        for start in range(0, len(rows), _BLOCK):
            some = pack(np.asarray(rows[start : start + _BLOCK]))
            store.vectors.put(zip(range(start + 1, start + 1 + len(some)), some, strict=True))


CONTENDERS: dict[str, type[Contender]] = {
    "raw hnswlib": RawHnswlib,
    "graph": Graph,
    "compact": Compact,
    "codes alone": Flat,
}
