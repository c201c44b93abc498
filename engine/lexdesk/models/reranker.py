"""Installed re-ranker: re-ranks the top candidates, slower and better than the indexes."""

import functools
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import ModelCode, NoModel
from lexdesk.models import cross_encoder, encoder, question_map
from lexdesk.models.late_interaction import LateInteraction
from lexdesk.models.manifest import find
from lexdesk.models.question_map import QuestionMap


class Reranker(Protocol):
    """A re-ranker of the best ``depth`` passages for a question."""

    depth: int

    def scores(self, question: str, passages: Sequence[str]) -> NDArray[np.float32] | None:
        """Return the relevance of each of ``passages`` to ``question``: float32 (n,), higher is better.

        Return ``None`` for a question it cannot read: the order stays.
        """

    def combine(
        self, fused: NDArray[np.float32], scores: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Combine the fusion scores (n,) and its own (n,) into final scores in 0..1."""


def find_installed() -> Reranker:
    """Return the installed cross-encoder, or else late interaction with the embedder.

    Raise ``NoModel`` if neither is possible, as with an embedder exported by an earlier trainer.
    """
    try:
        return cross_encoder.load(find("reranker"))
    except NoModel:
        pass
    embedder = encoder.load(find("embedder"))
    if not embedder.gives_tokens:
        raise NoModel(ModelCode.NO_TOKEN_VECTORS, name=embedder.manifest.name)
    return _token_by_token(embedder, question_map.find_installed(embedder.manifest.fingerprint))


@functools.lru_cache(maxsize=2)
def _token_by_token(embedder: encoder.Encoder, learned: QuestionMap | None) -> LateInteraction:
    return LateInteraction(embedder, learned)
