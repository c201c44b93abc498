"""An exported embedder, read back for further training."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from tests.codes import raises_code

from lexdesk.errors import ModelError
from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk_trainer.data import paragraphs, vocabulary
from lexdesk_trainer.data.shards import Shard
from lexdesk_trainer.encoders import bert, token_vectors
from lexdesk_trainer.encoders.token_vectors import TokenVectors
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.export import exported_embedder, joined_graph, rounding
from lexdesk_trainer.export.batches import batches, token_ids
from lexdesk_trainer.export.embedder import export
from lexdesk_trainer.export.parity import cosines, torch_rows
from lexdesk_trainer.steps import RecipeRun
from lexdesk_trainer.training.text_encoders import JoinedTexts

SHIPPED = Path(__file__).parents[2] / "exported_models" / "legal-tokens"
ENGLISH = "The data subject shall have the right to withdraw his or her consent at any time."
GERMAN = "Die betroffene Person hat das Recht, ihre Einwilligung jederzeit zu widerrufen."


@pytest.mark.slow
def test_shipped_model_is_read_back_with_token_vectors(tmp_path: Path) -> None:
    source = exported_embedder.unpack(SHIPPED, tmp_path / "unpacked")
    model_manifest = manifest.read(SHIPPED)
    assert (source.maximum_tokens, source.fusion_weights) == (256, model_manifest.fusion_weights)
    assert bert.training_data(source.folder) == model_manifest.training_data
    assert bert.read_record(source.folder)["ships"]
    joined = token_vectors.load(source.folder, bert.load(source.folder))
    tokenizer = vocabulary.read(source.folder)
    texts = [ENGLISH, GERMAN, *paragraphs.gdpr("parity")[:10]]
    theirs = Encoder(SHIPPED, model_manifest).encode(texts)
    feeds = [next(batches(token_ids(tokenizer, [text], 256), 1)) for text in texts]
    ours = np.vstack([torch_rows(joined, feed) for feed in feeds])
    found = cosines(ours, theirs)
    assert found.min() > 0.99  # activations are rounded there, and not here
    assert found[1] > 0.9999  # German is the table's, which is the same


@pytest.mark.slow
def test_encoder_alone_is_read_back(tiny: TrainedEncoder, tmp_path: Path) -> None:
    some = paragraphs.gdpr("parity")[:20]
    result = export(tiny, tmp_path / "plain", texts=some)
    source = exported_embedder.unpack(tmp_path / "plain", tmp_path / "unpacked")
    assert not token_vectors.has_token_vectors(source.folder)
    again = export(source, tmp_path / "again", texts=some)
    one, other = (Encoder(tmp_path / entry.name, entry).encode(some) for entry in (result, again))
    assert cosines(one, other).min() > 0.98


@pytest.mark.slow
def test_small_weight_updates_survive_quantization(tmp_path: Path) -> None:
    encoder = bert.load(exported_embedder.unpack(SHIPPED, tmp_path / "unpacked").folder)
    tokenizer = vocabulary.read(tmp_path / "unpacked")
    ids = token_ids(tokenizer, paragraphs.gdpr("calibration")[:40], 256)
    read = [[item for item in row if item < encoder.config.vocab_size] for row in ids]
    with torch.no_grad():
        embedded = [encoder.embeddings(torch.tensor([row])) for row in read]
    inputs = torch.cat(embedded, 1)[0].double()  # (tokens, K), those of the first query matrix
    unpacked: Any = encoder.encoder.layer[0].attention.self.query.weight.data.double()
    step = unpacked.abs().amax(1, keepdim=True) / rounding.STEPS
    # All outputs change in one direction, as in training.
    trained = unpacked + 0.05 * step * inputs.mean(0).sign()
    trained = torch.where(unpacked.abs() == unpacked.abs().amax(1, keepdim=True), unpacked, trained)
    compensated = rounding.round_matrix(trained, inputs.T @ inputs)

    def moved(weight: torch.Tensor) -> torch.Tensor:
        return inputs @ (weight - trained).T

    torch.testing.assert_close(torch.round(trained / step) * step, unpacked)  # to the nearest: back
    torch.testing.assert_close(torch.round(compensated / step) * step, compensated)  # on the grid
    assert moved(compensated).norm() < 0.8 * moved(unpacked).norm()
    assert moved(compensated).mean(0).norm() < 0.5 * moved(unpacked).mean(0).norm()


@pytest.mark.slow
@pytest.mark.parametrize("quantization", ["float32", "float32-fused"])
def test_other_exports_are_rejected(
    quantization: str, tiny: TrainedEncoder, tmp_path: Path
) -> None:
    export(tiny, tmp_path / "plain", quantization=quantization, texts=paragraphs.gdpr("parity")[:5])
    with raises_code(ModelError, TrainingCode.NOT_EIGHT_BITS):
        exported_embedder.unpack(tmp_path / "plain", tmp_path / "unpacked")
    assert not (tmp_path / "unpacked" / bert.RECORD_NAME).exists()


def test_model_without_embedder_task_is_rejected(tmp_path: Path) -> None:
    with raises_code(ModelError, TrainingCode.NO_MEAN_EMBEDDER):
        exported_embedder.unpack(SHIPPED.parent / "eurovoc", tmp_path / "unpacked")


@pytest.mark.slow
def test_training_and_joined_model_encode_equally(trained: RecipeRun, tmp_path: Path) -> None:
    model = trained.folder / "token_vectors" / "model"
    export(bert.read_trained_encoder(model, {"": 0.4}), tmp_path / "joined", texts=[ENGLISH])
    assert joined_graph.is_joined(onnx.load(tmp_path / "joined" / "model.onnx").graph)
    source = exported_embedder.unpack(tmp_path / "joined", tmp_path / "unpacked")
    shard, encoder = trained.shard, bert.load(source.folder)
    joined = token_vectors.load(source.folder, encoder)
    joined.read = encoder.config.vocab_size = shard.tokenizer.get_vocab_size() // 4
    learned = TokenVectors.initialized_with(joined.table())
    texts = JoinedTexts(encoder, learned, joined.weight, shard, 64, torch.device("cpu"))
    texts.module.eval()
    numbers = np.arange(30)
    with torch.no_grad():
        ours = torch.nn.functional.normalize(texts.encode(numbers), dim=-1).numpy()
        tokens = texts.tokens(numbers)
    opening, closing = (shard.tokenizer.token_to_id(item) for item in ("[CLS]", "[SEP]"))
    shares = []
    for number, vector, of_tokens in zip(numbers, ours, tokens, strict=True):
        row = shard.texts.row(int(number))
        shares.append((row < joined.read).mean())
        ids = torch.tensor([[opening, *row.tolist(), closing]])
        with torch.no_grad():
            theirs = joined(ids, torch.ones_like(ids))
        assert vector @ theirs["embedding"][0].numpy() > 0.999
        torch.testing.assert_close(
            of_tokens[: ids.shape[1]], theirs["tokens"][0], atol=0.01, rtol=0
        )
        assert not of_tokens[ids.shape[1] :].any()
    assert min(shares) < 0.5 < max(shares), "some texts are read by the encoder, and some are not"


@pytest.mark.slow
def test_recipe_starts_from_exported_model(
    run: Callable[..., int], tiny: TrainedEncoder, law_data: Path, tmp_path: Path
) -> None:
    initial, recipe, work = tmp_path / "initial", tmp_path / "ours.toml", tmp_path / "work"
    export(tiny, initial)
    recipe.write_text(
        'name = "ours"\ntask = "embedder"\n[data]\ncollections = ["titles"]\n'
        "[prepare]\npassage_tokens = 16\ncandidates = 5\n"
    )
    result = ("--work", str(work), "--data", str(law_data))
    assert run("prepare", str(recipe), "--initial-model", str(initial), *result) == 0
    shard = Shard(work / "ours" / "shard")
    assert shard.tokenizer.get_vocab() == vocabulary.read(initial).get_vocab()
    unpacked = bert.load(work / "ours" / "initial_encoder")
    assert unpacked.config.num_hidden_layers == bert.load(tiny.folder).config.num_hidden_layers
    assert unpacked.config.attention_probs_dropout_prob == bert.ATTENTION_DROPOUT


def test_continuing_recipe_does_not_start_from_other_model(
    run: Callable[..., int], shared_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = (
        "legal-tokens",
        "--scale",
        "small",
        "--work",
        str(tmp_path),
        "--data",
        str(shared_data),
    )
    for command in ("prepare", "reproduce"):
        assert run(command, *result) == 2
        assert (
            "legal-tokens trains the exported legal-bilingual further; name its folder with --initial-model"
            in (capsys.readouterr().err)
        )
    assert not list(tmp_path.rglob("model.safetensors"))


@pytest.mark.slow
def test_all_steps_start_from_exported_model(
    run: Callable[..., int], tiny: TrainedEncoder, law_data: Path, tmp_path: Path
) -> None:
    initial, recipe, work = tmp_path / "initial", tmp_path / "ours.toml", tmp_path / "work"
    export(tiny, initial)
    recipe.write_text(
        'name = "ours"\ntask = "embedder"\ninitial_model = "tiny"\n[data]\ncollections = ["titles"]\n'
        "[prepare]\npassage_tokens = 16\ncandidates = 5\n[embedder]\ndimensions = [32]\nfirst_rank = 0\n"
        "[embedder.schedule]\nsteps = 1\nbatch = 4\nlearning_rate = 1e-4\nevaluate_every = 2\nsave_every = 2\n"
    )
    result = ("--initial-model", str(initial), "--work", str(work), "--data", str(law_data))
    assert run("reproduce", str(recipe), *result) == 0
    assert bert.load(work / "ours" / "embedder" / "model").config.hidden_size == 32
