"""Late interaction (MaxSim): relevance of passages to a question by token embeddings of the embedder.

Each token of the question is compared with all tokens of a passage, and counts with the nearest one:
the late interaction of Khattab and Zaharia (2020, "ColBERT", section 3.3), here with the token embeddings
computed by the embedder before pooling. A learned map may turn those of the question first (question_map). Unlike
a single embedding it tells matched words of the question from unmatched ones.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lexdesk.models.encoder import Encoder
from lexdesk.models.question_map import QuestionMap

SHARE = 2 / 3
"""Share of the token score in the combined score; the rest is the fusion score."""

LONGEST = 64
"""Maximum tokens of a question. A longer one is a text to compare, not a question about all of its words."""

_CACHED = 300
"""Passages with cached tokens, about 30 MB: further typing finds the same passages again."""


class PassageTokens:
    """The tokens of passages by ``encoder``; those of the ``most`` passages read last are cached."""

    def __init__(self, encoder: Encoder, most: int = _CACHED):
        self._encoder, self._most = encoder, most
        self._cached: OrderedDict[str, NDArray[np.float16]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, passages: Sequence[str]) -> list[NDArray[np.float32]]:
        """Return unit vectors (tokens, dimensions) of the tokens of each passage; none for an unread one."""
        with self._lock:
            found = {text: self._cached[text] for text in passages if text in self._cached}
        missing = [text for text in dict.fromkeys(passages) if text not in found]
        for text, tokens in zip(missing, self._encoder.tokens(missing), strict=True):
            lengths = np.linalg.norm(tokens, axis=1, keepdims=True)
            read = lengths[:, 0] > 0
            found[text] = (tokens[read] / lengths[read]).astype(np.float16)
        self._cache(found)
        return [found[text].astype(np.float32) for text in passages]

    def _cache(self, found: dict[str, NDArray[np.float16]]) -> None:
        with self._lock:
            for text, tokens in found.items():
                self._cached[text] = tokens
                self._cached.move_to_end(text)
            while len(self._cached) > self._most:
                self._cached.popitem(last=False)


class LateInteraction:
    """A re-ranker by tokens of ``encoder``, a model with token embeddings (``gives_tokens``), mapped by ``question_map``."""

    depth = 30  # of 192 tokens: under a third of a second on two cores; docs/results/models.md

    def __init__(
        self,
        encoder: Encoder,
        question_map: QuestionMap | None = None,
        passages: PassageTokens | None = None,
    ):
        self._encoder, self._map = encoder, question_map
        self._passages = passages or PassageTokens(encoder)

    def scores(self, question: str, passages: Sequence[str]) -> NDArray[np.float32] | None:
        """Return the mean cosine of the question's tokens to the nearest of each passage, (n,), in -1..1.

        Tokens are weighted by their length. Passages the embedder does not read, such as those of another
        language, get the mean of the others. Return ``None`` for a question the embedder does not read, and for
        one of more than 64 tokens.
        """
        token_vectors = self._encoder.tokens([question])[0]
        if len(token_vectors) > LONGEST or not token_vectors.any():
            return None
        if self._map:
            token_vectors = self._map.apply(token_vectors)
        weights = np.linalg.norm(token_vectors, axis=1)
        found = np.full(len(passages), np.nan, np.float32)
        for at, tokens in enumerate(self._passages.of(passages)):
            if len(tokens):
                nearest = (token_vectors @ tokens.T).max(axis=1)
                found[at] = nearest.sum() / weights.sum()
        read = np.isfinite(found)
        return np.where(read, found, found[read].mean()) if read.any() else None

    def combine(
        self, fused: NDArray[np.float32], scores: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the weighted mean of both, in 0..1."""
        return np.asarray((1 - SHARE) * fused + SHARE * np.maximum(scores, 0), np.float32)
