"""Whole German statutes as queries for their authorities, by the judgements of ``de-citations``.

Writes a collection with the source statutes of a split as queries, each as a whole with masked citations;
its judgements are those of all its paragraphs:

    python -m benchmarks.whole_statutes FOLDER
    lexdesk evaluate FOLDER/de-citations-whole --mode similar --find grounds

The embedder was trained on the split ``train``; only ``dev`` measures semantic search.
"""

from __future__ import annotations

import csv
import gzip
import json
import shutil
from collections import defaultdict
from pathlib import Path

import click

from benchmarks import data
from lexdesk.citations.references import find_references
from lexdesk.compliance.doc2doc.parameters import SHORT
from lexdesk.document.model import Document
from lexdesk.evaluation.collection import Collection
from lexdesk.text.tokens import tokens


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--split", default="dev", show_default=True)
def main(folder: Path, split: str) -> None:
    """Write the collection below FOLDER."""
    collection = Collection(data.shared_data() / "de-citations")
    topics = collection.topics()
    cited: dict[str, set[str]] = defaultdict(set)
    for query, grades in collection.qrels(split).items():
        cited[topics[query].metadata["source_doc"]].update(grades)
    target = folder / "de-citations-whole"
    target.mkdir(parents=True)
    shutil.copy(collection.corpus_file, target)
    rule = {"query_field": "source_doc", "corpus_field": "_id"}
    (target / "meta.json").write_text(json.dumps({"language": "de", "exclude": rule}))
    with (
        gzip.open(target / "queries.jsonl.gz", "wt", encoding="utf-8") as queries,
        (target / "qrels.tsv").open("w", newline="") as qrels,
    ):
        rows = csv.writer(qrels, "excel-tab", lineterminator="\n")
        rows.writerow(["query-id", "corpus-id", "score"])
        for document in collection.documents():
            if document.work in cited and len(tokens(document.text)) > SHORT:
                metadata = {"source_doc": document.work, "title": document.title}
                row = {"_id": document.work, "text": masked(document), "metadata": metadata}
                print(json.dumps(row, ensure_ascii=False), file=queries)
                rows.writerows(
                    [document.work, reference, 1] for reference in sorted(cited[document.work])
                )


def masked(document: Document) -> str:
    """Replace each citation of the text by ``[REF]``."""
    text, at = "", 0
    for reference in find_references(document):
        if reference.start >= at:
            text += f"{document.text[at : reference.start]}[REF]"
            at = reference.end
    return text + document.text[at:]


if __name__ == "__main__":
    main()
