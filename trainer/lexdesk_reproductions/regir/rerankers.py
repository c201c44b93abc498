"""DRMM (Guo et al. 2016) and PACRR (Hui et al. 2017): re-rankers by word matches of two acts.

Both use the cosines between the vectors of the query's terms and those of an act. Their score s_r is
combined with that of the first stage, rel = w_r s_r + w_p s_p, with learned weights.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from lexdesk_reproductions.bases import Array
from lexdesk_reproductions.learning import train
from lexdesk_trainer.training import loop

Kind = Literal["DRMM", "PACRR"]
ABSENT = -2.0
"""Placeholder for the cosine with a missing word."""


@dataclass(frozen=True)
class Validating:
    """The ``share`` of the training queries for choosing the epoch (early stopping).

    With fewer than ``fewest`` the choice would be random: all are used for training, for all epochs.
    """

    share: float = 0.2
    fewest: int = 20


@dataclass(frozen=True)
class Matching:
    """The top ``terms`` of a query by TF-IDF, and the first ``words`` of an act.

    ``bins`` of DRMM's histogram, the last for equal words; ``grams`` and ``best`` of PACRR: maximum
    length of n-grams, and number of highest values kept; ``runs`` with different seeds.
    """

    terms: int = 30
    words: int = 1_000
    bins: int = 30
    grams: int = 3
    filters: int = 16
    best: int = 3
    negatives: int = 4
    depth: int = 100
    epochs: float = 20.0
    batch: int = 32
    learning_rate: float = 1e-3
    runs: int = 3
    validating: Validating = field(default_factory=Validating)


@dataclass(frozen=True)
class Match:
    """A query with an act: cosines float32 (terms, words), rarity float32 (terms,), first-stage score.

    ``of`` are their ids in training.
    """

    cosines: Array
    rarity: Array
    prefetched: float
    of: tuple[str, str] = ("", "")


def histograms(cosines: torch.Tensor, bins: int) -> torch.Tensor:
    """Compute log(1 + count) of the cosines of each term: (B, terms, words) -> (B, terms, bins).

    Bins of equal width from -1 to 1, and the last for cosines of 1 (equal words). A missing word
    (``ABSENT``) is in no bin. A count has no gradient; the backward pass uses that of a histogram with
    linear weights for the two nearest bins (straight-through).
    """
    across = (cosines + 1) / 2 * (bins - 1)
    place = across.floor().long().clamp(0, bins - 2)
    place = torch.where(cosines >= 1 - 1e-4, bins - 1, place)
    there = (cosines > -1.5).float()
    counts = torch.zeros(*cosines.shape[:-1], bins, device=cosines.device)
    counts = counts.scatter_add(-1, place, there)
    if cosines.requires_grad:
        shares = _shares(across, there, bins)
        counts = counts + (shares - shares.detach())
    return counts.log1p()


def _shares(across: torch.Tensor, there: torch.Tensor, bins: int) -> torch.Tensor:
    """Distribute each position over its two nearest bins: (B, terms, words) -> (B, terms, bins)."""
    from_centre = (across - 0.5).clamp(0, bins - 2)
    lower = from_centre.detach().floor().long().clamp(max=max(bins - 3, 0))
    upper_share = from_centre - lower
    shares = torch.zeros(*across.shape[:-1], bins, device=across.device)
    shares = shares.scatter_add(-1, lower, (1 - upper_share) * there)
    return shares.scatter_add(-1, lower + 1, upper_share * there)


class DRMM(nn.Module):
    """A histogram of each term through one network, summed by a gate of the terms' rarity."""

    def __init__(self, settings: Matching):
        super().__init__()
        self._bins = settings.bins
        self.network = nn.Sequential(
            nn.Linear(settings.bins, 5), nn.Tanh(), nn.Linear(5, 1), nn.Tanh()
        )
        self.gate = nn.Parameter(torch.ones(()))

    def forward(self, cosines: torch.Tensor, rarity: torch.Tensor) -> torch.Tensor:
        """Map (B, terms, words), (B, terms) to (B,)."""
        scores = self.network(histograms(cosines, self._bins)).squeeze(-1)  # (B, terms)
        total: torch.Tensor = (scores * gate(self.gate * rarity, rarity)).sum(-1)
        return total


