"""Judged questions divided into folds, and an embedder trained on them."""

import shutil
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import Collection
from lexdesk.models import manifest
from lexdesk_trainer import adapt
from lexdesk_trainer.data import jsonl, questions
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText, TrainingError
from lexdesk_trainer.export.embedder import export


def test_training_and_test_documents_are_disjoint(shared_data: Path, tmp_path: Path) -> None:
    collection = Collection(shared_data / "obliqa")
    everything = collection.qrels()
    measured: list[str] = []
    for fold in range(questions.FOLDS):
        result = questions.split_questions(collection, tmp_path / str(fold), fold)
        divided = Collection(tmp_path / str(fold))
        train, dev = divided.qrels("train"), divided.qrels("dev")
        documents = [
            {grade for grades in split.values() for grade in grades} for split in (train, dev)
        ]
        assert documents[0].isdisjoint(documents[1])
        assert (len(train), len(dev)) == (result.train, result.dev)
        assert result.train + result.dev + result.left_out == len(everything)
        assert {query: everything[query] for query in (*train, *dev)} == train | dev
        measured += dev
    assert sorted(measured) == sorted(everything), "each question measures once"
    assert divided.fingerprint == collection.fingerprint


def test_too_few_questions_are_reported(small: Path, tmp_path: Path) -> None:
    few = tmp_path / "few"
    few.mkdir()
    for name in ("corpus.jsonl.gz", "queries.jsonl.gz"):
        (few / name).write_bytes((small / name).read_bytes())
    rows = (small / "qrels.tsv").read_text().splitlines()[:20]
    (few / "qrels.tsv").write_text("\n".join(rows))
    with raises_code(TooLittleText, TrainingCode.TOO_FEW_QUESTIONS, fewest="40"):
        questions.split_questions(Collection(few), tmp_path / "divided", 0)


def test_judgement_of_missing_document_is_reported_before_copying(
    small: Path, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong"
    shutil.copytree(small, wrong)
    with (wrong / "qrels.tsv").open("a") as file:
        file.write("q-gone\td-gone\t1\n")
    with raises_code(
        CollectionError, TrainingCode.JUDGED_IDS_MISSING, unknown="2", unknown_2="q-gone"
    ):
        questions.split_questions(Collection(wrong), tmp_path / "divided", 0)
    assert not (tmp_path / "divided").exists()


@pytest.mark.slow
def test_judged_questions_train_embedder(tiny: TrainedEncoder, small: Path, tmp_path: Path) -> None:
    messages: list[str] = []
    models, work, place = (tmp_path / name for name in ("models", "work", "installed"))
    embedder = models / "tiny"
    export(tiny, embedder)
    adapted = adapt.adapt(
        small, work, embedder, install=place, fold=2, scale="small", report=messages.append
    )
    assert adapted is not None
    assert adapted.folder.is_relative_to(work / "fold-3")
    divided = manifest.read(adapted.folder)
    assert divided.licence == bert.NOT_REDISTRIBUTABLE
    assert divided.maximum_tokens == tiny.maximum_tokens
    assert "questions to learn from" in messages[0]
    assert set(adapted.before) == set(adapted.after) == {"nDCG@10", "R@10", "AP@10"}
    better = adapted.after["nDCG@10"] > adapted.before["nDCG@10"]
    assert (adapted.installed is not None) == better == place.exists()
    with raises_code(TrainingError, TrainingCode.ADAPTS_ANOTHER):
        adapt.adapt(small, work, adapted.folder, install=place, fold=2, scale="small")


@pytest.fixture(scope="module")
def small(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """150 questions of obliqa, their answers, and a neighbour of each answer."""
    folder = tmp_path_factory.mktemp("obliqa-small")
    collection = Collection(shared_data / "obliqa")
    judged = dict(list(collection.qrels().items())[:150])
    relevant = {document for grades in judged.values() for document in grades}
    rows = list(jsonl.rows(collection.corpus_file))
    kept = [
        row
        for row, after in zip(rows, [*rows[1:], rows[0]], strict=True)
        if row["_id"] in relevant or after["_id"] in relevant
    ]
    jsonl.write(folder / "corpus.jsonl.gz", kept)
    queries = (row for row in jsonl.rows(collection.queries_file) if row["_id"] in judged)
    jsonl.write(folder / "queries.jsonl.gz", queries)
    lines = [f"{q}\t{d}\t{grade}\n" for q, grades in judged.items() for d, grade in grades.items()]
    (folder / "qrels.tsv").write_text("".join(["query-id\tcorpus-id\tscore\n", *lines]))
    return folder
