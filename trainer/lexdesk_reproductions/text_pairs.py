"""Cross-encoding of two texts: a relatedness score and its vector."""

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
    """Two texts with a label of relatedness."""

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
        """Encode n and n rows of ids to (n, D), cut to ``tokens`` together; the default is that of training."""
        batch = self._base.feeder.feed_pairs(lefts, rights, tokens or self._tokens)
        return bases.encode_tokens(self.encoder, batch)[:, 0]

    def forward(self, lefts: Sequence[str], rights: Sequence[str]) -> torch.Tensor:
        """Map n texts and n others to logits (n,)."""
        rows = self._base.rows
        logits: torch.Tensor = self.head(self.vectors(rows(lefts), rows(rights))).squeeze(-1)
        return logits

    def related_loss(self, pairs: Sequence[Pair]) -> torch.Tensor:
        """Compute the binary cross-entropy of "related"."""
        logits = self([pair.left for pair in pairs], [pair.right for pair in pairs])
        wanted = torch.tensor([float(pair.related) for pair in pairs], device=logits.device)
        return functional.binary_cross_entropy_with_logits(logits, wanted)
