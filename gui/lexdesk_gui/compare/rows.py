"""A difference between two texts as rows: paragraphs of the old beside those of the new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk.law.compare import DiffPiece

Run = tuple[str, str]
"""Text, and its kind as that of a ``DiffPiece``: ``same``, ``deleted`` or ``inserted``."""


@dataclass(slots=True)
class Row:
    """What stands side by side; an empty side is not there in that text. ``both`` has what they share once."""

    old: list[Run] = field(default_factory=list)
    new: list[Run] = field(default_factory=list)
    both: list[Run] = field(default_factory=list)

    @property
    def is_same(self) -> bool:
        """Whether both sides say the same."""
        return all(kind == "same" for _, kind in self.both)

    def add(self, text: str, kind: str) -> None:
        """Put ``text`` at the end of what it belongs to."""
        if kind != "inserted":
            self.old.append((text, kind))
        if kind != "deleted":
            self.new.append((text, kind))
        self.both.append((text, kind))


def rows(pieces: Sequence[DiffPiece]) -> list[Row]:
    """One row for each paragraph that both texts have, or that one of them has alone."""
    return [row for row in _rows(pieces) if _text(row.old).strip() or _text(row.new).strip()]


def _rows(pieces: Sequence[DiffPiece]) -> Iterator[Row]:
    row = Row()
    for piece in pieces:
        for line in piece.text.splitlines(keepends=True):
            text = line.rstrip("\n")
            if text:
                row.add(text, piece.kind)
            if not line.endswith("\n"):
                continue
            if _ends(row, piece.kind):
                yield row
                row = Row()
            elif row.old and row.new:
                row.add("\n", piece.kind)
    yield row


def _ends(row: Row, kind: str) -> bool:
    """Whether a line break of ``kind`` ends the row: one that both have, or that of one side alone."""
    if kind == "same":
        return True
    mine, other = (row.old, row.new) if kind == "deleted" else (row.new, row.old)
    return bool(mine) and not other


def _text(runs: Sequence[Run]) -> str:
    return "".join(text for text, _ in runs)


def folded(found: Sequence[Row]) -> list[Row | int]:
    """Rows with those that are the same, two and more together, as their number."""
    shown: list[Row | int] = []
    same: list[Row] = []
    for row in [*found, None]:
        if row is not None and row.is_same:
            same.append(row)
            continue
        if len(same) > 1:
            shown.append(len(same))
        else:
            shown += same
        same = []
        if row is not None:
            shown.append(row)
    return shown
