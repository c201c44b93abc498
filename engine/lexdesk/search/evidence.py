"""Evidence from the rest of a text: whose best passage has others beside it stands higher.

A statute of which ten passages are among the best answers rather than one of which a single
sentence is. Passages as evidence for their document: Callan (1994, "Passage-level evidence in document
retrieval"); what each adds is what it has above the last of the best, and counts the less,
the more a text of this length would have among them by chance. What it gave: docs/results/fusion.md.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from lexdesk.search.fusion import Candidate

BEST = 75
"""Passages that are evidence."""

_PART = 0.3  # of what the other passages have above the last of the best
_CHANCE = 2  # how much those count that a text would have by its length alone


def with_evidence(
    candidates: list[Candidate],
    text_of: Mapping[int, int],
    lengths: Mapping[int, int],
    passages: int,
) -> list[Candidate]:
    """``candidates`` (best first, scores in 0..1), each text's best one raised by what else it has among the ``BEST``.

    ``text_of`` names the text of each of these passages, ``lengths`` tells how many passages it has;
    ``passages`` are all there are. Scores stay in 0..1.
    """
    best = [each for each in candidates[:BEST] if each.passage in text_of]
    if not best:
        return candidates
    last = best[-1].score
    first: dict[int, Candidate] = {}
    others: dict[int, float] = {}
    for each in best:
        text = text_of[each.passage]
        if text in first:
            others[text] = others.get(text, 0.0) + each.score - last
        else:
            first[text] = each
    raised: dict[int, float] = {
        first[text].passage: _PART * above / (1 + _CHANCE * len(best) * lengths[text] / passages)
        for text, above in others.items()
    }
    if not raised:
        return candidates
    highest = max(1.0, *(each.score + raised.get(each.passage, 0.0) for each in best))
    found = []
    for each in candidates:
        beside = raised.get(each.passage, 0.0)
        score = (each.score + beside) / highest
        found.append(dataclasses.replace(each, score=score, beside=beside / highest))
    found.sort(key=lambda each: (-each.score, each.passage))
    return found
