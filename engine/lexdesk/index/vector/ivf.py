"""The compact semantic index: inverted lists (IVF) of vectors under binary quantization.

Derived from the vectors in SQLite: the index holds a binary code of each, one bit a dimension, in
the list of the nearest centroid (Jégou et al. 2011). A search scans the lists nearest to the query up to a
number of allowed codes, or all codes under a narrow filter. The nearest by their codes are ranked by their vectors,
read from SQLite. The latest codes are in a *tail*, scanned by every search: a new vector is found at once.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import IndexCode, IndexDamaged
from lexdesk.index.vector import index_file
from lexdesk.index.vector.base import Ids, Mask, Rows, VectorIndex, Vectors
from lexdesk.index.vector.code_scan import (
    CodeBlock,
    concatenate,
    find_nearest_by_code,
    may_be_found,
    select,
    within,
)
from lexdesk.index.vector.index_file import Manifest
from lexdesk.vector_codes.binary import Codes, compute_cosines, count_words, quantize

WANTED = 512
"""Vectors of a list, on average."""

SAMPLE = 32
"""Vectors sampled for each centroid."""

_ROUNDS = 6
_BLOCK = 16_384  # vectors compared with all centroids at once: 128 MB for two thousand of these


def find_centroids(sample: Vectors, count: int) -> Vectors:
    """Return ``count`` centroids of ``sample`` (n, dimensions), n at least ``count``; rows of unit length.

    The same sample gives the same centroids.
    """
    chance = np.random.default_rng(0)
    centroids: Vectors = sample[chance.choice(len(sample), count, replace=False)].copy()
    for _ in range(_ROUNDS):
        members = find_nearest_centroids(sample, centroids)
        order = np.argsort(members, kind="stable")
        filled, starts = np.unique(members[order], return_index=True)
        sums = np.add.reduceat(sample[order], starts, axis=0)
        centroids[filled] = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    return centroids


def find_nearest_centroids(vectors: Vectors, centroids: Vectors) -> NDArray[np.int32]:
    """Return the number of the centroid nearest to each of ``vectors``; (n,)."""
    found = [
        np.argmax(vectors[start : start + _BLOCK] @ centroids.T, axis=1)
        for start in range(0, len(vectors), _BLOCK)
    ]
    return np.concatenate([np.empty(0, np.int32), *found]).astype(np.int32)


TAIL = 5_000
"""Codes waiting outside of the lists; more are moved into these, and the index is written again."""

_SAVE_SHARE = 0.2  # growth since the last save that causes a save
_MOST_UNSAVED = 0.02  # share of its vectors removed since the last save that causes a save
_TAIL_SHARE = 0.1  # of the codes in lists: a longer tail slows each search

# Codes of the nearest lists that a search compares (measured in benchmarks/vectors.py).
SCANNED = 60_000
_READ_AT_ONCE = 10_000


class Lists(NamedTuple):
    """Codes (words, n) of the ``passages`` (n,), list by list; ``sizes`` and ``centroids`` of these."""

    sizes: NDArray[np.int64]
    passages: Ids
    codes: Codes
    centroids: Vectors


def _empty(dimensions: int) -> Lists:
    """Return one list, of no vectors."""
    return Lists(
        np.zeros(1, np.int64),
        np.empty(0, np.int64),
        np.empty((count_words(dimensions), 0), np.uint64),
        np.zeros((1, dimensions), np.float32),
    )


class IvfIndex(VectorIndex):
    """Inverted lists of binary codes, kept in the folder ``path``; empty if that is of another model or format.

    Raises ``IndexDamaged`` for a file that differs from its manifest.
    """

    def __init__(self, path: Path, model: str, dimensions: int, rows: Rows):
        super().__init__(model, dimensions, rows)
        self._path = path
        self._main = _empty(dimensions)
        self._alive: Mask = np.ones(0, np.bool_)  # of the codes in lists
        self._tail = CodeBlock(self._main.codes, self._main.passages)
        self._main_vector = 0  # number of the last vector in lists; the tail holds later ones
        self._saved_size = 0
        self._saved_vector = -1  # as _main_vector, of what is on disk; -1 where there is nothing
        self._load()

    def __len__(self) -> int:
        return int(self._alive.sum()) + len(self._tail.passages)

    def passages(self) -> set[int]:
        """Return the indexed passages."""
        with self._lock:
            return {*self._select_living().passages.tolist(), *self._tail.passages.tolist()}

    # Updates.

    def _put(self, ids: Ids, rows: Vectors) -> None:
        self._remove(ids)
        self._tail = concatenate([self._tail, CodeBlock(quantize(rows), ids)])
        if len(self._tail.passages) > max(TAIL, _TAIL_SHARE * len(self._alive)):
            self._move_tail()

    def remove(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Remove the vectors of the passages from the first to the last of each range; none overlap."""
        if bounds := list(ranges):
            with self._lock:
                self._alive &= ~within(self._main.passages, bounds)
                self._tail = select(self._tail, ~within(self._tail.passages, bounds))

    def _remove(self, ids: Ids) -> None:
        self._alive &= ~np.isin(self._main.passages, ids)
        self._tail = select(self._tail, ~np.isin(self._tail.passages, ids))

    # Inverted lists.

    def _move_tail(self) -> None:
        """Move the tail into lists; find new centroids once twice as many are due."""
        whole = concatenate([self._select_living(), self._tail])
        count = len(whole.passages) // WANTED if len(whole.passages) > SCANNED else 1
        if count > 2 * len(self._main.sizes) or not len(self._main.passages):
            centroids = self._centroids(whole.passages, count)
            self._main = _sort_by_list(whole, self._members(whole.passages, centroids), centroids)
        else:
            added = self._members(self._tail.passages, self._main.centroids)
            members = np.concatenate([self._lists_of_living(), added])
            self._main = _sort_by_list(whole, members, self._main.centroids)
        self._alive = np.ones(len(self._main.passages), np.bool_)
        self._tail = select(self._tail, np.zeros(len(self._tail.passages), np.bool_))
        self._main_vector = self.last_vector

    def _select_living(self) -> CodeBlock:
        return select(CodeBlock(self._main.codes, self._main.passages), self._alive)

    def _lists_of_living(self) -> NDArray[np.int64]:
        """Return the list of each of ``_select_living``."""
        return np.repeat(np.arange(len(self._main.sizes)), self._main.sizes)[self._alive]

    def _centroids(self, passages: Ids, count: int) -> Vectors:
        if count == 1:
            return np.zeros((1, self._dimensions), np.float32)
        size = min(len(passages), SAMPLE * count)
        drawn = np.sort(np.random.default_rng(0).choice(passages, size, replace=False))
        sample = np.concatenate([rows for _, rows in self._read_rows(drawn)])
        return find_centroids(sample, min(count, len(sample)))

    def _members(self, passages: Ids, centroids: Vectors) -> NDArray[np.int64]:
        """Return the list of each of ``passages``; 0 for one without a vector."""
        members = np.zeros(len(passages), np.int64)
        if len(centroids) == 1:
            return members
        order = np.argsort(passages)
        for ids, rows in self._read_rows(passages[order]):
            at = order[np.searchsorted(passages, ids, sorter=order)]
            members[at] = find_nearest_centroids(rows, centroids)
        return members

    def _read_rows(self, passages: Ids) -> Iterator[tuple[Ids, Vectors]]:
        for start in range(0, len(passages), _READ_AT_ONCE):
            ids, rows = self._rows(passages[start : start + _READ_AT_ONCE].tolist())
            yield np.asarray(ids, np.int64), rows

    # Searches.

    def _candidates(self, query: Vectors, limit: int, allowed: Mask | None) -> Ids:
        tail = self._tail
        if allowed is not None:
            tail = select(tail, may_be_found(tail.passages, allowed))
        return find_nearest_by_code(
            concatenate([*self._scan_lists(query, allowed), tail]), query, limit
        )

    def _scan_lists(self, query: Vectors, allowed: Mask | None) -> Iterator[CodeBlock]:
        """Return ``SCANNED`` allowed codes, or a list more, of the lists nearest to ``query``."""
        main = self._main
        ends = np.cumsum(main.sizes)
        if allowed is None and self._alive.all():
            may, sizes = None, main.sizes
        else:
            may = (
                self._alive
                if allowed is None
                else self._alive & may_be_found(main.passages, allowed)
            )
            before = np.concatenate([[0], np.cumsum(may)])
            sizes = before[ends] - before[ends - main.sizes]
        if sizes.sum() <= SCANNED:
            yield select(CodeBlock(main.codes, main.passages), may)
            return
        order = np.argsort(-compute_cosines(main.centroids, query))
        near = order[: int(np.searchsorted(np.cumsum(sizes[order]), SCANNED)) + 1]
        if may is not None:
            inside = np.zeros(len(sizes), np.bool_)
            inside[near] = True
            yield select(CodeBlock(main.codes, main.passages), may & np.repeat(inside, main.sizes))
            return
        for number in near:
            part = slice(ends[number] - main.sizes[number], ends[number])
            yield CodeBlock(main.codes[:, part], main.passages[part])

    # On disk.

    def needs_saving(self) -> bool:
        """Return true once the index has grown much since the last save."""
        return len(self._alive) > (1 + _SAVE_SHARE) * self._saved_size

    def save(self, *, complete: bool = True) -> None:
        """Write the lists to a new file and point the manifest to it; the tail is read again from SQLite.

        A file that differs by a few removals only is not written again. Raises ``OSError`` if the file could not be
        written completely.
        """
        with self._lock:
            if len(self._tail.passages) > TAIL:
                self._move_tail()
            if not len(self._alive) or self._is_on_disk():
                return
            self._drop_removed()
            manifest = self._write()
            index_file.write_manifest(self._path, manifest)
            self._saved_size, self._saved_vector = len(self._alive), self._main_vector
            index_file.remove_others(self._path, manifest)

    def _is_on_disk(self) -> bool:
        unsaved = int((~self._alive).sum())
        return (
            self._saved_vector == self._main_vector and unsaved <= _MOST_UNSAVED * self._saved_size
        )

    def _drop_removed(self) -> None:
        self._main = _sort_by_list(
            self._select_living(), self._lists_of_living(), self._main.centroids
        )
        self._alive = np.ones(len(self._main.passages), np.bool_)

    def _write(self) -> Manifest:
        self._path.mkdir(exist_ok=True)
        name = f"codes-{self._main_vector}-{self.last_change}.bin"
        codes = index_file.write_part(self._path, name, index_file.encode_pieces(self._main))
        return Manifest(
            index_file.FORMAT, "ivf", self._model, self._dimensions, self.last_change,
            self._main_vector, len(self._main.passages), codes, lists=len(self._main.sizes),
        )  # fmt: skip

    def _load(self) -> None:
        if found := index_file.load_codes(self._path, "ivf", self._model, self._dimensions):
            manifest, content = found
            self._take(content, manifest)

    def _take(self, content: bytes, manifest: Manifest) -> None:
        count, lists, dimensions = manifest.vectors, manifest.lists, manifest.dimensions
        layout = [
            ("<i8", (lists,)), ("<i8", (count,)),
            ("<u8", (count_words(dimensions), count)), ("<f4", (lists, dimensions)),
        ]  # fmt: skip
        self._main = Lists(*index_file.decode_arrays(content, layout))
        sizes, passages = self._main.sizes, self._main.passages
        if sizes.min(initial=0) < 0 or sizes.sum() != count or passages.min(initial=0) < 0:
            raise IndexDamaged(IndexCode.VECTORS_LISTS, path=self._path)
        self._alive = np.ones(count, np.bool_)
        self.last_change = manifest.change
        self.last_vector = self._main_vector = self._saved_vector = manifest.vector
        self._saved_size = count

    def damage(self) -> str:
        """Read every byte of the files on disk and return the damage found, or ``""``."""
        return index_file.find_damage(self._path)


def _sort_by_list(part: CodeBlock, members: NDArray[np.int64], centroids: Vectors) -> Lists:
    """Return ``part`` sorted by list; ``members`` has the list of each vector."""
    order = np.argsort(members, kind="stable")
    sizes = np.bincount(members, minlength=len(centroids)).astype(np.int64)
    return Lists(sizes, part.passages[order], part.codes[:, order], centroids)
