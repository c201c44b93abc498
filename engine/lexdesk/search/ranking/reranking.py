"""Re-ranking of the top candidates by a model that reads query and passage together.

It is too slow for more candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from lexdesk.document.passages import passage_text
from lexdesk.search.ranking.fusion import Candidate, append_candidates

if TYPE_CHECKING:
    from lexdesk.models.reranker import Reranker
    from lexdesk.storage import Store


def rerank(
    candidates: Sequence[Candidate], question: str, store: Store, reranker: Reranker
) -> list[Candidate]:
    """Re-rank the first ``reranker.depth`` of ``candidates``, which come best first.

    Their new score in 0..1 combines both scores; the others follow with scores below. All stay unchanged if the
    re-ranker cannot read the query, or if citation evidence raised a top candidate: the query then has few words of
    its own subject.
    """
    best, others = candidates[: reranker.depth], candidates[reranker.depth :]
    if any(candidate.cited for candidate in best):
        return list(candidates)
    rows = store.passages.by_id(candidate.passage for candidate in best)
    read = [candidate for candidate in best if candidate.passage in rows]
    texts = [
        passage_text(rows[candidate.passage].heading, rows[candidate.passage].text)
        for candidate in read
    ]
    scores = reranker.scores(question, texts) if texts else None
    if scores is None:
        return list(candidates)
    fused = np.array([candidate.score for candidate in read], np.float32)
    combined = reranker.combine(fused, scores)
    found = [
        candidate._replace(score=float(score), reranked=float(own))
        for candidate, score, own in zip(read, combined, scores, strict=True)
    ]
    found.sort(key=lambda candidate: (-candidate.score, candidate.passage))
    return append_candidates(found, others)
