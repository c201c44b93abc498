"""Lexical similarity of the paragraphs of a query to a case: interactions without an encoder.

No system of the papers: it shows the effect of their second stage on all 54 and 40 paragraphs without the
cost of encoding pairs.
"""

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from lexdesk_reproductions import lexical
from lexdesk_reproductions.lexical import Sparse
from lexdesk_reproductions.pli.first_stage import FirstStage
from lexdesk_reproductions.pli.network import PooledInteractions
from lexdesk_reproductions.pli.paragraphs import at_least_one
from lexdesk_reproductions.pli.settings import Stage2
from lexdesk_reproductions.words import make_tokenizer

_RANK = 10


class Closeness:
    """Features of each paragraph of a query with each case: float32 (n, 3).

    The highest TF-IDF cosine with a paragraph of the case; its distance to the mean over all cases, in
    tenths of a deviation; and its distance to the tenth case. A paragraph similar to many cases alike
    says little of any of them.
    """

    def __init__(self, stage: FirstStage, settings: Stage2):
        self._stage, self._settings = stage, settings
        self._rarity = lexical.idf(stage.counts)
        self._at = {case: at for at, case in enumerate(stage.cases.documents)}

    def of(self, query: str, cases: Iterable[str]) -> dict[str, PooledInteractions]:
        """Compare a query with each of the cases."""
        text, relevant = self._stage.cases.queries[query], self._stage.cases.qrels[query]
        mine = self._weigh(self._paragraphs(text, self._settings.n))
        theirs, starts = self._searched
        best = np.maximum.reduceat((theirs @ mine.T).toarray(), starts, axis=0)  # (cases, n)
        deviation = (best - best.mean(0)) / (best.std(0) + 1e-6)
        tenth = np.sort(best, axis=0)[-min(_RANK, len(best))]
        rows = np.stack([best, deviation / 10, best - tenth], axis=2).astype(np.float32)
        return {
            case: PooledInteractions(rows[self._at[case]], bool(relevant.get(case)))
            for case in cases
        }

    @cached_property
    def _searched(self) -> tuple[Sparse, list[int]]:
        """Return the paragraphs of all cases, and the first paragraph of each case."""
        found: list[str] = []
        starts = []
        for text in self._stage.cases.documents.values():
            starts.append(len(found))
            found += self._paragraphs(text, self._settings.m)
        return self._weigh(found), starts

    def _paragraphs(self, text: str, most: int) -> list[str]:
        return at_least_one(text, most, self._settings.words)

    def _weigh(self, texts: list[str]) -> Sparse:
        counts = self._stage.counts.of(texts, make_tokenizer("en"))
        return lexical.tf_idf(counts, self._rarity)
