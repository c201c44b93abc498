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
    """A passage with its fused score in 0..1 and what it was made of: BM25 and cosine, unscaled.

    ``beside`` is what other passages of its text added to the score, ``cited`` what passages like the query
    added that cite it, ``reranked`` what a reranker that read it thinks of it, of which the score was made.
    """

    passage: int
    score: float
    words: float | None
    meaning: float | None
    beside: float = 0.0
    cited: float = 0.0
    reranked: float | None = None


def fuse(
    words: Mapping[int, float], meaning: Mapping[int, float], weight: float
) -> list[Candidate]:
    """The passages of both maps, best first; ``weight`` in 0..1 is the share of meaning.

    Each score is divided by its maximum, so that a hit's score does not depend on how deep one
    looked; scaling cosines from their minimum measured the same. A passage without a vector yet, or
    with a negative cosine, counts as unlike.
    """
    scaled_words = _scaled(words)
    scaled_meaning = _scaled(meaning)
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


def _scaled(scores: Mapping[int, float]) -> dict[int, float]:
    highest = max(scores.values(), default=0.0)
    return (
        {passage: max(score, 0.0) / highest for passage, score in scores.items()}
        if highest > 0
        else {}
    )
