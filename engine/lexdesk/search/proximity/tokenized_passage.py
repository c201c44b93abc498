"""A passage as tokens, with the starts of its sentences and paragraphs, computed on demand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from lexdesk.index.lexical.passage_borders import has_words
from lexdesk.query import Near, Scope
from lexdesk.search.proximity.connectors import count_scope_connectors
from lexdesk.search.proximity.proximity import TokenStretch, holds
from lexdesk.search.proximity.word_matchers import may_be_in
from lexdesk.storage.schema import PieceRow
from lexdesk.text.sentences import paragraph_borders, sentence_borders
from lexdesk.text.tokens import fold, folded_tokens, tokens


@dataclass
class TokenizedPassage:
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
        return folded_tokens(self.folded)

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
        return any(holds(node, _without_starts(folded_tokens(part))) for part in parts)

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
            find = paragraph_borders if scope == "paragraph" else sentence_borders
            places = [0, *find(text), len(text)]
            self._cut[scope] = [text[start:end] for start, end in pairwise(places)]
        return self._cut[scope]


def _without_starts(words: list[str]) -> TokenStretch:
    """Return one sentence or paragraph as a stretch."""
    return TokenStretch(words, lambda scope: (), 0, len(words), ((0, 0),))