class PACRR(nn.Module):
    """The highest values of convolutions over n-grams, term by term into an LSTM of one unit."""

    def __init__(self, settings: Matching):
        super().__init__()
        self._best = settings.best
        self._sizes = range(2, settings.grams + 1)
        self.convolutions = nn.ModuleList(nn.Conv2d(1, settings.filters, n) for n in self._sizes)
        self.lstm = nn.LSTM(settings.grams * settings.best + 1, 1, batch_first=True)

    def forward(self, cosines: torch.Tensor, rarity: torch.Tensor) -> torch.Tensor:
        """Map (B, terms, words), (B, terms) to (B,)."""
        plane = cosines.clamp(min=0.0).unsqueeze(1)  # (B, 1, terms, words)
        kept = [plane.squeeze(1).topk(self._best, dim=-1).values]  # (B, terms, best)
        for size, convolution in zip(self._sizes, self.convolutions, strict=True):
            padded = functional.pad(plane, (0, size - 1, 0, size - 1))
            strongest = convolution(padded).amax(1)  # (B, terms, words), over filters
            kept.append(strongest.topk(self._best, dim=-1).values)
        features = torch.cat([*kept, gate(rarity, rarity).unsqueeze(-1)], dim=-1)
        states, _ = self.lstm(features)
        last: torch.Tensor = states[:, -1, 0]
        return last


def gate(logits: torch.Tensor, rarity: torch.Tensor) -> torch.Tensor:
    """Compute the softmax over existing terms (rarity above zero): (B, terms)."""
    return logits.masked_fill(rarity <= 0, -torch.inf).softmax(-1).nan_to_num()


class Reranker(nn.Module):
    """rel(q, d) = w_r s_r + w_p s_p."""

    def __init__(self, kind: Kind, settings: Matching):
        super().__init__()
        self.matcher = DRMM(settings) if kind == "DRMM" else PACRR(settings)
        self.weights = nn.Parameter(torch.ones(2))

    def forward(self, matches: Sequence[Match]) -> torch.Tensor:
        """Map n matches to (n,)."""
        device = self.weights.device
        cosines, rarity, prefetched = (
            torch.from_numpy(np.stack(values)).float().to(device)
            for values in (
                [match.cosines for match in matches],
                [match.rarity for match in matches],
                [np.array(match.prefetched) for match in matches],
            )
        )
        return self.relevance(cosines, rarity, prefetched)

    def relevance(
        self, cosines: torch.Tensor, rarity: torch.Tensor, prefetched: torch.Tensor
    ) -> torch.Tensor:
        """Map (n, terms, words), (n, terms), (n,) to (n,)."""
        relevance: torch.Tensor = (
            self.weights[0] * self.matcher(cosines, rarity) + self.weights[1] * prefetched
        )
        return relevance


def hinge(right: torch.Tensor, wrong: torch.Tensor) -> torch.Tensor:
    """Average max(0, 1 - rel(q, d+) + rel(q, d-)): (n,), (n,) -> ()."""
    return (1.0 - right + wrong).clamp(min=0.0).mean()


@dataclass(frozen=True)
class Preference:
    """A relevant and an irrelevant act of one query."""

    right: Match
    wrong: Match


def train_reranker(
    kind: Kind,
    preferences: Sequence[Preference],
    settings: Matching,
    folder: Path,
    seed: int,
    judge: Callable[[Reranker], float] | None = None,
    vectors: str = "",
) -> Reranker:
    """Train a re-ranker on preferences; keep the weights with the best ``judge``; resume from ``folder``.

    ``vectors`` names the vectors of the cosines: preferences hold floats, left out of the fingerprint.
    """
    torch.manual_seed(seed)
    model = Reranker(kind, settings).to(loop.device())

    def loss(batch: Sequence[Preference]) -> torch.Tensor:
        return hinge(model([pair.right for pair in batch]), model([pair.wrong for pair in batch]))

    judged = None if judge is None else (lambda: judge(model))
    train(
        model, preferences, loss, settings, folder, (settings, vectors),
        chunk=settings.batch, judge=judged, seed=seed, warmup=0.06, weight_decay=0.0,
    )  # fmt: skip
    return model
