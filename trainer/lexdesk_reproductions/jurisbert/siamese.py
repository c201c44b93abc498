"""Siamese fine-tuning (Reimers & Gurevych 2019): one encoder for both texts, the cosine as grade."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from lexdesk_reproductions import bases, learning
from lexdesk_reproductions.bases import Array, Base
from lexdesk_reproductions.jurisbert.pairs import Pair
from lexdesk_reproductions.jurisbert.settings import FineTuning
from lexdesk_reproductions.thresholds import best_f1
from lexdesk_trainer.encoders.sentence_encoder import mean


def cosines(base: Base, pairs: Sequence[Pair], tokens: int) -> Array:
    """Compute the cosine of each pair, cut to ``tokens``; every text is encoded once: float32 (n,)."""
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.left, pair.right)))
    vectors = bases.embed(base.clone(), base.feeder, base.rows(texts), tokens)
    place = {text: at for at, text in enumerate(texts)}
    left, right = (
        vectors[[place[text] for text in side]]
        for side in ([pair.left for pair in pairs], [pair.right for pair in pairs])
    )
    return np.asarray((left * right).sum(1))


def cosine_loss(left: torch.Tensor, right: torch.Tensor, grades: torch.Tensor) -> torch.Tensor:
    """Average (cosine - grade) ** 2: (n, D), (n, D), (n,) -> ()."""
    return functional.mse_loss(functional.cosine_similarity(left, right), grades)


def fine_tune(
    base: Base, train: Sequence[Pair], dev: Sequence[Pair], settings: FineTuning, folder: Path
) -> Base:
    """Train ``base`` by the cosine loss on ``train``; keep the weights of the best F1 on ``dev``."""
    encoder, feeder = base.clone(), base.feeder

    def embedded(texts: Sequence[str]) -> torch.Tensor:
        batch = feeder.feed_texts(base.rows(texts), settings.tokens)
        return mean(bases.encode_tokens(encoder, batch), batch.mask)

    def loss(pairs: Sequence[Pair]) -> torch.Tensor:
        left = embedded([pair.left for pair in pairs])
        right = embedded([pair.right for pair in pairs])
        grades = torch.tensor([pair.grade for pair in pairs], device=left.device)
        return cosine_loss(left, right, grades)

    def judge() -> float:
        found = cosines(Base(base.name, encoder, base.tokenizer), dev, settings.tokens)
        return best_f1(found, np.array([pair.same for pair in dev]))[1]

    inputs = settings, base.fingerprint, tuple(dev)
    fingerprint = learning.train(encoder, train, loss, settings, folder, inputs, judge=judge)
    return Base(f"{base.name}, fine-tuned", encoder.cpu(), base.tokenizer, fingerprint)
