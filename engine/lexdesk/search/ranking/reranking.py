"""The best candidates in the order of a reranker, which reads question and passages.

It is too slow to look at more than the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from lexdesk.document.passages import passage_text
from lexdesk.search.ranking.fusion import Candidate, followed_by

if TYPE_CHECKING:
    from lexdesk.models.reranker import Reranker
    from lexdesk.storage import Store


def rerank(
    candidates: Sequence[Candidate], question: str, store: Store, reranker: Reranker
) -> list[Candidate]:
    """``candidates``, best first, of which the first stand as ``reranker`` orders them.

    Their score is what it makes of both, in 0..1; the others follow in their order, with scores brought
    below the last of these. All stay as they are where the reranker cannot read the question, and where the
    question is like passages that cite one of the first: such a text has few words of what it is about.
    """
    best, others = candidates[: reranker.depth], candidates[reranker.depth :]
    if any(each.cited for each in best):
        return list(candidates)
    rows = store.passages(each.passage for each in best)
    read = [each for each in best if each.passage in rows]
    texts = [passage_text(rows[each.passage].heading, rows[each.passage].text) for each in read]
    scores = reranker.scores(question, texts) if texts else None
    if scores is None:
        return list(candidates)
    fused = np.array([each.score for each in read], np.float32)
    combined = reranker.combined(fused, scores)
    found = [
        each._replace(score=float(score), reranked=float(own))
        for each, score, own in zip(read, combined, scores, strict=True)
    ]
    found.sort(key=lambda each: (-each.score, each.passage))
    return followed_by(found, others)
