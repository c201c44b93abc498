"""Written questions that come with the trainer, and their collections."""

import re
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.run import require_ids
from lexdesk_trainer import settings
from lexdesk_trainer.data import jsonl, prepare, written_questions
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import LicenceForbids

NAMES = sorted(written_questions.SOURCES)
_NUMBERED = re.compile(r"\b(?:Article|Section|Art\.?|§+)\s*\d|this (?:Act|Regulation|Directive)")
_MOST_COPIED = 9  # words in a row: names of offices and things are as long as that


@pytest.fixture(scope="module", params=NAMES)
def collection(
    request: pytest.FixtureRequest, shared_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Collection:
    folder = tmp_path_factory.mktemp("questions") / request.param
    return Collection(written_questions.write(shared_data, request.param, folder))


@pytest.mark.slow
def test_every_question_has_provision_and_acts_are_split(collection: Collection) -> None:
    documents, topics = collection.corpus_field("_id"), collection.topics()
    acts = {}
    for split in ("train", "dev"):
        judged = collection.qrels(split)
        assert judged.keys() <= topics.keys()
        require_ids(judged)  # the engine's ranking of them is read from a file
        assert {grade for grades in judged.values() for grade in grades} <= documents.keys()
        acts[split] = {query.partition("#")[0] for query in judged}
        assert len(judged) > 100
    assert acts["train"].isdisjoint(acts["dev"])
    assert sum(len(collection.qrels(split)) for split in acts) == len(topics)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_questions_name_no_provision_and_do_not_repeat_text(name: str, shared_data: Path) -> None:
    texts = {
        (row["act"], row["number"]): row["text"]
        for row in jsonl.rows(shared_data / written_questions.SOURCES[name])
    }
    written = list(written_questions.read(name))
    named = [q for item in written for q in item.questions if _NUMBERED.search(q)]
    assert len(named) <= 2, named  # what people call funds: "Article 8 fund"
    copied = [
        question
        for item in written
        for question in item.questions
        if _holds_run(question, texts[item.act, item.number])
    ]
    assert len(copied) < 0.01 * sum(len(item.questions) for item in written), copied[:5]


def _holds_run(question: str, text: str) -> bool:
    subject, held = question.lower().split(), " ".join(text.lower().split())
    runs = (subject[n : n + _MOST_COPIED] for n in range(len(subject) - _MOST_COPIED + 1))
    return any(" ".join(run) in held for run in runs)


def test_model_card_lists_provisions_and_questions(shared_data: Path) -> None:
    result = prepare.allowed_sources(
        shared_data, settings.Data(collections=("eu-citations", *NAMES))
    )
    sources = [entry for entry in result if entry.name.startswith("questions about raw/")]
    assert len(sources) == len(NAMES)
    assert all("language model" in item.licence for item in sources)


def test_questions_about_restricted_law_are_excluded_from_training(tmp_path: Path) -> None:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "eu-headings.jsonl.gz").touch()
    table = "| name | licence |\n|---|---|\n| raw/eu-headings.jsonl.gz | unclear: evaluate only |\n"
    (tmp_path / "README.md").write_text(table)
    with raises_code(
        LicenceForbids, TrainingCode.LICENCE_FORBIDS, licence="unclear: evaluate only"
    ):
        written_questions.require_allowed(tmp_path, "en-questions", ships=True)
