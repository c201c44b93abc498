"""Length penalty: a passage shorter than the query scores less.

In a heading or a fragment of a list each word weighs much for BM25, and its vector is near any question on its
subject. Scores should grow with length as relevance does: Singhal, Buckley, Mitra (1996, "Pivoted document length
normalization"). Measured: docs/results/relevance.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lexdesk.search.ranking.fusion import Candidate, append_candidates

if TYPE_CHECKING:
    from lexdesk.storage.schema import Extent

_ENOUGH = 200  # characters: a passage this long is never too short, for a question of any length
LEAST = 60
"""Characters; a shorter passage is too short for any question, such as ``(2) Der Versuch ist strafbar.``"""
_POWER = 0.5  # a passage of a quarter of the question's length counts half


def penalize_short(
    candidates: Sequence[Candidate], extents: Mapping[int, Extent], question: str
) -> list[Candidate]:
    """Scale down the scores (at least 0) of short candidates and sort, best first.

    ``extents`` are those of the top candidates; the others follow in their order.
    """
    enough = min(max(len(question), LEAST), _ENOUGH)
    best = [
        candidate._replace(score=candidate.score * (length / enough) ** _POWER)
        if (length := extents[candidate.passage].characters) < enough
        else candidate
        for candidate in candidates
        if candidate.passage in extents
    ]
    best.sort(key=lambda candidate: (-candidate.score, candidate.passage))
    return append_candidates(
        best, [candidate for candidate in candidates if candidate.passage not in extents]
    )
