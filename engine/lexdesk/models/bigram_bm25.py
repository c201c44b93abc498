"""How well the words of a sentence fit each of a few thousand short texts: BM25 with pairs of words.

Two words beside each other are a term of their own ("data breach", "right of access"): in law they
name what neither says alone (the ordered pairs of the sequential dependence model of Metzler and
Croft, 2005). Everything is held in memory.
"""

from __future__ import annotations

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
    """BM25 (Robertson, Zaragoza 2009) over the terms of ``units``, which are given as in ``terms``."""

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
        self._postings = {term: self._weighed(term, rows) for term, rows in found.items()}

    def _weighed(
        self, term: str, rows: list[tuple[int, float]]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        numbers, weights = zip(*rows, strict=True)
        told = np.array(weights, np.float32) * np.float32(self._idf[term])
        return np.array(numbers, np.int64), told

    def scores(self, terms: Sequence[str]) -> NDArray[np.float32]:
        """The score of each unit for the different ``terms``: float32 (units,)."""
        scores = np.zeros(self._count, np.float32)
        for term in set(terms):
            if term in self._postings:
                numbers, weights = self._postings[term]
                scores[numbers] += weights
        return scores

    def highest(self, terms: Sequence[str]) -> float:
        """The score that no unit can exceed: each of the different ``terms`` said without end."""
        idf = (self._idf.get(term, self._idf_of_unknown) for term in set(terms))
        return (_K1 + 1) * sum(idf)

    def known(self, terms: Sequence[str]) -> float:
        """The share of the different ``terms`` that any unit has, in 0..1; 0 where there are none."""
        told = set(terms)
        return sum(term in self._idf for term in told) / max(len(told), 1)


def terms(text: str, language: str) -> list[str]:
    """The stems of what ``text`` says in ``language`` (ISO 639-1), then each two that follow each other."""
    told = [word for word in accented_tokens(text) if not is_stop_word(word, language)]
    stems = [stem for stem in analysis(language).text(" ".join(told)).split() if len(stem) > 1]
    return [*stems, *(f"{one} {next_one}" for one, next_one in pairwise(stems))]
