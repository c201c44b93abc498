"""The first stage of one direction: shared inputs of Table 4 and of Figures 3 to 6."""

from collections.abc import Hashable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeVar

import numpy as np

from lexdesk.evaluation.run import Run
from lexdesk.models import encoder, manifest
from lexdesk_reproductions import bases
from lexdesk_reproductions.bases import Array, Base
from lexdesk_reproductions.ledger import Values
from lexdesk_reproductions.regir import concepts, dates, layers, prefetch, scoring
from lexdesk_reproductions.regir.dataset import Act, Dataset
from lexdesk_reproductions.regir.layers import Place
from lexdesk_reproductions.regir.prefetch import Lexicals
from lexdesk_reproductions.regir.settings import Settings
from lexdesk_reproductions.significance import paired_t_test
from lexdesk_reproductions.word_vectors import Lexicon
from lexdesk_trainer.encoders import trained_encoder

Encoder = Literal["MiniLM", "C-BERT"]
EMBEDDER = "The embedder that ships"
K = TypeVar("K", bound=Hashable)

_PIECES = 2
_WORDS = 110  # a piece: some 150 tokens


class Laboratory:
    """Shared inputs of the rows of one direction."""

    def __init__(self, dataset: Dataset, data: Path, settings: Settings, work: Path):
        self.dataset, self.settings, self._data, self.work = dataset, settings, data, work
        self.words = Lexicals(dataset)
        self.known: dict[str, Array] = {}
        self._layers: dict[Encoder, dict[Place, Array]] = {}

    def run(self, scores: Array) -> Run:
        """Rank acts by scores."""
        return prefetch.run(self.dataset, scores)

    @cached_property
    def grid(self) -> dict[tuple[float, float], Array]:
        """Return scores by BM25 for each k1 and b."""
        settings = self.settings
        return {(k1, b): self.words.bm25(k1, b) for k1 in settings.k1 for b in settings.b}

    @cached_property
    def bm25(self) -> Array:
        """Return BM25 with k1 and b chosen on the other queries."""
        return self._choose(self.grid)[0]

    def heat(self, k1: float) -> Values:
        """Compute R@100 for each b: a line of Figure 3."""
        return {f"b {b}": self._first(self.words.bm25(k1, b))["R@100"] for b in self.settings.b}

    def _choose(self, options: Mapping[K, Array]) -> tuple[Array, list[K]]:
        """Return for each query the option that is best on the others, and its scores."""
        values = {option: self.by_query(scores)["R@100"] for option, scores in options.items()}
        queries = list(self.dataset.queries)
        chosen = scoring.left_out(values, queries)
        rows = [options[chosen[query]][at] for at, query in enumerate(queries)]
        return np.stack(rows), list(chosen.values())

    def by_query(self, scores: Array) -> dict[str, dict[str, float]]:
        """Measure each query."""
        return scoring.by_query(self.run(scores), self.dataset.qrels)

    def _first(self, scores: Array) -> dict[str, float]:
        values = self.by_query(scores)
        bm25 = list(self.by_query(self.bm25)["R@100"].values())
        p = paired_t_test(list(values["R@100"].values()), bm25)
        return {**scoring.score(values), "p": p}

    def first(self, name: str) -> Values:
        """Compute a row of Table 4."""
        return self._first(self.scores(name))

    def scores(self, name: str) -> Array:
        """Return the scores of a first-stage system, computed once."""
        if name not in self.known:
            self.known[name] = self._scores(name)
        return self.known[name]

    def _scores(self, name: str) -> Array:
        if name == "BM25":
            return self.bm25
        if name == "BM25, titles":
            return Lexicals(self.dataset, titles=True).bm25(1.2, 0.75)
        if name == "W2V-CENT":
            return prefetch.centroids(self.words, self.lexicon)
        if name == "C-BERT":
            return self._choose(self.layers("C-BERT"))[0]
        if name == EMBEDDER:
            return cosines(self.dataset)
        return self.layers("MiniLM")["mean", self.settings.layers]

    def layers(self, encoder: Encoder) -> dict[Place, Array]:
        """Return the scores of an encoder by pooling and layer, computed once."""
        if encoder not in self._layers:
            base = self.concept_base if encoder == "C-BERT" else self.general
            self._layers[encoder] = layers.cosines(base, self.dataset, self.settings.reading)
        return self._layers[encoder]

    def combine(self, encoder: str = "C-BERT") -> Values:
        """Compute the row of ENSEMBLE, or of one with another encoder."""
        scores, alphas = self._ensemble if encoder == "C-BERT" else self._choose_alpha(encoder)
        return {**self._first(scores), "alpha": float(np.mean(alphas))}

    @property
    def ensemble(self) -> Array:
        """Return the scores of ENSEMBLE, alpha of each query chosen on the others."""
        return self._ensemble[0]

    @cached_property
    def _ensemble(self) -> tuple[Array, list[float]]:
        return self._choose_alpha("C-BERT")

    def _choose_alpha(self, encoder: str) -> tuple[Array, list[float]]:
        both = (self.scores(encoder), self.bm25)
        scores, words = (prefetch.of_ranked(self.dataset, value) for value in both)
        return self._choose({
            alpha: prefetch.ensemble(scores, words, alpha) for alpha in scoring.ALPHAS
        })  # fmt: skip

    @cached_property
    def lexicon(self) -> Lexicon:
        """Train word vectors on the acts by word2vec."""
        return prefetch.trained_vectors(self.words, self.settings.vectors)

    @cached_property
    def general(self) -> Base:
        """Return MiniLM."""
        return bases.load_general(trained_encoder.minilm(), self.settings.layers)

    @cached_property
    def concept_base(self) -> Base:
        """Return C-BERT, trained without searched acts and queries."""
        settings = self.settings.concepts
        barred = {*self.dataset.acts, *self.dataset.queries}
        texts = concepts.acts(self._data, barred, settings)
        examples = concepts.label_acts(self.general, texts, settings)
        return concepts.train_concepts(self.general, examples, settings, self.work / "concepts")

    def layer(self, encoder: Encoder, place: Place) -> Values:
        """Compute R@100 of an encoder at one place: a point of Figure 4."""
        return self._first(self.layers(encoder)[place])

    def curve(self, name: str) -> Values:
        """Compute R@k of a system: a line of Figure 6."""
        scores = self.ensemble if name == "ENSEMBLE" else self.scores(name)
        return scoring.recall_curve(scores, self.run, self.dataset.qrels)

    def years(self) -> Values:
        """Compute Figure 5: shares of judgements by the difference of years."""
        found = dates.differences(self.dataset)
        total = max(found.total(), 1)
        edges = {"before": (-99, -1), "same": (0, 0), "1-2": (1, 2), "3-5": (3, 5)}
        edges |= {"6-15": (6, 15), "later": (16, 99)}
        return {
            name: sum(found[year] for year in range(low, high + 1)) / total
            for name, (low, high) in edges.items()
        }


def cosines(dataset: Dataset) -> Array:
    """Compute cosines of queries and acts, each the mean of its first pieces: float32 (queries, acts)."""
    acts, queries = (_vectors(side) for side in (dataset.acts, dataset.queries))
    return np.asarray(queries @ acts.T)


def _vectors(acts: Mapping[str, Act]) -> Array:
    embedder = encoder.load(manifest.find("embedder"))
    words = [act.text.split() for act in acts.values()]
    starts = range(0, _PIECES * _WORDS, _WORDS)
    pieces = [[" ".join(row[start : start + _WORDS]) for row in words] for start in starts]
    total = np.sum([embedder.encode(some) for some in pieces], axis=0)
    return np.asarray(total / np.linalg.norm(total, axis=1, keepdims=True))
