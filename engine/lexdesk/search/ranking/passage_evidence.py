"""Passage-level evidence: further top passages of a text raise its best one.

A statute with ten top passages is a better answer than one with a single matching sentence: Callan (1994,
"Passage-level evidence in document retrieval"). The more top passages a text of this length would have by chance,
the less each counts. Measured: docs/results/relevance.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from lexdesk.search.ranking.fusion import Candidate, boost

BEST = 50
"""Number of best passages examined: as many as lexical and semantic search each return."""

_EACH = 0.02  # of the score (0..1), for each other passage
_CHANCE = 2  # weight of the passages expected among the best from a text's length alone


def raise_by_evidence(
    candidates: list[Candidate],
    text_of: Mapping[int, int],
    lengths: Mapping[int, int],
    passages: int,
    share: float = 1.0,
) -> list[Candidate]:
    """Raise the best candidate of each text by the number of its other passages among the ``BEST``.

    ``candidates`` come best first with scores in 0..1; ``text_of`` maps passages to texts, ``lengths`` texts to their
    number of passages; ``passages`` is the size of the library. Each counts by a ``share``. Scores stay in 0..1.
    """
    best = [candidate for candidate in candidates[:BEST] if candidate.passage in text_of]
    times = Counter(text_of[candidate.passage] for candidate in best)
    added: dict[int, float] = {}
    for candidate in best:
        text = text_of[candidate.passage]
        if others := times.pop(text, 1) - 1:
            by_chance = len(best) * lengths[text] / passages
            added[candidate.passage] = share * _EACH * others / (1 + _CHANCE * by_chance)
    return boost(candidates, added, "evidence")
