"""Searched acts and query acts, with the year of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk_trainer.data import jsonl
from lexdesk_trainer.error_codes import TrainingCode


@dataclass(frozen=True)
class Act:
    """An act; ``year`` is 0 without a date."""

    title: str
    text: str
    year: int


@dataclass(frozen=True)
class Dataset:
    """``acts`` and ``queries`` by id; ``qrels`` are graded (2 implements, 1 cites).

    ``barred`` are the acts excluded for a query.
    """

    name: str
    acts: Mapping[str, Act]
    queries: Mapping[str, Act]
    qrels: Qrels
    barred: Mapping[str, frozenset[str]] = field(default_factory=dict)


def read(data: Path, name: str, characters: int = 0) -> Dataset:
    """Read the collection ``name``; cut texts at ``characters`` unless 0."""
    collection = Collection(data / name)
    dates = collection.corpus_field("date")
    end = characters or None
    acts = {
        document.work or "": Act(
            document.title or "", document.text[:end], _year(dates.get(document.work, ""))
        )
        for document in collection.documents()
    }
    qrels = collection.qrels()
    topics = collection.topics()
    queries = {
        topic.id: Act(
            topic.metadata.get("title", ""), topic.text[:end], _year(topic.metadata.get("date", ""))
        )
        for topic in topics.values()
        if topic.id in qrels
    }
    return Dataset(name, acts, queries, qrels, collection.exclusions(topics))


def published(folder: Path, name: str, split: str) -> Dataset:
    """Read the published files of EU2UK or UK2EU.

    ``corpus.jsonl[.gz]`` with ``document_id``, ``text`` and ``publication_year``, and
    ``SPLIT.jsonl[.gz]`` with the same and ``relevant_documents``. Raises CollectionError for a missing
    field.
    """
    acts = {row["document_id"]: _act(row) for row in _rows(folder, "corpus")}
    queries, qrels = {}, {}
    for row in _rows(folder, split, "relevant_documents"):
        queries[row["document_id"]] = _act(row)
        qrels[row["document_id"]] = {str(document): 1 for document in row["relevant_documents"]}
    return Dataset(name, acts, queries, qrels)


def _rows(folder: Path, stem: str, *more: str) -> list[dict[str, Any]]:
    paths = [folder / f"{stem}.jsonl", folder / f"{stem}.jsonl.gz"]
    path = next((path for path in paths if path.exists()), None)
    if path is None:
        raise CollectionError(
            TrainingCode.NEITHER_FILE, folder=folder, name=paths[0].name, name_2=paths[1].name
        )
    rows = list(jsonl.rows(path))
    for at, row in enumerate(rows, start=1):
        if missing := [column for column in ("document_id", "text", *more) if column not in row]:
            raise CollectionError(
                TrainingCode.LINE_LACKS, path=path, at=at, missing=" and no ".join(missing)
            )
    return rows


def _act(row: dict[str, Any]) -> Act:
    return Act("", str(row["text"]), _year(str(row.get("publication_year", ""))))


def _year(date: str) -> int:
    return int(date[:4]) if date[:4].isdigit() else 0
