"""Re-ranking by the embedder that ships, no system of the paper: query and passages are read apart.

It was pre-trained on statutes with a vocabulary of their own, and learned from the train queries.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lexdesk.evaluate.run import Run
from lexdesk.models import encoder, manifest
from lexdesk_trainer.papers.citing_passages import Dataset, Query
from lexdesk_trainer.papers.gerdalir.cross_encoders import by_best

Array = np.ndarray[Any, Any]


def rerank(dataset: Dataset, queries: Sequence[Query], best: Sequence[Array], run: Run) -> Run:
    """Documents by the cosine of their best passage among ``best``, then the rest of ``run`` in its order."""
    embedder = encoder.loaded(manifest.find("embedder"))
    read = np.unique(np.concatenate(list(best)))
    passages = embedder.encode([dataset.passages[at] for at in read])
    asked = embedder.encode([query.text for query in queries])
    found: Run = {}
    for query, numbers, vector in zip(queries, best, asked, strict=True):
        owners = [dataset.documents[at] for at in dataset.owner[numbers]]
        cosines = passages[np.searchsorted(read, numbers)] @ vector
        found[query.id] = by_best(owners, cosines, run[query.id])
    return found
