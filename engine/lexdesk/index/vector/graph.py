"""A navigable small-world graph by hnswlib (Malkov, Yashunin 2018), and its bytes.

hnswlib loads files unchecked: a crafted one writes beyond its memory. ``read`` is therefore only for bytes signed by
this machine (``index_file``), and takes them from memory: no other file can take their place. hnswlib's own
``save_index`` reports no full disk; the pieces of ``write`` go to a file of Python's.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lexdesk.index.vector.base import Ids, Vectors

# Chosen on 100,000 vectors of 128 principal components (docs/results/speed.md).
_M, _EF_CONSTRUCTION = 16, 100
_EF = 300  # candidates of a search for fewer neighbours
DIMENSIONS = 128
"""Principal components of a vector in the graph."""

BYTES_PER_VECTOR = 4 * DIMENSIONS + 8 * _M + 60
"""Memory of a vector in the graph: its components, its links, and the rest of hnswlib's record."""

_DISTRIBUTIONS = ("hnswlib", "chroma-hnswlib")  # of one module; the second has wheels
_LENGTH = struct.Struct("<Q")


class Neighbours(NamedTuple):
    """Labels (n,) and inner products with the query (n,)."""

    labels: Ids
    products: Vectors


@cache
def read_installed_version() -> str:
    """Return the name and version of the installed hnswlib; another one may not read its bytes."""
    from importlib import metadata  # slow, and not needed for a library without a graph

    for name in _DISTRIBUTIONS:
        try:
            return f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            continue
    return "hnswlib"  # in a frozen program


def compute_principal_axes(rows: Vectors) -> Vectors:
    """Return the first ``DIMENSIONS`` (or all) principal axes of ``rows``, float32 (dimensions, axes).

    Uncentred: inner products change only by the components left out.
    """
    axes: Vectors = np.linalg.eigh(rows.T @ rows)[1][:, : -DIMENSIONS - 1 : -1].astype(np.float32)
    return axes


class Graph:
    """A graph of vectors with ``dimensions`` components, each under a label; the nearest have the highest product.

    No two threads may call it at once.
    """

    def __init__(self, dimensions: int):
        import hnswlib

        self._index = hnswlib.Index(space="ip", dim=dimensions)
        self._index.init_index(1_024, M=_M, ef_construction=_EF_CONSTRUCTION)
        self._deleted = 0

    def __len__(self) -> int:
        return int(self._index.element_count) - self._deleted

    def add(self, rows: Vectors, labels: Ids, threads: int = 1) -> None:
        """Add ``rows`` (n, dimensions) under new ``labels`` (n,)."""
        if not len(rows):
            return
        size = self._index.element_count + len(rows)
        if size > self._index.max_elements:
            self._index.resize_index(max(size, self._index.max_elements * 3 // 2))
        self._index.add_items(rows, labels, num_threads=threads)

    def delete(self, labels: Ids) -> None:
        """Exclude ``labels`` from results; they stay in the graph as steps on the way."""
        for label in labels.tolist():
            self._index.mark_deleted(label)
        self._deleted += len(labels)

    def nearest(self, query: Vectors, count: int) -> Neighbours | None:
        """Return ``count`` labels near to ``query`` (dimensions,); ``None`` if fewer can be reached."""
        if not 0 < count <= len(self):
            return None
        self._index.set_ef(max(_EF, count))
        try:
            labels, distances = self._index.knn_query(query, k=count, num_threads=1)
        except RuntimeError:  # parts of the graph are not connected
            return None
        return Neighbours(labels[0].astype(np.int64), 1 - distances[0])

    def write(self) -> Iterator[bytes | memoryview]:
        """Return the bytes of the graph, in pieces."""
        (state,) = self._index.__getstate__()
        arrays = {name: value for name, value in state.items() if isinstance(value, np.ndarray)}
        values = {name: value for name, value in state.items() if name not in arrays}
        layout = [(name, array.dtype.str, len(array)) for name, array in arrays.items()]
        head = json.dumps({"deleted": self._deleted, "values": values, "arrays": layout}).encode()
        yield _LENGTH.pack(len(head))
        yield head
        for array in arrays.values():
            yield array.view(np.uint8).data

    @classmethod
    def read(cls, content: bytes) -> Graph:
        """Return the graph in ``content``, unchecked: it must be the output of ``write`` on this machine."""
        import hnswlib

        (length,) = _LENGTH.unpack_from(content)
        at = _LENGTH.size + length
        head: dict[str, Any] = json.loads(content[_LENGTH.size : at])
        state = head["values"]
        for name, kind, size in head["arrays"]:
            state[name] = np.frombuffer(content, kind, size, at)
            at += state[name].nbytes
        graph = cls.__new__(cls)
        graph._index = hnswlib.Index(state)
        graph._deleted = head["deleted"]
        return graph
