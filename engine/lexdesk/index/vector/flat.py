"""A flat index: the binary codes of all vectors in memory, scanned exhaustively.

A vector keeps its position, in the order of addition; a removed one leaves a gap.
"""

from collections.abc import Iterable

import numpy as np

from lexdesk.index.vector.base import Ids, Mask, Rows, VectorIndex, Vectors
from lexdesk.index.vector.code_scan import CodeBlock, find_nearest_by_code, may_be_found, within
from lexdesk.vector_codes.binary import Codes, count_words, quantize

GONE = -1
"""Placeholder for a passage whose vector was removed."""

_MOST_GAPS = 0.25


class FlatIndex(VectorIndex):
    """Binary codes in memory, scanned exhaustively: the index of an encrypted library."""

    def __init__(self, model: str, dimensions: int, rows: Rows):
        super().__init__(model, dimensions, rows)
        # Both have room for more than the first ``_size``.
        self._all_codes: Codes = np.empty((count_words(dimensions), 0), np.uint64)
        self._all_passages: Ids = np.empty(0, np.int64)
        self._size = 0
        self._gaps = 0

    def __len__(self) -> int:
        return self._size - self._gaps

    def passages(self) -> set[int]:
        """Return the indexed passages."""
        with self._lock:
            return set(self._passages.tolist()) - {GONE}

    @property
    def _passages(self) -> Ids:
        """Return the passage at each position, or ``GONE``."""
        return self._all_passages[: self._size]

    def _code_block(self, start: int, end: int) -> CodeBlock:
        return CodeBlock(self._all_codes[:, start:end], self._all_passages[start:end])

    def _put(self, ids: Ids, rows: Vectors) -> None:
        self._remove_at(np.flatnonzero(np.isin(self._passages, ids)))
        end = self._size + len(ids)
        self._make_room(end)
        self._all_codes[:, self._size : end] = quantize(rows)
        self._all_passages[self._size : end] = ids
        self._size = end
        self._close_gaps()

    def _make_room(self, size: int) -> None:
        room = len(self._all_passages)
        if size > room:  # half as many again, so that what is copied stays in proportion
            more = max(size - room, room // 2)
            codes = np.empty((len(self._all_codes), more), np.uint64)
            self._all_codes = np.concatenate([self._all_codes, codes], axis=1)
            self._all_passages = np.concatenate([self._all_passages, np.empty(more, np.int64)])

    def remove(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Remove the vectors of the passages from the first to the last of each range; none overlap."""
        if bounds := list(ranges):
            with self._lock:
                is_removed = within(self._passages, bounds) & (self._passages != GONE)
                self._remove_at(np.flatnonzero(is_removed))
                self._close_gaps()

    def _remove_at(self, positions: Ids) -> None:
        self._passages[positions] = GONE
        self._gaps += len(positions)

    def _close_gaps(self) -> None:
        if self._gaps > _MOST_GAPS * self._size:
            self._drop_gaps()

    def _drop_gaps(self) -> None:
        """Give each vector another position, without gaps."""
        kept = np.flatnonzero(self._passages != GONE)
        self._all_codes = self._all_codes[:, kept]
        self._all_passages = self._all_passages[kept]
        self._size, self._gaps = len(kept), 0

    def _candidates(self, query: Vectors, limit: int, allowed: Mask | None) -> Ids:
        return self._scan_codes(query, limit, allowed, 0, self._size)

    def _scan_codes(
        self, query: Vectors, limit: int, allowed: Mask | None, start: int, end: int
    ) -> Ids:
        """Return candidates among the vectors from position ``start`` to ``end``, by their codes."""
        part = self._code_block(start, end)
        may = None
        if allowed is not None:
            may = may_be_found(part.passages, allowed)
        elif self._gaps:
            may = part.passages != GONE
        return find_nearest_by_code(part, query, limit, may)

    # The methods of an index on disk.

    def needs_saving(self) -> bool:
        """Return ``False``: nothing is written."""
        return False

    def save(self, *, complete: bool = True) -> None:
        """Write nothing."""

    def damage(self) -> str:
        """Return ``""``: there are no files."""
        return ""
