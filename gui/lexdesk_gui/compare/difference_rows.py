"""Rows of a difference, with aligned paragraphs of both texts."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk.law.comparison import DiffPiece

_MARK = re.compile(r"(?:\(\w{1,6}\)|\d{1,3}[a-z]{0,2}\.|\w{1,4}\)|[-–—•])(?=\s)")
"""The mark at the beginning of a paragraph or point: ``(b)``, ``2a.``, ``iv)``, a dash."""
_DASHES = "-–—•"

Run = tuple[str, str]
"""Text and its ``DiffPiece`` kind: ``same``, ``deleted`` or ``inserted``."""


@dataclass(slots=True)
class Row:
    """Aligned text of both versions; an empty side is missing. ``both`` contains common text once."""

    old: list[Run] = field(default_factory=list)
    new: list[Run] = field(default_factory=list)
    both: list[Run] = field(default_factory=list)

    @property
    def is_same(self) -> bool:
        """Report whether both sides are equal."""
        return all(kind == "same" for _, kind in self.both)

    def add(self, text: str, kind: str) -> None:
        """Append ``text`` to the sides of its kind."""
        if kind != "inserted":
            self.old.append((text, kind))
        if kind != "deleted":
            self.new.append((text, kind))
        self.both.append((text, kind))


def make_rows(pieces: Sequence[DiffPiece]) -> list[Row]:
    """Return one row per paragraph of either text."""
    parted = itertools.chain.from_iterable(map(_split_rows, _rows(pieces)))
    return [row for row in parted if _text(row.old).strip() or _text(row.new).strip()]


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
    """Report whether a line break of ``kind`` ends the row: a common one, or that of a one-sided row."""
    if kind == "same":
        return True
    mine, other = (row.old, row.new) if kind == "deleted" else (row.new, row.old)
    return bool(mine) and not other


def _split_rows(row: Row) -> Iterator[Row]:
    """Split further lines of one side of ``row`` into rows of their own.

    The punctuation at the end of the last line ended the first one before: ``goods.`` became
    ``goods;`` and a line ending with ``.``, whichever of the two the difference regards as
    unchanged.
    """
    runs = [
        (_text(list(pieces)), kind) for kind, pieces in itertools.groupby(row.both, itemgetter(1))
    ]
    at = next((n for n, (text, _) in enumerate(runs) if "\n" in text), None)
    if at is None or runs[at][1] == "same" or not (row.old and row.new):
        yield row
        return
    (text, kind), ends = runs[at], runs[at + 1 :]
    mark = _text(ends)
    if any(other != "same" for _, other in ends) or re.search(r"[\w\n]", mark):
        yield row
        return
    first, *lines = f"{text}{mark}".split("\n")
    before, old, new = Row(), first, mark
    if kind == "inserted":
        old, new = mark, first
    for text, of in (*runs[:at], (old, "deleted"), (new, "inserted")):
        if text:
            before.add(text, of)
    yield before
    for line in lines:
        behind = Row()
        if line:
            behind.add(line, kind)
        yield behind


def _text(runs: Sequence[Run]) -> str:
    return "".join(text for text, _ in runs)


@dataclass(frozen=True, slots=True)
class Fold:
    """Two or more unchanged rows, shown as one unless ``is_open``; ``number`` counts folds."""

    number: int
    rows: tuple[Row, ...]
    is_open: bool = False

    @property
    def marks(self) -> tuple[str, str] | None:
        """Return the marks of the first and last row if both have one."""
        first, last = (mark_of(_text(self.rows[at].new).lstrip()) for at in (0, -1))
        named = first and last and first not in _DASHES and last not in _DASHES
        return (first, last) if named else None


def fold_unchanged(found: Sequence[Row], opened: Collection[int] = ()) -> list[Row | Fold]:
    """Return rows with runs of two or more unchanged ones as folds, followed by their rows if ``opened``."""
    shown: list[Row | Fold] = []
    numbers = itertools.count()
    for is_same, group in itertools.groupby(found, key=lambda row: row.is_same):
        together = tuple(group)
        if not is_same or len(together) == 1:
            shown += together
            continue
        fold = Fold(number := next(numbers), together, number in opened)
        shown += [fold, *together] if fold.is_open else [fold]
    return shown


def mark_of(text: str) -> str:
    """Return the mark at the beginning of a paragraph or point, such as ``(b)``, or ``""``."""
    match = _MARK.match(text)
    return match[0] if match else ""


def count_punctuation_changes(found: Sequence[Row]) -> int:
    """Return the number of changes of punctuation, not included in word counts."""
    changed = (
        _text(list(group))
        for row in found
        for is_same, group in itertools.groupby(row.both, lambda run: run[1] == "same")
        if not is_same
    )
    return sum(bool(text.strip()) and re.search(r"\w", text) is None for text in changed)
