"""Late-interaction training: the embedder learns the token-level order used by the engine's re-ranking.

One vector for a text teaches its tokens little. So the answer is ranked first in a group of the engine's
candidates by the score of ``lexdesk.models.late_interaction`` itself (Khattab and Zaharia 2020,
arXiv:2004.12832), softmax over the group. Queries too long for the engine's token-level scores are left
out.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch.nn import functional

from lexdesk.models.late_interaction import LONGEST
from lexdesk_trainer.data.shards import TRAIN, Shard
from lexdesk_trainer.settings import LateInteraction
from lexdesk_trainer.training.feeding import by_length
from lexdesk_trainer.training.negatives import Negatives
from lexdesk_trainer.training.text_encoders import TokenEncoder

_SPECIAL = 2  # tokens around a query


class _Group(NamedTuple):
    """A query and texts to rank; the first is an answer, the others are not."""

    query: int
    texts: list[int]


class TokenRanking:
    """A part of each step of ``embedder.ContrastiveTraining`` that trains ``encoder``."""

    def __init__(self, encoder: TokenEncoder, shard: Shard, settings: LateInteraction, seed: int):
        self._encoder, self._shard, self._settings = encoder, shard, settings
        self._negatives = Negatives(shard, 0, settings.last_rank)
        examples = shard.examples
        train = examples.of(TRAIN, with_candidates=True)
        lengths = np.diff(shard.texts.offsets)[examples.query[train]] + _SPECIAL
        self._train = train[lengths <= LONGEST]
        self._seed = seed

    def step(self, number: int) -> float:
        """Add the gradients of the groups of step ``number`` and return their mean loss."""
        rng = np.random.default_rng([self._seed, number, 1])  # other draws than the contrast's
        count = min(self._settings.groups, len(self._train))
        chosen = rng.choice(self._train, count, replace=False).tolist()
        groups = [self._group(text, rng) for text in chosen]
        lengths = np.array([self._length(group) for group in groups])
        total = 0.0
        for part in by_length(lengths, self._settings.chunk):
            loss = self._loss([groups[n] for n in part]) / len(groups)
            loss.backward()  # type: ignore[no-untyped-call]
            total += loss.item()
        return total

    def _group(self, example: int, rng: np.random.Generator) -> _Group:
        examples = self._shard.examples
        answer, places = self._negatives.group(example, self._settings.negatives, rng)
        wrong = examples.candidates[examples.row[example], places]
        texts = [int(examples.positives.values[answer]), *wrong.tolist()]
        return _Group(int(examples.query[example]), texts)

    def _length(self, group: _Group) -> int:
        """Return the length of the longest text, the padded length of all."""
        return max(len(self._shard.texts.row(text)) for text in group.texts)

    def _loss(self, groups: Sequence[_Group]) -> torch.Tensor:
        """Sum the losses of the groups; one without tokens in query or answer, such as another language, adds none."""
        queries = self._encoder.tokens(np.array([group.query for group in groups]))
        tokens = self._encoder.tokens(np.array([text for group in groups for text in group.texts]))
        sizes = [len(group.texts) for group in groups]
        of = torch.repeat_interleave(torch.tensor(sizes, device=queries.device))
        found = similarities(queries[of], tokens) / self._settings.temperature
        losses = [
            -functional.log_softmax(scores, dim=0)[0]
            for scores in torch.split(found, sizes)
            if torch.isfinite(scores[0])
        ]
        return torch.stack(losses).sum() if losses else tokens.sum() * 0


def similarities(queries: torch.Tensor, passages: torch.Tensor) -> torch.Tensor:
    """Score pairs of a query and a passage as ``lexdesk.models.late_interaction.LateInteraction.scores`` does.

    The lengths of ``asked`` (n, T, D) are weights; of ``passages`` (n, U, D) only directions count; zero
    rows are no tokens. Returns (n,), -inf if query or passage has no tokens.
    """
    weights = queries.norm(dim=-1)  # (n, T)
    is_token = passages.detach().abs().sum(-1) > 0  # (n, U)
    cosines = queries @ functional.normalize(passages, dim=-1).transpose(1, 2)  # (n, T, U)
    nearest = cosines.masked_fill(~is_token[:, None], -torch.inf).amax(-1)
    counts = (weights > 0) & is_token.any(1, keepdim=True)
    summed = torch.where(counts, nearest, 0).sum(1)
    found: torch.Tensor = summed / weights.sum(1).clamp(min=1e-6)
    return found.masked_fill(~counts.any(1), -torch.inf)
