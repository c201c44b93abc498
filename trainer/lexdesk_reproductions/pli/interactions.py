"""Interactions of the paragraphs of a query with those of its best cases: input of stage 2, cached on disk."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from lexdesk_reproductions import lexical
from lexdesk_reproductions.bases import Array, Base
from lexdesk_reproductions.lexical import Sparse
from lexdesk_reproductions.pli.first_stage import FirstStage
from lexdesk_reproductions.pli.network import PooledInteractions, pool
from lexdesk_reproductions.pli.pairs import ParagraphPairs
from lexdesk_reproductions.pli.paragraphs import at_least_one
from lexdesk_reproductions.pli.settings import Settings
from lexdesk_reproductions.words import make_tokenizer


class Interactions:
    """Pooled interactions of queries with their ``best`` cases, in files below ``folder``."""

    def __init__(
        self,
        stage: FirstStage,
        best: Mapping[str, Sequence[str]],
        base: Base,
        settings: Settings,
        folder: Path,
    ):
        self._stage, self._best, self._base = stage, best, base
        self._settings, self._folder = settings, folder
        self._rarity = lexical.idf(stage.counts)

    def of(self, query: str, encoder: ParagraphPairs) -> dict[str, PooledInteractions]:
        """Encode a query with each of its best cases."""
        best, text = self._best[query], self._stage.cases.queries[query]
        cases = (self._stage.cases.documents[case] for case in best)
        cache_key = (self._settings, encoder.fingerprint, text, *cases)
        place = self._folder / f"{hashlib.sha256(repr(cache_key).encode()).hexdigest()}.npz"
        if not place.exists():
            rows = [self._met(query, case, encoder) for case in best]
            place.parent.mkdir(parents=True, exist_ok=True)
            whole = place.with_suffix(".part.npz")
            np.savez(whole, *rows)
            whole.replace(place)
        relevant = self._stage.cases.qrels[query]
        with np.load(place) as kept:
            return {
                case: PooledInteractions(kept[f"arr_{at}"], bool(relevant.get(case)))
                for at, case in enumerate(best)
            }

    def _met(self, query: str, case: str, encoder: ParagraphPairs) -> Array:
        cases, settings = self._stage.cases, self._settings.stage2
        mine, my_words = self._paragraphs(cases.queries[query], settings.of_n)
        theirs, their_words = self._paragraphs(cases.documents[case], settings.of_m)
        left, right = nearest((my_words @ their_words.T).toarray(), settings.n, settings.m)
        one, other = (
            self._base.rows(texts[at] for at in chosen)
            for texts, chosen in ((mine, left), (theirs, right))
        )
        return pool(encoder.interactions(one, other, settings.tokens))

    @lru_cache(maxsize=512)  # noqa: B019 - it lives as long as the laboratory
    def _paragraphs(self, text: str, most: int) -> tuple[list[str], Sparse]:
        """Return at least one paragraph, and the TF-IDF words of each."""
        found = at_least_one(text, most, self._settings.stage2.words)
        counts = self._stage.counts.count_others(found, make_tokenizer("en"))
        return found, lexical.tf_idf(counts, self._rarity)


def nearest(cosines: Array, n: int, m: int) -> tuple[list[int], list[int]]:
    """Return the ``n`` rows and ``m`` columns with the highest cosines, each in the order of the text."""
    return _highest(cosines.max(axis=1), n), _highest(cosines.max(axis=0), m)


def _highest(cosines: Array, count: int) -> list[int]:
    return sorted(np.argsort(-cosines, kind="stable")[:count].tolist())
