"""The difference of two texts, word by word.

difflib finds it in steps, which keeps long articles near linear: first whole sentences and lines,
then words inside those that changed. A library with a faster kernel (rapidfuzz) was not
worth another wheel: an article of 100,000 characters takes well under a second. What two texts share
only by chance, a single ``the`` between two rewritten clauses, counts as rewritten as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Kind = Literal["same", "deleted", "inserted"]

_LEVELS = (
    (re.compile(r"[^\n]*?(?:[.;:]\s+|\n+|\Z)"), 1_000_000),  # sentences and lines
    (re.compile(r"(?:\w+|[^\w\s])[^\S\n]*|\s+"), 6000),  # words with the space behind them
    # Words and spaces; from 200 on difflib ignores common ones.
    (re.compile(r"\w+|\s+|[^\w\s]"), 199),
)
"""What is compared inside what differs at the level before, and how many of them at most.

A longer passage without one sentence in common is new. difflib aligns poorly where every second
token is a space: so these are told apart in short runs alone.
"""


@dataclass(frozen=True, slots=True)
class DiffPiece:
    """A run of characters that both texts have, or that only the old or the new one has."""

    kind: Kind
    text: str


def diff(old: str, new: str) -> list[DiffPiece]:
    """The pieces that make ``new`` of ``old``, in order, what is deleted before what is inserted.

    All but the inserted ones, joined, are ``old``; all but the deleted ones are ``new``.
    """
    pieces = _pieces(old, new, 0)
    for most_words in (0, 2):  # first the spaces between changed words, then single words
        pieces = _joined(_without_islands(list(_joined(pieces)), most_words))
    return list(pieces)


def counted(pieces: Iterable[DiffPiece]) -> tuple[int, int]:
    """(words inserted, words deleted)."""
    counts = {"inserted": 0, "deleted": 0, "same": 0}
    for piece in pieces:
        counts[piece.kind] += len(re.findall(r"\w+", piece.text))
    return counts["inserted"], counts["deleted"]


def marked(pieces: Iterable[DiffPiece]) -> str:
    """The difference as plain text: ``the [-old-] {+new+} text``."""
    marks = {"same": ("", ""), "deleted": ("[-", "-]"), "inserted": ("{+", "+}")}
    return "".join(f"{marks[p.kind][0]}{p.text}{marks[p.kind][1]}" for p in pieces)


def _pieces(old: str, new: str, level: int) -> Iterator[DiffPiece]:
    """The pieces as this level tells them, and those below it inside what differs."""
    if level == len(_LEVELS) or not (old and new):
        yield from _replaced(old, new)
        return
    pattern, most = _LEVELS[level]
    before, after = _split(pattern, old), _split(pattern, new)
    if max(len(before), len(after)) > most:
        yield from _replaced(old, new)
        return
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            yield DiffPiece("same", "".join(before[i1:i2]))
        else:
            yield from _pieces("".join(before[i1:i2]), "".join(after[j1:j2]), level + 1)


def _split(pattern: re.Pattern[str], text: str) -> list[str]:
    return [match[0] for match in pattern.finditer(text) if match[0]]


def _replaced(old: str, new: str) -> Iterator[DiffPiece]:
    if old:
        yield DiffPiece("deleted", old)
    if new:
        yield DiffPiece("inserted", new)


def _joined(pieces: Iterable[DiffPiece]) -> Iterator[DiffPiece]:
    """Neighbours of a kind as one; between two runs of what is the same, one deletion at most."""
    deleted = inserted = same = ""
    for piece in pieces:
        if piece.kind == "same":
            if deleted or inserted:
                if same:
                    yield DiffPiece("same", same)
                yield from _replaced(deleted, inserted)
                deleted = inserted = same = ""
            same += piece.text
        elif piece.kind == "deleted":
            deleted += piece.text
        else:
            inserted += piece.text
    if same:
        yield DiffPiece("same", same)
    yield from _replaced(deleted, inserted)


def _without_islands(pieces: list[DiffPiece], most_words: int) -> Iterator[DiffPiece]:
    """Text in common that is shorter than the changes on both its sides becomes part of them."""
    for index, piece in enumerate(pieces):
        if piece.kind == "same" and 0 < index < len(pieces) - 1:
            before, after = (
                _changed(pieces[max(index - 2, 0) : index]),
                _changed(pieces[index + 1 : index + 3]),
            )
            words = len(re.findall(r"\w+", piece.text))
            if words <= most_words and "\n" not in piece.text and words < min(before, after):
                yield DiffPiece("deleted", piece.text)
                yield DiffPiece("inserted", piece.text)
                continue
        yield piece


def _changed(neighbours: Sequence[DiffPiece]) -> int:
    """How many words the change has beside: a deletion, an insertion or both."""
    return max((len(re.findall(r"\w+", p.text)) for p in neighbours if p.kind != "same"), default=0)
