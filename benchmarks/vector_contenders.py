"""The indexes that ``benchmarks.vectors`` holds side by side, each behind the same few calls."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lexdesk.index.update import update_vectors
from lexdesk.index.vector.vectors import VectorIndex
from lexdesk.storage import Store
from lexdesk.vector_codes.int8 import pack, unpack

Rows = NDArray[np.float32]
Mask = NDArray[np.bool_]

_M, _EF_CONSTRUCTION, _EF_SEARCH = 16, 100, 100  # of every graph
_DIMENSIONS = 384  # of the shipped model
_SHORT = 128  # dimensions that principal components keep
_RESCORED = 400  # candidates of a coarse index that full vectors put into order


class Contender(Protocol):
    """An index of vectors, opened from the folder in which it was built."""

    def __init__(self, folder: Path) -> None:
        """Open it."""

    def __len__(self) -> int: ...

    @classmethod
    def build(cls, folder: Path, rows: Rows) -> None:
        """Build and write the index of ``rows`` (n, dimensions), numbered from 0."""

    def search(self, query: Rows, limit: int) -> list[int]:
        """The numbers of the nearest, best first."""

    def filtered(self, query: Rows, limit: int, allowed: Mask) -> list[int]:
        """As ``search``, among those that are ``allowed``."""


def _graph_of(rows: Rows, path: Path) -> None:
    import hnswlib

    graph = hnswlib.Index(space="ip", dim=rows.shape[1])
    graph.init_index(max_elements=len(rows), M=_M, ef_construction=_EF_CONSTRUCTION)
    for start in range(0, len(rows), 50_000):
        graph.add_items(
            rows[start : start + 50_000], np.arange(start, min(start + 50_000, len(rows)))
        )
    graph.save_index(str(path))


class Hnswlib:
    """hnswlib as it is: float32, all of it in memory."""

    def __init__(self, folder: Path) -> None:
        import hnswlib

        told = np.load(folder / "shape.npy")
        self._graph = hnswlib.Index(space="ip", dim=int(told[1]))
        self._graph.load_index(str(folder / "graph.hnsw"))

    def __len__(self) -> int:
        return int(self._graph.get_current_count())

    @classmethod
    def build(cls, folder: Path, rows: Rows) -> None:
        """A graph of the vectors as they are."""
        _graph_of(rows, folder / "graph.hnsw")
        np.save(folder / "shape.npy", rows.shape)

    def search(self, query: Rows, limit: int) -> list[int]:
        """The neighbours in the graph."""
        self._graph.set_ef(max(_EF_SEARCH, limit))
        labels, _ = self._graph.knn_query(query, k=limit, num_threads=1)
        return [int(label) for label in labels[0]]

    def filtered(self, query: Rows, limit: int, allowed: Mask) -> list[int]:
        """As the engine did: a callback, or an exact scan below a quarter."""
        if allowed.mean() < 0.25:
            ids = np.flatnonzero(allowed)
            cosines = np.asarray(self._graph.get_items(ids, return_type="numpy")) @ query
            return [int(each) for each in ids[np.argsort(-cosines)[:limit]]]
        flags = allowed.tolist()
        labels, _ = self._graph.knn_query(query, k=limit, num_threads=1, filter=lambda n: flags[n])
        return [int(label) for label in labels[0]]


def _eight_bits(rows: Rows) -> tuple[NDArray[np.int8], Rows]:
    scale = np.abs(rows).max(axis=1) / 127
    return np.rint(rows / scale[:, None]).astype(np.int8), scale.astype(np.float32)


class _Rescored:
    """Full vectors in 8 bits in a mapped file, which put candidates into order."""

    def __init__(self, folder: Path) -> None:
        self._full: NDArray[np.int8] = np.load(folder / "full.npy", mmap_mode="r")
        self._scale: Rows = np.load(folder / "scale.npy")

    def __len__(self) -> int:
        return len(self._full)

    @staticmethod
    def write(folder: Path, rows: Rows) -> None:
        """Write ``rows`` in 8 bits."""
        full = np.lib.format.open_memmap(folder / "full.npy", "w+", np.int8, rows.shape)
        scale = np.empty(len(rows), np.float32)
        for start in range(0, len(rows), 50_000):
            part = slice(start, start + 50_000)
            full[part], scale[part] = _eight_bits(rows[part])
        full.flush()
        np.save(folder / "scale.npy", scale)

    def best(self, query: Rows, candidates: NDArray[np.int64], limit: int) -> list[int]:
        """The best ``limit`` of ``candidates``."""
        cosines = (self._full[candidates].astype(np.float32) @ query) * self._scale[candidates]
        return [int(each) for each in candidates[np.argsort(-cosines)[:limit]]]


class ShortGraph(_Rescored):
    """hnswlib on 128 principal components, and full vectors in 8 bits for the order."""

    def __init__(self, folder: Path) -> None:
        import hnswlib

        super().__init__(folder)
        self._axes: Rows = np.load(folder / "axes.npy")
        self._graph = hnswlib.Index(space="ip", dim=_SHORT)
        self._graph.load_index(str(folder / "graph.hnsw"))

    @classmethod
    def build(cls, folder: Path, rows: Rows) -> None:
        """The axes come from 20,000 of the vectors."""
        sample = np.asarray(rows[:: max(1, len(rows) // 20_000)])
        axes = np.linalg.eigh(sample.T @ sample)[1][:, -_SHORT:].astype(np.float32)
        np.save(folder / "axes.npy", axes)
        _graph_of(rows @ axes, folder / "graph.hnsw")
        cls.write(folder, rows)

    def search(self, query: Rows, limit: int) -> list[int]:
        """200 neighbours by the components, the best by the full vectors."""
        return self.best(query, self._near(query, max(200, 2 * limit), None), limit)

    def filtered(self, query: Rows, limit: int, allowed: Mask) -> list[int]:
        """A callback, or an exact scan of the full vectors below a quarter."""
        if allowed.mean() < 0.25:
            return self.best(query, np.flatnonzero(allowed), limit)
        return self.best(query, self._near(query, max(200, 2 * limit), allowed.tolist()), limit)

    def _near(self, query: Rows, count: int, flags: list[bool] | None) -> NDArray[np.int64]:
        self._graph.set_ef(count)
        passes = (lambda label: flags[label]) if flags is not None else None
        labels, _ = self._graph.knn_query(query @ self._axes, k=count, num_threads=1, filter=passes)
        return np.asarray(labels[0], np.int64)


class Usearch:
    """usearch, mapped from its file; it has no filter, so one asks for more and throws away."""

    dtype = "i8"

    def __init__(self, folder: Path) -> None:
        from usearch.index import Index

        self._index: Any = Index.restore(folder / "index.usearch", view=True)

    def __len__(self) -> int:
        return len(self._index)

    @classmethod
    def build(cls, folder: Path, rows: Rows) -> None:
        """A graph of the vectors in ``dtype``."""
        from usearch.index import Index

        index = Index(
            ndim=rows.shape[1], metric="cos", dtype=cls.dtype, connectivity=_M,
            expansion_add=_EF_CONSTRUCTION, expansion_search=_EF_SEARCH,
        )  # fmt: skip
        for start in range(0, len(rows), 50_000):
            some = np.asarray(rows[start : start + 50_000])
            index.add(np.arange(start, start + len(some)), some, threads=2)
        index.save(folder / "index.usearch")

    def search(self, query: Rows, limit: int) -> list[int]:
        """The neighbours in the graph."""
        return [int(key) for key in self._index.search(query, limit, threads=1).keys]

    def filtered(self, query: Rows, limit: int, allowed: Mask) -> list[int]:
        """Twice as many each time, until enough are allowed or all were seen."""
        count = min(len(self), int(2 * limit / max(allowed.mean(), 1e-6)))
        while True:
            found = [key for key in self.search(query, count) if allowed[key]]
            if len(found) >= limit or count >= len(self):
                return found[:limit]
            count = min(len(self), 2 * count)


class UsearchHalf(Usearch):
    """usearch in 16 bits."""

    dtype = "f16"


class _Bits(_Rescored):
    """One bit a dimension, above or below its mean; candidates by Hamming distance."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._mean: Rows = np.load(folder / "mean.npy")
        self._codes: NDArray[np.uint64] = np.load(folder / "codes.npy", mmap_mode="r")  # (6, n)

    @classmethod
    def build(cls, folder: Path, rows: Rows) -> None:
        """Codes of all vectors, and the vectors in 8 bits."""
        mean = np.asarray(rows[:: max(1, len(rows) // 20_000)]).mean(axis=0)
        parts = [_bits(rows[start : start + 50_000], mean) for start in range(0, len(rows), 50_000)]
        np.save(folder / "mean.npy", mean)
        np.save(folder / "codes.npy", np.concatenate(parts, axis=1))
        cls.write(folder, rows)

    def search(self, query: Rows, limit: int) -> list[int]:
        """All codes are looked at."""
        return self.best(query, self._near(query, np.arange(len(self))), limit)

    def filtered(self, query: Rows, limit: int, allowed: Mask) -> list[int]:
        """Only the allowed codes are looked at."""
        return self.best(query, self._near(query, np.flatnonzero(allowed)), limit)

    def _near(self, query: Rows, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        if len(ids) <= _RESCORED:
            return ids
        codes = self._codes if len(ids) == len(self) else self._codes[:, ids]
        distances = hamming(codes, _bits(query[None], self._mean)[:, 0])
        return ids[np.argpartition(distances, _RESCORED)[:_RESCORED]]


def _bits(rows: Rows, mean: Rows) -> NDArray[np.uint64]:
    """(n, dimensions) -> (dimensions / 64, n)."""
    return np.ascontiguousarray(np.packbits(rows > mean, axis=1).view(np.uint64).T)


def hamming(codes: NDArray[np.uint64], query: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """Bits in which each column of ``codes`` differs from ``query``, in blocks that fit a cache."""
    distances = np.empty(codes.shape[1], np.uint16)
    for start in range(0, codes.shape[1], 65_536):
        part = codes[:, start : start + 65_536]
        total = np.bitwise_count(part[0] ^ query[0]).astype(np.uint16)
        for row, word in zip(part[1:], query[1:], strict=True):
            total += np.bitwise_count(row ^ word)
        distances[start : start + 65_536] = total
    return distances


class Engine:
    """The engine's own: codes in clusters, and full vectors in SQLite."""

    def __init__(self, folder: Path) -> None:
        self._store = Store(folder / "library.sqlite")
        self._index = VectorIndex(folder / "vectors", "measured", _DIMENSIONS, self._rows)

    def __len__(self) -> int:
        return len(self._index)

    @classmethod
    def build(cls, folder: Path, rows: Rows) -> None:
        """The vectors come from SQLite, as in ``lexdesk rebuild``."""
        with contextlib.closing(Store(folder / "library.sqlite")) as store:
            _fill(store, rows)
        index = cls(folder)
        update_vectors(index._store, index._index)
        index._index.save()

    def _rows(self, passages: Sequence[int]) -> tuple[Sequence[int], Rows]:
        ids, stored = self._store.vectors_for(passages)
        return ids, unpack(stored)

    def search(self, query: Rows, limit: int) -> list[int]:
        """Passages are numbered from 1."""
        return [passage - 1 for passage, _ in self._index.search(query, limit)]

    def filtered(self, query: Rows, limit: int, allowed: Mask) -> list[int]:
        """As the engine filters."""
        mask = np.concatenate([[False], allowed])
        return [passage - 1 for passage, _ in self._index.search(query, limit, mask)]


def _fill(store: Store, rows: Rows) -> None:
    """Passages without a text, and their vectors."""
    connection = store._conn
    with store.transaction():
        connection.execute(
            "INSERT INTO expression (id, work, title, short_title, kind) VALUES (1, '', '', '', '')"
        )
        connection.executemany(
            'INSERT INTO passage (id, expression, start, "end", heading, label, searchable, text)'
            " VALUES (?, 1, 0, 0, '', '', 1, '')",
            ((number + 1,) for number in range(len(rows))),
        )
        for start in range(0, len(rows), 10_000):
            some = pack(np.asarray(rows[start : start + 10_000]))
            store.put_vectors(zip(range(start + 1, start + 1 + len(some)), some, strict=True))


CONTENDERS: dict[str, type[Contender]] = {
    "hnswlib f32": Hnswlib,
    "hnswlib 128 + int8": ShortGraph,
    "usearch i8": Usearch,
    "usearch f16": UsearchHalf,
    "1 bit, all + int8": _Bits,
    "1 bit, clusters, SQLite": Engine,
}
