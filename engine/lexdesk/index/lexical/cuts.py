"""Where long text was cut into passages, and what goes on over a cut.

Passages are neighbours where they were cut from one paragraph of an article, recital, subsection or
clause, or from one provision without such a level, or from text without structure. What only holds a
heading is no neighbour.

The index is told the words on both sides of each cut, and which passages one sentence or one paragraph
runs through, so that connectors find the few cuts that a match may reach over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from lexdesk.document.model import Provision
from lexdesk.document.passages import UNITS
from lexdesk.storage.schema import PieceRow
from lexdesk.text.sentences import Border, border_between
from lexdesk.text.tokens import LONGEST_WORD, tokens

SEAM_WORDS = 16
"""How many words on each side of a cut are indexed with it: a match that spans no more lies among them."""

MOST_GAPS = 2
"""Pieces of white space that may lie between two neighbours."""

_TOO_LONG = "X"
"""In the place of a word that the index leaves out: no folded word has a capital letter, so that nothing finds it."""

_WIDE = 12 * SEAM_WORDS  # characters that hold ``SEAM_WORDS`` words, as a rule


@dataclass(frozen=True, slots=True)
class Cut:
    """What the index is told of a passage that has neighbours.

    ``seam`` are the words around its end, where a neighbour follows. ``sentence`` and ``paragraph``
    are the first passage of those that one sentence, or paragraph, runs through; ``None`` where it
    stays inside.
    """

    seam: str = ""
    sentence: int | None = None
    paragraph: int | None = None


UNCUT = Cut()
"""There is no neighbour."""


def cuts(pieces: Iterable[PieceRow], unit: Callable[[str], str]) -> dict[int, Cut]:
    """What there is to tell of the passages of one expression, by passage; nothing of most.

    ``pieces`` are in the order of the text; ``unit`` is ``unit_of`` for an eid of it.
    """
    told: dict[int, Cut] = {}
    for run in _runs(pieces, unit):
        sentences = _first_of_each(run, lambda border: border is not None)
        paragraphs = _first_of_each(run, lambda border: border is not None and border.is_paragraph)
        seams = _seams([piece.text for piece, _ in run])
        for (piece, _), seam in zip(run, seams, strict=True):
            told[piece.id] = Cut(seam, sentences.get(piece.id), paragraphs.get(piece.id))
    return told


def has_words(text: str) -> bool:
    """Whether there is a token at all."""
    return any(map(str.isalnum, text)) or bool(tokens(text))


def unit_of(eid: str, provision: Callable[[str], Provision | None]) -> str:
    """The eid of the paragraph, recital, subsection or clause that ``eid`` lies in; or itself."""
    at: str | None = eid
    while at is not None and (found := provision(at)):
        if found.kind in UNITS:
            return at
        at = found.parent
    return eid


def are_of_one_unit(a: str | None, b: str | None, unit: Callable[[str], str]) -> bool:
    """Whether text may go on between two eids of one expression."""
    return a == b or (a is not None and b is not None and unit(a) == unit(b))


_Run = list[tuple[PieceRow, Border | None]]  # neighbours, each with what begins with it


def _runs(pieces: Iterable[PieceRow], unit: Callable[[str], str]) -> Iterator[_Run]:
    """Neighbours in a row, two at least."""
    run: _Run = []
    gap: list[str] = []
    for piece in pieces:
        if not has_words(piece.text):
            gap.append(piece.text)
            continue
        last = run[-1][0] if run else None
        if (
            last is not None
            and piece.searchable
            and len(gap) <= MOST_GAPS
            and are_of_one_unit(last.eid, piece.eid, unit)
        ):
            run.append((piece, border_between("".join([last.text, *gap]), piece.text)))
        else:
            if len(run) > 1:
                yield run
            run = [(piece, None)] if piece.searchable else []
        gap = []
    if len(run) > 1:
        yield run


def _first_of_each(run: _Run, begins: Callable[[Border | None], bool]) -> dict[int, int]:
    """The first passage of each stretch without a border, for those that have another beside them."""
    firsts: dict[int, int] = {}
    for (before, _), (after, border) in pairwise(run):
        if not begins(border):
            firsts[after.id] = firsts.setdefault(before.id, before.id)
    return firsts


def _seams(texts: list[str]) -> list[str]:
    """The words around the end of each text, and nothing for the last; short texts are looked beyond."""
    heads = [_edge(text, last=False) for text in texts]
    tails = [_edge(text, last=True) for text in texts]
    for number in reversed(range(len(texts) - 1)):
        if len(heads[number]) < SEAM_WORDS:
            heads[number] = (heads[number] + heads[number + 1])[:SEAM_WORDS]
    for number in range(1, len(texts)):
        if len(tails[number]) < SEAM_WORDS:
            tails[number] = (tails[number - 1] + tails[number])[-SEAM_WORDS:]
    return [" ".join(tail + head) for tail, head in zip(tails, heads[1:], strict=False)] + [""]


def _edge(text: str, *, last: bool) -> list[str]:
    """The first or last words of ``text``: ``SEAM_WORDS``, or all where it is shorter."""
    if len(text) > _WIDE:
        some = _words(text[-_WIDE:] if last else text[:_WIDE])
        some = some[1:] if last else some[:-1]  # a word may be cut
        if len(some) >= SEAM_WORDS:
            return some[-SEAM_WORDS:] if last else some[:SEAM_WORDS]
    found = _words(text)
    return found[-SEAM_WORDS:] if last else found[:SEAM_WORDS]


def _words(text: str) -> list[str]:
    return [word if len(word) <= LONGEST_WORD else _TOO_LONG for word in tokens(text)]
