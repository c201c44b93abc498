"""The inverse document frequency of BM25, as Lucene has it: positive for every word."""

from __future__ import annotations

import math


def idf_of(count: int, texts: int) -> float:
    """What a word tells that ``count`` of ``texts`` texts say; a count that is ahead of them tells least."""
    return math.log(1 + (max(texts - count, 0) + 0.5) / (count + 0.5))
