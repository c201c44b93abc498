"""Similarity of recitals and articles: lexical and semantic."""

import math
from collections import Counter
from collections.abc import Sequence
from heapq import nlargest

import numpy as np
from numpy.typing import NDArray

from lexdesk.text.tokens import tokens

Matrix = NDArray[np.float32]

_MOST_CELLS = 100_000_000
"""Texts times terms, of four bytes each; the rarest terms of more are left out."""


def compute_lexical_similarity(recitals: Sequence[str], articles: Sequence[str]) -> Matrix:
    """Return cosines of tf-idf vectors in 0..1, float32 (recitals, articles).

    Terms have the weight ``(1 + ln tf) * ln(N / df)`` within this act (Salton and Buckley 1988).
    Both sides are long texts: BM25, designed for short queries, measured worse here.
    """
    counts = [Counter(tokens(text)) for text in (*recitals, *articles)]
    frequency = Counter(term for terms in counts for term in terms)
    vectors = [
        {t: (1 + math.log(n)) * math.log(len(counts) / frequency[t]) for t, n in terms.items()}
        for terms in counts
    ]
    left, right = vectors[: len(recitals)], vectors[len(recitals) :]
    common = set().union(*left) & set().union(*right)
    most = _MOST_CELLS // max(len(vectors), 1)
    if len(common) > most:
        common = set(nlargest(most, common, key=lambda term: (frequency[term], term)))
    columns = {t: i for i, t in enumerate(common)}
    return _rows(left, columns) @ _rows(right, columns).T


def _rows(vectors: Sequence[dict[str, float]], columns: dict[str, int]) -> Matrix:
    """Return unit vectors with the terms in ``columns``, float32 (vectors, columns)."""
    rows = np.zeros((len(vectors), len(columns)), np.float32)
    for row, vector in zip(rows, vectors, strict=True):
        length = math.sqrt(sum(weight * weight for weight in vector.values())) or 1.0
        for term, weight in vector.items():
            if term in columns:
                row[columns[term]] = weight / length
    return rows


def compute_semantic_similarity(recitals: Sequence[Matrix], articles: Sequence[Matrix]) -> Matrix:
    """Return pooled cosines of passages, float32 (recitals, articles).

    Each recital and article has its passages' vectors, (passages, dimensions), rows of unit length.
    Each passage of a recital is matched with the most similar passage of the article; the
    similarity is the mean over the recital's passages. A text without passages has similarity 0.
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


def combine_similarities(lexical: Matrix, semantic: Matrix, weight: float) -> Matrix:
    """Add both similarities, each row scaled by its maximum, like the fusion in hybrid search.

    ``weight`` in 0..1 is the share of ``semantic``. The result lies in 0..1.
    """
    return (1 - weight) * _scale(lexical) + weight * _scale(semantic)


def _scale(scores: Matrix) -> Matrix:
    positive: Matrix = np.maximum(scores, 0)
    highest = positive.max(axis=1, keepdims=True)
    highest[highest == 0] = 1
    positive /= highest
    return positive
