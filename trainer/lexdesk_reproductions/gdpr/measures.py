"""The paper's measures, different from those of scikit-learn with the same names."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
COLUMNS = ("F-micro", "F-macro", "Rec@3", "MRR")


def measure(scores: Array, labels: Array) -> dict[str, float]:
    """Measure scores (queries, articles) against the right article of each query, int (queries,).

    Precision and recall of an article come from the queries with this article as first and as right
    answer. F-micro is the mean of the articles' F, F-macro the harmonic mean of their mean precision and
    mean recall, over the articles that are right for at least one query. Rec@3 is the share of queries
    with the right article among the first three.
    """
    ranks = rank(scores, labels)
    precision, recall = by_article(scores.argmax(1), labels)
    both = precision + recall
    f = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
    return {
        "F-micro": float(f.mean()),
        "F-macro": harmonic(float(precision.mean()), float(recall.mean())),
        "Rec@3": float((ranks <= 3).mean()),
        "MRR": float((1.0 / ranks).mean()),
    }


def by_article(scores: Array, labels: Array) -> tuple[Array, Array]:
    """Compute precision and recall of each article that is right for a query: float64 (articles,) each."""
    precision, recall = [], []
    for article in np.unique(labels):
        right = float(((scores == article) & (labels == article)).sum())
        precision.append(right / max(float((scores == article).sum()), 1.0))
        recall.append(right / float((labels == article).sum()))
    return np.array(precision), np.array(recall)


def rank(scores: Array, labels: Array) -> Array:
    """Rank the right article from 1; ties count as the last of equal scores."""
    right = scores[np.arange(len(labels)), labels]
    return np.asarray((scores >= right[:, None]).sum(1))


def harmonic(one: float, other: float) -> float:
    """Compute the harmonic mean, 0 if both are 0."""
    return 2 * one * other / (one + other) if one + other else 0.0
