"""Texts to the concepts that they are about, with probabilities.

The contract of a concept classifier
------------------------------------
It is a head on the vectors of one embedder. Input of ``model.onnx``, float32, shape (batch, dimensions
of the embedder): ``embedding``. Output, float32, shape (batch, labels): ``probability``, in 0..1, each
label for itself. ``labels.json`` beside it:

    {"embedder": fingerprint, "threshold": 0..1,
     "labels": [{"id": "c_1", "name": "protection of privacy"}, ...]}

It classifies the mean of the vectors of a text's passages, scaled to length one.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexdesk.document import Document
from lexdesk.errors import ModelDamaged, ModelError, ModelMismatch
from lexdesk.models.labels import Label
from lexdesk.models.manifest import Manifest, read, verify
from lexdesk.passages import cut
from lexdesk.text import nfc

if TYPE_CHECKING:
    import onnxruntime

    from lexdesk.models.encoder import Encoder

_TASK = "concept-classifier"


class _Told(NamedTuple):
    embedder: str
    threshold: float
    labels: list[tuple[str, str]]


@functools.lru_cache(maxsize=4)
def loaded(folder: Path) -> ConceptClassifier:
    """The classifier of a model folder, one for the whole process."""
    return ConceptClassifier(folder, read(folder))


class ConceptClassifier:
    """The head in a model folder; a folder that is not as its manifest says raises ``ModelDamaged``."""

    def __init__(self, folder: Path, manifest: Manifest):
        if manifest.task != _TASK:
            raise ModelError(f"{folder} holds a model for {manifest.task}; {_TASK} is needed")
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
        mean = vectors.mean(0, keepdims=True)
        mean = (mean / max(float(np.linalg.norm(mean)), 1e-12)).astype(np.float32)
        found = self._session.run(["probability"], {"embedding": mean})[0]
        told: NDArray[np.float32] = np.asarray(found, np.float32)[0]
        return told

    def _label(self, number: int, probability: float) -> Label:
        identifier, name = self._told.labels[number]
        return Label(identifier, name, probability, probability >= self._told.threshold)


def _labels(path: Path) -> _Told:
    try:
        told: Any = json.loads(path.read_text(encoding="utf-8"))
        labels = [(str(row["id"]), str(row["name"])) for row in told["labels"]]
        found = _Told(str(told["embedder"]), float(told["threshold"]), labels)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelDamaged(
            f"{path} does not list labels ({error!r}); install the model again"
        ) from error
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
