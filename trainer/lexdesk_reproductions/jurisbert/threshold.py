"""The near-duplicate threshold of the cosines of an exported embedder.

Chosen on the dev pairs of reworded provisions (``versions``), measured on the test pairs. JurisBERT takes
the best F1. A wrong report of a near-duplicate may leave a passage unread, which costs a lawyer more than
reading it twice; the threshold therefore has the best F-beta with precision counted twice as much as
recall.
"""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk.models.manifest import Manifest
from lexdesk_reproductions.jurisbert.pairs import Pair
from lexdesk_reproductions.thresholds import best_f, precision_recall
from lexdesk_trainer.export import model_card

BETA = 0.5
_STEPS = 1_000  # in one: the vectors of a library have eight bits, by which cosines differ by 0.002

Array = np.ndarray[Any, Any]


def cosines(embedder: Encoder, pairs: Sequence[Pair]) -> Array:
    """Compute the cosine of each pair: float32 (n,)."""
    left = embedder.encode([pair.left for pair in pairs])
    right = embedder.encode([pair.right for pair in pairs])
    return np.asarray((left * right).sum(1))


def measure(embedder: Encoder, pairs: Mapping[str, Sequence[Pair]]) -> dict[str, float]:
    """Choose the threshold on dev pairs; return it with precision, recall and F1 on test pairs."""
    dev, test = (
        (cosines(embedder, pairs[name]), np.array([pair.same for pair in pairs[name]]))
        for name in ("dev", "test")
    )
    threshold = math.floor(best_f(*dev, BETA)[0] * _STEPS) / _STEPS
    found = precision_recall(*test, threshold)
    shares = {"precision": found.precision, "recall": found.recall, "F1": found.f()}
    return {"threshold": threshold, **{name: round(share, 4) for name, share in shares.items()}}


def record(folder: Path, pairs: Mapping[str, Sequence[Pair]]) -> Manifest:
    """Measure the embedder in ``folder``, and record the result in its manifest and its card.

    Files and fingerprint stay unchanged. Raises ModelError for a model of another task, and ModelDamaged
    if its files do not match the manifest.
    """
    found = manifest.read(folder)
    embedder = Encoder(folder, found)
    manifest.verify(folder, found)
    nearly = measure(embedder, pairs)
    about = replace(found, measured={**found.measured, manifest.NEARLY_THE_SAME: nearly})
    model_card.update_measures(folder, about)
    return manifest.write(folder, about, found.files)
