"""Token vectors beside a frozen encoder: vocabulary, gate, and one joined graph."""

import shutil
import time
from itertools import islice
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from tests.codes import raises_code
from tests.records import replace

from lexdesk.models.encoder import Encoder
from lexdesk_trainer import steps
from lexdesk_trainer.data import corpus, paragraphs, vocabulary, vocabulary_extension
from lexdesk_trainer.encoders import bert, token_vectors, trained_encoder
from lexdesk_trainer.encoders.sentence_encoder import SentenceEncoder
from lexdesk_trainer.encoders.token_vectors import TokenVectors, gate
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import DiskFull, TrainingError
from lexdesk_trainer.export import joined_graph
from lexdesk_trainer.export.batches import Feed, batches, token_ids
from lexdesk_trainer.export.embedder import export, write_graph
from lexdesk_trainer.export.parity import open_session, rows, torch_rows
from lexdesk_trainer.export.quantizations import RECIPES
from lexdesk_trainer.settings import Vocabulary
from lexdesk_trainer.steps import RecipeRun
from lexdesk_trainer.training.loop import Limit
from lexdesk_trainer.training.text_encoders import TokenVectorTexts

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def extended(shared_data: Path) -> vocabulary_extension.ExtendedVocabulary:
    texts = list(corpus.READERS["gdpr"].read(shared_data))
    old = vocabulary.read(trained_encoder.minilm().folder)
    return vocabulary_extension.extend(old, texts, Vocabulary(size=3000, extends=True))


def test_english_tokens_are_unchanged_and_german_has_fewer(
    extended: vocabulary_extension.ExtendedVocabulary, shared_data: Path
) -> None:
    old = vocabulary.read(trained_encoder.minilm().folder)
    counts = {"en": [0, 0], "de": [0, 0]}
    for text, language in islice(corpus.READERS["gdpr"].read(shared_data), 60):
        for place, tokenizer in enumerate((old, extended.tokenizer)):
            encoding = tokenizer.encode(text, add_special_tokens=False)
            counts[language][place] += len(encoding.ids)
    assert counts["en"][1] == pytest.approx(counts["en"][0], rel=0.002)
    assert counts["de"][1] < 0.7 * counts["de"][0]


def test_encoder_vocabulary_covers_english_only(
    extended: vocabulary_extension.ExtendedVocabulary,
) -> None:
    for text, low, high in (
        ("The data subject shall have the right to withdraw his or her consent.", 0.95, 1.0),
        ("Die betroffene Person hat das Recht, ihre Einwilligung zu widerrufen.", 0.0, 0.5),
    ):
        ids = extended.tokenizer.encode(text, add_special_tokens=False).ids
        share = sum(id < extended.read for id in ids) / len(ids)
        assert low <= share <= high, text
    assert extended.tokenizer.token_to_id("[PAD]") == 0  # stands for what the encoder does not read


def test_encoder_tokens_use_its_embeddings(
    extended: vocabulary_extension.ExtendedVocabulary,
) -> None:
    source = trained_encoder.minilm()
    old, rows = vocabulary.read(source.folder), bert.load(source.folder).embeddings.word_embeddings
    first = vocabulary_extension.first_pieces(extended.tokenizer, extended.read)
    encoder = bert.replace_vocabulary(source, first)
    assert encoder.config.vocab_size == extended.read
    for word in ("consent", "processing", "##ing", "1", "."):
        row = encoder.embeddings.word_embeddings.weight[first.token_to_id(word)]
        assert torch.equal(row, rows.weight[old.token_to_id(word)])


@pytest.mark.parametrize(("share", "wanted"), [(0.0, 0.0), (0.5, 0.0), (0.75, 0.5), (1.0, 1.0)])
def test_encoder_weight_by_share_of_read_tokens(share: float, wanted: float) -> None:
    assert gate(torch.tensor(share)).item() == pytest.approx(wanted)


def test_texts_outside_encoder_language_use_learned_vectors(trained: RecipeRun) -> None:
    shard, model = trained.shard, trained.folder / "token_vectors" / "model"
    encoder = bert.load(model)
    learned = TokenVectors(shard.tokenizer.get_vocab_size(), 32)
    state = torch.load(model.parent / "checkpoint.pt", weights_only=True)["model"]
    learned.load_state_dict(state)
    texts = np.arange(20)
    with torch.no_grad():
        vectors = TokenVectorTexts(learned, shard, CPU).encode(texts)
    ours = torch.nn.functional.normalize(vectors, dim=-1).numpy()
    joined = token_vectors.load(model, encoder)
    joined.read = 0
    cls, sep = (shard.tokenizer.token_to_id(item) for item in ("[CLS]", "[SEP]"))
    for at, text in enumerate(texts):
        ids = torch.tensor([[cls, *shard.texts.row(int(text)).tolist(), sep]])
        with torch.no_grad():
            theirs = joined(ids, torch.ones_like(ids))["embedding"][0].numpy()
        assert ours[at] @ theirs > 0.999  # eight bits a number


