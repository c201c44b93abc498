"""The vector index: search by meaning, with a code of one bit a dimension for each vector.

Derived from the vectors in SQLite, which stay there: the index holds their codes, in clusters. A search
looks at the clusters nearest to the query until it has seen enough codes that may be found; where a
filter leaves fewer than that, it looks at all that are left. What is near by its code is read from SQLite
and put into order by the vectors themselves. The latest codes are in a *tail* that every search looks
at, so that a new vector is found at once.

Why not a graph (HNSW) and why not hnswlib or usearch stands in docs/results/scale.md.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import IndexDamaged
from lexdesk.index.vector import clusters
from lexdesk.index.vector.code_file import (
    FORMAT,
    Clustered,
    CodesManifest,
    content_of,
    damage,
    from_bytes,
    hash_of,
    nothing,
    read_manifest,
    to_bytes,
    write_manifest,
)
from lexdesk.system.atomic import write_atomically
from lexdesk.vector_codes.binary import Codes, codes_of, cosines, differing, least_of, products

TAIL = 5_000
"""Codes that wait outside of the clusters: when there are more, they are put into these, and the index is
written anew."""

_SAVE_SHARE = 0.2  # the index is written again when it has grown by this much
_MOST_UNSAVED = 0.02  # share of its vectors removed since it was written; the store knows which
_TAIL_SHARE = 0.1  # of the codes in clusters: a longer tail slows each search

# How a search narrows down (measured in benchmarks/vectors.py): it compares the query's code with this many
# codes of the nearest clusters, keeps those that differ in the fewest bits (and 4 for each hit that is
# wanted), and reads the vectors of those with the highest products with the query (and 2 for each hit).
_LOOKED_AT, _BY_CODE, _BY_PRODUCT = 60_000, 2_000, 300
_READ_AT_ONCE = 10_000

Vectors = NDArray[np.float32]
Ids = NDArray[np.int64]

Mask = NDArray[np.bool_]
"""Whether each passage may be found, by its number; passages beyond its end may not."""

Rows = Callable[[Sequence[int]], tuple[Sequence[int], Vectors]]
"""Reads the vectors of passages, (n, dimensions) of unit length; those that have one, in any order."""


class _Part(NamedTuple):
    """Codes (words, n) and the passages (n,) that they belong to."""

    codes: Codes
    passages: Ids


class VectorIndex:
    """The index in the folder ``path`` for vectors of one model with ``dimensions`` dimensions.

    ``rows`` reads vectors; it is called in the thread that asks. One process at a time may call
    ``save``. A folder written for another model or format counts as empty. Raises ``IndexDamaged``
    where the file is not what the manifest says.
    """

    def __init__(self, path: Path, model: str, dimensions: int, rows: Rows):
        self._path = path
        self._model = model
        self._dimensions = dimensions
        self._rows = rows
        self._lock = threading.RLock()
        self._main = nothing(dimensions)
        self._alive: Mask = np.ones(0, np.bool_)  # of the codes in clusters
        self._tail = _Part(self._main.codes, self._main.passages)
        self._main_vector = 0  # number of the last vector in clusters; the tail holds later ones
        self._saved_size = 0
        self._saved_vector = -1  # as _main_vector, of what is on disk; -1 where there is nothing
        self.last_change = 0
        """Number of the last change of the library that the index holds."""
        self.last_vector = 0
        """Number of the last vector of the library that the index holds."""
        self._load()

    def __len__(self) -> int:
        return int(self._alive.sum()) + len(self._tail.passages)

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
            self._remove(np.asarray(ids, np.int64))
            codes = codes_of(np.asarray(rows, np.float32))
            self._tail = _joined([self._tail, _Part(codes, np.asarray(ids, np.int64))])
            self.last_vector = max(self.last_vector, *numbers)
            if self._is_tail_long():
                self._fold()

    def _is_tail_long(self) -> bool:
        return len(self._tail.passages) > max(TAIL, _TAIL_SHARE * len(self._alive))

    def remove(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Remove the vectors of the passages from the first to the last of each range; none overlap."""
        bounds = np.asarray(sorted(ranges), np.int64).reshape(-1, 2)
        if not len(bounds):
            return
        with self._lock:
            self._alive &= ~_within(self._main.passages, bounds)
            self._tail = _those(self._tail, ~_within(self._tail.passages, bounds))

    def _remove(self, ids: Ids) -> None:
        self._alive &= ~np.isin(self._main.passages, ids)
        self._tail = _those(self._tail, ~np.isin(self._tail.passages, ids))

    # Clusters.

    def _fold(self) -> None:
        """Put the tail into clusters; find these anew where there are to be twice as many."""
        whole = _joined([self._living(), self._tail])
        count = len(whole.passages) // clusters.WANTED if len(whole.passages) > _LOOKED_AT else 1
        if count > 2 * len(self._main.sizes) or not len(self._main.passages):
            self._main = self._in_clusters(whole, self._centres(whole.passages, count))
        else:
            added = self._members(self._tail.passages, self._main.centres)
            members = np.concatenate([self._members_of_living(), added])
            self._main = _sorted(whole, members, self._main.centres)
        self._alive = np.ones(len(self._main.passages), np.bool_)
        self._tail = _those(self._tail, np.zeros(len(self._tail.passages), np.bool_))
        self._main_vector = self.last_vector

    def _living(self) -> _Part:
        return _those(_Part(self._main.codes, self._main.passages), self._alive)

    def _members_of_living(self) -> NDArray[np.int64]:
        """The cluster that each of ``_living`` is in."""
        return np.repeat(np.arange(len(self._main.sizes)), self._main.sizes)[self._alive]

    def _in_clusters(self, part: _Part, centres: Vectors) -> Clustered:
        return _sorted(part, self._members(part.passages, centres), centres)

    def _centres(self, passages: Ids, count: int) -> Vectors:
        if count == 1:
            return np.zeros((1, self._dimensions), np.float32)
        size = min(len(passages), clusters.SAMPLE * count)
        drawn = np.sort(np.random.default_rng(0).choice(passages, size, replace=False))
        sample = np.concatenate([rows for _, rows in self._read(drawn)])
        return clusters.found_in(sample, min(count, len(sample)))

    def _members(self, passages: Ids, centres: Vectors) -> NDArray[np.int64]:
        """The cluster of each of ``passages``; that of a passage whose vector is gone does not matter."""
        members = np.zeros(len(passages), np.int64)
        if len(centres) == 1:
            return members
        order = np.argsort(passages)
        for ids, rows in self._read(passages[order]):
            at = order[np.searchsorted(passages, ids, sorter=order)]
            members[at] = clusters.nearest(rows, centres)
        return members

    def _read(self, passages: Ids) -> Iterator[tuple[Ids, Vectors]]:
        for start in range(0, len(passages), _READ_AT_ONCE):
            ids, rows = self._rows(passages[start : start + _READ_AT_ONCE].tolist())
            yield np.asarray(ids, np.int64), rows

    # Searching.

    def search(
        self, query: Vectors, limit: int, allowed: Mask | None = None
    ) -> list[tuple[int, float]]:
        """The passages nearest to ``query`` (unit length, (dimensions,)) as (passage, cosine), best first.

        ``allowed`` restricts the search to some passages.
        """
        with self._lock:
            tail = self._tail
            if allowed is not None:
                tail = _those(tail, _may(tail.passages, allowed))
            seen = _joined([*self._looked_at(query, allowed), tail])
        candidates = _nearest_by_code(seen, query, limit)
        found = self._cosines(query, candidates.tolist())
        return sorted(found.items(), key=lambda hit: -hit[1])[:limit]

    def _looked_at(self, query: Vectors, allowed: Mask | None) -> Iterator[_Part]:
        """``_LOOKED_AT`` codes that may be found, or a cluster more, of the clusters nearest to ``query``."""
        main = self._main
        ends = np.cumsum(main.sizes)
        if allowed is None and self._alive.all():
            may, sizes = None, main.sizes
        else:
            may = self._alive if allowed is None else self._alive & _may(main.passages, allowed)
            before = np.concatenate([[0], np.cumsum(may)])
            sizes = before[ends] - before[ends - main.sizes]
        if sizes.sum() <= _LOOKED_AT:
            yield _those(_Part(main.codes, main.passages), may)
            return
        order = np.argsort(-cosines(main.centres, query))
        near = order[: int(np.searchsorted(np.cumsum(sizes[order]), _LOOKED_AT)) + 1]
        if may is not None:
            inside = np.zeros(len(sizes), np.bool_)
            inside[near] = True
            yield _those(_Part(main.codes, main.passages), may & np.repeat(inside, main.sizes))
            return
        for cluster in near:
            part = slice(ends[cluster] - main.sizes[cluster], ends[cluster])
            yield _Part(main.codes[:, part], main.passages[part])

    def similarities(self, query: Vectors, passages: Sequence[int]) -> dict[int, float]:
        """Cosines of ``query`` with those among ``passages`` that have a vector."""
        return self._cosines(query, sorted(set(passages)))

    def _cosines(self, query: Vectors, passages: list[int]) -> dict[int, float]:
        ids, rows = self._rows(passages)
        return dict(zip(ids, cosines(rows, query).tolist(), strict=True)) if len(ids) else {}

    def passages(self) -> set[int]:
        """The passages whose vectors the index holds."""
        with self._lock:
            return {*self._living().passages.tolist(), *self._tail.passages.tolist()}

    # On disk.

    @property
    def _manifest_path(self) -> Path:
        return self._path / "manifest.json"

    def needs_saving(self) -> bool:
        """Whether the index has grown enough since it was written to be written again."""
        return len(self._alive) > (1 + _SAVE_SHARE) * self._saved_size

    def save(self) -> None:
        """Write the clusters to a new file and point the manifest to it; the tail is read again from SQLite.

        A file that lies there as it is, but for a few removals, is not written again. Raises
        ``OSError`` where the file could not be written whole.
        """
        with self._lock:
            if len(self._tail.passages) > TAIL:
                self._fold()
            if not len(self._alive) or self._is_on_disk():
                return
            self._drop_removed()
            manifest = self._write()
            write_manifest(self._manifest_path, manifest)
            self._saved_size, self._saved_vector = len(self._alive), self._main_vector
            for old in (*self._path.glob("codes-*"), *self._path.glob("graph-*")):
                if old.name != manifest.file:
                    # On Windows, while it is read; or a folder, which is nothing of ours.
                    with contextlib.suppress(PermissionError, IsADirectoryError):
                        old.unlink(missing_ok=True)

    def _is_on_disk(self) -> bool:
        unsaved = int((~self._alive).sum())
        return (
            self._saved_vector == self._main_vector and unsaved <= _MOST_UNSAVED * self._saved_size
        )

    def _drop_removed(self) -> None:
        self._main = _sorted(self._living(), self._members_of_living(), self._main.centres)
        self._alive = np.ones(len(self._main.passages), np.bool_)

    def _write(self) -> CodesManifest:
        self._path.mkdir(exist_ok=True)
        content = to_bytes(self._main)
        name = f"codes-{self._main_vector}-{self.last_change}.bin"
        write_atomically(self._path / name, content)
        return CodesManifest(
            FORMAT, self._model, self._dimensions, name, len(content), hash_of(content),
            self.last_change, self._main_vector, len(self._main.passages), len(self._main.sizes),
        )  # fmt: skip

    def _load(self) -> None:
        while manifest := self._read_manifest():
            path = self._path / manifest.file
            content = content_of(path, manifest)
            found = damage(content, manifest)
            if content is not None and not found:
                self._take(from_bytes(content, manifest), manifest)
                return
            if self._read_manifest() == manifest:  # else a writer has replaced both meanwhile
                raise IndexDamaged(
                    f"the vector index {path} is damaged: {found}; run: lexdesk rebuild"
                )

    def _take(self, clustered: Clustered, manifest: CodesManifest) -> None:
        self._main = clustered
        self._alive = np.ones(len(clustered.passages), np.bool_)
        self.last_change = manifest.change
        self.last_vector = self._main_vector = self._saved_vector = manifest.vector
        self._saved_size = len(clustered.passages)

    def _read_manifest(self) -> CodesManifest | None:
        manifest = read_manifest(self._manifest_path)
        if manifest is None:
            return None
        ours = (FORMAT, self._model, self._dimensions)
        return manifest if (manifest.format, manifest.model, manifest.dimensions) == ours else None

    def damage(self) -> str:
        """What is wrong with the file on disk, reading every byte; ``""`` where nothing is."""
        manifest = self._read_manifest()
        return (
            damage(content_of(self._path / manifest.file, manifest), manifest) if manifest else ""
        )


