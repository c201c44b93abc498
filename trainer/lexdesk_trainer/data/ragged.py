"""Rows of unequal length in two flat arrays, for texts, positives and near-copies."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

_Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Ragged:
    """``values[offsets[i]:offsets[i + 1]]`` is row ``i``; offsets int64 (rows + 1,)."""

    values: _Array
    offsets: _Array

    @classmethod
    def of(cls, rows: Iterable[Sequence[int]], dtype: Any) -> "Ragged":
        """Create from rows of integers, stored as ``dtype``."""
        parts = [np.asarray(row, dtype) for row in rows]
        values = np.concatenate(parts) if parts else np.empty(0, dtype)
        return cls.of_counts(values, np.array([len(part) for part in parts], np.int64))

    @classmethod
    def of_counts(cls, values: _Array, counts: _Array) -> "Ragged":
        """Create from flat values and the length of each row."""
        return cls(
            values, np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def row(self, number: int) -> _Array:
        """Return row ``number``; () -> (length,)."""
        return self.values[self.offsets[number] : self.offsets[number + 1]]
