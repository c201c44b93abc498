"""Relevance feedback: candidates with the words that the best ones share rank higher, for a very long query.

Such a query, as a headnote, has many words of its own case; what the best candidates share tells its matter. The best
words of the mean vector of texts are added as by Rocchio (1971, "Relevance feedback in information retrieval"), as if
the best candidates were relevant. The first one stays first. Measured: docs/results/relevance.md.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from lexdesk.search.ranking.fusion import Candidate, boost
from lexdesk.text.idf import compute_idf
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import tokens

TEXTS = 5
"""Number of best texts, each by its best passage, whose words count."""

_WORDS = 10  # with the greatest weight
_BOOST = 0.8  # of the score (0..1), for the candidate with the most of these words
_NONE, _ALL = 60, 120  # distinct words of a query, from which the boost begins, and is whole
_SHORTEST = 4  # letters of a word that counts
# A masked citation, such as [REF]: the query asks for what is left out, not for texts on its own matter.
_MASKED = lazy_pattern(r"\[[^\W\d_][^\[\]]{0,11}\]")


def feedback_share(query: str) -> float:
    """Return the share (0..1) of the boost for a ``query`` of this length; none with a masked citation."""
    if _MASKED.search(query):
        return 0.0
    words = {word for word in tokens(query) if len(word) >= _SHORTEST}
    return min(1.0, max(0.0, (len(words) - _NONE) / (_ALL - _NONE)))


def feedback_words(
    passages: Sequence[str],
    frequencies: Callable[[Iterable[str]], Mapping[str, int]],
    size: int,
) -> dict[str, float]:
    """Return the words of most weight in the mean vector of ``passages``: logarithm of the count, times IDF.

    ``frequencies`` returns in how many of the ``size`` passages of the library each word is.
    """
    counts = [Counter(tokens(passage)) for passage in passages]
    found = frequencies(set().union(*counts))
    idf = {word: compute_idf(n, size) for word, n in found.items()}
    weights: dict[str, float] = {}
    for words in counts:
        vector = {w: math.log1p(n) * idf[w] for w, n in words.items() if w in idf}
        length = math.hypot(*vector.values()) or 1.0
        for word, weight in vector.items():
            weights[word] = weights.get(word, 0.0) + weight / length
    return dict(sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:_WORDS])


def raise_by_feedback(
    candidates: Sequence[Candidate], scores: Mapping[int, float], share: float
) -> list[Candidate]:
    """Raise ``candidates``, best first, by their BM25 ``scores`` for the words of feedback.

    The highest score adds a ``share`` of the boost. So does the first candidate, which no other then passes.
    """
    highest = max(scores.values(), default=0.0)
    if highest <= 0:
        return list(candidates)
    raising = _BOOST * share / highest
    added = {c.passage: raising * scores[c.passage] for c in candidates if c.passage in scores}
    added[candidates[0].passage] = _BOOST * share
    return boost(candidates, added, "feedback")
