"""Word vectors of acts for DRMM and PACRR: the protocol, and word2vec."""

from collections.abc import Container, Sequence
from typing import Protocol

import numpy as np

from lexdesk_reproductions.bases import Array
from lexdesk_reproductions.regir.prefetch import Lexicals
from lexdesk_reproductions.word_vectors import Lexicon


class Vectors(Protocol):
    """Unit vectors; queries and acts are named by their ids."""

    def known_words(self, query: str) -> Container[str]:
        """Return the words of a query with a vector."""

    def terms(self, query: str, words: Sequence[str]) -> Array:
        """Return vectors of known words of a query: float32 (n, D)."""

    def act(self, act: str) -> Array:
        """Return vectors of the words of an act, from the first on: float32 (n, D)."""


class Static:
    """word2vec: one vector for each word; at most ``most`` words of an act."""

    def __init__(self, words: Lexicals, lexicon: Lexicon, most: int):
        self._words, self._most = words, most
        self._number, self._rows = lexicon.number, lexicon.normalize().rows
        self._read: dict[str, Array] = {}

    def known_words(self, query: str) -> Container[str]:
        """Return the words of the lexicon."""
        return self._number

    def terms(self, query: str, words: Sequence[str]) -> Array:
        """Return rows of the lexicon."""
        return np.asarray(self._rows[[self._number[word] for word in words]])

    def act(self, act: str) -> Array:
        """Return rows of the lexicon."""
        if act not in self._read:
            tokens = self._words.tokens(self._words.dataset.acts[act].text)
            known = [self._number[word] for word in tokens if word in self._number]
            self._read[act] = np.array(known[: self._most], np.int64)
        return np.asarray(self._rows[self._read[act]])
