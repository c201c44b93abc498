"""BM25 of a sentence against a few thousand short texts, with word pairs.

Two adjacent words are a term of their own ("data breach", "right of access"): in law the pair has a
meaning of its own (the ordered pairs of the sequential dependence model of Metzler and Croft, 2005).
All data is held in memory.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.idf import compute_idf
from lexdesk.text.tokens import accented_tokens

_K1 = 2.0
_B = 0.5


class UnitWords:
    """BM25 (Robertson, Zaragoza 2009) over the terms of ``units``, as returned by ``terms``."""

    def __init__(self, units: Sequence[Sequence[str]]):
        self._count = len(units)
        lengths = [len(unit) for unit in units]
        average = sum(lengths) / max(len(units), 1)
        found: dict[str, list[tuple[int, float]]] = {}
        for number, unit in enumerate(units):
            norm = _K1 * (1 - _B + _B * lengths[number] / max(average, 1))
            for term, times in Counter(unit).items():
                found.setdefault(term, []).append((number, times * (_K1 + 1) / (times + norm)))
        self._idf = {term: compute_idf(len(rows), self._count) for term, rows in found.items()}
        self._idf_of_unknown = compute_idf(0, self._count)
        self._postings = {term: self._contributions(term, rows) for term, rows in found.items()}

    def _contributions(
        self, term: str, rows: list[tuple[int, float]]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        numbers, weights = zip(*rows, strict=True)
        contributions = np.array(weights, np.float32) * np.float32(self._idf[term])
        return np.array(numbers, np.int64), contributions

    def scores(self, terms: Sequence[str]) -> NDArray[np.float32]:
        """Return the score of each unit for the distinct ``terms``: float32 (units,)."""
        scores = np.zeros(self._count, np.float32)
        for term in set(terms):
            if term in self._postings:
                numbers, weights = self._postings[term]
                scores[numbers] += weights
        return scores

    def highest(self, terms: Sequence[str]) -> float:
        """Return the upper limit of the scores: each of the distinct ``terms`` with unlimited occurrences."""
        idf = (self._idf.get(term, self._idf_of_unknown) for term in set(terms))
        return (_K1 + 1) * sum(idf)

    def known_share(self, terms: Sequence[str]) -> float:
        """Return the share of the distinct ``terms`` found in any unit, in 0..1; 0 without terms."""
        distinct = set(terms)
        return sum(term in self._idf for term in distinct) / max(len(distinct), 1)


def terms(text: str, language: str) -> list[str]:
    """Return the stems of ``text`` in ``language`` (ISO 639-1), then each pair of successive stems."""
    words = [word for word in accented_tokens(text) if not is_stop_word(word, language)]
    stems = [stem for stem in analysis(language).text(" ".join(words)).split() if len(stem) > 1]
    return [*stems, *(f"{one} {next_one}" for one, next_one in pairwise(stems))]
