"""The learned map of a question's tokens: its effect on late interaction, and rejected maps."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.codes import raises_code

from lexdesk.errors import ModelCode, ModelDamaged
from lexdesk.models import manifest, question_map, reranker
from lexdesk.models.encoder import load
from lexdesk.models.late_interaction import LateInteraction
from lexdesk.models.manifest import Manifest, TrainingData
from lexdesk.models.question_map import QuestionMap

WIDTH = 384
QUESTION = "does a small company need to keep records of processing?"
PASSAGES = [
    "Each controller shall maintain a record of processing activities under its responsibility.",
    "The Board shall elect a chair and two deputy chairs from amongst its members.",
]


def write(folder: Path, change: np.ndarray, embedder: str) -> Path:
    folder.mkdir(parents=True)
    np.save(folder / question_map.CHANGE, change)
    (folder / question_map.ABOUT).write_text(json.dumps({"embedder": embedder}))
    about = Manifest(
        name="map", task="question-map", base="", dimensions=WIDTH, pooling="none", normalize=False,
        maximum_tokens=0, quantization="float16", licence="Apache-2.0",
        training_data=(TrainingData("none", "none"),), measured={},
    )  # fmt: skip
    manifest.write(folder, about, (question_map.ABOUT, question_map.CHANGE))
    return folder


def test_rows_keep_their_length_and_turn() -> None:
    random = np.random.default_rng(1)
    tokens = random.normal(size=(5, WIDTH)).astype(np.float32)
    tokens[2] = 0
    change = (random.normal(size=(WIDTH, WIDTH)) / 40).astype(np.float32)
    found = question_map.map_tokens(tokens, change)
    np.testing.assert_allclose(
        np.linalg.norm(found, axis=1), np.linalg.norm(tokens, axis=1), rtol=1e-4
    )
    expected = tokens[0] + tokens[0] @ change
    cosine = found[0] @ expected / np.linalg.norm(found[0]) / np.linalg.norm(expected)
    assert cosine == pytest.approx(1, abs=1e-5)
    unchanged = question_map.map_tokens(tokens, np.zeros_like(change))
    np.testing.assert_allclose(unchanged, tokens, rtol=1e-5)


def test_map_of_the_installed_embedder_counts_and_any_other_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = load(manifest.find("embedder"))
    plain = LateInteraction(embedder).scores(QUESTION, PASSAGES)
    turned = -2 * np.eye(WIDTH, dtype=np.float16)  # each token to its opposite
    for name, fingerprint in (("own", embedder.manifest.fingerprint), ("other", "0" * 16)):
        write(tmp_path / name / "map", turned, fingerprint)
        monkeypatch.setenv(manifest.MODELS_VARIABLE, str(tmp_path / name))
        scores = reranker.find_installed().scores(QUESTION, PASSAGES)
        assert plain is not None and scores is not None
        assert (scores < 0.5 * plain).all() if name == "own" else scores == pytest.approx(plain)


@pytest.mark.parametrize(
    "change",
    [np.zeros((WIDTH, 8), np.float16), np.full((WIDTH, WIDTH), np.nan, np.float16)],
    ids=["shape", "numbers"],
)
def test_damaged_map_is_rejected(tmp_path: Path, change: np.ndarray) -> None:
    folder = write(tmp_path / "map", change, "0" * 16)
    with raises_code(ModelDamaged, ModelCode.MAP_DAMAGED):
        QuestionMap(folder, manifest.read(folder))
    (folder / question_map.CHANGE).write_bytes(b"PK")
    with pytest.raises(ModelDamaged):
        QuestionMap(folder, manifest.read(folder))
