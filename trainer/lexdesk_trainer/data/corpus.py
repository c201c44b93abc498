"""Running text in English and German, for the vocabulary and for masked language modelling.

Statutes are used only if no held-out query was cut from them. The files of headings were built without
the source acts of held-out queries, so all their acts are safe; the source acts of dev queries are
excluded as well.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lexdesk.metadata.language import detect_language
from lexdesk_trainer.data import jsonl
from lexdesk_trainer.data.licences import Reader

LANGUAGES = ("en", "de")


class Text(NamedTuple):
    """A text and its language, ISO 639-1."""

    text: str
    language: str


def sections(data: Path, name: str) -> Iterator[tuple[str, str]]:
    """Yield headings of acts with their texts; skip the French texts among EU acts."""
    for row in jsonl.rows(data / "raw" / f"{name}-headings.jsonl.gz"):
        if is_in_its_language(name, row["text"]):
            yield row["heading"], row["text"]


def is_in_its_language(name: str, text: str) -> bool:
    """Check that a text is in the language of the collection ``name``, or in none detected."""
    return detect_language(text) in (_language(name), None)


def headings(data: Path, name: str) -> Iterator[Text]:
    """Yield the texts under all headings, each with its heading."""
    for heading, text in sections(data, name):
        yield Text(f"{heading}. {text}", _language(name))


def gdpr(data: Path) -> Iterator[Text]:
    """Yield the articles of the GDPR in English and German."""
    for row in jsonl.rows(data / "raw" / "gdpr-24-languages.jsonl.gz"):
        if row["lang"] in LANGUAGES:
            yield Text(f"{row['title']}. {row['text']}", row["lang"])


def clauses(data: Path) -> Iterator[Text]:
    """Yield clauses of contracts."""
    for row in jsonl.rows(data / "cuad-clauses" / "clauses.jsonl.gz"):
        yield Text(row["text"], "en")


def queries(data: Path, name: str) -> Iterator[Text]:
    """Yield the train queries of a collection, as examples of ``[REF]`` in context."""
    for row in jsonl.rows(data / name / "queries.jsonl.gz"):
        if row["metadata"]["split"] == "train":
            yield Text(row["text"], _language(name))


def statutes(data: Path, name: str, source_field: str, act_field: str) -> Iterator[Text]:
    """Yield the documents of a collection that are no source of dev or held-out queries."""
    prefix = name.partition("-")[0]
    safe = {row["act"] for row in jsonl.rows(data / "raw" / f"{prefix}-headings.jsonl.gz")}
    for row in jsonl.rows(data / name / "queries.jsonl.gz"):
        if row["metadata"]["split"] != "train":
            safe.discard(row["metadata"][source_field])
    for row in jsonl.rows(data / name / "corpus.jsonl.gz"):
        act = row["_id"] if act_field == "_id" else row["metadata"][act_field]
        if act in safe:
            yield Text(f"{row['title']}. {row['text']}", _language(name))


READERS: dict[str, Reader[Text]] = {
    "eu-headings": Reader("raw/eu-headings.jsonl.gz", lambda data: headings(data, "eu")),
    "de-headings": Reader("raw/de-headings.jsonl.gz", lambda data: headings(data, "de")),
    "gdpr": Reader("raw/gdpr-24-languages.jsonl.gz", gdpr),
    "cuad-clauses": Reader("cuad-clauses", clauses),
    "eu-queries": Reader("eu-citations", lambda data: queries(data, "eu-citations")),
    "de-queries": Reader("de-citations", lambda data: queries(data, "de-citations")),
    "eu-statutes": Reader(
        "eu-citations", lambda data: statutes(data, "eu-citations", "source_act", "act")
    ),
    "de-statutes": Reader(
        "de-citations", lambda data: statutes(data, "de-citations", "source_doc", "_id")
    ),
}


def _language(name: str) -> str:
    return "de" if name.startswith("de") else "en"
