"""The shipped embedder instead of C-BERT, no system of the paper.

It was further trained on law, including articles cited by EU acts; it has seen no Irish Act.
"""

from collections.abc import Mapping

import numpy as np

from lexdesk.models import encoder, manifest
from lexdesk_reproductions.bases import Array
from lexdesk_reproductions.regir.dataset import Act, Dataset

_PIECES = 2
_WORDS = 110  # a piece: some 150 tokens


def cosines(dataset: Dataset) -> Array:
    """Compute cosines of queries and acts, each the mean of its first pieces: float32 (queries, acts)."""
    acts, queries = (_vectors(side) for side in (dataset.acts, dataset.queries))
    return np.asarray(queries @ acts.T)


def _vectors(acts: Mapping[str, Act]) -> Array:
    embedder = encoder.loaded(manifest.find("embedder"))
    words = [act.text.split() for act in acts.values()]
    starts = range(0, _PIECES * _WORDS, _WORDS)
    pieces = [[" ".join(row[start : start + _WORDS]) for row in words] for start in starts]
    total = np.sum([embedder.encode(some) for some in pieces], axis=0)
    return np.asarray(total / np.linalg.norm(total, axis=1, keepdims=True))
