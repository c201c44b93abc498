"""What orders the best candidates anew, slower and better than the indexes can: which one is at hand."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import ModelCode, NoModel
from lexdesk.models import cross_encoder, encoder
from lexdesk.models.late_interaction import LateInteraction
from lexdesk.models.manifest import find


class Reranker(Protocol):
    """Reads a question and its best passages, ``depth`` of them."""

    depth: int

    def scores(self, question: str, passages: Sequence[str]) -> NDArray[np.float32] | None:
        """How well each of ``passages`` answers ``question``: float32 (n,), higher is better.

        ``None`` for a question that it cannot read: the order stays.
        """

    def combined(
        self, fused: NDArray[np.float32], scores: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """The scores to order by, in 0..1, of those by words and meaning (n,) and its own (n,)."""


def installed() -> Reranker:
    """A cross-encoder where one lies in the folder of models, else the embedder, token by token.

    Raises ``NoModel`` where there is neither, as with an embedder that was exported by an earlier trainer.
    """
    try:
        return cross_encoder.loaded(find("reranker"))
    except NoModel:
        pass
    embedder = encoder.loaded(find("embedder"))
    if not embedder.gives_tokens:
        raise NoModel(ModelCode.NO_TOKEN_VECTORS, name=embedder.manifest.name)
    return _token_by_token(embedder)


@functools.lru_cache(maxsize=2)
def _token_by_token(embedder: encoder.Encoder) -> LateInteraction:
    return LateInteraction(embedder)
