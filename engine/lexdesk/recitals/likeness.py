"""How alike recitals and articles are: by words, and by meaning."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lexdesk.text.tokens import tokens

Matrix = NDArray[np.float32]


def by_words(recitals: Sequence[str], articles: Sequence[str]) -> Matrix:
    """Cosine of tf-idf vectors in 0..1 -> float32 (recitals, articles).

    Terms weigh ``(1 + ln tf) * ln(N / df)``, counted in this act alone (Salton and Buckley 1988).
    Both sides are long texts: BM25, made for short questions, measured worse here.
    """
    counts = [Counter(tokens(text)) for text in (*recitals, *articles)]
    frequency = Counter(term for terms in counts for term in terms)
    vectors = [
        {t: (1 + math.log(n)) * math.log(len(counts) / frequency[t]) for t, n in terms.items()}
        for terms in counts
    ]
    left, right = vectors[: len(recitals)], vectors[len(recitals) :]
    columns = {t: i for i, t in enumerate(set().union(*left) & set().union(*right))}
    return _rows(left, columns) @ _rows(right, columns).T


def _rows(vectors: Sequence[dict[str, float]], columns: dict[str, int]) -> Matrix:
    """Unit vectors, of which the terms in ``columns`` are kept -> float32 (vectors, columns)."""
    rows = np.zeros((len(vectors), len(columns)), np.float32)
    for row, vector in zip(rows, vectors, strict=True):
        length = math.sqrt(sum(weight * weight for weight in vector.values())) or 1.0
        for term, weight in vector.items():
            if term in columns:
                row[columns[term]] = weight / length
    return rows


def by_meaning(recitals: Sequence[Matrix], articles: Sequence[Matrix]) -> Matrix:
    """Cosines of passages, pooled -> float32 (recitals, articles).

    Each recital and article has its passages' vectors, (passages, dimensions), rows of unit length.
    Each passage of a recital looks for the passage of the article that is most like it; the recital
    is as like as its passages on average. A text without passages is unlike all others.
    """
    pooled = np.zeros((len(recitals), len(articles)), np.float32)
    filled = [at for at, passages in enumerate(articles) if len(passages)]
    if not filled:
        return pooled
    starts = np.cumsum([0, *(len(articles[at]) for at in filled[:-1])])
    all_passages = np.concatenate([articles[at] for at in filled]).T
    for row, passages in zip(pooled, recitals, strict=True):
        if len(passages):
            best = np.maximum.reduceat(passages @ all_passages, starts, axis=1)
            row[filled] = best.mean(axis=0)
    return pooled


def combined(words: Matrix, meaning: Matrix, weight: float) -> Matrix:
    """Both added up, each recital's scores divided by its highest, as search fuses its candidates.

    ``weight`` in 0..1 is the share of meaning. The result lies in 0..1.
    """
    return (1 - weight) * _scaled(words) + weight * _scaled(meaning)


def _scaled(scores: Matrix) -> Matrix:
    positive: Matrix = np.maximum(scores, 0)
    highest = positive.max(axis=1, keepdims=True)
    highest[highest == 0] = 1
    positive /= highest
    return positive
