"""First-stage systems without an encoder, and BM25 with one: scores of (queries, acts)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lexdesk.evaluation.run import Run
from lexdesk_reproductions import lexical
from lexdesk_reproductions.bases import Array
from lexdesk_reproductions.regir.dataset import Act, Dataset
from lexdesk_reproductions.regir.denoising import make_denoiser
from lexdesk_reproductions.word_vectors import Lexicon, WordVectors, word2vec
from lexdesk_reproductions.words import Tokens


@dataclass(frozen=True)
class Lexicals:
    """Words of acts and queries; of their titles alone if ``titles`` is set."""

    dataset: Dataset
    titles: bool = False

    @cached_property
    def tokens(self) -> Tokens:
        """Return a denoiser by the acts' own words."""
        return make_denoiser([act.text for act in self.dataset.acts.values()])

    def texts(self, acts: Sequence[Act]) -> list[str]:
        """Return titles, or titles and texts."""
        return [act.title if self.titles else f"{act.title}\n{act.text}" for act in acts]

    @cached_property
    def counts(self) -> lexical.Counts:
        """Return the words of the acts."""
        return lexical.count(self.texts(list(self.dataset.acts.values())), self.tokens)

    @cached_property
    def query_vectors(self) -> lexical.Sparse:
        """Return the words of the queries."""
        return self.counts.count_others(
            self.texts(list(self.dataset.queries.values())), self.tokens
        )

    def bm25(self, k1: float, b: float) -> Array:
        """Score by BM25."""
        return lexical.scores(self.query_vectors, lexical.bm25(self.counts, k1, b))

    @cached_property
    def rarity(self) -> dict[str, float]:
        """Return the inverse document frequency of each word."""
        values = lexical.idf(self.counts)
        return {word: float(values[at]) for word, at in self.counts.vocabulary.items()}


def trained_vectors(words: Lexicals, settings: WordVectors) -> Lexicon:
    """Train word2vec on the denoised acts."""
    return word2vec([words.tokens(act.text) for act in words.dataset.acts.values()], settings)


def centroids(words: Lexicals, lexicon: Lexicon) -> Array:
    """Compute W2V-CENT: cosines of means of word vectors weighted by rarity."""
    sides = (words.dataset.acts.values(), words.dataset.queries.values())
    acts, queries = (
        np.stack([
            lexicon.mean(words.tokens(text), words.rarity) for text in words.texts(list(side))
        ])
        for side in sides
    )  # fmt: skip
    return np.asarray(queries @ acts.T)


def of_ranked(dataset: Dataset, scores: Array) -> Array:
    """Set the scores (queries, acts) of excluded acts to NaN.

    A query act is nearest to itself and would distort the scale of all others.
    """
    place = {act: at for at, act in enumerate(dataset.acts)}
    found = np.array(scores, float)
    for row, query in zip(found, dataset.queries, strict=True):
        row[[place[document] for document in _barred_acts(dataset, query) if document in place]] = (
            np.nan
        )
    return found


def scale_rows(scores: Array) -> Array:
    """Scale each row to 0..1; NaN stays."""
    low, high = (bound(scores, axis=1, keepdims=True) for bound in (np.nanmin, np.nanmax))
    return np.asarray((scores - low) / np.maximum(high - low, 1e-9))


def ensemble(encoder: Array, words: Array, alpha: float) -> Array:
    """Compute ENSEMBLE = alpha * encoder + (1 - alpha) * BM25, both scaled to 0..1."""
    return alpha * scale_rows(encoder) + (1 - alpha) * scale_rows(words)


def run(dataset: Dataset, scores: Array, depth: int = 2_000) -> Run:
    """Rank the best ``depth`` acts of each query, without itself and barred ones."""
    acts = np.array(list(dataset.acts))
    found: Run = {}
    for query, row in zip(dataset.queries, scores, strict=True):
        barred = _barred_acts(dataset, query)
        order = np.argsort(-row, kind="stable")[: depth + len(barred)]
        ranking = [(str(acts[at]), float(row[at])) for at in order if acts[at] not in barred]
        found[query] = ranking[:depth]
    return found


def _barred_acts(dataset: Dataset, query: str) -> set[str]:
    """Return the query itself, and its barred acts."""
    return {query, *dataset.barred.get(query, ())}
