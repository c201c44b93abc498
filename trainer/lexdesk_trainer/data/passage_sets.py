"""A retrieval collection cut into the passages of the engine, as a collection of its own.

Judgements name articles, statutes or works; training and ranking use passages. The passage
``32016r0679#art_6@2`` is the third of its document.
"""

from collections.abc import Iterator
from pathlib import Path

from lexdesk.document.passages import split_document
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk_trainer.data import jsonl

SEPARATOR = "@"


def document_of(passage: str) -> str:
    """Return the document of a passage."""
    return passage.rpartition(SEPARATOR)[0]


def write(collection: Collection, judged: dict[str, Qrels], folder: Path) -> Collection:
    """Cut the corpus of ``collection`` into ``folder``, with the queries of each of the ``judged``.

    The written judgements only select the queries to run: one passage of each relevant document stands
    for the document.
    """
    if not (folder / "meta.json").exists():
        first = _write_corpus(collection, folder)
        topics = collection.topics()
        wanted = [query for qrels in judged.values() for query in qrels if query in topics]
        jsonl.write(
            folder / "queries.jsonl.gz",
            ({"_id": number, "text": topics[number].text} for number in wanted),
        )
        for name, qrels in judged.items():
            lines = [
                f"{query}\t{first[relevant]}\t{grade}\n"
                for query, grades in qrels.items()
                for relevant, grade in grades.items()
                if query in topics and relevant in first
            ]
            text = "".join(["query-id\tcorpus-id\tscore\n", *lines])
            (folder / f"qrels.{name}.tsv").write_text(text, encoding="utf-8")
        language = f'{{"language": "{collection.language}"}}' if collection.language else "{}"
        (folder / "meta.json").write_text(language, encoding="utf-8")
    return Collection(folder)


def _write_corpus(collection: Collection, folder: Path) -> dict[str, str]:
    """Write the passages; return the first passage of each document."""
    first: dict[str, str] = {}

    def passages() -> Iterator[dict[str, str]]:
        for document in collection.documents():
            pieces = [passage for passage in split_document(document) if passage.searchable]
            for number, piece in enumerate(pieces):
                name = f"{document.work}{SEPARATOR}{number}"
                first.setdefault(document.work, name)
                text = document.text[piece.start : piece.end].strip()
                yield {"_id": name, "title": document.title, "text": text}

    jsonl.write(folder / "corpus.jsonl.gz", passages())
    return first
