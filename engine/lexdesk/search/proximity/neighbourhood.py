"""The text around a passage, for connectors with matches across borders.

``lexdesk.index.lexical.passage_borders`` defines neighbours.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise, zip_longest

from lexdesk.index.lexical.passage_borders import MOST_GAPS, are_of_one_unit, find_unit, has_words
from lexdesk.query import Near, Scope
from lexdesk.search.proximity.connectors import count_scope_connectors, is_monotone, reach_in_words
from lexdesk.search.proximity.effort import Effort
from lexdesk.search.proximity.proximity import TokenStretch, fulfils, holds
from lexdesk.search.proximity.word_matchers import Words, list_words, may_be_in
from lexdesk.storage import Store
from lexdesk.storage.schema import PieceRow
from lexdesk.text.sentences import (
    Border,
    find_border_between,
    find_paragraph_borders,
    sentence_borders,
)
from lexdesk.text.tokens import fold, tokenize_folded, tokens


@dataclass
class _TokenizedPassage:
    """A stored passage; ``starts`` are tokens, without the edges of the passage."""

    row: PieceRow
    _starts: dict[Scope, list[int]] = field(default_factory=dict)
    _cut: dict[Scope, list[str]] = field(default_factory=dict)

    @cached_property
    def folded(self) -> str:
        """Return the folded text."""
        return fold(self.row.text)

    @cached_property
    def tokens(self) -> list[str]:
        """Return the folded tokens of the text."""
        return tokenize_folded(self.folded)

    @cached_property
    def has_words(self) -> bool:
        """Return whether the text has a token."""
        return has_words(self.row.text)

    def starts(self, scope: Scope) -> Sequence[int]:
        """Return the first tokens of sentences, or paragraphs."""
        if scope not in self._starts:
            counts = [0]
            for part in self._parts_of(scope)[:-1]:
                counts.append(counts[-1] + len(tokens(part)))
            self._starts[scope] = counts[1:]
        return self._starts[scope]

    def is_one(self, scope: Scope) -> bool:
        """Return whether no sentence, or paragraph, begins inside."""
        return len(self._parts_of(scope)) == 1

    def fulfils(self, node: Near) -> bool:
        """Return whether the passage holds a match of ``node``, a connector without ``not``.

        Sentences and paragraphs without its words are not tokenized.
        """
        if isinstance(node.reach, int) or count_scope_connectors(node) > 1:
            return holds(node, self.stretch())
        parts = self._units_with(node, "paragraph")
        if parts and node.reach == "sentence":
            parts = self._units_with(node, "sentence")
        return any(holds(node, _without_starts(tokenize_folded(part))) for part in parts)

    def _units_with(self, node: Near, scope: Scope) -> list[str]:
        """Return the folded sentences or paragraphs with the words of ``node``."""
        return [part for part in map(fold, self._parts_of(scope)) if may_be_in(node, part)]

    def stretch(self) -> TokenStretch:
        """Return the passage alone as a stretch of tokens."""
        own = ((0, self.row.id),)
        return TokenStretch(self.tokens, self.starts, 0, len(self.tokens), own)

    def _parts_of(self, scope: Scope) -> list[str]:
        """Return the sentences or paragraphs."""
        if scope not in self._cut:
            text = self.row.text
            find = find_paragraph_borders if scope == "paragraph" else sentence_borders
            places = [0, *find(text), len(text)]
            self._cut[scope] = [text[start:end] for start, end in pairwise(places)]
        return self._cut[scope]


def _without_starts(words: list[str]) -> TokenStretch:
    """Return one sentence or paragraph as a stretch."""
    return TokenStretch(words, lambda scope: (), 0, len(words), ((0, 0),))


FARTHEST = 8
"""Maximum passages read on each side: enough for paragraphs of 10,000 characters."""


_AHEAD = 4  # passages to read at once with a missing neighbour

_TOGETHER = 500  # passages to be loaded that are read at once

_MOST_KEPT = 1_000_000
"""Characters of passages kept at once; their words take some 30 times as many bytes."""


class Neighbourhood:
    """A reader of passages and their neighbours, each read once as far as memory allows."""

    def __init__(self, store: Store, effort: Effort):
        self._store, self.effort = store, effort
        self._pieces: dict[int, _TokenizedPassage | None] = {}
        self._kept = 0
        self._wanted: list[int] = []
        self._units: dict[tuple[int, str], str] = {}
        self._neighbours: dict[tuple[int, int], tuple[_TokenizedPassage, Border | None] | None] = {}

    def load(self, passages: Iterable[int], around: int = 0) -> None:
        """Read these passages, and ``around`` neighbours on each side: the first ones now, others when they are used."""
        wanted = {p + step for p in passages for step in range(-around, around + 1)}
        self._wanted = sorted(wanted - self._pieces.keys())
        self._load(self._wanted[:_TOGETHER])

    def _load(self, passages: Collection[int]) -> None:
        self.effort.check()
        if self._kept > _MOST_KEPT:
            self._pieces.clear()
            self._neighbours.clear()
            self._kept = 0
        rows = self._store.passages.pieces(passages)
        self._kept += sum(len(row.text) for row in rows.values())
        self._pieces.update(
            (p, _TokenizedPassage(rows[p]) if p in rows else None) for p in passages
        )

    def _piece(self, passage: int, ahead: int = 0) -> _TokenizedPassage | None:
        """Return a passage; read some more in the direction ``ahead``, or of those to be loaded."""
        if passage not in self._pieces:
            following = bisect_left(self._wanted, passage)
            some = self._wanted[following : following + _TOGETHER]
            if ahead or not some or some[0] != passage:
                some = [*range(passage, passage + ahead * _AHEAD, ahead)] if ahead else [passage]
            self._load([other for other in some if other not in self._pieces])
        return self._pieces[passage]

    def fulfils_alone(self, passage: int, node: Near) -> bool:
        """Return whether the passage matches ``node`` by its own text."""
        self.effort.check()
        piece = self._piece(passage)
        if piece is None:
            return False
        return piece.fulfils(node) if is_monotone(node) else fulfils(node, piece.stretch())

    def fulfils(self, passage: int, node: Near) -> bool:
        """Return whether the passage matches ``node`` with the text around it; little of it suffices for most."""
        self.effort.check()
        piece = self._piece(passage)
        if piece is None:
            return False
        if not is_monotone(node):
            return fulfils(node, self._join_neighbours(piece, node).stretch())
        joined = _JoinedPassages(piece)
        text, words = piece.folded, list_words(node)
        for both in zip_longest(*(self._walk(piece, step, node) for step in (-1, 1))):
            may_be_new = False
            for step, found in zip((-1, 1), both, strict=True):
                if found is not None:
                    neighbour, border = found
                    joined.add(neighbour, border, step)
                    text += f" {neighbour.folded}"
                    may_be_new = may_be_new or words.may_be_in(neighbour.folded)
            if may_be_new and may_be_in(node, text) and fulfils(node, joined.stretch()):
                return True
        return False

    def is_near_edge(self, passage: int, words: Words, reach: int) -> bool:
        """Return whether one of ``words`` is among the first or last ``reach`` words of the passage."""
        piece = self._piece(passage)
        return piece is not None and _is_at_edges(piece.row.text, words, reach)

    def leads_to(self, passage: int, others: Container[int], node: Near) -> bool:
        """Return whether a match of ``node`` may reach one of ``others`` from ``passage``."""
        self.effort.check()
        piece = self._piece(passage)
        return piece is not None and any(
            neighbour.row.id in others
            for step in (-1, 1)
            for neighbour, _ in self._walk(piece, step, node)
        )

    def with_neighbours(self, passage: int, node: Near) -> TokenStretch | None:
        """Return the passage with the neighbours within reach of ``node``."""
        self.effort.check()
        piece = self._piece(passage)
        return self._join_neighbours(piece, node).stretch() if piece else None

    def next_passage(self, passage: int) -> int | None:
        """Return the neighbour after a passage."""
        piece = self._piece(passage)
        found = self._neighbour(piece, 1) if piece else None
        return found[0].row.id if found else None

    def _join_neighbours(self, piece: _TokenizedPassage, node: Near) -> _JoinedPassages:
        joined = _JoinedPassages(piece)
        for step in (-1, 1):
            for neighbour, border in self._walk(piece, step, node):
                joined.add(neighbour, border, step)
        return joined

    def _walk(
        self, piece: _TokenizedPassage, step: int, node: Near
    ) -> Iterator[tuple[_TokenizedPassage, Border | None]]:
        """Yield the neighbours on one side within reach of ``node``, each with its border."""
        words, legs = reach_in_words(node), count_scope_connectors(node)
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
            if gathered >= words and legs and not neighbour.is_one("paragraph"):
                rounds, gathered = rounds - 1, 0
                if not rounds:
                    return
            gathered += len(neighbour.tokens) if words else 0
            piece = neighbour

    def _neighbour(
        self, piece: _TokenizedPassage, step: int
    ) -> tuple[_TokenizedPassage, Border | None] | None:
        """Return the next piece with words on one side, and the border to it."""
        key = (piece.row.id, step)
        if key not in self._neighbours:
            self._neighbours[key] = self._next(piece, step)
        return self._neighbours[key]

    def _next(
        self, piece: _TokenizedPassage, step: int
    ) -> tuple[_TokenizedPassage, Border | None] | None:
        gap, at = "", piece.row.id + step
        found = self._piece(at, step)
        for _ in range(MOST_GAPS):
            if found is None or found.has_words:
                break
            gap = gap + found.row.text if step > 0 else found.row.text + gap
            at += step
            found = self._piece(at, step)
        if (
            found is None
            or not found.has_words
            or not found.row.searchable
            or not self._are_one(piece, found)
        ):
            return None
        first, second = (piece, found) if step > 0 else (found, piece)
        return found, find_border_between(first.row.text + gap, second.row.text)

    def _are_one(self, a: _TokenizedPassage, b: _TokenizedPassage) -> bool:
        expression = a.row.expression
        return b.row.expression == expression and are_of_one_unit(
            a.row.eid, b.row.eid, lambda eid: self._unit(expression, eid)
        )

    def _unit(self, expression: int, eid: str) -> str:
        key = (expression, eid)
        if key not in self._units:
            self._units[key] = find_unit(
                eid, lambda at: self._store.texts.provision(expression, at)
            )
        return self._units[key]


def _is_at_edges(text: str, words: Words, reach: int) -> bool:
    """Return whether one of ``words`` is among the first or last ``reach`` tokens; in short texts, anywhere."""
    length = 40 * (reach + 1)
    if len(text) > 2 * length:
        first, last = fold(text[:length]), fold(text[-length:])
        if not words.may_be_in(first) and not words.may_be_in(last):
            return False
        # Leave out the words cut at the border.
        heads, tails = (tokenize_folded(first)[:-1], tokenize_folded(last)[1:])
        if min(len(heads), len(tails)) >= reach:
            return any(token in words for token in heads[:reach] + tails[-reach:])
    return any(token in words for token in tokens(text))


class _JoinedPassages:
    """Pieces put together; ``add`` puts one before or behind."""

    def __init__(self, piece: _TokenizedPassage):
        self._pieces = [piece]
        self._borders: list[Border | None] = [None]  # the units that begin with each piece
        self._before = 0

    def add(self, piece: _TokenizedPassage, border: Border | None, step: int) -> None:
        if step > 0:
            self._pieces.append(piece)
            self._borders.append(border)
        else:
            self._pieces.insert(0, piece)
            self._borders.insert(1, border)
            self._before += 1

    def stretch(self) -> TokenStretch:
        """Return all pieces as one."""
        words: list[str] = []
        passages: list[tuple[int, int]] = []
        for piece in self._pieces:
            passages.append((len(words), piece.row.id))
            words += piece.tokens
        firsts = [first for first, _ in passages]
        start = firsts[self._before]
        end = start + len(self._pieces[self._before].tokens)
        pieces, borders = list(self._pieces), list(self._borders)

        @cache
        def starts(scope: Scope) -> list[int]:
            found: list[int] = []
            for piece, border, first in zip(pieces, borders, firsts, strict=True):
                if border is not None and (scope == "sentence" or border.is_paragraph):
                    found.append(first)
                found += [first + start for start in piece.starts(scope)]
            return found

        return TokenStretch(words, starts, start, end, passages)
