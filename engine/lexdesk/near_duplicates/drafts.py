"""Copies and drafts of one document, known by the signatures of their expressions."""

from collections import defaultdict

import numpy as np

from lexdesk.near_duplicates.groups import MIN_SIMILARITY
from lexdesk.storage import Store
from lexdesk.text.minhash import LENGTH, decode_signature


class Drafts:
    """The expressions seen so far, with their near-duplicates.

    Each signature is loaded once and compared with all earlier ones in one array operation, because
    a widely used form brings a thousand documents together.
    """

    def __init__(self, store: Store):
        self._store = store
        self._signatures = np.zeros((16, LENGTH), np.uint32)
        self._rows: list[int] = []  # the expression of each row
        self._similar: dict[int, set[int]] = defaultdict(set)

    def are_drafts(self, a: int, b: int) -> bool:
        """Return True if the signatures of two expressions agree; False if one has none."""
        if new := [expression for expression in (a, b) if expression not in self._similar]:
            signatures = self._store.texts.signatures(new)
            for expression in new:
                self._add(expression, signatures.get(expression))
        return b in self._similar[a]

    def _add(self, expression: int, stored: bytes | None) -> None:
        similar = self._similar[expression]
        if stored is None:
            return
        count, signature = len(self._rows), decode_signature(stored)
        shared = np.mean(self._signatures[:count] == signature, axis=1)
        for at in np.flatnonzero(shared >= MIN_SIMILARITY).tolist():
            similar.add(self._rows[at])
            self._similar[self._rows[at]].add(expression)
        if count == len(self._signatures):
            self._signatures = np.concatenate([self._signatures, np.zeros_like(self._signatures)])
        self._signatures[count] = signature
        self._rows.append(expression)
