"""Comparison of two texts, word by word.

difflib runs in steps: first whole sentences and lines, then words inside the changed ones. Its time grows with the
square of their number, so long lists are first cut at the tokens that both have once (patience diff, Bram Cohen), which
is near linear. Short runs in common between two rewritten clauses,
such as a single ``the``, count as rewritten. Editions print numbers and headings differently, which
``have_same_words`` ignores.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from lexdesk.law.printed_text import print_text
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import RAISED_DIGITS

Kind = Literal["same", "deleted", "inserted"]

_WORD = lazy_pattern(r"\w+")
_OF_EDITION = lazy_pattern(
    r"(?<!\s)\s*+\bThis (?:Regulation|Decision) shall be binding in its entirety and directly applicable in (?s:.*)\Z"
    r"|(?<=Council)\s\(\d{1,3}\)|(?<=Commission)\s\(\d{1,3}\)|(?<=Bank)\s\(\d{1,3}\)"
)
"""What one edition prints within a provision, another beside it, and the numbers of footnotes."""
_NUMBER = lazy_pattern(r"\A(?:Article \w++[^\S\n]*+\n++\s*+)+")
_HEADS = frozenset({"article", "artikel", "section", "annex", "anhang"})
_LONGEST_HEADING = 40  # words
_MOST_CELLS = 1_000_000  # tokens of one text times those of the other; difflib takes 0.1 s

_LEVELS = (
    (lazy_pattern(r"[^\n]*?(?:[.;:]\s+|\n+|\Z)"), 1_000_000),  # sentences and lines
    (lazy_pattern(r"(?:\w+|[^\w\s])[^\S\n]*|\s+"), 6000),  # words with the space after them
    # Words and spaces; from 200 on difflib ignores common ones.
    (lazy_pattern(r"\w+|\s+|[^\w\s]"), 199),
)
"""The tokens compared at each level inside the differing parts of the level before, and their maximum number.

A longer passage without a common sentence counts as new. difflib aligns poorly if every second token is
a space, so spaces are separate tokens in short runs only.
"""


@dataclass(frozen=True, slots=True)
class DiffPiece:
    """A run of characters in both texts, or only in the old or the new one."""

    kind: Kind
    text: str


def diff(old: str, new: str) -> list[DiffPiece]:
    """Return the pieces that turn ``old`` into ``new``, in order, deletions before insertions.

    All but the inserted ones, joined, are ``old``; all but the deleted ones are ``new``.
    """
    pieces = _pieces(old, new, 0)
    for most_words in (0, 2):  # first the spaces between changed words, then single words
        pieces = _merge_neighbours(_absorb_islands(list(_merge_neighbours(pieces)), most_words))
    return list(pieces)


def count_words(pieces: Iterable[DiffPiece]) -> tuple[int, int]:
    """Return (words inserted, words deleted)."""
    counts = {"inserted": 0, "deleted": 0, "same": 0}
    for piece in pieces:
        counts[piece.kind] += len(re.findall(r"\w+", piece.text))
    return counts["inserted"], counts["deleted"]


def format_diff(pieces: Iterable[DiffPiece]) -> str:
    """Format a difference as plain text: ``the [-old-] {+new+} text``."""
    marks = {"same": ("", ""), "deleted": ("[-", "-]"), "inserted": ("{+", "+}")}
    return "".join(f"{marks[p.kind][0]}{p.text}{marks[p.kind][1]}" for p in pieces)


def make_comparable(text: str) -> str:
    """Return ``text`` as printed, without its number, formula and footnotes, which editions print in different places."""
    return _NUMBER.sub("", _without_edition(text))


def _without_edition(text: str) -> str:
    return _OF_EDITION.sub("", print_text(text))


def have_same_words(one: str, other: str) -> bool:
    """Return True if two texts of a provision have the same words, apart from number and heading.

    One edition prints ``Article 16`` and the heading within the text, another above it. Raised numbers are those of
    footnotes, which each edition counts anew, or of paragraphs.
    """
    found = (
        [word for word in _WORD.findall(_without_edition(text)) if word.strip(RAISED_DIGITS)]
        for text in (one, other)
    )
    longer, shorter = sorted(found, key=len, reverse=True)
    if "".join(longer) == "".join(shorter):  # words run together where line breaks are lost
        return True
    extra = len(longer) - len(shorter)
    if not shorter:  # a missing text, and not one without its heading
        return False
    if extra and (extra > _LONGEST_HEADING or longer[0].lower() not in _HEADS):
        return False
    return longer[extra:] == shorter


def _pieces(old: str, new: str, level: int) -> Iterator[DiffPiece]:
    """Compare at this level, and the differing parts at the levels below."""
    if level == len(_LEVELS) or not (old and new):
        yield from _replacement(old, new)
        return
    pattern, most = _LEVELS[level]
    before, after = _split(pattern, old), _split(pattern, new)
    if max(len(before), len(after)) > most:
        yield from _replacement(old, new)
        return
    same: list[str] = []
    i = j = 0
    for next_i, next_j in (*_common(before, after), (len(before), len(after))):
        if next_i > i or next_j > j:
            if same:
                yield DiffPiece("same", "".join(same))
                same = []
            yield from _pieces("".join(before[i:next_i]), "".join(after[j:next_j]), level + 1)
        same += before[next_i : next_i + 1]
        i, j = next_i + 1, next_j + 1
    if same:
        yield DiffPiece("same", "".join(same))


def _common(before: list[str], after: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of common tokens in both lists, in order."""
    if _is_short(before, after):
        yield from _match(before, after)
        return
    most = min(len(before), len(after))
    head = next((n for n in range(most) if before[n] != after[n]), most)
    tail = next((n for n in range(most - head) if before[-1 - n] != after[-1 - n]), most - head)
    ends = len(before) - tail, len(after) - tail
    yield from ((n, n) for n in range(head))
    anchors = _anchors(before[head : ends[0]], after[head : ends[1]])
    places = [(head + i, head + j) for i, j in anchors]
    for (i, j), (next_i, next_j) in pairwise([(head - 1, head - 1), *places, ends]):
        if i >= head:
            yield i, j
        gap = before[i + 1 : next_i], after[j + 1 : next_j]
        if _is_short(*gap):
            yield from ((i + 1 + a, j + 1 + b) for a, b in _match(*gap))
    yield from ((ends[0] + n, ends[1] + n) for n in range(tail))


