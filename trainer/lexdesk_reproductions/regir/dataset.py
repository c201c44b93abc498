"""Searched acts and query acts, with the year of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexdesk.evaluation.collection import Collection, Qrels


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


def _year(date: str) -> int:
    return int(date[:4]) if date[:4].isdigit() else 0
