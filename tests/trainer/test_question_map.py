"""The question map: its training, scores equal to the engine's, and its command."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from lexdesk.evaluation.candidates import Candidates, Question
from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder, load
from lexdesk.models.late_interaction import LateInteraction
from lexdesk.models.question_map import QuestionMap
from lexdesk_trainer import settings
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.question_map import EncodedQuestions, MapTraining

SHIPPED = Path(__file__).parents[2] / "exported_models" / "legal-tokens"
TEXTS = paragraphs.gdpr("parity")[:8]
ASKED = "May consent to processing be withdrawn at any time?"


def read(folder: Path, answer: int) -> tuple[EncodedQuestions, Encoder]:
    """Return ten times a question with the eight texts as candidates, one of them its answer."""
    numbers = list(range(len(TEXTS)))
    question = Question(ASKED, numbers, numbers, [0.5] * len(numbers), frozenset({answer}))
    encoder = load(SHIPPED)
    return EncodedQuestions(Candidates([question] * 10, TEXTS), encoder, folder), encoder


def task(folder: Path, answer: int = 0) -> MapTraining:
    recipe = settings.load("question-map", "small").question_map
    assert recipe is not None
    known, encoder = read(folder, answer)
    return MapTraining(known, known, recipe, encoder.manifest.dimensions)


def test_scores_are_those_of_the_engine(tmp_path: Path) -> None:
    known, encoder = read(tmp_path, 0)
    engine = LateInteraction(encoder)
    scores = engine.scores(ASKED, TEXTS)
    assert scores is not None
    combined = engine.combine(np.full(len(TEXTS), 0.5, np.float32), scores)
    training = task(tmp_path)
    ours = training.map(known.item(0)).detach().numpy()
    np.testing.assert_allclose(ours, combined, atol=0.002)
    few = known.item(0, 3, np.random.default_rng(1))
    assert len(few.relevant) == 3
    assert few.relevant.sum() == 1


@pytest.mark.slow
def test_answer_rises_and_a_stopped_run_continues(tmp_path: Path) -> None:
    training = task(tmp_path)
    worst = int(training.map(training.questions.item(0)).argmin())
    found = []
    for name, limits in (
        ("whole", [loop.Limit()]),
        ("parts", [loop.Limit(this_command=1e-9)] * 2 + [loop.Limit()]),
    ):
        for limit in limits:
            training = task(tmp_path, worst)
            before = training.ndcg()
            schedule = training.settings.schedule
            where = torch.device("cpu")
            done = loop.train(training, schedule, tmp_path / name, where, limit, training.inputs)
        assert done.done
        assert training.ndcg() > before
        found.append(training.change())
    np.testing.assert_array_equal(found[0], found[1])


@pytest.mark.slow
@pytest.mark.parametrize("own", [False, True], ids=["written", "own questions"])
def test_command_writes_a_map_that_the_engine_reads(
    own: bool, run: Callable[..., int], law_data: Path, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    collection = [str(law_data / "titles")] if own else []
    arguments = ["--data", str(law_data), "--work", str(tmp_path / "work"), "--out", str(tmp_path)]  # fmt: skip
    code = run("train-question-map", *collection, "--scale", "small", *arguments)
    assert code == 0
    folder = tmp_path / "question-map"
    told = capsys.readouterr().out
    assert ("no gain" in told) is not folder.exists()
    if folder.exists():
        about = manifest.read(folder)
        assert about.measured["held_out"]["questions"] > 0
        assert ("Apache" in about.licence) is not own
        assert QuestionMap(folder, about).embedder == manifest.read(SHIPPED).fingerprint
        assert json.loads((folder / "map.json").read_text()).keys() == {"embedder"}
