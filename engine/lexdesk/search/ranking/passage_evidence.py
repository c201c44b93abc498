"""Evidence from the rest of a text: whose best passage has others beside it stands higher.

A statute of which ten passages are among the best answers rather than one of which a single
sentence is. Passages as evidence for their document: Callan (1994, "Passage-level evidence in document
retrieval"). The more of them a text of this length would have among the best by chance, the less
each counts. What it gave, and other forms: docs/results/fusion.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from lexdesk.search.ranking.fusion import Candidate, raised

BEST = 50
"""How many of the best passages are looked at: as many as each way of searching gives."""

_EACH = 0.02  # of the score, which lies in 0..1, for each other passage
_CHANCE = 2  # how much those count that a text has among the best by its length alone


def raise_by_evidence(
    candidates: list[Candidate],
    text_of: Mapping[int, int],
    lengths: Mapping[int, int],
    passages: int,
) -> list[Candidate]:
    """``candidates`` (best first, scores in 0..1), each text's best one raised by how many others it has among the ``BEST``.

    ``text_of`` names the text of each of these passages, ``lengths`` tells how many passages it has;
    ``passages`` are all there are. Scores stay in 0..1.
    """
    best = [each for each in candidates[:BEST] if each.passage in text_of]
    times = Counter(text_of[each.passage] for each in best)
    added: dict[int, float] = {}
    for each in best:
        text = text_of[each.passage]
        if others := times.pop(text, 1) - 1:
            by_chance = len(best) * lengths[text] / passages
            added[each.passage] = _EACH * others / (1 + _CHANCE * by_chance)
    return raised(candidates, added, "evidence")
