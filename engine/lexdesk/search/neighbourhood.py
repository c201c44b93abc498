"""The text around a passage, for connectors that reach over the place where a long text was cut.

Passages are neighbours where they were cut from one paragraph of an article, recital, subsection or
clause, or from one provision without such a level, or from text without structure. What only holds a
heading is no neighbour.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from lexdesk.query import Near
from lexdesk.search.connectors import Stretch, paragraphs_in, reach_in_words
from lexdesk.search.sentences import Border, border_between, borders
from lexdesk.store import Store
from lexdesk.store.schema import PieceRow
from lexdesk.text import fold, folded_tokens, tokens

FARTHEST = 8
"""So many passages on each side are looked at: paragraphs of up to 10,000 characters."""

MOST_GAPS = 2
"""Pieces of white space that may lie between two neighbours."""

_UNITS = ("paragraph", "recital", "subsection", "clause")  # as passages are cut


class Words(Protocol):
    """Words that are looked for."""

    def may_be_in(self, text: str) -> bool:
        """Whether one of them may stand in ``text``, which is folded."""

    def __contains__(self, token: str) -> bool: ...


@dataclass
class Piece:
    """A passage as tokens, with the tokens at which sentences and paragraphs begin."""

    row: PieceRow

    @cached_property
    def tokens(self) -> list[str]:
        """The folded tokens of the text."""
        return tokens(self.row.text)

    @cached_property
    def has_words(self) -> bool:
        """Whether there is a token at all."""
        return any(map(str.isalnum, self.row.text)) or bool(self.tokens)

    @cached_property
    def starts(self) -> tuple[list[int], list[int]]:
        """Tokens at which sentences begin, and at which paragraphs do; the piece's own edges aside."""
        sentences, paragraphs = [], []
        at = count = 0
        for border in borders(self.row.text):
            count += len(tokens(self.row.text[at : border.at]))
            at = border.at
            sentences.append(count)
            if border.is_paragraph:
                paragraphs.append(count)
        return sentences, paragraphs


class Neighbourhood:
    """Reads passages and their neighbours, each once."""

    def __init__(self, store: Store):
        self._store = store
        self._pieces: dict[int, Piece | None] = {}
        self._units: dict[tuple[int, str], str] = {}
        self._neighbours: dict[tuple[int, int], tuple[Piece, Border | None] | None] = {}

    def load(self, passages: Iterable[int], around: int = 0) -> None:
        """Read these passages, and ``around`` on each side of them, in one go."""
        wanted = {p + step for p in passages for step in range(-around, around + 1)}
        missing = wanted - self._pieces.keys()
        rows = self._store.pieces(missing)
        self._pieces.update((p, Piece(rows[p]) if p in rows else None) for p in missing)

    def _piece(self, passage: int) -> Piece | None:
        if passage not in self._pieces:
            self.load([passage])
        return self._pieces[passage]

    def alone(self, passage: int, node: Near) -> Stretch | None:
        """The passage without its neighbours, to hold ``node`` against; ``None`` where it is gone."""
        piece = self._piece(passage)
        return _Joined(piece).stretch(bool(paragraphs_in(node))) if piece else None

    def is_near_edge(self, passage: int, words: Words, reach: int) -> bool:
        """Whether one of ``words`` is among the first or last ``reach`` words of the passage."""
        piece = self._piece(passage)
        return piece is not None and _is_at_edges(piece.row.text, words, reach)

    def leads_to(self, passage: int, others: Container[int], node: Near) -> bool:
        """Whether one of ``others`` is a neighbour that a match of ``node`` may reach from ``passage``."""
        piece = self._piece(passage)
        return piece is not None and any(
            neighbour.row.id in others
            for step in (-1, 1)
            for neighbour, _ in self._reached(piece, step, node)
        )

    def around(self, passage: int, node: Near) -> Stretch | None:
        """The passage with as many neighbours as a match of ``node`` may reach into."""
        piece = self._piece(passage)
        if piece is None:
            return None
        joined = _Joined(piece)
        for step in (-1, 1):
            for neighbour, border in self._reached(piece, step, node):
                joined.add(neighbour, border, step)
        return joined.stretch(bool(paragraphs_in(node)))

    def _reached(
        self, piece: Piece, step: int, node: Near
    ) -> Iterator[tuple[Piece, Border | None]]:
        """The neighbours on one side that a match of ``node`` may reach, with what begins between."""
        words, legs = reach_in_words(node), paragraphs_in(node)
        gathered, rounds = 0, max(legs, 1)
        for _ in range(FARTHEST):
            found = self._neighbour(piece, step)
            if found is None:
                return
            neighbour, border = found
            if gathered >= words and (not legs or (border is not None and border.is_paragraph)):
                rounds, gathered = rounds - 1, 0
                if not rounds:
                    return
            yield found
            if gathered >= words and legs and neighbour.starts[1]:
                rounds, gathered = rounds - 1, 0
                if not rounds:
                    return
            gathered += len(neighbour.tokens) if words else 0
            piece = neighbour

    def _neighbour(self, piece: Piece, step: int) -> tuple[Piece, Border | None] | None:
        """The next piece with words on one side, and what begins between the two."""
        key = (piece.row.id, step)
        if key not in self._neighbours:
            self._neighbours[key] = self._next(piece, step)
        return self._neighbours[key]

    def _next(self, piece: Piece, step: int) -> tuple[Piece, Border | None] | None:
        gap, at = "", piece.row.id + step
        found = self._piece(at)
        for _ in range(MOST_GAPS):
            if found is None or found.has_words:
                break
            gap = gap + found.row.text if step > 0 else found.row.text + gap
            at += step
            found = self._piece(at)
        if (
            found is None
            or not found.has_words
            or not found.row.searchable
            or not self._are_one(piece, found)
        ):
            return None
        first, second = (piece, found) if step > 0 else (found, piece)
        return found, border_between(first.row.text + gap, second.row.text)

    def _are_one(self, a: Piece, b: Piece) -> bool:
        if a.row.expression != b.row.expression:
            return False
        return a.row.eid == b.row.eid or (
            a.row.eid is not None
            and b.row.eid is not None
            and self._unit(a.row.expression, a.row.eid) == self._unit(b.row.expression, b.row.eid)
        )

    def _unit(self, expression: int, eid: str) -> str:
        """The eid of the paragraph, recital, subsection or clause that ``eid`` lies in; or itself."""
        if (expression, eid) not in self._units:
            at: str | None = eid
            unit = eid
            while at is not None and (provision := self._store.provision(expression, at)):
                if provision.kind in _UNITS:
                    unit = at
                    break
                at = provision.parent
            self._units[expression, eid] = unit
        return self._units[expression, eid]


