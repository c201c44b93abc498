"""The published files of GerDaLIR.

collection.tsv[.gz]             document, passage; the passages of a document follow one another
queries/queries.SPLIT.tsv[.gz]  query, text
qrels/qrels.SPLIT.tsv[.gz]      query, document

The archives queries.tar.gz and qrels.tar.gz are unpacked first; their files may lie in any folder
below the given one.
"""

import gzip
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from lexdesk.errors import CollectionError
from lexdesk_reproductions.citing_passages import Dataset, Query, checked
from lexdesk_reproductions.gerdalir.recipe import SPLITS
from lexdesk_trainer.error_codes import TrainingCode


def read(folder: Path) -> Dataset:
    """Read the files below ``folder``; raise CollectionError for a missing file or an invalid line."""
    number: dict[str, int] = {}
    passages, owner = [], []
    for document, passage in _pairs(_file(folder, "collection")):
        owner.append(number.setdefault(document, len(number)))
        passages.append(passage)
    queries = {split: tuple(_queries(folder, split, number)) for split in SPLITS}
    return checked(Dataset(tuple(number), tuple(passages), np.array(owner), queries), folder)


def _queries(folder: Path, split: str, number: dict[str, int]) -> Iterator[Query]:
    relevant: dict[str, set[int]] = {}
    labels = _file(folder, f"qrels.{split}", f"{split}.qrels", f"qrels_{split}")
    for query, document in _pairs(labels):
        if document not in number:
            raise CollectionError(TrainingCode.DOCUMENT_MISSING, labels=labels, document=document)
        relevant.setdefault(query, set()).add(number[document])
    texts = _file(folder, f"queries.{split}", f"{split}.queries", f"queries_{split}")
    for query, text in _pairs(texts):
        yield Query(query, text, frozenset(relevant.get(query, ())))


def _file(folder: Path, *stems: str) -> Path:
    names = [f"{stem}.tsv{packed}" for stem in stems for packed in ("", ".gz")]
    for name in names:
        if found := sorted(folder.rglob(name)):
            return found[0]
    raise CollectionError(
        TrainingCode.NOTHING_BELOW, names=names[0], names_2=names[1], folder=folder
    )


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as lines
    ):
        for line_number, line in enumerate(lines, start=1):
            first, tab, second = line.rstrip("\n").partition("\t")
            if not tab:
                raise CollectionError(TrainingCode.TWO_FIELDS, path=path, line_number=line_number)
            yield first, second
