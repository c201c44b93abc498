"""The heads of the paper over one encoder: one article of 99, related or not, and one choice of k."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from lexdesk_reproductions import bases
from lexdesk_reproductions.bases import Array, Base
from lexdesk_reproductions.gdpr.labelling import Instance
from lexdesk_reproductions.gdpr.pairs import Choice
from lexdesk_reproductions.text_pairs import PairScorer
from lexdesk_trainer.encoders.sentence_encoder import mean
from lexdesk_trainer.training import loop

SHARPNESS = 20.0
"""Scale of cosines in a head initialized by mean vectors; 1 / 0.05, as in embedder training."""


class ArticleClassifier(nn.Module):
    """A text to logits of articles: a unit mean vector, then a linear layer."""

    def __init__(self, base: Base, articles: int, tokens: int):
        super().__init__()
        self._base, self._tokens = base, tokens
        self.encoder = base.clone()
        self.head = nn.Linear(self.encoder.config.hidden_size, articles).to(loop.device())

    def forward(self, rows: Sequence[Array]) -> torch.Tensor:
        """Map n rows of ids to logits (n, articles)."""
        batch = self._base.feeder.single(rows, self._tokens)
        pooled = mean(bases.hidden(self.encoder, batch), batch.mask)
        logits: torch.Tensor = self.head(functional.normalize(pooled, dim=-1) * SHARPNESS)
        return logits

    def begin_as(self, instances: Sequence[Instance]) -> None:
        """Initialize each article's row of the head by the mean vector of its instances.

        The paper's random head needs its ten epochs to become useful.
        """
        texts = [instance.text for instance in instances]
        vectors = bases.embed(self.encoder, self._base.feeder, self._base.rows(texts), self._tokens)
        labels = np.array([instance.label for instance in instances])
        with torch.no_grad():
            self.head.bias.zero_()
            for label in range(self.head.out_features):
                mean = torch.from_numpy(vectors[labels == label].mean(0))
                self.head.weight[label] = functional.normalize(mean, dim=0)

    def loss(self, instances: Sequence[Instance]) -> torch.Tensor:
        """Compute the cross-entropy over the articles."""
        logits = self(self._base.rows(instance.text for instance in instances))
        labels = torch.tensor([instance.label for instance in instances], device=logits.device)
        return functional.cross_entropy(logits, labels)

    def scores(self, texts: Sequence[str], chunk: int = 64) -> Array:
        """Compute logits of texts without gradients: float32 (n, articles)."""
        rows = self._base.rows(texts)
        found = np.empty((len(rows), self.head.out_features), np.float32)
        self.eval()
        with torch.no_grad():
            for part in bases.chunks(rows, self._tokens, chunk):
                found[part] = self([rows[at] for at in part]).cpu().numpy()
        return found


class TaskScorer(PairScorer):
    """The head of both pre-training tasks; RSP uses ``related_loss``."""

    def choice_loss(self, choices: Sequence[Choice]) -> torch.Tensor:
        """Compute the MCA loss: cross-entropy over the choices of each text."""
        k = len(choices[0].choices)
        logits = self(
            [choice.text for choice in choices for _ in range(k)],
            [one for choice in choices for one in choice.choices],
        ).view(len(choices), k)
        right = torch.tensor([choice.right for choice in choices], device=logits.device)
        return functional.cross_entropy(logits, right)
