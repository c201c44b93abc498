"""Stage 2: pooled interactions of the paragraphs of two cases, read in order.

interactions (N, M, D) -> the maximum over M (N, D) -> LSTM or GRU (N, H) -> attention (H) -> logit
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import torch
from torch import nn
from torch.nn import functional

Array = np.ndarray[Any, Any]
Kind = Literal["LSTM", "GRU"]


def pool(interactions: Array) -> Array:
    """Take the maximum over the paragraphs of the candidate: (N, M, D) -> (N, D)."""
    return np.asarray(interactions.max(axis=1))


@dataclass(frozen=True)
class PooledInteractions:
    """Pooled interactions float32 (n, D) of a query's n paragraphs with a case, and its label."""

    rows: Array
    cited: bool


class Aggregator(nn.Module):
    """A recurrent network with attention over the query's paragraphs in order.

    The attention is computed from the states: u = W max(h) + b, weights softmax(h u) (Shao et al. 2020,
    3.3).
    """

    def __init__(self, kind: Kind, width: int, hidden: int = 64):
        super().__init__()
        layer_class = nn.LSTM if kind == "LSTM" else nn.GRU
        self.reader = layer_class(width, hidden, batch_first=True)
        self.question = nn.Linear(hidden, hidden)
        self.head = nn.Linear(hidden, 1)

    def forward(self, rows: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
        """Map (B, N, D), bool (B, N) to logits (B,)."""
        states, _ = self.reader(rows)  # (B, N, H)
        strongest = states.masked_fill(~there.unsqueeze(-1), -torch.inf).amax(1)  # (B, H)
        query_part = self.question(strongest).unsqueeze(-1)  # (B, H, 1)
        weights = attention((states @ query_part).squeeze(-1), there)
        document = (weights.unsqueeze(-1) * states).sum(1)  # (B, H)
        logits: torch.Tensor = self.head(document).squeeze(-1)
        return logits

    def logits(self, pairs: Iterable[PooledInteractions]) -> Array:
        """Compute the logit of "cited" of each pair, in evaluation mode: float32 (n,)."""
        self.eval()
        if not (found := [pair.rows for pair in pairs]):
            return np.empty(0, np.float32)
        rows, there = pad(found)
        device = self.head.weight.device
        with torch.no_grad():
            return np.asarray(self(rows.to(device), there.to(device)).cpu().numpy())

    def loss(self, batch: Sequence[PooledInteractions]) -> torch.Tensor:
        """Compute the binary cross-entropy of "cited"."""
        rows, there = pad([pair.rows for pair in batch])
        wanted = torch.tensor([float(pair.cited) for pair in batch])
        device = self.head.weight.device
        logits = self(rows.to(device), there.to(device))
        return functional.binary_cross_entropy_with_logits(logits, wanted.to(device))


def attention(logits: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """Compute the softmax over existing paragraphs: (B, N)."""
    return logits.masked_fill(~there, -torch.inf).softmax(-1)


def pad(rows: Sequence[Array]) -> tuple[torch.Tensor, torch.Tensor]:
    """Pad rows to (B, N, D), with a mask bool (B, N)."""
    longest, width = max(map(len, rows)), rows[0].shape[1]
    table = torch.zeros(len(rows), longest, width)
    there = torch.zeros(len(rows), longest, dtype=torch.bool)
    for at, row in enumerate(rows):
        table[at, : len(row)] = torch.from_numpy(row)
        there[at, : len(row)] = True
    return table, there
