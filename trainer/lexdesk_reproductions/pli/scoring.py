"""Precision, recall and F1 over all pairs of queries and cases."""

from collections.abc import Mapping

from lexdesk.evaluation.collection import Qrels

Scored = Mapping[str, frozenset[str]]
"""The cases named by a system for each query."""


def over_pairs(scored: Scored, qrels: Qrels) -> dict[str, float]:
    """Micro-average over the queries of ``qrels``; unretrieved cases count as not named."""
    right = sum(
        len(scored.get(query, frozenset()) & judged.keys()) for query, judged in qrels.items()
    )
    named = sum(len(scored.get(query, ())) for query in qrels)
    relevant = sum(len(judged) for judged in qrels.values())
    precision, recall = right / max(named, 1), right / max(relevant, 1)
    both = precision + recall
    f1 = 2 * precision * recall / both if both else 0.0
    return {"precision": precision, "recall": recall, "F1": f1}


def by_query(scored: Scored, qrels: Qrels) -> list[float]:
    """Compute F1 of each query, in the order of ``qrels``, for the paired test."""
    return [over_pairs(scored, {query: judged})["F1"] for query, judged in qrels.items()]
