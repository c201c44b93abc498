"""Labels assigned to a text by a classifier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its probability in 0..1; ``applies`` is true from the model's threshold."""

    id: str
    name: str
    probability: float
    applies: bool


def most_probable(
    labels: Sequence[tuple[str, str]],
    probabilities: NDArray[np.float32],
    threshold: float,
    count: int,
) -> list[Label]:
    """Return the ``count`` best of ``labels``, (id, name) each, by their ``probabilities`` (labels,), best first."""
    found = []
    for number in np.argsort(-probabilities, kind="stable")[:count].tolist():
        probability = float(probabilities[number])
        identifier, name = labels[number]
        found.append(Label(identifier, name, probability, probability >= threshold))
    return found