def _is_short(before: list[str], after: list[str]) -> bool:
    return len(before) * len(after) <= _MOST_CELLS


def _match(before: list[str], after: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of the tokens that difflib matches."""
    from difflib import SequenceMatcher  # a search imports this module for marks alone

    if before and after:
        for i, j, size in SequenceMatcher(None, before, after).get_matching_blocks():
            yield from ((i + n, j + n) for n in range(size))


def _anchors(before: list[str], after: list[str]) -> list[tuple[int, int]]:
    """Return the places of the longest sequence of tokens that each list has once, in the order of both."""
    once = {token for token, count in Counter(before).items() if count == 1}
    once &= {token for token, count in Counter(after).items() if count == 1}
    place = {token: j for j, token in enumerate(after) if token in once}
    ends: list[int] = []  # the lowest last place in ``after`` of a sequence, by its length
    last: list[int] = []  # its last candidate
    candidates = [(i, place[token]) for i, token in enumerate(before) if token in once]
    previous: list[int] = []
    for at, (_, j) in enumerate(candidates):
        length = bisect_left(ends, j)
        previous.append(last[length - 1] if length else -1)
        ends[length : length + 1], last[length : length + 1] = [j], [at]
    found, at = [], last[-1] if last else -1
    while at >= 0:
        found.append(candidates[at])
        at = previous[at]
    return found[::-1]


def _split(pattern: re.Pattern[str], text: str) -> list[str]:
    return [match[0] for match in pattern.finditer(text) if match[0]]


def _replacement(old: str, new: str) -> Iterator[DiffPiece]:
    if old:
        yield DiffPiece("deleted", old)
    if new:
        yield DiffPiece("inserted", new)


def _merge_neighbours(pieces: Iterable[DiffPiece]) -> Iterator[DiffPiece]:
    """Merge neighbours of one kind; between two equal runs stands one deletion at most."""
    deleted = inserted = same = ""
    for piece in pieces:
        if piece.kind == "same":
            if deleted or inserted:
                if same:
                    yield DiffPiece("same", same)
                yield from _replacement(deleted, inserted)
                deleted = inserted = same = ""
            same += piece.text
        elif piece.kind == "deleted":
            deleted += piece.text
        else:
            inserted += piece.text
    if same:
        yield DiffPiece("same", same)
    yield from _replacement(deleted, inserted)


def _absorb_islands(pieces: list[DiffPiece], most_words: int) -> Iterator[DiffPiece]:
    """Turn equal text shorter than the changes on both sides into a part of them."""
    for index, piece in enumerate(pieces):
        if piece.kind == "same" and 0 < index < len(pieces) - 1:
            before, after = (
                _count_changed_words(pieces[max(index - 2, 0) : index]),
                _count_changed_words(pieces[index + 1 : index + 3]),
            )
            words = len(re.findall(r"\w+", piece.text))
            if words <= most_words and "\n" not in piece.text and words < min(before, after):
                yield DiffPiece("deleted", piece.text)
                yield DiffPiece("inserted", piece.text)
                continue
        yield piece


def _count_changed_words(neighbours: Sequence[DiffPiece]) -> int:
    """Return the number of changed words in the neighbours: a deletion, an insertion or both."""
    return max((len(re.findall(r"\w+", p.text)) for p in neighbours if p.kind != "same"), default=0)
