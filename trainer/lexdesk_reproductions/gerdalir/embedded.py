"""Re-ranking by the embedder that ships, no system of the paper: query and passages are read apart.

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
    """What the embedder makes of ``texts``: float32 (n, dimensions), rows of length one."""
    return encoder.loaded(manifest.find("embedder")).encode(texts)


def rerank(dataset: Dataset, passages: Array, asked: Array, best: Sequence[Array], run: Run) -> Run:
    """Documents by the cosine of their best passage among ``best``, then the rest of ``run`` in its order.

    ``passages`` and ``asked`` are the vectors of all passages and of the queries of ``run``.
    """
    found: Run = {}
    for (query, ranking), numbers, vector in zip(run.items(), best, asked, strict=True):
        owners = [dataset.documents[at] for at in dataset.owner[numbers]]
        found[query] = by_best(owners, passages[numbers] @ vector, ranking)
    return found
