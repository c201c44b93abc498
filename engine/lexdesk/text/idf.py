"""The inverse document frequency of BM25, as in Lucene: positive for every word."""

import math


def compute_idf(count: int, texts: int) -> float:
    """Return the IDF of a word in ``count`` of ``texts`` texts; a ``count`` above ``texts`` is clipped."""
    return math.log(1 + (max(texts - count, 0) + 0.5) / (count + 0.5))