def _is_at_edges(text: str, words: Words, reach: int) -> bool:
    """Whether one of ``words`` is among the first or last ``reach`` tokens; in short texts, anywhere."""
    length = 40 * (reach + 1)
    if len(text) > 2 * length:
        first, last = fold(text[:length]), fold(text[-length:])
        if not words.may_be_in(first) and not words.may_be_in(last):
            return False
        heads, tails = folded_tokens(first)[:-1], folded_tokens(last)[1:]  # a cut word aside
        if min(len(heads), len(tails)) >= reach:
            return any(token in words for token in heads[:reach] + tails[-reach:])
    return any(token in words for token in tokens(text))


class _Joined:
    """Pieces put together; ``add`` puts one before or behind."""

    def __init__(self, piece: Piece):
        self._pieces = [piece]
        self._borders: list[Border | None] = []
        self._before = 0

    def add(self, piece: Piece, border: Border | None, step: int) -> None:
        at = len(self._pieces) if step > 0 else 0
        self._pieces.insert(at, piece)
        self._borders.insert(at, border)
        self._before += step < 0

    def stretch(self, with_borders: bool) -> Stretch:
        """All pieces as one; ``with_borders`` where sentences and paragraphs matter."""
        if len(self._pieces) == 1:
            piece = self._pieces[0]
            own = ((0, piece.row.id),)
            starts: tuple[list[int], list[int]] = piece.starts if with_borders else ([], [])
            return Stretch(piece.tokens, *starts, 0, len(piece.tokens), own)
        all_tokens: list[str] = []
        sentences: list[int] = []
        paragraphs: list[int] = []
        passages: list[tuple[int, int]] = []
        start = end = 0
        for number, (piece, border) in enumerate(
            zip(self._pieces, [None, *self._borders], strict=True)
        ):
            at = len(all_tokens)
            passages.append((at, piece.row.id))
            if with_borders:
                sentences += [at] * (border is not None)
                paragraphs += [at] * (border is not None and border.is_paragraph)
                inner_sentences, inner_paragraphs = piece.starts
                sentences += [at + inner for inner in inner_sentences]
                paragraphs += [at + inner for inner in inner_paragraphs]
            all_tokens += piece.tokens
            if number == self._before:
                start, end = at, len(all_tokens)
        return Stretch(all_tokens, sentences, paragraphs, start, end, passages)
