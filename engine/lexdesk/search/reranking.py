"""The best candidates in the order of a cross-encoder, which reads question and passage together.

Nogueira and Cho (2019, "Passage Re-ranking with BERT"): it is too slow to look at more than the best.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lexdesk.passages import passage_text
from lexdesk.search.fusion import Candidate

if TYPE_CHECKING:
    from lexdesk.models.reranker import Reranker
    from lexdesk.store import Store

RERANKED = 30
"""So many of the best candidates are read."""


def reranked(
    candidates: Sequence[Candidate], question: str, store: Store, reranker: Reranker
) -> list[Candidate]:
    """``candidates``, best first, of which the first ``RERANKED`` stand as ``reranker`` orders them.

    Their score is the logistic function of the reranker's, in 0..1; the others follow with 0.
    """
    rows = store.passages(each.passage for each in candidates[:RERANKED])
    read = [each for each in candidates[:RERANKED] if each.passage in rows]
    texts = [passage_text(rows[each.passage].heading, rows[each.passage].text) for each in read]
    scored = [
        dataclasses.replace(each, score=_in_0_1(score), reranked=score)
        for each, score in zip(read, map(float, reranker.scores(question, texts)), strict=True)
    ]
    scored.sort(key=lambda each: (-(each.reranked or 0), each.passage))
    return [*scored, *(dataclasses.replace(each, score=0.0) for each in candidates[RERANKED:])]


def _in_0_1(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))