def _may(ids: Ids, allowed: Mask) -> Mask:
    """Whether each of ``ids`` may be found."""
    if not len(allowed):
        return np.zeros(len(ids), np.bool_)
    return allowed[np.minimum(ids, len(allowed) - 1)] & (ids < len(allowed))


def _within(ids: Ids, bounds: Ids) -> Mask:
    """Whether each of ``ids`` lies in one of the ranges of ``bounds``, (n, 2) in ascending order."""
    at = np.searchsorted(bounds[:, 0], ids, side="right") - 1
    within: Mask = (at >= 0) & (ids <= bounds[at, 1])
    return within


def _those(part: _Part, which: Mask | None) -> _Part:
    if which is None:
        return part
    at = np.flatnonzero(which)
    return _Part(part.codes[:, at], part.passages[at])


def _joined(parts: Iterable[_Part]) -> _Part:
    codes, passages = zip(*parts, strict=True)
    return _Part(np.concatenate(codes, axis=1), np.concatenate(passages))


def _sorted(part: _Part, members: NDArray[np.int64], centres: Vectors) -> Clustered:
    """``part`` cluster by cluster; ``members`` tells the cluster of each."""
    order = np.argsort(members, kind="stable")
    sizes = np.bincount(members, minlength=len(centres)).astype(np.int64)
    return Clustered(sizes, part.passages[order], part.codes[:, order], centres)


def _nearest_by_code(seen: _Part, query: Vectors, limit: int) -> Ids:
    """The passages among ``seen`` whose vectors are worth reading for the ``limit`` nearest."""
    distances = differing(seen.codes, codes_of(query[None]))
    near = seen
    if len(distances) > (few := _BY_CODE + 4 * limit):
        at = np.flatnonzero(distances <= least_of(distances, few))
        near = _Part(seen.codes[:, at], seen.passages[at])
    if len(near.passages) <= (few := _BY_PRODUCT + 2 * limit):
        return near.passages
    best = np.argpartition(-products(near.codes, query), few)[:few]
    return near.passages[best]
