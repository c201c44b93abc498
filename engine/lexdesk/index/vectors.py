"""The vector index: search by meaning, with HNSW (Malkov, Yashunin 2018) through hnswlib.

Derived from the vectors in SQLite. Most vectors are in a graph; the latest are in a *tail* that is
scanned exactly, so that a new vector is found at once and small libraries need no graph at all.

hnswlib writes in place, reports no full disk and loads damaged files in silence. So a graph is
written to a new file, whose size and SHA-256 stand in the manifest; the manifest is checked before
hnswlib sees the file.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

import hnswlib
import numpy as np
from numpy.typing import NDArray

from lexdesk.atomic import replace_durably
from lexdesk.errors import IndexDamaged
from lexdesk.index.graph_file import (
    Manifest,
    damage,
    flush_and_hash,
    read_manifest,
    write_manifest,
)

FORMAT = 1
"""Raised when the index is laid out in another way; an older one is made again."""

TAIL = 5_000
"""Vectors that are scanned exactly before they are put into the graph: 1 ms for 384 dimensions."""

_M = 16  # links a node: the usual choice for some hundred dimensions
_EF_CONSTRUCTION = 100
_EF_SEARCH = 100
_MAX_DEAD_SHARE = 0.15  # more removed vectors than this, and the graph is made anew
_SAVE_SHARE = 0.2  # the graph is written again when it has grown by this much
_MOST_UNSAVED = 0.02  # of its vectors removed since it was written; the store tells them again

_FEW = (
    0.25  # a filter that lets through fewer is scanned exactly, which is then faster than the graph
)

Vectors = NDArray[np.float32]

Mask = NDArray[np.bool_]
"""Whether each passage may be found, by its number; passages beyond its end may not."""


class VectorIndex:
    """The index in the folder ``path`` for vectors of one model with ``dimensions`` dimensions.

    Safe for use from several threads; one process at a time may call ``save``. A folder written for
    another model or format counts as empty. Raises ``IndexDamaged`` where the graph's file is not
    what the manifest says.
    """

    def __init__(self, path: Path, model: str, dimensions: int):
        self._path = path
        self._model = model
        self._dimensions = dimensions
        self._lock = threading.RLock()
        self._graph: hnswlib.Index | None = None
        self._graph_ids: NDArray[np.int64] = np.empty(0, np.int64)  # sorted, without the removed
        self._graph_vector = 0  # number of the last vector in the graph; the tail holds later ones
        self._dead: set[int] = set()  # passages whose nodes are in the graph, marked as deleted
        self._tail_ids: NDArray[np.int64] = np.empty(0, np.int64)
        self._tail: Vectors = np.empty((0, dimensions), np.float32)
        self._saved_size = 0
        self._saved_vector = -1  # as _graph_vector, of the graph on disk; -1 where there is none
        self._saved_dead = 0
        self.last_change = 0
        """Number of the last change of the library that the index holds."""
        self.last_vector = 0
        """Number of the last vector of the library that the index holds."""
        self._load()

    def __len__(self) -> int:
        return len(self._graph_ids) + len(self._tail_ids)

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
            if not ids:
                return
            again = np.isin(ids, self._ids())
            if again.any():
                self._remove(np.asarray(ids)[again])
            self._tail_ids = np.concatenate([self._tail_ids, np.asarray(ids, np.int64)])
            self._tail = np.concatenate([self._tail, np.asarray(rows, np.float32)])
            self.last_vector = max(self.last_vector, *numbers)
            if self._is_tail_long():
                self._fold()

    def _is_tail_long(self) -> bool:
        return len(self._tail_ids) > max(TAIL, _SAVE_SHARE * len(self._graph_ids))

    def remove(self, first: int, last: int) -> None:
        """Remove the vectors of the passages from ``first`` to ``last``."""
        with self._lock:
            ids = self._ids()
            self._remove(ids[(ids >= first) & (ids <= last)])

    def clear(self) -> None:
        """Remove everything."""
        with self._lock:
            self._graph, self._graph_ids, self._dead = None, np.empty(0, np.int64), set()
            self._tail_ids, self._tail = (
                np.empty(0, np.int64),
                np.empty((0, self._dimensions), np.float32),
            )
            self.last_change = self.last_vector = self._graph_vector = self._saved_size = 0
            self._saved_vector, self._saved_dead = -1, 0

    def _nodes(self) -> int:
        return len(self._graph_ids) + len(self._dead)

    def _ids(self) -> NDArray[np.int64]:
        return np.concatenate([self._graph_ids, self._tail_ids])

    def _remove(self, ids: NDArray[np.int64]) -> None:
        in_graph = self._graph_ids[np.isin(self._graph_ids, ids)]
        for passage in in_graph:
            assert self._graph is not None  # noqa: S101 - it holds ids, so it is there
            self._graph.mark_deleted(int(passage))
        self._dead.update(in_graph.tolist())
        self._graph_ids = self._graph_ids[~np.isin(self._graph_ids, ids)]
        kept = ~np.isin(self._tail_ids, ids)
        self._tail_ids, self._tail = self._tail_ids[kept], self._tail[kept]

    def _fold(self) -> None:
        """Put the tail into the graph; make the graph anew where too much of it is dead."""
        ids, rows = self._tail_ids, self._tail
        if self._graph is not None and len(self._dead) > _MAX_DEAD_SHARE * self._nodes():
            rows = np.concatenate([self._rows_in_graph(self._graph_ids), rows])
            ids = np.concatenate([self._graph_ids, ids])
            self._graph, self._graph_ids, self._dead = None, np.empty(0, np.int64), set()
        needed = self._nodes() + len(ids)
        if self._graph is None:
            self._graph = hnswlib.Index(space="ip", dim=self._dimensions)
            self._graph.init_index(
                max_elements=needed * 5 // 4, M=_M, ef_construction=_EF_CONSTRUCTION
            )
        elif needed > self._graph.get_max_elements():
            self._graph.resize_index(needed * 5 // 4)
        self._graph.add_items(rows, ids)
        self._dead.difference_update(ids.tolist())
        self._graph_vector = self.last_vector
        self._graph_ids = np.sort(np.concatenate([self._graph_ids, ids]))
        self._tail_ids, self._tail = (
            np.empty(0, np.int64),
            np.empty((0, self._dimensions), np.float32),
        )

    # Searching.

    def search(
        self, query: Vectors, limit: int, allowed: Mask | None = None
    ) -> list[tuple[int, float]]:
        """The passages nearest to ``query`` (unit length, (dimensions,)) as (passage, cosine), best first.

        ``allowed`` restricts the search to some passages.
        """
        with self._lock:
            in_graph = _allowed(self._graph_ids, allowed)
            if allowed is not None and len(in_graph) < _FEW * len(self._graph_ids):
                found = _best(in_graph, self._rows_in_graph(in_graph) @ query, limit)
            else:
                found = self._search_graph(query, limit, in_graph, allowed)
            found += self._search_tail(query, limit, allowed)
        found.sort(key=lambda hit: -hit[1])
        return found[:limit]

    def _search_tail(
        self, query: Vectors, limit: int, allowed: Mask | None
    ) -> list[tuple[int, float]]:
        """The nearest of the tail that are ``allowed``; the rows are copied only where these are few."""
        if allowed is None:
            return _best(self._tail_ids, self._tail @ query, limit)
        known = self._tail_ids < len(allowed)
        at = np.flatnonzero(known)[allowed[self._tail_ids[known]]]
        is_few = len(at) < _FEW * len(self._tail_ids)
        similarities = self._tail[at] @ query if is_few else (self._tail @ query)[at]
        return _best(self._tail_ids[at], similarities, limit)

    def _search_graph(
        self, query: Vectors, limit: int, ids: NDArray[np.int64], allowed: Mask | None
    ) -> list[tuple[int, float]]:
        """The nearest of ``ids``, which are those that are ``allowed``."""
        k = min(limit, len(ids))
        if self._graph is None or k == 0:
            return []
        self._graph.set_ef(max(_EF_SEARCH, k))
        flags = [] if allowed is None else allowed.tolist()
        passes = None if allowed is None else lambda label: label < len(flags) and flags[label]
        try:
            labels, distances = self._graph.knn_query(query, k=k, num_threads=1, filter=passes)
        except RuntimeError:  # removed nodes left fewer than k within reach
            return _best(ids, self._rows_in_graph(ids) @ query, k)
        return list(zip(labels[0].tolist(), (1.0 - distances[0]).tolist(), strict=True))

    def similarities(self, query: Vectors, passages: Sequence[int]) -> dict[int, float]:
        """Cosines of ``query`` with those among ``passages`` that have a vector."""
        wanted = np.unique(np.asarray(passages, np.int64))
        with self._lock:
            in_graph = _among(wanted, self._graph_ids)
            similarities = self._rows_in_graph(in_graph) @ query
            found = dict(zip(in_graph.tolist(), similarities.tolist(), strict=True))
            at = np.flatnonzero(np.isin(self._tail_ids, wanted))
            found.update(
                zip(self._tail_ids[at].tolist(), (self._tail[at] @ query).tolist(), strict=True)
            )
        return found

    def _rows_in_graph(self, ids: NDArray[np.int64]) -> Vectors:
        if self._graph is None or not len(ids):
            return np.empty((0, self._dimensions), np.float32)
        return np.asarray(self._graph.get_items(ids, return_type="numpy"), np.float32)

    def passages(self) -> set[int]:
        """The passages whose vectors the index holds."""
        with self._lock:
            return set(self._ids().tolist())

    # On disk.

    @property
    def _manifest_path(self) -> Path:
        return self._path / "manifest.json"

    def needs_saving(self) -> bool:
        """Whether the graph has grown enough since it was written to be written again."""
        return self._nodes() > (1 + _SAVE_SHARE) * self._saved_size

    def save(self) -> None:
        """Write the graph to a new file and point the manifest to it; the tail is read again from SQLite.

        A graph that lies there as it is, but for a few removals, is not written again. Raises
        ``OSError`` where the file could not be written whole.
        """
        with self._lock:
            if len(self._tail_ids) > TAIL:
                self._fold()
            if self._graph is None or self._is_on_disk():
                return
            manifest = self._write_graph(self._graph)
            write_manifest(self._manifest_path, manifest)
            self._remember_saved()
            for old in self._path.glob("graph-*"):
                if old.name != manifest.file:
                    old.unlink(missing_ok=True)

    def _is_on_disk(self) -> bool:
        unsaved = len(self._dead) - self._saved_dead
        return self._saved_vector == self._graph_vector and unsaved <= _MOST_UNSAVED * self._nodes()

    def _remember_saved(self) -> None:
        self._saved_size, self._saved_dead = self._nodes(), len(self._dead)
        self._saved_vector = self._graph_vector

    def _write_graph(self, graph: hnswlib.Index) -> Manifest:
        target = self._path / f"graph-{self._graph_vector}-{self.last_change}.hnsw"
        temporary = target.with_suffix(".new")
        graph.save_index(str(temporary))
        size, digest = flush_and_hash(temporary)
        if size != graph.index_file_size():
            temporary.unlink()
            raise OSError(f"{temporary} was not written whole; is the disk full?")
        replace_durably(temporary, target)
        return Manifest(
            FORMAT, self._model, self._dimensions, target.name, size, digest, self.last_change, self._graph_vector,
            sorted(self._dead),
        )  # fmt: skip

    def _load(self) -> None:
        self._path.mkdir(exist_ok=True)
        manifest, graph = self._read_graph()
        if manifest is None:
            return
        self._graph = graph
        self._dead = set(manifest.removed)
        nodes = np.asarray(graph.get_ids_list(), np.int64)
        self._graph_ids = np.sort(nodes[~np.isin(nodes, manifest.removed)])
        self.last_change = manifest.change
        self.last_vector = self._graph_vector = manifest.vector
        self._remember_saved()

    def _read_graph(self) -> tuple[Manifest | None, hnswlib.Index]:
        """The graph that the manifest names, checked; a writer may replace both while we look."""
        graph = hnswlib.Index(space="ip", dim=self._dimensions)
        while True:
            manifest = self._read_manifest()
            if manifest is None:
                return None, graph
            path = self._path / manifest.file
            found = damage(path, manifest)
            if not found:
                with contextlib.suppress(RuntimeError):  # gone between the check and now
                    graph.load_index(str(path))
                    return manifest, graph
            if self._read_manifest() == manifest:
                raise IndexDamaged(
                    f"the vector index {path} is damaged: {found}; run: lexdesk rebuild"
                )

    def _read_manifest(self) -> Manifest | None:
        manifest = read_manifest(self._manifest_path)
        if manifest is None:
            return None
        ours = (FORMAT, self._model, self._dimensions)
        return manifest if (manifest.format, manifest.model, manifest.dimensions) == ours else None

    def damage(self) -> str:
        """What is wrong with the file on disk, reading every byte; ``""`` where nothing is."""
        manifest = self._read_manifest()
        return damage(self._path / manifest.file, manifest) if manifest else ""


def _allowed(ids: NDArray[np.int64], allowed: Mask | None) -> NDArray[np.int64]:
    """Those of ``ids`` that are allowed, in the same order."""
    if allowed is None:
        return ids
    known = ids[ids < len(allowed)]
    return known[allowed[known]]


def _best(
    ids: NDArray[np.int64], similarities: NDArray[np.float32], limit: int
) -> list[tuple[int, float]]:
    best = np.arange(len(similarities))
    if limit < len(best):
        best = np.argpartition(-similarities, limit)[:limit]
    best = best[np.argsort(-similarities[best])]
    return list(zip(ids[best].tolist(), similarities[best].tolist(), strict=True))


def _among(wanted: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of ``wanted`` that are in ``ids``, which is sorted: a search in it, not a pass over it."""
    if not len(ids):
        return ids
    at = np.minimum(np.searchsorted(ids, wanted), len(ids) - 1)
    found: NDArray[np.int64] = wanted[ids[at] == wanted]
    return found
