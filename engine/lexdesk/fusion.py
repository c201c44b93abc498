"""Fusion: one score from words and meaning.

The weighted sum of both scores, each scaled to 0..1, as in the ENSEMBLE of Chalkidis et al. (2021,
"Regulatory Compliance through Doc2Doc Information Retrieval", section 4.5). The weight belongs to
the model and the language; reciprocal rank fusion measured worse (docs/results/fusion.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage with its fused score in 0..1 and what it was made of: BM25 and cosine, unscaled."""

    passage: int
    score: float
    words: float | None
    meaning: float | None


def fuse(
    words: Mapping[int, float], meaning: Mapping[int, float], weight: float
) -> list[Candidate]:
    """The passages of both maps, best first; ``weight`` in 0..1 is the share of meaning.

    BM25 is scaled by its maximum, so that no match is 0; cosines from their minimum to their
    maximum among the candidates. A passage without a vector yet counts as the least alike.
    """
    scaled_words = _scaled(words, lowest=0.0)
    scaled_meaning = _scaled(meaning, lowest=min(meaning.values(), default=0.0))
    candidates = [
        Candidate(
            passage,
            (1 - weight) * scaled_words.get(passage, 0.0)
            + weight * scaled_meaning.get(passage, 0.0),
            words.get(passage),
            meaning.get(passage),
        )
        for passage in words.keys() | meaning.keys()
    ]
    candidates.sort(key=lambda c: (-c.score, c.passage))
    return candidates


def _scaled(scores: Mapping[int, float], lowest: float) -> dict[int, float]:
    span = max(scores.values(), default=0.0) - lowest
    if span <= 0:
        return dict.fromkeys(scores, 1.0)
    return {passage: (score - lowest) / span for passage, score in scores.items()}
