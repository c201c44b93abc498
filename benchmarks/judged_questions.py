"""Judged collections: a share of their passages, questions drawn from them, and the comparison of ways to rank."""

import dataclasses
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks import report
from lexdesk import Document
from lexdesk.document.passages import split_document
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk.evaluation.evaluation import select_judged_topics
from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Run
from lexdesk.text.tokens import nfc

MEASURES = "R@10 AP@10 nDCG@10"
_COMPARED = "nDCG@10"


class Questions(NamedTuple):
    """Judged questions: their texts, their judgements, and the documents that do not count for them."""

    texts: dict[str, str]
    qrels: Qrels
    excluded: Mapping[str, frozenset[str]]


def draw(collection: Collection, qrels: str | None, most: int) -> Questions:
    """Draw at most ``most`` judged questions, in random order; all of them for 0."""
    judged = collection.qrels(qrels)
    topics = select_judged_topics(collection, judged)
    chosen = random.Random(0).sample(sorted(topics), min(most or len(topics), len(topics)))
    return Questions(
        {question: topics[question].text for question in chosen},
        {question: judged[question] for question in chosen},
        collection.exclusions({question: topics[question] for question in chosen}),
    )


def comparison(
    runs: Mapping[str, Run], qrels: Qrels, questions: Sequence[str], baseline: str
) -> str:
    """Return a table of ``MEASURES`` for each run on ``questions``, with its gain over the run ``baseline``."""
    judged = {question: qrels[question] for question in questions}
    before = _by_question(runs[baseline], judged)
    rows = []
    for way, run in runs.items():
        values = measure({question: run[question] for question in judged}, judged, MEASURES)
        gain = "" if way == baseline else bootstrap(_by_question(run, judged) - before)
        rows.append([way, *(f"{value:.4f}" for value in values.values()), gain])
    return report.table(["", *MEASURES.split(), f"{_COMPARED} above {baseline}"], rows)


def _by_question(run: Run, judged: Qrels) -> NDArray[np.float64]:
    return np.array([
        measure({question: run[question]}, {question: grades}, _COMPARED)[_COMPARED]
        for question, grades in judged.items()
    ])  # fmt: skip


def bootstrap(gains: NDArray[np.float64]) -> str:
    """Format the mean of paired ``gains`` with its 95 % interval by the bootstrap over questions."""
    chance = np.random.default_rng(0)
    means = [chance.choice(gains, len(gains)).mean() for _ in range(2000)]
    low, high = np.percentile(means, (2.5, 97.5))
    return f"{gains.mean():+.4f} ({low:+.4f} to {high:+.4f})"


class Thinned(Collection):
    """A collection with a random share of the passages of each document, at least one.

    For collections that take hours to encode: all documents stay, for keyword and for semantic search.
    """

    def __init__(self, path: Path, share: float):
        super().__init__(path)
        self._share = share
        self.name = f"{self.name}-thinned-{share}"

    def documents(self) -> Iterator[Document]:
        """Yield the thinned documents, reproducibly."""
        for document in super().documents():
            chance = random.Random(document.work)
            pieces = [piece for piece in split_document(document) if piece.searchable]
            kept = [piece for piece in pieces if chance.random() < self._share] or pieces[:1]
            text = "\n\n".join(document.text[piece.start : piece.end] for piece in kept)
            yield dataclasses.replace(document, text=nfc(text))
