"""First-stage systems: each gives every act a score for every query, (queries, acts)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lexdesk.evaluate.run import Run
from lexdesk_trainer.papers import bases, lexical
from lexdesk_trainer.papers.bases import Array, Base
from lexdesk_trainer.papers.regir.dataset import Act, Dataset
from lexdesk_trainer.papers.regir.denoising import denoised
from lexdesk_trainer.papers.word_vectors import Lexicon, WordVectors, word2vec
from lexdesk_trainer.papers.words import Tokens


@dataclass(frozen=True)
class Lexicals:
    """Words of acts and queries; of their titles alone where ``titles`` is set."""

    dataset: Dataset
    titles: bool = False

    @cached_property
    def tokens(self) -> Tokens:
        """What is left of a text by ``denoising``, by the acts' own words."""
        return denoised([act.text for act in self.dataset.acts.values()])

    def texts(self, acts: Sequence[Act]) -> list[str]:
        """Titles, or titles and texts."""
        return [act.title if self.titles else f"{act.title}\n{act.text}" for act in acts]

    @cached_property
    def counts(self) -> lexical.Counts:
        """The words of the acts."""
        return lexical.count(self.texts(list(self.dataset.acts.values())), self.tokens)

    @cached_property
    def asked(self) -> lexical.Sparse:
        """The words of the queries."""
        return self.counts.of(self.texts(list(self.dataset.queries.values())), self.tokens)

    def bm25(self, k1: float, b: float) -> Array:
        """Scores by BM25."""
        return lexical.scores(self.asked, lexical.bm25(self.counts, k1, b))

    @cached_property
    def rarity(self) -> dict[str, float]:
        """The inverse document frequency of each word."""
        values = lexical.idf(self.counts)
        return {word: float(values[at]) for word, at in self.counts.vocabulary.items()}


def trained_vectors(words: Lexicals, settings: WordVectors) -> Lexicon:
    """word2vec on the denoised acts."""
    return word2vec([words.tokens(act.text) for act in words.dataset.acts.values()], settings)


def centroids(words: Lexicals, lexicon: Lexicon) -> Array:
    """W2V-CENT: cosines of the means of word vectors, each weighted by its word's rarity."""
    sides = (words.dataset.acts.values(), words.dataset.queries.values())
    acts, queries = (
        np.stack([
            lexicon.mean(words.tokens(text), words.rarity) for text in words.texts(list(side))
        ])
        for side in sides
    )  # fmt: skip
    return np.asarray(queries @ acts.T)


@dataclass(frozen=True)
class Reading:
    """How an encoder reads an act: its first ``chunks`` of ``tokens``, by mean or [CLS], at ``layer``.

    Layer 0 is that of the embeddings, -1 the last. The act is the mean of its chunks.
    """

    tokens: int = 512
    chunks: int = 8
    pooling: str = "mean"
    layer: int = -1


def encoded(base: Base, texts: Sequence[str], reading: Reading) -> Array:
    """Rows of length one: float32 (n, D)."""
    import torch
    from torch import nn

    inner = reading.tokens - 2
    most = inner * reading.chunks
    parts, owner = [], []
    for at, row in enumerate(base.rows(text[: most * 8] for text in texts)):
        cut = [row[start : start + inner] for start in range(0, max(len(row[:most]), 1), inner)]
        parts += cut
        owner += [at] * len(cut)
    encoder = base.clone().eval()  # type: ignore[no-untyped-call]
    total = np.zeros((len(texts), encoder.config.hidden_size), np.float32)
    with torch.no_grad():
        for some in bases.chunks(parts, reading.tokens, 32):
            batch = base.feeder.single([parts[at] for at in some], reading.tokens)
            states = encoder(
                input_ids=batch.ids, attention_mask=batch.mask, output_hidden_states=True
            ).hidden_states[reading.layer]
            pooled = states[:, 0] if reading.pooling == "cls" else bases.mean(states, batch.mask)
            rows = nn.functional.normalize(pooled.float(), dim=-1).cpu().numpy()
            np.add.at(total, [owner[at] for at in some], rows)
    return np.asarray(total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-9))


def by_encoder(base: Base, dataset: Dataset, reading: Reading) -> Array:
    """Cosines of encoded acts and queries."""
    acts, queries = (
        encoded(base, [act.text for act in side.values()], reading)
        for side in (dataset.acts, dataset.queries)
    )
    return np.asarray(queries @ acts.T)


def scaled(scores: Array) -> Array:
    """Each row between 0 and 1: its least score becomes 0, its highest 1."""
    low, high = scores.min(1, keepdims=True), scores.max(1, keepdims=True)
    return np.asarray((scores - low) / np.maximum(high - low, 1e-9))


def ensemble(encoder: Array, words: Array, alpha: float) -> Array:
    """ENSEMBLE = alpha * encoder + (1 - alpha) * BM25, both scaled to 0..1."""
    return alpha * scaled(encoder) + (1 - alpha) * scaled(words)


def run(dataset: Dataset, scores: Array, depth: int = 2_000) -> Run:
    """The best ``depth`` acts of each query, without itself and those that are barred."""
    acts = np.array(list(dataset.acts))
    found: Run = {}
    for query, row in zip(dataset.queries, scores, strict=True):
        barred = {query, *dataset.barred.get(query, ())}
        order = np.argsort(-row, kind="stable")[: depth + len(barred)]
        ranking = [(str(acts[at]), float(row[at])) for at in order if acts[at] not in barred]
        found[query] = ranking[:depth]
    return found
