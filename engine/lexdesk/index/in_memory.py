"""The full-text index in memory alone, for a library whose files are encrypted.

It does not encrypt its files, so that such a library has none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.subjects import checksums


class FullTextInMemory(FullText):
    """The full-text index in memory; ``place`` only names it in messages."""

    def __init__(self, place: Path):
        self._path = place
        self._change = 0
        self._open(None)

    @property
    def last_change(self) -> int:
        """Return the number of the last change of the library that the index holds; 0 for a new index."""
        return self._change

    @property
    def subjects(self) -> Mapping[str, int]:
        """Return the checksums of this version of the program."""
        return checksums()

    def damage(self) -> str | None:
        """Return nothing: there are no files."""
        return None

    def worn(self) -> set[int]:
        """Return nothing: the index is too short-lived to grow by removals."""
        return set()

    def _seal(self) -> None:
        pass

    def _hold(self, change: int, subjects: Mapping[str, int]) -> None:
        self._change = change

    def _state(self) -> tuple[int, int]:
        return (0, self._change)
