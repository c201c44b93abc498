"""Suggestions of the shipped classifiers: articles of the GDPR for sentences of practice."""

import json
import os
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk.cli import run
from lexdesk.errors import ModelCode, NoModel
from lexdesk.models import manifest
from lexdesk.models.bigram_bm25 import UnitWords, terms
from lexdesk.models.label_suggestion import KINDS, predict_articles, suggest


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("You may take back your consent at any time.", "art_7"),
        ("The company did not report the data breach within 72 hours.", "art_33"),
        ("You have the right of access to the data that we hold on you.", "art_15"),
        ("We ask parents for their permission where a child uses our service.", "art_8"),
        ("Sie können Ihre Einwilligung jederzeit widerrufen.", "art_7"),
        ("Jeder hat das Recht, die Löschung seiner Daten zu verlangen.", "art_17"),
    ],
)
def test_sentence_of_practice_finds_its_article(text: str, article: str) -> None:
    found = predict_articles(text)
    assert found.work == "32016R0679"
    assert article in {label.id for label in found.labels}
    assert all(label.applies and label.name.startswith("Article ") for label in found.labels)


@pytest.mark.parametrize(
    "text",
    [
        "The tenant shall pay the rent on the first day of each month.",
        "A vessel shall carry two lifeboats on each side.",
        "Der Mieter hat die Wohnung in gutem Zustand zurückzugeben.",
        "",
    ],
)
def test_unrelated_text_finds_no_article(text: str) -> None:
    assert predict_articles(text).labels == ()


def test_classify_command_output_and_json_are_stable(capsys: pytest.CaptureFixture[str]) -> None:
    text = "You may take back your consent at any time."
    assert run(["classify", text, "--only", "articles", "--json", "--top", "3"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["articles"][0]["id"] == "art_7"
    assert len(output["articles"]) == 3
    assert output["articles"][0].keys() == {"id", "name", "probability", "applies"}
    assert run(["classify", text]) == 0
    assert "Article 7 Conditions for consent" in capsys.readouterr().out


@pytest.mark.parametrize("length", [300, 900, pytest.param(5000, marks=pytest.mark.slow)])
def test_long_clause_is_classified_as_text(length: int, capsys: pytest.CaptureFixture[str]) -> None:
    clause = ("You may take back your consent at any time. " * 200)[:length]
    assert run(["classify", clause, "--only", "articles"]) == 0
    assert "Article 7" in capsys.readouterr().out


def test_invalid_utf_8_bytes_are_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    text = os.fsdecode(b"You may take back your consent at any time, also in a caf\xe9.")
    assert run(["classify", text, "--only", "articles"]) == 0
    assert "Article 7" in capsys.readouterr().out


def test_file_is_classified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "policy.txt"
    path.write_text("You may take back your consent at any time.")
    assert run(["classify", str(path), "--only", "articles"]) == 0
    assert "Article 7" in capsys.readouterr().out
    for not_there, expected in (
        (tmp_path, "is a folder"),
        (tmp_path / "none.pdf", "is missing; check the path"),
        ("", "the text is empty"),
    ):
        assert run(["classify", str(not_there)]) == 2
        assert expected in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        (
            "Regulation on the protection of personal data in electronic communications",
            "data protection",
        ),
        ("Decision on State aid which Germany has granted to a steel undertaking", "State aid"),
        (
            "Directive on the procedures for the award of public works contracts",
            "award of contract",
        ),
    ],
)
def test_title_of_act_finds_its_concept(text: str, concept: str) -> None:
    found = suggest(text, ("concepts",))["concepts"]
    assert concept in {label.name for label in found if label.applies}


def test_unrelated_title_has_no_likely_concept() -> None:
    text = (
        "My grandmother baked a cake with plums, and the children danced until it was dark outside."
    )
    assert not any(label.applies for label in suggest(text, ("concepts",))["concepts"])


@pytest.mark.parametrize(
    "text", ["Le bail est conclu pour neuf ans.", "Der Mieter zahlt die Miete.", "Kaufvertrag"]
)
def test_short_text_has_no_concept_of_other_language(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["classify", "--only", "concepts", text]) == 1
    assert capsys.readouterr().out.split("\n") == ["Concepts of EuroVoc", "   none", ""]


def test_missing_classifier_is_reported_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = manifest.find("embedder")
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / embedder.name).symlink_to(embedder)
    monkeypatch.setattr(manifest, "list_model_places", lambda: iter([tmp_path / "models"]))
    with raises_code(NoModel, ModelCode.MISSING, task="concept-classifier"):
        suggest("Consent.", KINDS)


def test_word_pairs_skip_stop_words() -> None:
    assert terms("the right of access", "en") == ["en:right", "en:access", "en:right en:access"]
    units = UnitWords([terms(text, "en") for text in ("right of access", "access on the right")])
    first, second = units.scores(terms("rights of access", "en"))
    assert first > second > 0
    assert units.scores(["unknown"]).tolist() == [0, 0]
    assert units.highest(["unknown"]) > units.highest(["en:right"]) > 0
    assert units.known_share(["en:right", "unknown"]) == 0.5
