"""How well passages answer a question, token by token, by the embedder that encoded them.

Each token of the question is held against all tokens of a passage, and counts with the nearest one:
the late interaction of Khattab and Zaharia (2020, "ColBERT", section 3.3), here by the vectors that
the embedder makes on its way to that of the whole text. So it needs no model of its own, and knows
what one vector for a passage cannot say: which of the question's words the passage answers.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lexdesk.models.encoder import Encoder

_SHARE = 2 / 3
"""Of the score, against that of the fusion."""

LONGEST = 64
"""Tokens of a question. What is longer is a text put in to be compared: its words are not all asked for."""

_KEPT = 300
"""Passages whose tokens are kept, some 30 MB: who types on meets the same passages again."""


class LateInteraction:
    """Orders passages by the tokens of ``encoder``, which must give some (``gives_tokens``)."""

    depth = 30  # of 192 tokens: under a third of a second on two cores; docs/results/models.md

    def __init__(self, encoder: Encoder):
        self._encoder = encoder
        self._kept: OrderedDict[str, NDArray[np.float16]] = OrderedDict()
        self._lock = threading.Lock()

    def scores(self, question: str, passages: Sequence[str]) -> NDArray[np.float32] | None:
        """Mean cosine of the question's tokens to the nearest of each passage, (n,), in -1..1.

        Tokens count by what they say. A passage that the embedder does not read, as of another
        language, stands as the others do on average. ``None`` for such a question, and for one of more
        than 64 tokens.
        """
        asked = self._encoder.tokens([question])[0]
        if len(asked) > LONGEST or not asked.any():
            return None
        weights = np.linalg.norm(asked, axis=1)
        found = np.full(len(passages), np.nan, np.float32)
        for at, tokens in enumerate(self._of(passages)):
            if len(tokens):
                nearest = (asked @ tokens.T).max(axis=1)
                found[at] = nearest.sum() / weights.sum()
        read = np.isfinite(found)
        return np.where(read, found, found[read].mean()) if read.any() else None

    def combined(
        self, fused: NDArray[np.float32], scores: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """The weighted mean of both, in 0..1."""
        return np.asarray((1 - _SHARE) * fused + _SHARE * np.maximum(scores, 0), np.float32)

    def _of(self, passages: Sequence[str]) -> list[NDArray[np.float32]]:
        """Unit vectors (tokens, dimensions) of the tokens of each passage; none of one not read."""
        with self._lock:
            found = {text: self._kept[text] for text in passages if text in self._kept}
        missing = [text for text in dict.fromkeys(passages) if text not in found]
        for text, tokens in zip(missing, self._encoder.tokens(missing), strict=True):
            lengths = np.linalg.norm(tokens, axis=1, keepdims=True)
            read = lengths[:, 0] > 0
            found[text] = (tokens[read] / lengths[read]).astype(np.float16)
        self._keep(found)
        return [found[text].astype(np.float32) for text in passages]

    def _keep(self, found: dict[str, NDArray[np.float16]]) -> None:
        """Keep what was asked for last."""
        with self._lock:
            for text, tokens in found.items():
                self._kept[text] = tokens
                self._kept.move_to_end(text)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
