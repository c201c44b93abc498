"""The difference of two texts, word by word.

difflib finds it in two steps, which keeps long articles near linear: first whole sentences and
lines, then words inside those that changed. A library with a faster kernel (rapidfuzz) was not
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

_UNIT = re.compile(r"[^\n]*?(?:[.;:]\s+|\n+|\Z)")
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_MOST_TOKENS = 6000  # on either side; a longer passage without one sentence in common is new


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of characters that both texts have, or that only the old or the new one has."""

    kind: Kind
    text: str


def difference(old: str, new: str) -> list[Piece]:
    """The pieces that make ``new`` of ``old``, in order, what is deleted before what is inserted.

    All but the inserted ones, joined, are ``old``; all but the deleted ones are ``new``.
    """
    pieces: list[Piece] = []
    for old_units, new_units, same in _blocks(_split(_UNIT, old), _split(_UNIT, new)):
        if same:
            pieces.append(Piece("same", "".join(old_units)))
        else:
            pieces += _words("".join(old_units), "".join(new_units))
    return list(_joined(_without_islands(list(_joined(pieces)))))


def counted(pieces: Iterable[Piece]) -> tuple[int, int]:
    """(words inserted, words deleted)."""
    counts = {"inserted": 0, "deleted": 0, "same": 0}
    for piece in pieces:
        counts[piece.kind] += len(re.findall(r"\w+", piece.text))
    return counts["inserted"], counts["deleted"]


def marked(pieces: Iterable[Piece]) -> str:
    """The difference as plain text: ``the [-old-] {+new+} text``."""
    marks = {"same": ("", ""), "deleted": ("[-", "-]"), "inserted": ("{+", "+}")}
    return "".join(f"{marks[p.kind][0]}{p.text}{marks[p.kind][1]}" for p in pieces)


def _split(pattern: re.Pattern[str], text: str) -> list[str]:
    return [match[0] for match in pattern.finditer(text) if match[0]]


def _blocks(
    old: Sequence[str], new: Sequence[str]
) -> Iterator[tuple[Sequence[str], Sequence[str], bool]]:
    """(old, new, whether they are the same) of the runs of two sequences."""
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new).get_opcodes():
        yield old[i1:i2], new[j1:j2], tag == "equal"


def _words(old: str, new: str) -> Iterator[Piece]:
    old_tokens, new_tokens = _split(_TOKEN, old), _split(_TOKEN, new)
    if max(len(old_tokens), len(new_tokens)) > _MOST_TOKENS:
        yield from _replaced(old, new)
        return
    for before, after, same in _blocks(old_tokens, new_tokens):
        if same:
            yield Piece("same", "".join(before))
        else:
            yield from _replaced("".join(before), "".join(after))


def _replaced(old: str, new: str) -> Iterator[Piece]:
    if old:
        yield Piece("deleted", old)
    if new:
        yield Piece("inserted", new)


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Neighbours of a kind as one; between two runs of what is the same, one deletion at most."""
    deleted = inserted = same = ""
    for piece in pieces:
        if piece.kind == "same":
            if deleted or inserted:
                if same:
                    yield Piece("same", same)
                yield from _replaced(deleted, inserted)
                deleted = inserted = same = ""
            same += piece.text
        elif piece.kind == "deleted":
            deleted += piece.text
        else:
            inserted += piece.text
    if same:
        yield Piece("same", same)
    yield from _replaced(deleted, inserted)


def _without_islands(pieces: list[Piece]) -> Iterator[Piece]:
    """Text in common that is shorter than the changes on both its sides becomes part of them."""
    for index, piece in enumerate(pieces):
        if piece.kind == "same" and 0 < index < len(pieces) - 1:
            before, after = (
                _changed(pieces[max(index - 2, 0) : index]),
                _changed(pieces[index + 1 : index + 3]),
            )
            words = len(re.findall(r"\w+", piece.text))
            if words <= 2 and "\n" not in piece.text and words < min(before, after):
                yield Piece("deleted", piece.text)
                yield Piece("inserted", piece.text)
                continue
        yield piece


def _changed(neighbours: Sequence[Piece]) -> int:
    """How many words the change has beside: a deletion, an insertion or both."""
    return max((len(re.findall(r"\w+", p.text)) for p in neighbours if p.kind != "same"), default=0)
