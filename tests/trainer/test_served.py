"""Trained models, exported and served by the engine: the same answers as in torch."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

from lexdesk.errors import ModelDamaged, ModelError, ModelMismatch
from lexdesk.models import manifest
from lexdesk.models.classifier import Classifier
from lexdesk.models.encoder import Encoder
from lexdesk.models.reranker import Reranker
from lexdesk_trainer import bert, classifier, evaluate_classifier, heads, paragraphs
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.export import export
from lexdesk_trainer.export_reranker import export_reranker
from lexdesk_trainer.settings import Classifier as Settings
from lexdesk_trainer.steps import Workshop, load_cross_encoder

SOME = paragraphs.gdpr("parity")[:20]
QUICK = Settings(epochs=60, minimum_examples=1)


@pytest.fixture(scope="module")
def models(trained: Workshop, law_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Model folders of an embedder, a reranker and a classifier."""
    folder = tmp_path_factory.mktemp("models")
    embedder = trained.folder / "embedder" / "model"
    export(bert.trained(embedder, {"": 0.4}), folder / "embedder", texts=SOME)
    model = trained.folder / "reranker" / "model"
    export_reranker(model, folder / "reranker", quantization="float32-fused")
    labelled = classifier.articles(law_data)
    classifier.train(
        labelled, folder / "embedder", folder / "articles", "article-classifier", QUICK
    )
    return folder


def test_a_trained_embedder_says_what_it_learned_from(models: Path) -> None:
    told = manifest.read(models / "embedder")
    assert "titles" in {source.name for source in told.training_data}
    assert told.fusion_weights == {"": 0.4}
    assert "words and the citations of law" in (models / "embedder" / "MODEL_CARD.md").read_text()


def test_the_reranker_scores_as_torch_does(models: Path, trained: Workshop) -> None:
    model = load_cross_encoder(trained.folder / "reranker" / "model")
    served = Reranker(models / "reranker", manifest.read(models / "reranker"))
    scores = served.scores(SOME[0], SOME)
    tokenizer = trained.shard.tokenizer
    tokenizer.enable_truncation(served.manifest.maximum_tokens)
    for text, score in zip(SOME, scores, strict=True):
        told = tokenizer.encode(SOME[0], text)
        inputs = [torch.tensor([ids]) for ids in (told.ids, told.attention_mask, told.type_ids)]
        with torch.no_grad():
            assert score == pytest.approx(float(model(*inputs)["score"]), abs=1e-4)
    assert served.scores(SOME[0], []).shape == (0,)


def test_an_embedder_is_no_reranker_and_no_classifier(models: Path) -> None:
    told = manifest.read(models / "embedder")
    with pytest.raises(ModelError, match="a reranker is needed"):
        Reranker(models / "embedder", told)
    with pytest.raises(ModelError, match="a classifier is needed"):
        Classifier(models / "embedder", told)


def test_a_classifier_gives_labels_with_probabilities(models: Path) -> None:
    encoder = Encoder(models / "embedder", manifest.read(models / "embedder"))
    served = Classifier(models / "articles", manifest.read(models / "articles"))
    labels = served.classify(SOME[0], encoder, count=99)
    assert len(labels) == 99
    chances = [label.probability for label in labels]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)
    assert labels[0].name.startswith("Article ")
    assert served.classify(" \n", encoder) == []


def test_left_out_texts_are_calibrated_and_better_than_chance(models: Path) -> None:
    told = manifest.read(models / "articles").measured
    assert told["left_out"]["R@10"] > 2 * 10 / 99
    assert told["left_out"]["calibration_error"] < 0.01
    assert told["largest_difference_to_torch"] < 1e-5


def test_a_classifier_refuses_vectors_of_another_embedder(models: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(models / "articles", tmp_path / "articles")
    told = json.loads((folder / "labels.json").read_text())
    (folder / "labels.json").write_text(json.dumps(told | {"embedder": "0" * 16}))
    with pytest.raises(ModelDamaged, match=r"labels\.json"):
        Classifier(folder, manifest.read(folder))
    seal(folder)
    served = Classifier(folder, manifest.read(folder))
    encoder = Encoder(models / "embedder", manifest.read(models / "embedder"))
    with pytest.raises(ModelMismatch, match="install both together"):
        served.classify(SOME[0], encoder)
    with pytest.raises(ModelMismatch, match="another embedder"):
        list(evaluate_classifier.on_acts(acts(tmp_path), folder, models / "embedder"))


@pytest.mark.parametrize(
    ("change", "message"),
    [({"labels": [1]}, "does not list labels"), ({"pooling": "sum"}, "pooling 'sum' is unknown")],
)
def test_labels_that_cannot_be_read_are_told(
    change: dict[str, object], message: str, models: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(models / "articles", tmp_path / "articles")
    told = json.loads((folder / "labels.json").read_text())
    (folder / "labels.json").write_text(json.dumps(told | change))
    seal(folder)
    with pytest.raises(ModelDamaged, match=message):
        Classifier(folder, manifest.read(folder))


def test_measures_average_over_labels(models: Path, tmp_path: Path) -> None:
    (line,) = evaluate_classifier.on_acts(acts(tmp_path), models / "articles", models / "embedder")
    assert "2 texts" in line
    run = {"a": [("x", 1.0)], "b": [("x", 1.0)], "c": [("x", 1.0)]}
    judged = {"a": {"x": 1}, "b": {"x": 1}, "c": {"y": 1}}
    assert evaluate_classifier.by_label(run, judged) == 0.5


def test_probabilities_are_right_on_average() -> None:
    rng = np.random.default_rng(5)
    vectors = rng.normal(size=(400, 8)).astype(np.float32)
    chance = 1 / (1 + np.exp(-3 * vectors[:, :3]))
    labels = (rng.random(chance.shape) < chance).astype(np.float32)
    learned = heads.learn(heads.Examples(vectors, labels, np.arange(400), False), QUICK)
    assert learned.calibration_error < 0.05
    assert np.corrcoef(learned.left_out.ravel(), chance.ravel())[0, 1] > 0.9
    assert heads.calibration_error(np.full((4, 1), 0.9), np.zeros((4, 1))) == pytest.approx(0.9)


def test_too_few_texts_are_told(models: Path, tmp_path: Path, law_data: Path) -> None:
    whole = classifier.articles(law_data)
    few = classifier.Labelled(
        whole.texts[:3], whole.labels[:3], whole.folds[:3], whole.names, True, "max", whole.source
    )
    with pytest.raises(TooLittleText, match="gives 3 texts with 99 labels"):
        classifier.train(few, models / "embedder", tmp_path / "x", "article-classifier", QUICK)


def acts(folder: Path) -> Path:
    rows = [
        {
            "_id": name,
            "title": "Consent",
            "text": "The data subject shall consent.",
            "labels": labels,
        }
        for name, labels in (("a", ["art7"]), ("b", ["art8", "art9"]))
    ]
    path = folder / "acts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def seal(folder: Path) -> None:
    """Write the manifest anew for changed files, as somebody would who builds a folder by hand."""
    told = json.loads((folder / manifest.MANIFEST_NAME).read_text())
    for name in told["files"]:
        path = folder / name
        told["files"][name] = {"bytes": path.stat().st_size, "sha256": manifest.sha256(path)}
    (folder / manifest.MANIFEST_NAME).write_text(json.dumps(told))
