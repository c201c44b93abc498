"""Word vectors trained on given texts: word2vec, fastText (gensim) and GloVe (torch).

gensim is LGPL: it is used as a library, and by the trainer only. No maintained library has GloVe, so it
is implemented here.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from scipy import sparse

from lexdesk_reproductions.sampling import sample

Array = np.ndarray[Any, Any]
Sentences = Sequence[list[str]]


@dataclass(frozen=True)
class WordVectors:
    """Skip-gram: vectors of ``size``, words within ``window``; with ``grams`` characters for fastText.

    At most ``texts`` of the corpus are read; 0 means all.
    """

    size: int = 200
    window: int = 5
    fewest: int = 5
    epochs: int = 5
    grams: int = 5
    buckets: int = 200_000
    texts: int = 0
    seed: int = 1


@dataclass(frozen=True)
class Glove:
    """Pennington et al. 2014: vectors of ``size``; ``cap`` and ``power`` weight the counts.

    Weights start within ``spread`` of zero.
    """

    size: int = 200
    window: int = 10
    fewest: int = 5
    most_words: int = 50_000
    cap: float = 100.0
    power: float = 0.75
    epochs: int = 15
    batch: int = 8_192
    learning_rate: float = 0.05
    spread: float = 0.1
    texts: int = 0
    seed: int = 1


@dataclass(frozen=True)
class Lexicon:
    """A vector for each word: ``rows`` float32 (words, size)."""

    number: dict[str, int]
    rows: Array

    def normalize(self) -> "Lexicon":
        """Normalize the vectors, so that frequent words do not outweigh rare ones."""
        lengths = np.linalg.norm(self.rows, axis=1, keepdims=True)
        return Lexicon(self.number, self.rows / np.maximum(lengths, 1e-9))

    def mean(self, words: Iterable[str], weight: dict[str, float] | None = None) -> Array:
        """Compute the unit mean of the words' vectors, weighted if ``weight`` is given: (size,).

        A text without any known word is the zero vector.
        """
        known = [word for word in words if word in self.number]
        if not known:
            return np.zeros(self.rows.shape[1], np.float32)
        weights = np.array([weight.get(word, 1.0) if weight else 1.0 for word in known])
        total = weights @ self.rows[[self.number[word] for word in known]]
        return np.asarray(total / max(float(np.linalg.norm(total)), 1e-9), np.float32)


def word2vec(sentences: Sentences, settings: WordVectors) -> Lexicon:
    """Train skip-gram with negative sampling (Mikolov et al. 2013)."""
    from gensim.models import Word2Vec

    return _train(Word2Vec, sentences, settings)


def fasttext(sentences: Sentences, settings: WordVectors) -> Lexicon:
    """Train skip-gram over words and their n-grams of characters (Bojanowski et al. 2017)."""
    from gensim.models import FastText

    grams = {"min_n": settings.grams, "max_n": settings.grams, "bucket": settings.buckets}
    return _train(FastText, sentences, settings, **grams)


def _train(kind: Any, sentences: Sentences, settings: WordVectors, **more: int) -> Lexicon:
    model = kind(
        sentences=sample(sentences, settings.texts, settings.seed),
        vector_size=settings.size,
        window=settings.window,
        min_count=settings.fewest,
        sg=1,
        epochs=settings.epochs,
        seed=settings.seed,
        workers=1,  # more than one would make every run another
        **more,
    )
    words = list(model.wv.index_to_key)
    return Lexicon(
        {word: at for at, word in enumerate(words)}, np.asarray(model.wv[words], np.float32)
    )


def cooccurrences(sentences: Sentences, settings: Glove) -> tuple[list[str], Any]:
    """Count co-occurrences: words, most frequent first, and symmetric CSR (words, words).

    Two words at a distance of d count 1/d.
    """
    frequency = Counter(word for sentence in sentences for word in sentence)
    common = frequency.most_common(settings.most_words)
    words = [word for word, times in common if times >= settings.fewest]
    number = {word: at for at, word in enumerate(words)}
    known = [
        np.array([number[word] for word in sentence if word in number]) for sentence in sentences
    ]
    gap = np.full(settings.window, -1)  # no two sentences are within one window
    stream = np.concatenate([part for word in known for part in (word, gap)] or [gap]).astype(int)
    total = sparse.csr_matrix((len(words), len(words)), dtype=np.float64)
    for distance in range(1, settings.window + 1):
        left, right = stream[:-distance], stream[distance:]
        both = (left >= 0) & (right >= 0)
        ones = np.full(int(both.sum()), 1.0 / distance)
        total = total + sparse.coo_matrix((ones, (left[both], right[both])), shape=total.shape)
    return words, (total + total.T).tocsr()


def glove_loss(
    left: torch.Tensor,
    right: torch.Tensor,
    left_bias: torch.Tensor,
    right_bias: torch.Tensor,
    counts: torch.Tensor,
    settings: Glove,
) -> torch.Tensor:
    """Average min(1, x / cap) ** power * (w . v + b + c - log x) ** 2 over pairs: (n, size), (n,) -> ()."""
    weight = (counts / settings.cap).clamp(max=1.0) ** settings.power
    difference = (left * right).sum(-1) + left_bias + right_bias - counts.log()
    return (weight * difference**2).mean()


def glove(sentences: Sentences, settings: Glove) -> Lexicon:
    """Train GloVe by AdaGrad over non-zero counts; a word's vector is the sum of its two."""
    words, together = cooccurrences(sample(sentences, settings.texts, settings.seed), settings)
    pairs = together.tocoo()
    first, second = (
        torch.from_numpy(pairs.row.astype(np.int64)),
        torch.from_numpy(pairs.col.astype(np.int64)),
    )
    counts = torch.from_numpy(pairs.data.astype(np.float32))
    torch.manual_seed(settings.seed)
    shape = (len(words), settings.size + 1)  # the last column is the bias
    tables = [torch.nn.Embedding(*shape) for _ in range(2)]
    for table in tables:
        torch.nn.init.uniform_(table.weight, -settings.spread, settings.spread)
    weights = [weight for table in tables for weight in table.parameters()]
    # The published 1 is for one pair a step and 50 epochs; rare words would stay where they began.
    optimizer = torch.optim.Adagrad(
        weights, lr=settings.learning_rate, initial_accumulator_value=1e-6
    )
    for _ in range(settings.epochs):
        for part in torch.randperm(len(counts)).split(settings.batch):  # type: ignore[no-untyped-call]
            left, right = tables[0](first[part]), tables[1](second[part])
            loss = glove_loss(
                left[:, :-1], right[:, :-1], left[:, -1], right[:, -1], counts[part], settings
            )
            optimizer.zero_grad()
            total = loss * len(part)  # AdaGrad steps pair by pair, as published, come as a sum
            total.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
    both = (tables[0].weight + tables[1].weight).detach()[:, :-1]
    return Lexicon({word: at for at, word in enumerate(words)}, both.numpy())
