"""WCS: texts as means of their word vectors, compared by the cosine."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lexdesk.evaluation.run import Run
from lexdesk_reproductions.citing_passages import Dataset, Query
from lexdesk_reproductions.gerdalir.lexical import rank_documents
from lexdesk_reproductions.gerdalir.settings import Depth
from lexdesk_reproductions.word_vectors import Lexicon
from lexdesk_reproductions.words import plain

Array = np.ndarray[Any, Any]


def centroids(lexicon: Lexicon, texts: Sequence[str]) -> Array:
    """Compute unit rows without stop words: float32 (n, size)."""
    tokens = plain("de")
    return np.stack([lexicon.mean(tokens(text)) for text in texts])


def document_texts(dataset: Dataset) -> list[str]:
    """Join the passages of each document."""
    return [" ".join(dataset.passages[at] for at in own) for own in dataset.passages_of]


def search(
    dataset: Dataset, queries: Sequence[Query], lexicon: Lexicon, mode: str, depth: Depth
) -> Run:
    """Rank documents by passages (``P``) or as a whole (``D``)."""
    by_passage = mode == "P"
    texts = dataset.passages if by_passage else document_texts(dataset)
    owner = dataset.owner if by_passage else np.arange(len(dataset.documents))
    rows = centroids(lexicon, texts)
    found: Run = {}
    for query in queries:
        cosines = rows @ lexicon.mean(plain("de")(query.text))
        found[query.id] = rank_documents(dataset, cosines, owner, query.barred, depth)
    return found
