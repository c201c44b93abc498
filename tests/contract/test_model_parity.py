"""The committed model is the measured one, and close to its torch original."""

from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from lexdesk.models import manifest
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.encoders import bert, token_vectors
from lexdesk_trainer.export import exported_embedder, model_card
from lexdesk_trainer.export.batches import batches
from lexdesk_trainer.export.parity import Rows, Texts, cosines, open_session, rows, torch_rows

MODELS = Path(__file__).parents[2] / "exported_models"
EMBEDDER = MODELS / "legal-tokens"
SIZE_LIMIT = 110 * 2**20
# Other processors sum in another order: VNNI has no 16-bit sums, and rounding then differs.
MARGIN_MEAN, MARGIN_MIN = 0.003, 0.01


ABOUT: dict[str, model_card.Introduction] = {
    "embedder": "joined embedder",
    "multilingual-embedder": "multilingual",
    "article-classifier": "articles",
    "concept-classifier": "concepts",
    "citation-contexts": "contexts",
}


@pytest.fixture(scope="module")
def ids() -> list[list[int]]:
    model_manifest = manifest.read(EMBEDDER)
    tokenizer = Tokenizer.from_file(str(EMBEDDER / "tokenizer.json"))
    return Texts(tokenizer, paragraphs.gdpr("parity"), model_manifest.maximum_tokens).ids()


@pytest.fixture(scope="module")
def shipped(ids: list[list[int]]) -> Rows:
    session = open_session(EMBEDDER / "model.onnx")
    return np.vstack([rows(session, feed) for feed in batches(ids, 32)])


def test_committed_files_match_manifest() -> None:
    folders = [path.parent for path in MODELS.glob("*/manifest.json")]
    assert folders
    for folder in folders:
        model_manifest = manifest.read(folder)
        manifest.verify(folder, model_manifest)
        assert model_manifest.name == folder.name
        card = (folder / "MODEL_CARD.md").read_text(encoding="utf-8")
        assert card == model_card.render(model_manifest, ABOUT[model_manifest.task])


def test_all_models_together_stay_under_110_mib() -> None:
    assert sum(path.stat().st_size for path in MODELS.rglob("*") if path.is_file()) < SIZE_LIMIT


def test_tokenizer_neither_truncates_nor_pads() -> None:
    tokenizer = Tokenizer.from_file(str(EMBEDDER / "tokenizer.json"))
    assert (tokenizer.truncation, tokenizer.padding) == (None, None)
    assert tokenizer.token_to_id("[PAD]") == 0


def test_rows_have_unit_length_and_manifest_width(shipped: Rows) -> None:
    assert shipped.shape[1] == manifest.read(EMBEDDER).dimensions
    np.testing.assert_allclose(np.linalg.norm(shipped, axis=1), 1, atol=1e-4)


@pytest.mark.slow
def test_quantized_activations_stay_near_float(
    ids: list[list[int]], shipped: Rows, tmp_path: Path
) -> None:
    """Its weights, read back and in torch, against the graph; nearer than the weights before they were rounded."""
    begun = exported_embedder.unpack(EMBEDDER, tmp_path / "begun")
    joined = token_vectors.load(begun.folder, bert.load(begun.folder))
    truth = np.vstack([torch_rows(joined, feed) for feed in batches(ids, 32)])
    measured = manifest.read(EMBEDDER).measured["shipped"]["cosine_to_torch"]
    cosine = cosines(shipped, truth)
    assert cosine.mean() >= measured["mean"] - MARGIN_MEAN
    assert cosine.min() >= measured["min"] - MARGIN_MIN
