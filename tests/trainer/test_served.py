"""Trained models, exported and served by the engine, with the answers of torch."""

import dataclasses
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from tests.codes import raises_code

from lexdesk.errors import CollectionError, ModelCode, ModelDamaged, ModelError, ModelMismatch
from lexdesk.models import manifest
from lexdesk.models.article_classifier import ArticleClassifier, select_sentences
from lexdesk.models.concept_classifier import ConceptClassifier, NearestActs
from lexdesk.models.cross_encoder import CrossEncoder
from lexdesk.models.encoder import Encoder
from lexdesk.models.labels import Calibration, Label
from lexdesk_trainer import evaluate
from lexdesk_trainer.classifiers import articles, calibrate, concepts
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.export.embedder import export
from lexdesk_trainer.export.reranker import export_reranker
from lexdesk_trainer.settings import Articles, Concepts
from lexdesk_trainer.steps import RecipeRun
from lexdesk_trainer.training.reranker import load_cross_encoder

SOME = paragraphs.gdpr("parity")[:20]
ACTS = 60


@pytest.fixture(scope="module")
def models(trained: RecipeRun, law_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Model folders of an embedder, a reranker and two classifiers."""
    folder = tmp_path_factory.mktemp("models")
    embedder = trained.folder / "embedder" / "model"
    export(bert.read_trained_encoder(embedder, {"": 0.4}), folder / "embedder", texts=SOME)
    model = trained.folder / "reranker" / "model"
    export_reranker(model, folder / "reranker", quantization="float32-fused")
    concepts.train(some_acts(law_data), folder / "concepts")
    other = articles.other_law(law_data, 40, 1)
    articles.train(
        articles.gdpr(law_data),
        other,
        folder / "embedder",
        folder / "articles",
        Articles(passages=60),
    )
    return folder


def some_acts(data: Path) -> concepts.IndexedActs:
    """The first acts, enough for votes."""
    whole = concepts.eurovoc(data, Concepts())
    return dataclasses.replace(whole, acts=whole.acts[:ACTS], pieces=whole.pieces[:ACTS])


@pytest.mark.slow
def test_trained_embedder_lists_training_data(models: Path) -> None:
    model_manifest = manifest.read(models / "embedder")
    assert "titles" in {source.name for source in model_manifest.training_data}
    assert model_manifest.fusion_weights == {"": 0.4}
    card = (models / "embedder" / "MODEL_CARD.md").read_text()
    assert "trained on legal text and citations" in card
    assert "\n## Trained on\n\n- titles: " in card, "by no publisher of other weights"


def test_reranker_scores_equal_torch(models: Path, trained: RecipeRun) -> None:
    model = load_cross_encoder(trained.folder / "reranker" / "model")
    served = CrossEncoder(models / "reranker", manifest.read(models / "reranker"))
    scores = served.scores(SOME[0], SOME)
    tokenizer = trained.shard.tokenizer
    tokenizer.enable_truncation(served.manifest.maximum_tokens)
    for text, score in zip(SOME, scores, strict=True):
        result = tokenizer.encode(SOME[0], text)
        inputs = [
            torch.tensor([ids]) for ids in (result.ids, result.attention_mask, result.type_ids)
        ]
        with torch.no_grad():
            assert score == pytest.approx(float(model(*inputs)["score"]), abs=1e-4)
    assert served.scores(SOME[0], []).shape == (0,)


def test_embedder_is_neither_reranker_nor_classifier(models: Path) -> None:
    model_manifest = manifest.read(models / "embedder")
    with raises_code(ModelError, ModelCode.OTHER_TASK, task="embedder", needed="reranker"):
        CrossEncoder(models / "embedder", model_manifest)
    for kind, needed in (
        (ConceptClassifier, "concept-classifier"),
        (ArticleClassifier, "article-classifier"),
    ):
        with raises_code(ModelError, ModelCode.OTHER_TASK, task="embedder", needed=needed):
            kind(models / "embedder", model_manifest)


def test_articles_have_probabilities(models: Path) -> None:
    encoder = Encoder(models / "embedder", manifest.read(models / "embedder"))
    model_manifest = manifest.read(models / "articles")
    served = ArticleClassifier(models / "articles", model_manifest)
    check(served.classify(SOME[0], encoder, count=1000), model_manifest.dimensions)
    assert served.classify(" \n", encoder) == []


def test_concepts_have_probabilities(models: Path) -> None:
    model_manifest = manifest.read(models / "concepts")
    served = ConceptClassifier(models / "concepts", model_manifest)
    check(served.classify(SOME[0], count=2000), model_manifest.dimensions)
    assert served.classify(" \n") == []


def check(labels: list[Label], count: int) -> None:
    """All labels are there, the most probable first."""
    assert len(labels) == count
    chances = [label.probability for label in labels]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)


def test_held_out_acts_find_their_concepts(models: Path) -> None:
    model_manifest = manifest.read(models / "concepts").measured
    assert model_manifest["left_out"]["first_right"] > 0.5  # by chance 0.005
    assert model_manifest["left_out"]["R@10"] > model_manifest["left_out_middles"]["R@10"] > 0.2
    assert model_manifest["left_out"]["calibration_error"] < 0.02
    assert model_manifest["contracts_without_a_label"] > 0.9


def test_act_is_excluded_from_its_own_neighbours(law_data: Path) -> None:
    some = some_acts(law_data)
    nearest = NearestActs(some.acts, some.names, "en")
    text = some.acts[7].opening
    assert nearest.votes(text).fit > nearest.votes(text, without=7).fit


def test_text_in_other_language_has_no_concepts(models: Path) -> None:
    served = ConceptClassifier(models / "concepts", manifest.read(models / "concepts"))
    german = "Die Mitgliedstaaten setzen die Verordnung über die gemeinsame Marktorganisation um."
    assert served.classify(german) == []


def test_held_out_paragraphs_find_their_articles(models: Path) -> None:
    model_manifest = manifest.read(models / "articles").measured["left_out"]
    assert model_manifest["first_right"] > 0.3  # by chance 0.02
    assert model_manifest["R@10"] > 0.6
    assert model_manifest["calibration_error"] < 0.01


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("You may withdraw your consent at any time.", "art_7"),
        ("We tell the authority of a personal data breach within 72 hours.", "art_33"),
        ("Die betroffene Person hat das Recht auf Datenübertragbarkeit.", "art_20"),
    ],
)
def test_sentence_finds_its_article(text: str, article: str, models: Path) -> None:
    encoder = Encoder(models / "embedder", manifest.read(models / "embedder"))
    served = ArticleClassifier(models / "articles", manifest.read(models / "articles"))
    found = served.classify(text, encoder, count=3)
    assert article in {label.id for label in found}
    assert all(label.name.startswith("Article ") for label in found)


def test_informative_sentences_are_selected() -> None:
    text = (
        "Yes.\n\nWe keep your data for ten years. We sell\nnothing to anyone. Art. 6 applies here."
    )
    assert select_sentences(text) == [
        "We keep your data for ten years.",
        "We sell nothing to anyone.",
        "Art. 6 applies here.",
    ]
    assert select_sentences("Consent.") == ["Consent."]
    assert select_sentences("  ") == []


def test_classifier_rejects_vectors_of_other_embedder(models: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(models / "articles", tmp_path / "articles")
    content = json.loads((folder / "units.json").read_text())
    (folder / "units.json").write_text(json.dumps(content | {"embedder": "0" * 16}))
    with raises_code(ModelDamaged, ModelCode.FILE_SIZE):
        ArticleClassifier(folder, manifest.read(folder))
    seal(folder)
    served = ArticleClassifier(folder, manifest.read(folder))
    encoder = Encoder(models / "embedder", manifest.read(models / "embedder"))
    with raises_code(ModelMismatch, ModelCode.EMBEDDER_MISMATCH, name="articles", other="embedder"):
        served.classify(SOME[0], encoder)


@pytest.mark.parametrize(
    ("name", "file", "change", "code", "kind"),
    [
        ("concepts", "acts.json", {"acts": [1]}, ModelCode.CONCEPTS_DAMAGED, ConceptClassifier),
        ("articles", "units.json", {"choices": [1]}, ModelCode.UNITS_DAMAGED, ArticleClassifier),
        (
            "articles",
            "units.json",
            {"calibration": [1]},
            ModelCode.UNITS_DAMAGED,
            ArticleClassifier,
        ),
    ],
)
def test_unreadable_labels_are_reported(
    name: str,
    file: str,
    change: dict[str, object],
    code: ModelCode,
    kind: type[ConceptClassifier | ArticleClassifier],
    models: Path,
    tmp_path: Path,
) -> None:
    folder = shutil.copytree(models / name, tmp_path / name)
    content = json.loads((folder / file).read_text())
    (folder / file).write_text(json.dumps(content | change))
    seal(folder)
    with raises_code(ModelDamaged, code):
        kind(folder, manifest.read(folder))


def test_classifier_is_not_measured_on_other_law(shared_data: Path) -> None:
    classifier = Path(__file__).parents[2] / "exported_models" / "gdpr-articles"
    with raises_code(CollectionError, TrainingCode.NO_LABEL_JUDGED):
        next(evaluate.evaluate_on_collection(shared_data / "obliqa", "", classifier, classifier))


def test_measures_are_averaged_over_labels(models: Path, tmp_path: Path) -> None:
    (line,) = evaluate.evaluate_on_acts(acts(tmp_path), models / "concepts")
    assert "2 texts" in line
    assert "R@10 averaged over labels" in line


def test_probabilities_are_calibrated() -> None:
    rng = np.random.default_rng(5)
    features = rng.normal(size=(2000, 2)).astype(np.float32)
    chance = Calibration((3.0, -1.0), 0.5).probabilities(features)
    truth = (rng.random(chance.shape) < chance).astype(np.float32)
    learned = calibrate.logistic(features, truth)
    assert learned.weights == pytest.approx((3.0, -1.0), abs=0.4)
    assert calibrate.calibration_error(learned.probabilities(features), truth) < 0.05
    assert calibrate.calibration_error(np.full((4, 1), 0.9), np.zeros((4, 1))) == pytest.approx(0.9)
    assert calibrate.best_threshold(chance, truth) == pytest.approx(0.5, abs=0.15)


def test_too_few_texts_are_reported(models: Path, tmp_path: Path, law_data: Path) -> None:
    whole = some_acts(law_data)
    with raises_code(
        TooLittleText, TrainingCode.TOO_FEW_CONCEPTS, name="eurovoc", acts="3", fewest_acts="10"
    ):
        concepts.train(dataclasses.replace(whole, acts=whole.acts[:3]), tmp_path / "x")
    empty = articles.build_act([], whole.sources[0])
    with raises_code(TooLittleText, TrainingCode.TOO_FEW_ARTICLES, name="eurovoc", names="0"):
        articles.train(
            empty, articles.OtherLaw((), ()), models / "embedder", tmp_path / "x", Articles()
        )


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
    """Write the manifest for changed files, as for a folder made by hand."""
    about = manifest.read(folder)
    manifest.write(folder, about, about.files)
