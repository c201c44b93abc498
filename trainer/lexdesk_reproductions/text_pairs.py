"""Two texts, read together: whether they belong together, and the vector that says so."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from lexdesk_reproductions import bases
from lexdesk_reproductions.bases import Array, Base
from lexdesk_trainer.training import loop


@dataclass(frozen=True)
class Pair:
    """Two texts, and whether they belong together."""

    left: str
    right: str
    related: bool


class PairScorer(nn.Module):
    """Two texts to the vector above [CLS], and that to one logit of "related"."""

    def __init__(self, base: Base, tokens: int):
        super().__init__()
        self._base, self._tokens = base, tokens
        self.encoder = base.clone()
        self.head = nn.Linear(self.encoder.config.hidden_size, 1).to(loop.device())

    def vectors(
        self, lefts: Sequence[Array], rights: Sequence[Array], tokens: int = 0
    ) -> torch.Tensor:
        """Rows of ids, n and n -> (n, D); both together are cut to ``tokens``, where that is not as is learned."""
        batch = self._base.feeder.double(lefts, rights, tokens or self._tokens)
        return bases.hidden(self.encoder, batch)[:, 0]

    def forward(self, lefts: Sequence[str], rights: Sequence[str]) -> torch.Tensor:
        """n texts and n others -> logits (n,)."""
        rows = self._base.rows
        logits: torch.Tensor = self.head(self.vectors(rows(lefts), rows(rights))).squeeze(-1)
        return logits

    def related_loss(self, pairs: Sequence[Pair]) -> torch.Tensor:
        """Binary cross-entropy of "related"."""
        logits = self([pair.left for pair in pairs], [pair.right for pair in pairs])
        wanted = torch.tensor([float(pair.related) for pair in pairs], device=logits.device)
        return functional.binary_cross_entropy_with_logits(logits, wanted)
