"""TF-IDF and BM25 over many texts at once, as products of sparse matrices."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from lexdesk.system.atomic import write_atomically
from lexdesk_reproductions import learned_from
from lexdesk_reproductions.words import Tokens

Array = np.ndarray[Any, Any]
Sparse = Any
"""A matrix of scipy.sparse."""

_PROBED = 200  # texts by which an analysis is known again


@dataclass(frozen=True)
class Counts:
    """Word counts of texts: ``matrix`` float32 CSR (texts, words)."""

    matrix: Sparse
    vocabulary: dict[str, int]

    @property
    def document_frequency(self) -> Array:
        """Number of texts with each word: int (words,)."""
        return np.asarray(self.matrix.getnnz(axis=0))

    def count_others(self, texts: Iterable[str], tokens: Tokens) -> Sparse:
        """Count other texts over the same words, without unknown ones: CSR (n, words)."""
        return _matrix([Counter(tokens(text)) for text in texts], self.vocabulary)

    def group_counts(self, groups: Array, size: int) -> "Counts":
        """Sum into ``size`` larger texts; ``groups`` int (texts,) gives the group of each text."""
        ones = np.ones(len(groups), np.float32)
        adds = sparse.csr_matrix(
            (ones, (groups, np.arange(len(groups)))), shape=(size, len(groups))
        )
        return Counts((adds @ self.matrix).tocsr(), self.vocabulary)


def count(texts: Iterable[str], tokens: Tokens) -> Counts:
    """Count the words of texts."""
    vocabulary: dict[str, int] = {}
    bags = [Counter(tokens(text)) for text in texts]
    for bag in bags:
        for word in bag:
            vocabulary.setdefault(word, len(vocabulary))
    return Counts(_matrix(bags, vocabulary), vocabulary)


def load_or_count(folder: Path, texts: Sequence[str], tokens: Tokens) -> Counts:
    """Load the counts of these texts from ``folder``, or compute and store them.

    An analysis with different tokens for any of the first texts gets new counts.
    """
    read = [tokens(text) for text in texts[:_PROBED]]
    path = folder / f"{learned_from.fingerprint(('counts', read), texts)}.npz"
    words = path.with_suffix(".words")  # written last
    if path.exists() and words.exists():
        lines = words.read_text(encoding="utf-8").split("\n")
        return Counts(sparse.load_npz(path), {word: at for at, word in enumerate(lines)})
    counts = count(texts, tokens)
    folder.mkdir(parents=True, exist_ok=True)
    sparse.save_npz(path, counts.matrix)
    write_atomically(words, "\n".join(counts.vocabulary).encode())
    return counts


def _matrix(bags: Sequence[Counter[str]], vocabulary: dict[str, int]) -> Sparse:
    ends, columns, values = [0], [], []
    for bag in bags:
        known = [(vocabulary[word], times) for word, times in bag.items() if word in vocabulary]
        columns += [word for word, _ in known]
        values += [times for _, times in known]
        ends.append(len(columns))
    shape = (len(bags), len(vocabulary))
    matrix = sparse.csr_matrix(
        (np.array(values, np.float32), np.array(columns, np.int32), np.array(ends)), shape=shape
    )
    matrix.sort_indices()
    return matrix


def bm25(counts: Counts, k1: float, b: float) -> Sparse:
    """Compute word weights in texts, CSR (words, texts): query counts times weights are scores.

    Robertson & Zaragoza 2009 with the inverse document frequency of Lucene, which is never negative.
    """
    matrix = counts.matrix
    frequency = counts.document_frequency
    rarity = np.log1p((matrix.shape[0] - frequency + 0.5) / (frequency + 0.5))
    lengths = np.asarray(matrix.sum(axis=1)).ravel()
    norm = k1 * (1 - b + b * lengths / max(float(lengths.mean()), 1e-9))
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    weights = rarity[matrix.indices] * matrix.data * (k1 + 1) / (matrix.data + norm[rows])
    weighted = sparse.csr_matrix(
        (weights.astype(np.float32), matrix.indices, matrix.indptr), shape=matrix.shape
    )
    return weighted.T.tocsr()


def idf(counts: Counts) -> Array:
    """Compute log(texts / texts with the word) + 1: float64 (words,)."""
    frequency = np.maximum(counts.document_frequency, 1)
    return np.asarray(np.log(counts.matrix.shape[0] / frequency) + 1.0)


def tf_idf(matrix: Sparse, rarity: Array) -> Sparse:
    """Multiply counts (n, words) by ``rarity`` (words,) and normalize rows: products are cosines."""
    weighted = (matrix @ sparse.diags(rarity)).tocsr()
    lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    return (sparse.diags(1.0 / np.maximum(lengths, 1e-9)) @ weighted).tocsr().astype(np.float32)


def scores(queries: Sparse, weights: Sparse) -> Array:
    """Compute the scores of all texts for each query: float32 (queries, texts)."""
    return np.asarray((queries @ weights).toarray(), np.float32)
