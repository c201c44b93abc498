"""Make the question map of the installed embedder: find candidates, train the map, write its model folder.

A run that was stopped continues: library, token embeddings and checkpoint are kept in the work folder.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from msgspec.structs import replace
from numpy.typing import NDArray

from lexdesk.evaluation import candidates
from lexdesk.evaluation.collection import Collection
from lexdesk.models import manifest, question_map
from lexdesk.models.encoder import load
from lexdesk.models.manifest import Manifest, TrainingData
from lexdesk_trainer.data import licences, questions, written_questions
from lexdesk_trainer.export import model_card
from lexdesk_trainer.export.drafts import replace_folder
from lexdesk_trainer.settings import QuestionMap
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.loop import Limit
from lexdesk_trainer.training.question_map import EncodedQuestions, MapTraining

SOURCE = "en-questions"
_EPOCHS = 3  # most times that a question is learned from
_LICENCE = "Apache-2.0"


class Source(NamedTuple):
    """Questions judged in the splits train and dev of ``collection``; ``ships`` for those written for Lexdesk."""

    collection: Collection
    data: TrainingData
    ships: bool


class Result(NamedTuple):
    """nDCG@10 of ``questions`` held out, before and after; the ``manifest`` if a map was written."""

    questions: int
    before: float
    after: float
    manifest: Manifest | None


def take_written_questions(data: Path, work: Path, acts: int) -> Source:
    """Return the questions written for provisions of EU law about ``acts``."""
    source = written_questions.require_allowed(data, SOURCE, ships=True)
    folder = work / f"{SOURCE}-{acts or 'all'}"
    return Source(
        Collection(written_questions.write(data, SOURCE, folder, acts=acts)), source, True
    )


def take_judged_questions(path: Path, work: Path, fold: int) -> Source:
    """Return the judged questions of the collection ``path``; its fifth ``fold`` measures."""
    folder = work / "data" / f"fold-{fold + 1}"
    if not (folder / "meta.json").exists():
        questions.split_questions(Collection(path), folder, fold)
    return Source(Collection(folder), TrainingData(path.name, licences.OWN_DOCUMENTS), False)


def make(
    source: Source, work: Path, folder: Path, settings: QuestionMap, limit: Limit
) -> Result | None:
    """Train in ``work`` and write to ``folder`` if held-out questions gain; return None if ``limit`` ended it early.

    The map is of the installed embedder, with which the engine searches.
    """
    encoder = load(manifest.find("embedder"))
    learned, held_out = (
        EncodedQuestions(
            candidates.find(source.collection, split, work / "library", count, settings.depth),
            encoder,
            work / "tokens",
        )
        for split, count in (("train", settings.questions), ("dev", settings.held_out))
    )
    task = MapTraining(learned, held_out, settings, encoder.manifest.dimensions)
    before = task.ndcg()
    steps = min(settings.schedule.steps, max(1, _EPOCHS * len(learned) // settings.schedule.batch))
    schedule = replace(settings.schedule, steps=steps)
    outcome = loop.train(task, schedule, work, torch.device("cpu"), limit, task.inputs)
    if not outcome.done:
        return None
    found = Result(len(held_out), before, task.ndcg(), None)
    if found.after <= before:
        return found
    return found._replace(
        manifest=_write(folder, task.change(), encoder.manifest, source, len(learned), found)
    )


def _write(
    folder: Path, change: NDArray[np.float32], embedder: Manifest, source: Source, learned: int,
    found: Result,
) -> Manifest:  # fmt: skip
    """Write the model folder of the map ``change``."""
    held_out = {
        "questions": found.questions,
        "nDCG@10_without": round(found.before, 4),
        "nDCG@10": round(found.after, 4),
    }
    about = Manifest(
        name=folder.name,
        task="question-map",
        base=embedder.name,
        dimensions=embedder.dimensions,
        pooling="none",
        normalize=False,
        maximum_tokens=0,
        quantization="float16",
        licence=_LICENCE if source.ships else licences.OWN_DOCUMENTS,
        training_data=(source.data,),
        measured={"questions": learned, "held_out": held_out},
    )
    with replace_folder(folder) as draft:
        np.save(draft / question_map.CHANGE, change.astype(np.float16))
        stated = json.dumps({"embedder": embedder.fingerprint})
        (draft / question_map.ABOUT).write_text(stated, encoding="utf-8")
        stored = manifest.write(draft, about, (question_map.ABOUT, question_map.CHANGE))
        model_card.write(draft, stored, "question map")
    return stored
