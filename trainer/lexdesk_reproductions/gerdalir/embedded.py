"""Re-ranking by the shipped bi-encoder, no system of the paper.

The shipped embedder was trained on the train queries of this collection.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lexdesk.evaluation.run import Run
from lexdesk.models import encoder, manifest
from lexdesk_reproductions.citing_passages import Dataset
from lexdesk_reproductions.gerdalir.cross_encoders import by_best

Array = np.ndarray[Any, Any]


def vectors(texts: Sequence[str]) -> Array:
    """Encode ``texts`` with the embedder: float32 (n, dimensions), unit rows."""
    return encoder.loaded(manifest.find("embedder")).encode(texts)


def rerank(
    dataset: Dataset, passages: Array, queries: Array, best: Sequence[Array], run: Run
) -> Run:
    """Rank documents by the cosine of their best passage among ``best``, then the rest of ``run``.

    ``passages`` and ``asked`` are the vectors of all passages and of the queries of ``run``.
    """
    found: Run = {}
    for (query, ranking), numbers, vector in zip(run.items(), best, queries, strict=True):
        owners = [dataset.documents[at] for at in dataset.owner[numbers]]
        found[query] = by_best(owners, passages[numbers] @ vector, ranking)
    return found
