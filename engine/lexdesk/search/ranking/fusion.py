"""Fusion: one score from lexical and semantic scores.

The weighted sum of both scores, each scaled to 0..1, as in the ENSEMBLE of Chalkidis et al. (2021,
"Regulatory Compliance through Doc2Doc Information Retrieval", section 4.5). The weight depends on
the model, the language, and the length of the query; reciprocal rank fusion measured worse
(docs/results/relevance.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

_Boost = Literal["evidence", "cited", "feedback"]


class Candidate(NamedTuple):
    """A passage with its fused score in 0..1 and the unscaled BM25 score and cosine behind it.

    ``evidence`` and ``cited`` are the boosts by other passages of its text and by similar passages that cite it,
    ``feedback`` that by words of the best candidates; ``reranked`` is the score of the re-ranker, ``subject`` that of
    the subject index that placed it.
    """

    passage: int
    score: float
    lexical: float | None
    semantic: float | None
    evidence: float = 0.0
    cited: float = 0.0
    reranked: float | None = None
    subject: str = ""
    feedback: float = 0.0


def fuse(
    lexical: Mapping[int, float], semantic: Mapping[int, float], weight: float
) -> list[Candidate]:
    """Fuse both scores, best first; ``weight`` in 0..1 is that of semantic scores.

    Each score is divided by its maximum, so that the score of a hit does not depend on the depth of retrieval; scaling
    cosines from their minimum measured the same. Negative cosines count 0. A passage without an embedding takes its
    lexical score for both: else passages encoded first would rank first.
    """
    scaled_lexical = _scale(lexical)
    scaled_semantic = scaled_lexical | _scale(semantic)
    lexical_weight = 1 - weight
    ranked = sorted(
        (
            -(
                lexical_weight * scaled_lexical.get(passage, 0.0)
                + weight * scaled_semantic.get(passage, 0.0)
            ),
            passage,
        )
        for passage in lexical.keys() | semantic.keys()
    )
    return [
        Candidate(passage, -negative, lexical.get(passage), semantic.get(passage))
        for negative, passage in ranked
    ]


def boost(
    candidates: Sequence[Candidate], added: Mapping[int, float], by: _Boost
) -> list[Candidate]:
    """Add boosts to ``candidates`` and sort them; scores above 1 scale all scores down."""
    if not added:
        return list(candidates)
    highest = max(
        1.0,
        *(candidate.score for candidate in candidates),
        *(c.score + added[c.passage] for c in candidates if c.passage in added),
    )
    found = [
        _plus(candidate, added.get(candidate.passage, 0.0), by, highest)
        if highest != 1 or candidate.passage in added
        else candidate
        for candidate in candidates
    ]
    found.sort(key=lambda candidate: (-candidate.score, candidate.passage))
    return found


def append_candidates(best: Sequence[Candidate], others: Sequence[Candidate]) -> list[Candidate]:
    """Concatenate ``best`` and ``others``; scores of ``others`` are scaled below the last of ``best``."""
    if not best or not others or others[0].score <= best[-1].score:
        return [*best, *others]
    scale = best[-1].score / others[0].score
    return [*best, *(other._replace(score=scale * other.score) for other in others)]


def _plus(candidate: Candidate, more: float, by: _Boost, highest: float) -> Candidate:
    if not more and highest == 1:
        return candidate
    evidence = candidate.evidence + (more if by == "evidence" else 0)
    cited = candidate.cited + (more if by == "cited" else 0)
    feedback = candidate.feedback + (more if by == "feedback" else 0)
    return Candidate(
        candidate.passage, (candidate.score + more) / highest, candidate.lexical, candidate.semantic,
        evidence / highest, cited / highest, candidate.reranked, feedback=feedback / highest,
    )  # fmt: skip


def _scale(scores: Mapping[int, float]) -> dict[int, float]:
    highest = max(scores.values(), default=0.0)
    return (
        {passage: max(score, 0.0) / highest for passage, score in scores.items()}
        if highest > 0
        else {}
    )
