"""The two indexes in memory alone, for a library whose files are encrypted.

Neither index encrypts its files, so that such a library has none of them.
"""

from __future__ import annotations

from pathlib import Path

from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.vector.vectors import Rows, VectorIndex


class FullTextInMemory(FullText):
    """The full-text index in memory; ``place`` only names it in messages."""

    def __init__(self, place: Path):
        self._path = place
        self._change = 0
        self._open(None)

    @property
    def last_change(self) -> int:
        """Number of the last change of the library that the index holds; 0 for a new index."""
        return self._change

    def damage(self) -> str | None:
        """Nothing: there are no files."""
        return None

    def worn(self) -> set[int]:
        """Nothing: the index lives too briefly to grow by what was removed."""
        return set()

    def _seal(self) -> None:
        pass

    def _hold(self, change: int) -> None:
        self._change = change

    def _state(self) -> tuple[int, int]:
        return (0, self._change)


class VectorsInMemory(VectorIndex):
    """The codes of all vectors in memory, without clusters: every search looks at all of them.

    Finding clusters at each opening takes longer than the looking that it saves.
    """

    def __init__(self, model: str, dimensions: int, rows: Rows):
        super().__init__(Path(), model, dimensions, rows)

    def needs_saving(self) -> bool:
        """Never: nothing is written."""
        return False

    def save(self) -> None:
        """Write nothing."""

    def damage(self) -> str:
        """Nothing: there are no files."""
        return ""

    def _load(self) -> None:
        pass

    def _is_tail_long(self) -> bool:
        return False
