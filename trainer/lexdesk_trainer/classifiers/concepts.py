"""A classifier of EuroVoc concepts: acts with the concepts assigned by documentalists.

Only the calibration is learned: each act is queried by its beginning and by a piece of its middle,
without its own vote; contract clauses without concepts serve as negatives (contract in
``lexdesk.models.concept_classifier``).
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from lexdesk.errors import CollectionError
from lexdesk.models import manifest
from lexdesk.models.concept_classifier import IndexedAct, NearestActs, Votes, first_words
from lexdesk.models.labels import Calibration, Floats
from lexdesk.models.manifest import Manifest, TrainingData
from lexdesk_trainer.classifiers import calibrate
from lexdesk_trainer.data import corpus, jsonl, licences
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText, describe_problem
from lexdesk_trainer.export import model_card
from lexdesk_trainer.export.drafts import replace_folder
from lexdesk_trainer.settings import Concepts

_ACTS, _OTHER = "eurovoc", "cuad-clauses"
_LANGUAGE = "en"
_FEWEST_ACTS = 10
_SHORTEST = 20  # words of a clause that is about something
_BETA = 0.5  # of the F measure: a wrong suggestion costs a reader more than a missing one


@dataclass(frozen=True)
class IndexedActs:
    """``acts``, a piece of the middle of each, and the ``names`` of the concepts by id.

    ``other`` texts have none of the concepts.
    """

    acts: tuple[IndexedAct, ...]
    pieces: tuple[str, ...]
    names: dict[str, str]
    other: tuple[str, ...]
    sources: tuple[TrainingData, ...]


def eurovoc(data: Path, settings: Concepts) -> IndexedActs:
    """Read the usable acts of the collection ``eurovoc``, with clauses of contracts."""
    sources = tuple(licences.require_allowed(data, name) for name in (_ACTS, _OTHER))
    folder = data / _ACTS
    known = _names(folder / "labels.json")
    rng = np.random.default_rng(settings.seed)
    acts, pieces = [], []
    for row in jsonl.rows(folder / "train.jsonl.gz"):
        beginning = first_words(f"{row['title']} {row['text']}")
        acts.append(IndexedAct(row["_id"], row["title"], beginning, tuple(row["labels"])))
        pieces.append(_piece(rng, row["text"].split(), settings.piece))
    names = {
        label: known[label] for label in sorted({label for act in acts for label in act.labels})
    }
    clauses = [document.text for document in corpus.READERS[_OTHER].read(data)]
    clauses = [text for text in clauses if len(text.split()) >= _SHORTEST]
    other = tuple(rng.choice(clauses, settings.other, replace=False).tolist())
    return IndexedActs(tuple(acts), tuple(pieces), names, other, sources)


def _names(path: Path) -> dict[str, str]:
    """Read the names of concepts by id."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as problem:
        raise CollectionError(
            TrainingCode.NO_CONCEPT_NAMES, path=path, reason=describe_problem(problem)
        ) from None


def _piece(rng: np.random.Generator, words: Sequence[str], size: int) -> str:
    start = int(rng.integers(0, max(len(words) - size, 1)))
    return " ".join(words[start : start + size])


def train(indexed: IndexedActs, folder: Path) -> Manifest:
    """Calibrate, write the model folder and return the manifest; raise ``TooLittleText``."""
    if len(indexed.acts) < _FEWEST_ACTS or len(indexed.names) < 2:
        raise TooLittleText(
            TrainingCode.TOO_FEW_CONCEPTS,
            name=indexed.sources[0].name,
            acts=len(indexed.acts),
            names=len(indexed.names),
            fewest_acts=_FEWEST_ACTS,
        )
    nearest = NearestActs(indexed.acts, indexed.names, _LANGUAGE)
    votes = list(_votes(indexed, nearest))
    truth = _truth(indexed)
    calibration = calibrate.logistic(
        np.concatenate([vote.features() for vote in votes]), truth.ravel()
    )
    probabilities = np.array([calibration.probabilities(vote.features()) for vote in votes])
    return _write(indexed, calibration, probabilities, truth, folder)


def _votes(indexed: IndexedActs, nearest: NearestActs) -> Iterator[Votes]:
    """Yield the votes on beginnings of acts, on middle pieces, and on other texts."""
    for texts in ([act.opening for act in indexed.acts], indexed.pieces):
        for number, text in enumerate(texts):
            yield nearest.votes(text, without=number)
    for text in indexed.other:
        yield nearest.votes(text)


def _truth(indexed: IndexedActs) -> Floats:
    """Return the concepts of each text in the order of the votes: float32 (texts, concepts) of 0 and 1."""
    numbers = {label: number for number, label in enumerate(indexed.names)}
    truth = np.zeros((len(indexed.acts), len(numbers)), np.float32)
    for row, act in zip(truth, indexed.acts, strict=True):
        row[[numbers[label] for label in act.labels]] = 1
    return np.vstack([truth, truth, np.zeros((len(indexed.other), len(numbers)), np.float32)])


def _measure(probabilities: Floats, truth: Floats, threshold: float) -> dict[str, float]:
    """Measure the predictions for texts of acts, each without its own vote."""
    return {
        "texts": len(probabilities),
        **calibrate.ranked_measures(probabilities, truth),
        **calibrate.suggested_measures(probabilities, truth, threshold),
        "calibration_error": round(calibrate.calibration_error(probabilities, truth), 5),
    }


def _write(
    indexed: IndexedActs, calibration: Calibration, outputs: Floats, truth: Floats, folder: Path
) -> Manifest:
    half = len(indexed.acts)
    threshold = calibrate.best_threshold(outputs, truth, _BETA)
    clauses = outputs[2 * half :] >= threshold
    content = {
        "language": _LANGUAGE,
        "threshold": threshold,
        "calibration": [*calibration.weights, calibration.offset],
        "labels": [{"id": label, "name": name} for label, name in indexed.names.items()],
        "acts": [asdict(act) for act in indexed.acts],
    }
    with replace_folder(folder) as draft:
        text = json.dumps(content, indent=0, ensure_ascii=False)
        (draft / "acts.json").write_text(text, encoding="utf-8")
        written = manifest.write(
            draft,
            Manifest(
                name=folder.name,
                task="concept-classifier",
                base="",
                dimensions=len(indexed.names),
                pooling="none",
                normalize=False,
                maximum_tokens=0,
                quantization="none",
                licence=indexed.sources[0].licence,
                training_data=indexed.sources,
                measured={
                    "left_out": _measure(outputs[:half], truth[:half], threshold),
                    "left_out_middles": _measure(
                        outputs[half : 2 * half], truth[half : 2 * half], threshold
                    ),
                    "contracts_without_a_label": round(float(1 - clauses.any(1).mean()), 4),
                },
            ),
            ("acts.json",),
        )
        model_card.write(draft, written, "concepts")
    return written
