"""The cosine from which on two passages say nearly the same, by an exported embedder.

Chosen on the dev pairs of provisions reworded (``versions``), told of the test pairs. JurisBERT takes the best F1;
a lawyer who is told wrongly that a passage says nearly the same may leave it unread, which costs more than to read
it twice: so it is the best F-beta that counts precision twice as much as recall.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk.models.manifest import Manifest
from lexdesk_reproductions.jurisbert.pairs import Pair
from lexdesk_reproductions.thresholds import best_f, told
from lexdesk_trainer.export import model_card

BETA = 0.5
_STEPS = 1_000  # in one: the vectors of a library have eight bits, by which cosines differ by 0.002

Array = np.ndarray[Any, Any]


def cosines(embedder: Encoder, pairs: Sequence[Pair]) -> Array:
    """The cosine of the two texts of each pair: float32 (n,)."""
    left = embedder.encode([pair.left for pair in pairs])
    right = embedder.encode([pair.right for pair in pairs])
    return np.asarray((left * right).sum(1))


def measured(embedder: Encoder, pairs: Mapping[str, Sequence[Pair]]) -> dict[str, float]:
    """The threshold of the dev pairs, with precision, recall and F1 of the test pairs by it."""
    dev, test = (
        (cosines(embedder, pairs[name]), np.array([pair.same for pair in pairs[name]]))
        for name in ("dev", "test")
    )
    threshold = math.floor(best_f(*dev, BETA)[0] * _STEPS) / _STEPS
    found = told(*test, threshold)
    shares = {"precision": found.precision, "recall": found.recall, "F1": found.f()}
    return {"threshold": threshold, **{name: round(each, 4) for name, each in shares.items()}}


def note(folder: Path, pairs: Mapping[str, Sequence[Pair]]) -> Manifest:
    """Measure the embedder in ``folder``, and write that into its manifest and its card.

    Its files, and so its fingerprint, stay as they are. Raises ModelError where it is no embedder, and ModelDamaged
    where its files are not what the manifest says.
    """
    found = manifest.read(folder)
    embedder = Encoder(folder, found)
    manifest.verify(folder, found)
    nearly = measured(embedder, pairs)
    about = replace(found, measured={**found.measured, manifest.NEARLY_THE_SAME: nearly})
    model_card.write_measured(folder, about)
    return manifest.write(folder, about, found.files)
