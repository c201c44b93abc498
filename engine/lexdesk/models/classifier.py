"""Texts to labels with probabilities: the articles that a passage concerns, the concepts of an act.

The contract of a classifier
----------------------------
A classifier is a head on the vectors of one embedder. Input of ``model.onnx``, float32, shape
(batch, dimensions of the embedder): ``embedding``. Output, float32, shape (batch, labels):
``probability``, in 0..1, each label for itself. ``labels.json`` beside it:

    {"embedder": fingerprint, "pooling": "max" | "mean", "threshold": 0..1,
     "labels": [{"id": "art6", "name": "Article 6 Lawfulness of processing"}, ...]}

``pooling`` says how the passages of a longer text are read together: ``max`` takes the highest
probability of any passage, ``mean`` classifies the mean of their vectors, scaled to length one.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexdesk.document import Document
from lexdesk.errors import ModelDamaged, ModelError, ModelMismatch
from lexdesk.models.manifest import Manifest, read, verify
from lexdesk.passages import cut
from lexdesk.text import nfc

if TYPE_CHECKING:
    import onnxruntime

    from lexdesk.models.encoder import Encoder

_TASKS = ("article-classifier", "concept-classifier")
_POOLINGS = ("max", "mean")


@dataclass(frozen=True, slots=True)
class Label:
    """A label with its probability in 0..1; ``applies`` where that reaches the model's threshold."""

    id: str
    name: str
    probability: float
    applies: bool


class _Told(NamedTuple):
    embedder: str
    pooling: str
    threshold: float
    labels: list[tuple[str, str]]


@functools.lru_cache(maxsize=4)
def loaded(folder: Path) -> Classifier:
    """The classifier of a model folder, one for the whole process."""
    return Classifier(folder, read(folder))


class Classifier:
    """The head in a model folder; a folder that is not as its manifest says raises ``ModelDamaged``."""

    def __init__(self, folder: Path, manifest: Manifest):
        if manifest.task not in _TASKS:
            raise ModelError(f"{folder} holds a model for {manifest.task}; a classifier is needed")
        verify(folder, manifest)
        self.manifest = manifest
        self._told = _labels(folder / "labels.json")
        self._session = _session(folder)

    def classify(self, text: str, encoder: Encoder, count: int = 10) -> list[Label]:
        """The ``count`` most probable labels of ``text``, best first, by vectors of ``encoder``.

        Raises ``ModelMismatch`` where ``encoder`` is not the embedder that the head was made for.
        """
        if encoder.manifest.fingerprint != self._told.embedder:
            raise ModelMismatch(
                f"{self.manifest.name} reads vectors of the embedder {self._told.embedder}, not of"
                f" {encoder.manifest.name} ({encoder.manifest.fingerprint}); install both together"
            )
        document = Document(text=nfc(text), title="")
        passages = [
            document.text[each.start : each.end] for each in cut(document) if each.searchable
        ]
        if not passages:
            return []
        probabilities = self.probabilities(encoder.encode(passages))
        best = np.argsort(-probabilities, kind="stable")[:count]
        return [self._label(int(number), float(probabilities[number])) for number in best]

    def probabilities(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Vectors of the passages of one text, (n, dimensions) -> probabilities (labels,)."""
        if self._told.pooling == "mean":
            mean = vectors.mean(0, keepdims=True)
            vectors = mean / max(float(np.linalg.norm(mean)), 1e-12)
        told = self._session.run(["probability"], {"embedding": vectors.astype(np.float32)})[0]
        highest: NDArray[np.float32] = np.asarray(told, np.float32).max(0)
        return highest

    def _label(self, number: int, probability: float) -> Label:
        identifier, name = self._told.labels[number]
        return Label(identifier, name, probability, probability >= self._told.threshold)


def _labels(path: Path) -> _Told:
    try:
        told: Any = json.loads(path.read_text(encoding="utf-8"))
        labels = [(str(row["id"]), str(row["name"])) for row in told["labels"]]
        found = _Told(str(told["embedder"]), told["pooling"], float(told["threshold"]), labels)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelDamaged(
            f"{path} does not list labels ({error!r}); install the model again"
        ) from error
    if found.pooling not in _POOLINGS:
        raise ModelDamaged(f"{path}: pooling {found.pooling!r} is unknown; known are max, mean")
    return found


def _session(folder: Path) -> onnxruntime.InferenceSession:
    """The head's graph, on the CPU: it is one small matrix."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # onnxruntime raises bare Exception for a file it cannot read
        raise ModelDamaged(
            f"the model in {folder} cannot be loaded ({error}); install it again"
        ) from error
