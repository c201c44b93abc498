"""The semantic index: a graph (HNSW) of the vectors' principal components, and binary codes of all vectors.

Both are derived from the vectors in SQLite, and these rank the candidates. The graph *covers* the first positions. The
latest vectors form a short *tail*, scanned exactly by each search; its oldest vectors move into the graph as new ones
come. Searches scan the codes of all other vectors, and of the few that a narrow filter lets pass. They therefore find
all vectors even if the graph is missing or not loaded yet.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from lexdesk.errors import IndexCode, IndexDamaged
from lexdesk.index.vector import graph as graphs
from lexdesk.index.vector import index_file
from lexdesk.index.vector.base import Ids, Mask, Rows, Vectors
from lexdesk.index.vector.code_scan import may_be_found
from lexdesk.index.vector.flat import GONE, FlatIndex
from lexdesk.index.vector.graph import Graph, compute_principal_axes
from lexdesk.index.vector.index_file import FilePart, Manifest
from lexdesk.system.cores import count_cores
from lexdesk.vector_codes.binary import compute_cosines, count_words

TAIL = 5_000
"""Vectors waiting outside of the graph."""

# Share of all vectors, if that is more: at a million vectors, a tail of 20,000 pays for a new graph file.
_TAIL_SHARE = 0.02
_MOVED_AT_ONCE = 1_024  # vectors from the tail to the graph in one call: about 0.2 s
_SAVE_SHARE = 0.5  # growth since the last save that causes a save at once
_GAPS = 0.25  # share of removed vectors that causes a rebuild of the graph
SECONDS_BETWEEN_SAVES = 3_600  # if less than _SAVE_SHARE is new
_READ_AT_ONCE = 10_000

# Measured on 100,000 vectors (docs/results/speed.md).
_CANDIDATES = 140  # candidates of the graph ranked by their vectors, plus 2 for each requested hit
# Share of vectors passing a filter above which the graph is faster than the codes; it falls with their number.
_GRAPH_FROM, _OF_VECTORS = 0.25, 100_000
_MARGIN = 1.2  # requested to needed candidates, so that enough pass a filter

LOADED_AT_ONCE = 16 << 20  # bytes; a smaller graph is checked and loaded on opening


class HnswIndex(FlatIndex):
    """An HNSW graph over binary codes, kept in the folder ``path``; empty if that is of another model or format.

    Without ``loads_graph`` a graph is neither loaded nor built; ``after_loading`` is called in the background once a
    large graph is loaded. Raises ``IndexDamaged`` if a file differs from the manifest.
    """

    def __init__(
        self,
        path: Path,
        model: str,
        dimensions: int,
        rows: Rows,
        *,
        loads_graph: bool = True,
        after_loading: Callable[[], None] = lambda: None,
    ):
        super().__init__(model, dimensions, rows)
        self._after_loading = after_loading
        self._path = path
        self._has_graph = loads_graph
        self._graph: Graph | None = None
        self._axes: Vectors | None = None  # (dimensions, components)
        self._covered = 0  # number of the first positions that are in the graph, once it is loaded
        self._tail: Vectors = np.empty((0, dimensions), np.float32)  # of the last positions
        self._unread: FilePart | None = None  # a large graph, which the second search has loaded
        self._is_searched = False
        self._loading: threading.Thread | None = None
        self._saved: Manifest | None = None
        self._gaps_saved = 0
        self._saved_at = -float(SECONDS_BETWEEN_SAVES)  # by the clock of this process
        self._load()

    # Updates.

    def _put(self, ids: Ids, rows: Vectors) -> None:
        super()._put(ids, rows)
        if self._has_graph:
            self._tail = np.concatenate([self._tail, self._reduce_dimensions(rows)])
            self._shorten_tail()

    def _close_gaps(self) -> None:
        """Leave gaps until the graph is built again."""

    def _remove_at(self, positions: Ids) -> None:
        if self._graph is not None:
            self._graph.delete(positions[positions < self._covered])
        super()._remove_at(positions)

    def _reduce_dimensions(self, rows: Vectors) -> Vectors:
        return rows if self._axes is None else rows @ self._axes

    def _longest_tail(self) -> int:
        return max(TAIL, int(_TAIL_SHARE * self._size))

    def _shorten_tail(self) -> None:
        """Move the oldest vectors of a long tail to the graph, or leave them to their codes."""
        excess = len(self._tail) - self._longest_tail()
        if excess <= 0:
            return
        is_ready = self._graph is not None or not self._covered
        if is_ready and not self._count_uncovered():
            self._extend(self._tail[: min(excess, _MOVED_AT_ONCE)], threads=1)
        self._tail = self._tail[excess:]

    def _extend(self, rows: Vectors, threads: int) -> None:
        """Add vectors to the graph, from the first uncovered position on; reduced if there are axes."""
        if self._graph is None or self._axes is None:
            sample = self._tail if len(self._tail) > len(rows) else rows
            self._axes = compute_principal_axes(sample)
            self._graph = Graph(self._axes.shape[1])
            self._tail, rows = self._tail @ self._axes, rows @ self._axes
        labels = np.arange(self._covered, self._covered + len(rows))
        alive = self._passages[labels] != GONE
        self._graph.add(rows[alive], labels[alive], threads)
        self._covered += len(rows)

    def _cover_all(self) -> None:
        """Bring all vectors into the graph; a graph with many gaps, or a lost one, is built again."""
        if self._graph is None or self._gaps > _GAPS * self._size:
            self._drop_gaps()
            self._graph, self._axes, self._covered = None, None, 0
            self._tail = np.empty((0, self._dimensions), np.float32)
        while self._covered < self._size - len(self._tail):
            self._extend(self._read_next(self._size - len(self._tail)), count_cores())
        while len(self._tail):
            some = self._tail[:_READ_AT_ONCE]
            self._extend(some, count_cores())
            self._tail = self._tail[len(some) :]

    def _read_next(self, end: int) -> Vectors:
        """Read the vectors of the next positions up to ``end`` from SQLite; reduced if there are axes."""
        passages = self._passages[self._covered : min(end, self._covered + _READ_AT_ONCE)]
        known, found = self._rows(passages[passages != GONE].tolist())
        rows = np.zeros((len(passages), self._dimensions), np.float32)
        order = np.argsort(passages)
        at = order[np.searchsorted(passages, np.asarray(known, np.int64), sorter=order)]
        rows[at] = found
        missing = np.setdiff1d(np.flatnonzero(passages != GONE), at)  # removed by now
        super()._remove_at(self._covered + missing)
        return self._reduce_dimensions(rows)

    # Searches.

    def _candidates(self, query: Vectors, limit: int, allowed: Mask | None) -> Ids:
        if self._is_searched:  # the codes answer a single question sooner than a graph loads
            self._start_loading()
        self._is_searched = True
        found = self._search_graph(query, limit, allowed)
        return super()._candidates(query, limit, allowed) if found is None else found

    def _search_graph(self, query: Vectors, limit: int, allowed: Mask | None) -> Ids | None:
        """Return candidates of the graph, the tail and the uncovered positions; ``None`` if a scan of codes is better."""
        share = 1.0 if allowed is None else np.count_nonzero(allowed) / max(len(self), 1)
        least = _GRAPH_FROM * min(1.0, (_OF_VECTORS / max(len(self), 1)) ** 0.5)
        if self._graph is None or self._axes is None or share < least:
            return None
        count = _CANDIDATES + 2 * limit
        neighbours = count if allowed is None else int(_MARGIN * count / min(share, 1))
        reduced = query @ self._axes
        near = self._graph.nearest(reduced, min(neighbours, len(self._graph)))
        if near is None:
            return None
        start = self._size - len(self._tail)
        ids = np.concatenate([self._passages[near.labels], self._passages[start:]])
        products = np.concatenate([near.products, compute_cosines(self._tail, reduced)])
        may = ids != GONE if allowed is None else may_be_found(ids, allowed)
        passing = np.count_nonzero(may[: len(near.labels)])
        if allowed is not None and neighbours < len(self._graph) and passing < count // 2:
            return None  # the filter rejects most neighbours of the query
        ids, products = ids[may], products[may]
        if len(ids) > count:
            ids = ids[np.argpartition(-products, count)[:count]]
        if not self._count_uncovered():
            return ids
        return np.concatenate([ids, self._scan_codes(query, limit, allowed, self._covered, start)])

    # On disk.

    def needs_saving(self) -> bool:
        """Return true once the index has grown much since the last save."""
        return self._has_graph and self._count_unsaved() > max(TAIL, _SAVE_SHARE * self._saved_size)

    @property
    def _saved_size(self) -> int:
        return self._saved.vectors if self._saved else 0

    def _count_unsaved(self) -> int:
        """Return the number of vectors missing on disk."""
        return int(np.count_nonzero(self._passages[self._saved_size :] != GONE))

    def _is_graph_faster(self, *, complete: bool) -> bool:
        """Return true if enough has changed for a save."""
        if self._size <= TAIL and not self._saved_size:
            return False
        if self.needs_saving() or (complete and self._has_graph and self._count_uncovered() > 0):
            return True
        changed = max(self._count_unsaved(), self._gaps - self._gaps_saved)
        is_long_ago = time.monotonic() - self._saved_at >= SECONDS_BETWEEN_SAVES
        return is_long_ago and changed > self._longest_tail()

    def _count_uncovered(self) -> int:
        """Return the number of positions outside of graph and tail, left to their codes."""
        return self._size - len(self._tail) - self._covered

    def save(self, *, complete: bool = True) -> None:
        """Write the index if enough has changed: new files first, then their manifest.

        Unless ``complete``, the graph is written as it is, without the vectors that it does not cover yet. Raises
        ``OSError`` where a file could not be written whole.
        """
        with self._lock:
            if not self._is_graph_faster(complete=complete):
                return
        self.wait_until_loaded()
        with self._lock:
            if complete and self._has_graph:
                self._cover_all()
            manifest = self._write()
            index_file.write_manifest(self._path, manifest)
            self._saved, self._gaps_saved = manifest, self._gaps
            self._saved_at = time.monotonic()
            index_file.remove_others(self._path, manifest)

    def _write(self) -> Manifest:
        self._path.mkdir(exist_ok=True)
        name = f"{self.last_vector}-{self.last_change}"
        axes = self._axes if self._graph is not None and self._axes is not None else None
        arrays = [*reversed(self._code_block(0, self._size)), *([] if axes is None else [axes])]
        codes = index_file.write_part(
            self._path, f"codes-{name}.bin", index_file.encode_pieces(arrays)
        )
        graph = None
        if self._graph is not None:
            graph = index_file.write_part(self._path, f"graph-{name}.hnsw", self._graph.write())
        return Manifest(
            index_file.FORMAT, "hnsw", self._model, self._dimensions, self.last_change,
            self.last_vector, self._size, codes, 0, 0 if axes is None else axes.shape[1],
            self._covered if graph else 0, graph, graphs.read_installed_version() if graph else "",
        )  # fmt: skip

    def _load(self) -> None:
        found = index_file.load_codes(self._path, "hnsw", self._model, self._dimensions)
        if not found:
            return
        manifest, content = found
        axes = self._take(content, manifest)
        graph = manifest.graph
        if not graph or not self._has_graph or not _is_ours(manifest):
            return
        self._axes, self._covered = axes, manifest.in_graph
        self._tail = np.empty((0, manifest.axes), np.float32)
        if graph.bytes <= LOADED_AT_ONCE:
            self._load_graph(graph)
        else:
            self._unread = graph

    def _take(self, content: bytes, manifest: Manifest) -> Vectors:
        """Load the codes of a file; return its principal axes."""
        size, dimensions = manifest.vectors, self._dimensions
        layout = [
            ("<i8", (size,)), ("<u8", (count_words(dimensions), size)), ("<f4", (dimensions, manifest.axes)),
        ]  # fmt: skip
        passages, self._all_codes, axes = index_file.decode_arrays(content, layout)
        if passages.min(initial=0) < GONE:
            raise IndexDamaged(IndexCode.VECTORS_NAME_PASSAGES, path=self._path)
        self._all_passages = passages.copy()  # to be written to
        self._size = size
        self._gaps = self._gaps_saved = int(np.count_nonzero(passages == GONE))
        self.last_change, self.last_vector = manifest.change, manifest.vector
        self._saved = manifest
        return axes

    def _start_loading(self) -> None:
        if self._unread:
            self._loading = threading.Thread(
                target=self._load_in_background, args=(self._unread,), name="graph", daemon=True
            )
            self._unread = None
            self._loading.start()

    def wait_until_loaded(self) -> None:
        """Load the graph; return once it is loaded, or found unusable."""
        self._start_loading()
        if self._loading:
            self._loading.join()

    def _load_in_background(self, part: FilePart) -> None:
        try:
            self._load_graph(part)
            self._after_loading()
        except (IndexDamaged, OSError) as error:
            self._failure = error
        except (MemoryError, RuntimeError):  # hnswlib reports too little memory as a RuntimeError
            return  # searches go on with the codes

    def _load_graph(self, part: FilePart) -> None:
        gone = np.flatnonzero(self._passages[: self._covered] == GONE)
        try:
            graph = Graph.read(index_file.read_part(self._path, part))
        except IndexDamaged:
            manifest = index_file.read_manifest(self._path)
            if manifest and manifest.graph == part:  # else a writer has replaced both meanwhile
                raise
            return
        with self._lock:
            since = np.flatnonzero(self._passages[: self._covered] == GONE)
            graph.delete(np.setdiff1d(since, gone))
            self._graph = graph

    def damage(self) -> str:
        """Read every byte of the files on disk and return the damage found, or ``""``."""
        return index_file.find_damage(self._path)


def _is_ours(manifest: Manifest) -> bool:
    """Return true for a graph written by this user on this machine with the installed hnswlib."""
    return manifest.is_signed and manifest.made_by == graphs.read_installed_version()
