"""Searched cases and query cases."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk_reproductions import sampling
from lexdesk_trainer.error_codes import TrainingCode


@dataclass(frozen=True)
class Cases:
    """Texts of ``documents`` and ``queries`` by id.

    ``candidates`` are the documents to rank for each query, if the data restricts them.
    """

    documents: Mapping[str, str]
    queries: Mapping[str, str]
    qrels: Qrels
    candidates: Mapping[str, tuple[str, ...]] | None = None

    def split(self, share: float = 0.2, seed: int = 1) -> tuple[list[str], list[str]]:
        """Split queries into training and a validating ``share``."""
        return sampling.divided(sorted(self.qrels), share, seed)


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


def coliee(folder: Path) -> Cases:
    """Read task 1 of COLIEE 2019: QUERY/base_case.txt, QUERY/candidates/ID.txt and a file of labels.

    The labels are ``*labels*.json`` (query to a list of file names) or ``*labels*.xml``. Each query has
    candidates of its own. Raises CollectionError for a missing part.
    """
    labels = _golden(folder)
    documents: dict[str, str] = {}
    queries, candidates = {}, {}
    for query in sorted(labels):
        base = folder / query / "base_case.txt"
        if not base.is_file():
            raise CollectionError(
                TrainingCode.LABELS_WITHOUT_FILE, folder=folder, query=query, base=base
            )
        queries[query] = _text(base)
        own = sorted((folder / query / "candidates").glob("*.txt"))
        documents |= {f"{query}/{path.stem}": _text(path) for path in own}
        candidates[query] = tuple(f"{query}/{path.stem}" for path in own)
    qrels = {
        query: {f"{query}/{Path(case).stem}": 1 for case in sorted(cited)}
        for query, cited in labels.items()
    }
    return Cases(documents, queries, qrels, candidates)


def _golden(folder: Path) -> dict[str, list[str]]:
    if found := sorted(folder.rglob("*labels*.json")):
        return {query: list(cited) for query, cited in json.loads(_text(found[0])).items()}
    if not (found := sorted(folder.rglob("*labels*.xml"))):
        raise CollectionError(TrainingCode.NO_GOLDEN_LABELS, folder=folder)
    labels: dict[str, list[str]] = {}
    for query in ElementTree.fromstring(_text(found[0])).iter("query"):  # noqa: S314 - the user's own file
        text = query.findtext("cases_noticed") or ""
        labels[query.get("id", "")] = [part.strip() for part in text.split(",") if part.strip()]
    return labels


def clef_ip(folder: Path) -> Cases:
    """Read CLEF-IP as text: documents/ID.txt, topics/ID.txt, and qrels.txt with topic, 0, document, grade.

    The XML of patents is converted to text (title, abstract, description, claims) beforehand.
    """
    qrels: Qrels = {}
    path = folder / "qrels.txt"
    if not path.is_file():
        raise CollectionError(TrainingCode.FILE_MISSING, path=path)
    for number, line in enumerate(_text(path).splitlines(), start=1):
        fields = line.split()
        if len(fields) != 4:
            raise CollectionError(TrainingCode.FOUR_FIELDS, path=path, number=number, line=line)
        if int(fields[3]) > 0:
            qrels.setdefault(fields[0], {})[fields[2]] = 1
    documents, topics = (
        {path.stem: _text(path) for path in sorted((folder / name).glob("*.txt"))}
        for name in ("documents", "topics")
    )
    if missing := sorted(qrels.keys() - topics.keys()):
        raise CollectionError(
            TrainingCode.CASE_MISSING, folder=folder / "topics", missing=missing[0], path=path
        )
    return Cases(documents, {query: topics[query] for query in qrels}, qrels)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
