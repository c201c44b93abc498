"""Vectors around topics, a store of them, and indexes filled with them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.index.vector.base import VectorIndex, Vectors
from lexdesk.index.vector.hnsw import HnswIndex
from lexdesk.index.vector.ivf import IvfIndex

DIMENSIONS = 160


def unit(count: int, seed: int = 0) -> Vectors:
    """Vectors around some hundred topics, as those of texts are."""
    topics = np.random.default_rng(99).normal(size=(100, DIMENSIONS))
    chance = np.random.default_rng(seed)
    rows = topics[chance.integers(0, 100, count)] + chance.normal(size=(count, DIMENSIONS))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


class Stored:
    """The vectors of a library by passage, as an index reads them from SQLite."""

    def __init__(self) -> None:
        self.by_passage: dict[int, Vectors] = {}

    def put(self, passages: Iterable[int], rows: Vectors) -> None:
        self.by_passage.update(zip(passages, rows, strict=True))

    def __call__(self, passages: Sequence[int]) -> tuple[Sequence[int], Vectors]:
        known = [passage for passage in passages if passage in self.by_passage]
        rows = np.empty((len(known), DIMENSIONS), np.float32)
        for at, passage in enumerate(known):
            rows[at] = self.by_passage[passage]
        return known, rows


SHORT = 400
"""Vectors up to which ``short_tail`` has no graph and no lists: more are built in no time."""


def opened(path: Path, stored: Stored, kind: str = "hnsw", model: str = "m") -> VectorIndex:
    result: dict[str, type[HnswIndex | IvfIndex]] = {"hnsw": HnswIndex, "ivf": IvfIndex}
    return result[kind](path, model, DIMENSIONS, stored)


def fill(index: VectorIndex, stored: Stored, rows: Vectors, first: int = 100, at: int = 0) -> None:
    """Add ``rows`` for the passages from ``first`` on, numbered from ``at`` + 1."""
    stored.put(range(first, first + len(rows)), rows)
    index.add(((at + n + 1, first + n, row) for n, row in enumerate(rows)), index.last_change + 1)


def filled(
    path: Path, stored: Stored, count: int, kind: str = "hnsw"
) -> tuple[VectorIndex, Vectors]:
    rows = unit(count)
    index = opened(path, stored, kind)
    fill(index, stored, rows)
    return index, rows


def recall(
    index: VectorIndex, rows: Vectors, may: Any = None, limit: int = 10, first: int = 100
) -> float:
    """The share of the exact nearest of 20 queries that the index finds; what ``may`` not be found is not."""
    shares = []
    for query in unit(20, seed=1):
        cosines = rows @ query if may is None else np.where(may[first:], rows @ query, -2)
        wanted = (np.argsort(-cosines)[:limit] + first).tolist()
        found = [passage for passage, _ in index.search(query, limit, may)]
        assert may is None or all(may[found])
        shares.append(len(set(wanted) & set(found)) / min(limit, len(rows)))
    return float(np.mean(shares))


def has_graph(index: VectorIndex) -> bool:
    assert isinstance(index, HnswIndex)
    return index._graph is not None
