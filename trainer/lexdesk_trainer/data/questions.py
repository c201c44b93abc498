"""Judged questions split into train and dev, without common passages.

A question that shares a relevant document with a dev question is left out of training: the measure must
show transfer to documents without training questions. Each fifth can serve as dev.
"""

import hashlib
import json
import shutil
from pathlib import Path
from typing import NamedTuple

from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk.system.atomic import write_atomically
from lexdesk_trainer.data import licences
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText

FOLDS = 5

_FEWEST = 40


class SplitCounts(NamedTuple):
    """Numbers of questions by split."""

    train: int
    dev: int
    left_out: int

    def summary(self) -> str:
        """Summarize the counts in a sentence."""
        return (
            f"{self.train:,} questions to learn from, {self.dev:,} to measure on;"
            f" {self.left_out:,} are left out, since they share a document with those"
        )


def split_questions(collection: Collection, folder: Path, fold: int) -> SplitCounts:
    """Write ``collection`` to ``folder`` with judgements ``train`` and ``dev``, the fifth ``fold`` (0 to 4).

    Combines all judgements of the collection. Raises TooLittleText if too few questions remain for
    training, and CollectionError for missing or invalid files.
    """
    judged = _merge_judgements(collection)
    _require_known_ids(collection, judged)
    dev = {query for query in judged if _hash(query) % FOLDS == fold}
    measured = {document for query in dev for document in judged[query]}
    train = {query for query in judged if query not in dev and measured.isdisjoint(judged[query])}
    if len(train) < _FEWEST or not dev:
        raise TooLittleText(
            TrainingCode.TOO_FEW_QUESTIONS,
            path=collection.path,
            judged=len(judged),
            train=len(train),
            fewest=_FEWEST,
        )
    folder.mkdir(parents=True, exist_ok=True)
    for file in (collection.corpus_file, collection.queries_file):
        shutil.copyfile(file, folder / file.name)
    for split, queries in (("train", train), ("dev", dev)):
        rows = [
            f"{query}\t{document}\t{grade}\n"
            for query, grades in judged.items()
            if query in queries
            for document, grade in grades.items()
        ]
        text = "".join(["query-id\tcorpus-id\tscore\n", *rows])
        (folder / f"qrels.{split}.tsv").write_text(text, encoding="utf-8")
    _write_meta(collection, folder)
    return SplitCounts(len(train), len(dev), len(judged) - len(train) - len(dev))


def _merge_judgements(collection: Collection) -> Qrels:
    judged: Qrels = {}
    for name in collection.judgements:
        for query, grades in collection.qrels(name).items():
            judged.setdefault(query, {}).update({d: g for d, g in grades.items() if g > 0})
    return {query: grades for query, grades in judged.items() if grades}


def _require_known_ids(collection: Collection, judged: Qrels) -> None:
    """Raise CollectionError for unresolved ids in ``judged`` before they are copied."""
    queries, documents = collection.topics(), collection.corpus_field("_id")
    unknown = [query for query in judged if query not in queries]
    unknown += [grade for grades in judged.values() for grade in grades if grade not in documents]
    if unknown:
        raise CollectionError(
            TrainingCode.JUDGED_IDS_MISSING,
            path=collection.path,
            unknown=len(unknown),
            unknown_2=unknown[0],
        )


def _hash(query: str) -> int:
    """Hash a question, so that its split is stable as questions are added."""
    return int(hashlib.sha256(query.encode()).hexdigest(), 16)


def _write_meta(collection: Collection, folder: Path) -> None:
    """Copy the meta data last, as the mark of completion; the default licence is our own."""
    path = collection.path / "meta.json"
    answers = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    kept = {key: answers[key] for key in ("language", "exclude") if key in answers}
    meta = {"name": folder.name, "licence": answers.get("licence", licences.OWN_DOCUMENTS), **kept}
    write_atomically(folder / "meta.json", json.dumps(meta, indent=1).encode())
