"""The encoder: vectors of the shipped model, and models that contradict their manifest."""

import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from tests.codes import raises_code

from lexdesk.errors import ModelCode, ModelDamaged
from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk.models.onnx_session import cut_batches

FOLDER = manifest.find("embedder")


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(FOLDER, manifest.read(FOLDER))


def test_rows_are_unit_vectors_in_the_order_of_the_texts(encoder: Encoder) -> None:
    texts = ["withdraw consent", "The controller shall notify the breach. " * 40, "", "a"] * 30
    vectors = encoder.encode(texts)
    assert vectors.shape == (len(texts), encoder.manifest.dimensions)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-3)
    alone = np.stack([encoder.encode([text])[0] for text in texts[:4]])
    assert (vectors[:4] * alone).sum(axis=1) == pytest.approx(1.0, abs=0.02)
    assert encoder.submit(
        lambda: encoder.encode_question("withdraw consent", ["en"])
    ).result() == pytest.approx(alone[0])


def test_tokenisation_is_faster_than_encoding(encoder: Encoder) -> None:
    if encoder.device != "cpu":
        pytest.skip("on a GPU a thread's time tells nothing")
    text = "The controller shall notify the personal data breach. " * 20
    seconds: dict[str, float] = {}
    for read in (encoder.encode, encoder.tokens):
        rounds = []
        for _ in range(7):
            began = time.thread_time()
            read([text])
            rounds.append(time.thread_time() - began)
        seconds[read.__name__] = min(rounds)
    assert seconds["tokens"] < 0.75 * seconds["encode"]


def test_similar_sentences_are_near(encoder: Encoder) -> None:
    question, answer, other = encoder.encode(
        [
            "may I take back my permission?",
            "The data subject shall have the right to withdraw his or her consent.",
            "The Board shall elect a chair.",
        ]
    )
    assert question @ answer > question @ other + 0.2


def test_damaged_model_is_rejected_before_use(tmp_path: Path) -> None:
    copy = shutil.copytree(FOLDER, tmp_path / "model")
    content = bytearray((copy / "model.onnx").read_bytes())
    content[len(content) // 2] ^= 1
    (copy / "model.onnx").write_bytes(content)
    with raises_code(ModelDamaged, ModelCode.FILE_HASH, r"model\.onnx"):
        Encoder(copy, manifest.read(copy)).encode(["consent"])


@pytest.mark.parametrize("tokens", [1, 64, 4096])
def test_batches_contain_every_text_once(tokens: int) -> None:
    lengths = np.array([5, 300, 20, 20, 1, 4096, 7])
    parts = cut_batches(np.argsort(lengths, kind="stable"), lengths, tokens)
    assert sorted(np.concatenate(parts).tolist()) == list(range(len(lengths)))
    assert all(len(part) == 1 or len(part) * lengths[part].max() <= tokens for part in parts)


def test_embedding_is_independent_of_batch(encoder: Encoder) -> None:
    if encoder.device != "cpu":
        pytest.skip("a GPU reads texts together")
    texts = [
        "The data subject shall have the right to withdraw consent.",
        "Consent.",
        "Widerruf " * 90,
    ]
    alone = np.concatenate([encoder.encode([text]) for text in texts])
    assert np.array_equal(encoder.encode(texts), alone)
    assert np.array_equal(encoder.tokens(texts)[1], encoder.tokens(texts[1:2])[0])
