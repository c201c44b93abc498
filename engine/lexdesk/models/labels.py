"""Labels assigned to a text by a classifier, with probabilities by logistic regression (Platt 1999)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypedDict

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Weight = Annotated[float, Meta(ge=-1e6, le=1e6)]
"""A number of a stored classifier: no probability of it overflows."""


class StoredLabel(TypedDict):
    """A label of a stored classifier."""

    id: str
    name: str


StoredLabels = Annotated[list[StoredLabel], Meta(min_length=1, max_length=10_000)]
"""The labels of a stored classifier; EuroVoc has 7,000."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A linear logit of a label: the ``weights`` (features,) of its features, and ``offset``."""

    weights: tuple[float, ...]
    offset: float

    def probabilities(self, features: Floats) -> Floats:
        """Return the probabilities, (labels,) in 0..1, for float32 (labels, features), each label independently."""
        logits = features @ np.array(self.weights, np.float32) + self.offset
        found: Floats = (1 / (1 + np.exp(-logits))).astype(np.float32)
        return found


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its probability in 0..1; ``applies`` is true from the model's threshold."""

    id: str
    name: str
    probability: float
    applies: bool


def select_probable(
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
