"""The classifier of EuroVoc concepts, learned from acts that were indexed with them.

A folder holds the head as ``model.onnx`` and ``labels.json``; the embedder whose vectors it reads is
named there by its fingerprint (contract in ``lexdesk.models.concept_classifier``).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from lexdesk.document import Document
from lexdesk.models import manifest
from lexdesk.models.manifest import Manifest, TrainingData
from lexdesk.passages import cut
from lexdesk_trainer import heads, jsonl, licences, model_card
from lexdesk_trainer.batches import batches
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.export import drafted
from lexdesk_trainer.parity import open_session, rows
from lexdesk_trainer.settings import Classifier

_BATCH = 32
_PASSAGES = 8
"""Passages of an act that are read: its title and beginning say what it is about."""

_Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Labelled:
    """Texts with labels: ``texts`` a list of passages each; ``names`` are those of the labels."""

    texts: list[list[str]]
    labels: list[list[str]]
    names: dict[str, str]
    source: TrainingData


def concepts(data: Path, minimum_examples: int) -> Labelled:
    """Acts with their EuroVoc concepts, those that enough acts have."""
    folder = data / "eurovoc"
    known = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    acts = list(jsonl.rows(folder / "train.jsonl.gz"))
    counted: dict[str, int] = {}
    for act in acts:
        for label in act["labels"]:
            counted[label] = counted.get(label, 0) + 1
    names = {each: known[each] for each, n in sorted(counted.items()) if n >= minimum_examples}
    return Labelled(
        [opening(act["title"], act["text"]) for act in acts],
        [[label for label in act["labels"] if label in names] for act in acts],
        names,
        licences.allow(data, "eurovoc"),
    )


def opening(title: str, text: str) -> list[str]:
    """The title and the first passages of a text, as the engine cuts it."""
    document = Document(text=text, title=title)
    passages = [each for each in cut(document) if each.searchable][:_PASSAGES]
    return [title, *(text[each.start : each.end] for each in passages)]


class ServedEmbedder:
    """The exported embedder, as the engine will run it."""

    def __init__(self, folder: Path):
        self.manifest = manifest.read(folder)
        manifest.verify(folder, self.manifest)
        self._session = open_session(folder / "model.onnx")
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(self.manifest.maximum_tokens)

    def vectors(self, texts: Sequence[str]) -> _Array:
        """Texts -> float32 (n, D), in their order."""
        ids = [each.ids for each in self._tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(ids)), key=lambda at: len(ids[at]))
        padding = self._tokenizer.token_to_id("[PAD]") or 0
        parts = batches([ids[at] for at in order], _BATCH, padding)
        found = np.vstack([rows(self._session, feed) for feed in parts])
        vectors = np.empty_like(found)
        vectors[order] = found
        return vectors

    def means(self, texts: Sequence[Sequence[str]]) -> _Array:
        """The mean of the vectors of each text's passages, of length one: float32 (n, D)."""
        together = self.vectors([passage for passages in texts for passage in passages])
        ends = np.cumsum([len(passages) for passages in texts])
        means = np.vstack([part.mean(0) for part in np.split(together, ends[:-1])])
        return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), np.float32)


def train(
    labelled: Labelled, embedder_folder: Path, folder: Path, settings: Classifier
) -> Manifest:
    """Learn a head, write its model folder and return the manifest."""
    if len(labelled.texts) < settings.folds * 2 or len(labelled.names) < 2:
        raise TooLittleText(
            f"{labelled.source.name} gives {len(labelled.texts)} texts with {len(labelled.names)} labels;"
            f" at least {settings.folds * 2} texts and 2 labels are needed"
        )
    embedder = ServedEmbedder(embedder_folder)
    numbers = {label: number for number, label in enumerate(labelled.names)}
    truth = np.zeros((len(labelled.texts), len(numbers)), np.float32)
    for at, labels in enumerate(labelled.labels):
        truth[at, [numbers[label] for label in labels]] = 1
    vectors = embedder.means(labelled.texts)
    folds = np.arange(len(labelled.texts))
    learned = heads.learn(heads.Examples(vectors, truth, folds), settings)
    return _write(labelled, embedder.manifest, folder, learned, vectors)


def _write(
    labelled: Labelled,
    embedder: Manifest,
    folder: Path,
    learned: heads.Calibrated,
    vectors: _Array,
) -> Manifest:
    with drafted(folder) as draft:
        heads.write_graph(learned.head, draft / "model.onnx")
        told = {
            "embedder": embedder.fingerprint,
            "threshold": learned.threshold,
            "labels": [{"id": label, "name": name} for label, name in labelled.names.items()],
        }
        (draft / "labels.json").write_text(json.dumps(told, indent=1, ensure_ascii=False), "utf-8")
        written = manifest.write(
            draft,
            name=folder.name,
            task="concept-classifier",
            base=embedder.name,
            dimensions=len(labelled.names),
            pooling="mean",
            normalize=False,
            maximum_tokens=embedder.maximum_tokens,
            quantization="float32, a head of one matrix",
            licence=embedder.licence,
            training_data=dict.fromkeys([*embedder.training_data, labelled.source]),
            measured=_measured(draft / "model.onnx", learned, labelled, vectors),
            fusion_weights={},
            files=("model.onnx", "labels.json"),
        )
        card = model_card.of(written, model_card.CLASSIFIER)
        (draft / "MODEL_CARD.md").write_text(card, encoding="utf-8")
    return written


def _measured(
    graph: Path, learned: heads.Calibrated, labelled: Labelled, vectors: _Array
) -> dict[str, Any]:
    """How texts left out in turn fare, and how far the graph is from torch."""
    ranked = np.argsort(-learned.left_out, axis=1)
    numbers = {label: number for number, label in enumerate(labelled.names)}
    first, in_ten = [], []
    for row, labels in zip(ranked, labelled.labels, strict=True):
        wanted = {numbers[label] for label in labels}
        if wanted:
            first.append(int(row[0]) in wanted)
            in_ten.append(len(wanted & set(row[:10].tolist())) / len(wanted))
    served = open_session(graph).run(["probability"], {"embedding": vectors})[0]
    difference = np.abs(served - learned.head.probabilities(vectors)).max()
    return {
        "left_out": {
            "texts": len(first),
            "first_right": round(float(np.mean(first)), 4),
            "R@10": round(float(np.mean(in_ten)), 4),
            "calibration_error": round(learned.calibration_error, 5),
        },
        "largest_difference_to_torch": round(float(difference), 7),
        "bytes": graph.stat().st_size,
    }
