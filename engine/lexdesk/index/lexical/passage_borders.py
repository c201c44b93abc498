"""Borders between passages of one text, and the sentences and paragraphs that cross them.

Passages are neighbours if they were split from one paragraph of an article, recital, subsection or clause, from one
provision without such a level, or from text without structure. A heading alone is no neighbour.

The index stores the words on both sides of each border, and the passages that one sentence or one paragraph spans,
so that connectors find matches across borders.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from lexdesk.document.model import Provision
from lexdesk.document.passages import UNITS
from lexdesk.storage.schema import PieceRow
from lexdesk.text.sentences import Border, find_border_between
from lexdesk.text.tokens import LONGEST_WORD, tokens

SEAM_WORDS = 16
"""Words on each side of a cut that are indexed with it: a match up to this length lies among them."""

MOST_GAPS = 2
"""Pieces of white space that may lie between two neighbours."""

_TOO_LONG = "X"
"""In the place of a word that the index leaves out: no folded word has a capital letter, so that nothing finds it."""

_WIDE = 12 * SEAM_WORDS  # characters that hold ``SEAM_WORDS`` words, as a rule


class PassageBorder(Struct, frozen=True):
    """The end of a passage that has neighbours, as indexed.

    ``seam`` holds the words around it, if a neighbour follows. ``sentence`` and ``paragraph`` are the first of the
    passages that one sentence, or paragraph, spans; ``None`` if it stays inside this passage.
    """

    seam: str = ""
    sentence: int | None = None
    paragraph: int | None = None


NO_BORDER = PassageBorder()
"""There is no neighbour."""


def find_borders(
    pieces: Iterable[PieceRow], unit: Callable[[str], str]
) -> dict[int, PassageBorder]:
    """Return the borders of one expression by passage; most passages have none.

    ``pieces`` are in text order; ``unit`` maps an eid to that of its unit (``find_unit``).
    """
    borders: dict[int, PassageBorder] = {}
    for run in _runs(pieces, unit):
        sentences = _run_starts(run, lambda border: border is not None)
        paragraphs = _run_starts(run, lambda border: border is not None and border.is_paragraph)
        seams = _seams([piece.text for piece, _ in run])
        for (piece, _), seam in zip(run, seams, strict=True):
            borders[piece.id] = PassageBorder(
                seam, sentences.get(piece.id), paragraphs.get(piece.id)
            )
    return borders


def has_words(text: str) -> bool:
    """Return whether a text has a token."""
    return any(map(str.isalnum, text)) or bool(tokens(text))


def find_unit(eid: str, provision: Callable[[str], Provision | None]) -> str:
    """Return the eid of the paragraph, recital, subsection or clause around ``eid``, or ``eid`` itself."""
    at: str | None = eid
    while at is not None and (found := provision(at)):
        if found.kind in UNITS:
            return at
        at = found.parent
    return eid


def are_of_one_unit(a: str | None, b: str | None, unit: Callable[[str], str]) -> bool:
    """Return whether text may continue between two eids of one expression."""
    return a == b or (a is not None and b is not None and unit(a) == unit(b))


_Run = list[tuple[PieceRow, Border | None]]  # neighbours, each with the border before it


def _runs(pieces: Iterable[PieceRow], unit: Callable[[str], str]) -> Iterator[_Run]:
    """Yield runs of at least two neighbours."""
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
            run.append((piece, find_border_between("".join([last.text, *gap]), piece.text)))
        else:
            if len(run) > 1:
                yield run
            run = [(piece, None)] if piece.searchable else []
        gap = []
    if len(run) > 1:
        yield run


def _run_starts(run: _Run, begins: Callable[[Border | None], bool]) -> dict[int, int]:
    """Return the first passage of each stretch without a border, for stretches of several passages."""
    firsts: dict[int, int] = {}
    for (before, _), (after, border) in pairwise(run):
        if not begins(border):
            firsts[after.id] = firsts.setdefault(before.id, before.id)
    return firsts


def _seams(texts: list[str]) -> list[str]:
    """Return the words around the end of each text but the last; short texts borrow from their neighbours."""
    heads = [_edge(text, last=False) for text in texts[1:]]
    tails = [_edge(text, last=True) for text in texts[:-1]]
    for number in reversed(range(len(heads) - 1)):
        if len(heads[number]) < SEAM_WORDS:
            heads[number] = (heads[number] + heads[number + 1])[:SEAM_WORDS]
    for number in range(1, len(tails)):
        if len(tails[number]) < SEAM_WORDS:
            tails[number] = (tails[number - 1] + tails[number])[-SEAM_WORDS:]
    return [" ".join(tail + head) for tail, head in zip(tails, heads, strict=True)] + [""]


def _edge(text: str, *, last: bool) -> list[str]:
    """Return the first or last ``SEAM_WORDS`` words of ``text``, or all of a shorter one."""
    if len(text) > _WIDE:
        some = tokens(text[-_WIDE:] if last else text[:_WIDE])
        some = some[1:] if last else some[:-1]  # a word may be cut
        if len(some) >= SEAM_WORDS:
            return _indexed(some[-SEAM_WORDS:] if last else some[:SEAM_WORDS])
    found = tokens(text)
    return _indexed(found[-SEAM_WORDS:] if last else found[:SEAM_WORDS])


def _indexed(words: list[str]) -> list[str]:
    if max(map(len, words), default=0) <= LONGEST_WORD:
        return words
    return [word if len(word) <= LONGEST_WORD else _TOO_LONG for word in words]