def test_token_vectors_combine_with_encoder_of_other_recipe(
    trained: RecipeRun, tmp_path: Path
) -> None:
    shutil.copytree(trained.work, tmp_path / "work")
    shutil.rmtree(tmp_path / "work" / "tiny" / "token_vectors")
    assert trained.recipe.token_vectors is not None
    settings = replace(trained.recipe.token_vectors, encoder="tiny")
    recipe = replace(trained.recipe, token_vectors=settings)
    recipe_run = replace(trained, recipe=recipe, work=tmp_path / "work")
    assert steps.train_token_vectors(recipe_run, Limit()).done
    separate, taught = (
        dict(bert.load(recipe_run.folder / step / "model").named_parameters())
        for step in ("token_vectors", "embedder")
    )
    assert all(torch.equal(separate[name], weight) for name, weight in taught.items())
    unknown = replace(recipe, token_vectors=replace(settings, encoder="nothing"))
    shutil.rmtree(recipe_run.folder / "token_vectors")
    with raises_code(
        TrainingError, TrainingCode.NO_TRAINED_MODEL, command="train-embedder", name="nothing"
    ):
        steps.train_token_vectors(replace(recipe_run, recipe=unknown), Limit())


@pytest.mark.slow
def test_engine_loads_model(trained: RecipeRun, tmp_path: Path) -> None:
    model = trained.folder / "token_vectors" / "model"
    some = paragraphs.gdpr("parity")[:20]
    result = export(bert.read_trained_encoder(model, {"": 0.4}), tmp_path / "joined", texts=some)
    assert result.measured["onnx_float32"]["cosine_to_torch"]["min"] >= 0.9999
    vectors = Encoder(tmp_path / "joined", result).encode(some)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-3)


@pytest.mark.slow
def test_graph_skips_encoder_without_input(
    extended: vocabulary_extension.ExtendedVocabulary, tmp_path: Path
) -> None:
    first = vocabulary_extension.first_pieces(extended.tokenizer, extended.read)
    encoder = bert.change_depth(bert.replace_vocabulary(trained_encoder.minilm(), first), 2)
    width, pieces = encoder.config.hidden_size, extended.tokenizer.get_vocab_size()
    table = torch.randn(pieces, width, generator=torch.Generator().manual_seed(1))
    joined = token_vectors.TokenVectorEncoder(encoder, table, 2.0, 6).eval()
    branch, graph = tmp_path / "branch.onnx", tmp_path / "model.onnx"
    alone = SentenceEncoder(encoder, "mean", normalize=True).eval()
    write_graph(alone, [], RECIPES["float32-fused"], branch)
    joined_graph.write(branch, joined, graph)
    again = joined_graph.read(graph, encoder)
    assert torch.equal(again.rows, joined.rows)
    session = open_session(graph)
    english = "The data subject shall have the right to withdraw consent."
    german = "Die betroffene Person hat das Recht, ihre Einwilligung zu widerrufen."
    for texts in ([english], [german], [english, german], [""]):
        feed = next(batches(token_ids(extended.tokenizer, texts, 64), 8))
        np.testing.assert_allclose(rows(session, feed), torch_rows(joined, feed), atol=1e-5)
        with torch.no_grad():
            theirs = joined(**{name: torch.from_numpy(item) for name, item in feed.items()})
        ours = session.run(["tokens"], feed)[0]
        np.testing.assert_allclose(ours, theirs["tokens"].numpy(), atol=1e-4)
        alone = session.run(["tokens"], {**feed, "with_embedding": np.array(False)})[0]
        np.testing.assert_array_equal(alone, ours)
        if texts != [""]:
            assert ours.any() == (english in texts), "the encoder reads no German"
    seconds = {}
    for text in (english, german):
        feed = next(batches(token_ids(extended.tokenizer, [text * 8] * 16, 128), 16))
        rounds = [timed(session, feed) for _ in range(5)]
        seconds[text] = min(rounds) / feed["input_ids"].size
    assert seconds[german] < seconds[english] / 2


def timed(session: onnxruntime.InferenceSession, feed: Feed) -> float:
    began = time.perf_counter()
    rows(session, feed)
    return time.perf_counter() - began


def test_full_disk_is_reported(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="Windows has no such limits")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # The system refuses as a full disk does.
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, hard))
    try:
        with raises_code(DiskFull, TrainingCode.WEIGHTS_NOT_WRITTEN):
            token_vectors.save(tmp_path, torch.ones(1_000, 3), 1.0, 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
