"""Passages of documents, and queries with the documents that they cite."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk_reproductions.sampling import sample
from lexdesk_trainer.data import jsonl
from lexdesk_trainer.error_codes import TrainingCode

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Query:
    """A citing passage; ``relevant`` and ``barred`` are numbers of documents.

    ``barred`` is the source document of the query, or -1 if that is not searched.
    """

    id: str
    text: str
    relevant: frozenset[int]
    barred: int = -1


@dataclass(frozen=True)
class Dataset:
    """``documents`` are ids; passage n belongs to the document with the number ``owner[n]``.

    ``titles`` are the titles of the documents, if any.
    """

    documents: tuple[str, ...]
    passages: tuple[str, ...]
    owner: Array
    queries: Mapping[str, tuple[Query, ...]]
    titles: tuple[str, ...] = ()

    def prepend_title(self, passage: int, text: str) -> str:
        """Prepend the title of the document to a piece ``text`` of a passage."""
        return f"{self.titles[self.owner[passage]]}. {text}" if self.titles else text

    @cached_property
    def passages_of(self) -> list[Array]:
        """Return the numbers of the passages of each document."""
        order = np.argsort(self.owner, kind="stable")
        ends = np.searchsorted(self.owner[order], np.arange(len(self.documents) + 1))
        return [order[start:end] for start, end in pairwise(ends)]

    def sample(self, split: str, size: int, seed: int = 1) -> tuple[Query, ...]:
        """Draw at most ``size`` queries of ``split``, reproducibly; all of them for 0."""
        return tuple(sample(self.queries[split], size, seed))

    def qrels(self, queries: Sequence[Query]) -> Qrels:
        """Return the judgements of ``queries``."""
        return {
            query.id: {self.documents[number]: 1 for number in sorted(query.relevant)}
            for query in queries
        }


def statutes(folder: Path, name: str = "de-citations") -> Dataset:
    """Read the collection ``name`` in ``folder``: statutes by sections, train and dev queries.

    The source statute of a query may be cited elsewhere, so it is barred for this query only; the paper
    removes documents with queries altogether.
    """
    collection = Collection(folder / name)
    read = {document.work or "": document for document in collection.documents()}
    documents = tuple(read)
    number = {document: at for at, document in enumerate(documents)}
    spans = list(jsonl.rows(folder / name / "passages.jsonl.gz"))
    topics = collection.topics()
    queries: dict[str, tuple[Query, ...]] = {}
    for split in ("train", "dev"):
        queries[split] = tuple(
            Query(
                query,
                topics[query].text,
                frozenset(number[document] for document in judged),
                number.get(topics[query].metadata["source_doc"], -1),
            )
            for query, judged in collection.qrels(split).items()
        )
    return _check(
        Dataset(
            documents,
            tuple(read[row["doc"]].text[row["start"] : row["end"]] for row in spans),
            np.array([number[row["doc"]] for row in spans]),
            queries,
            tuple(document.title for document in read.values()),
        ),
        folder / name,
    )


def _check(dataset: Dataset, path: Path) -> Dataset:
    """Return the dataset; raise CollectionError if it has no documents or no queries."""
    empty = [split for split, queries in dataset.queries.items() if not queries]
    if not dataset.passages or empty:
        lacking = "passages" if not dataset.passages else f"queries for {', '.join(empty)}"
        raise CollectionError(TrainingCode.DOWNLOAD_INCOMPLETE, path=path, lacking=lacking)
    return dataset
