"""Searched cases and query cases."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk_reproductions import sampling


@dataclass(frozen=True)
class Cases:
    """Texts of ``documents`` and ``queries`` by id, and their judgements."""

    documents: Mapping[str, str]
    queries: Mapping[str, str]
    qrels: Qrels

    def split(self, share: float = 0.2, seed: int = 1) -> tuple[list[str], list[str]]:
        """Split queries into training and a validating ``share``."""
        return sampling.split_rows(sorted(self.qrels), share, seed)


def read(folder: Path) -> Cases:
    """Read a collection in BEIR layout."""
    collection = Collection(folder)
    qrels = collection.qrels()
    topics = collection.topics()
    return Cases(
        {document.work or "": document.text for document in collection.documents()},
        {query: topics[query].text for query in qrels},
        qrels,
    )
