"""Shares of the multilingual vector in English passages and questions: what the size *standard* has.

Passages and questions are encoded once by each model; each mixture is compared exactly. Hybrid scores are the weighted
sum of the product, without evidence of other passages. Begins with the speed of both models on the same passages.
"""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks import report, tune_fusion
from benchmarks.judged_questions import draw
from lexdesk import Library
from lexdesk.document.passages import passage_text
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk.evaluation.evaluation import cache_path, index
from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Run
from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk.models.multilingual import TASK, lower_capitals
from lexdesk.search.ranking.fusion import fuse

MIXTURES = ((0, 0), (0.2, 0.2), (0.35, 0.35), (0.5, 0.35), (0.5, 0.5), (1, 1))
WEIGHTS = (0.45, 0.55)
_DEPTH, _WORDS_DEPTH = 50, 200  # as in the product
_MEASURES = "R@10 AP@10 nDCG@10"

_Vectors = NDArray[np.float32]


class _Both(NamedTuple):
    """Vectors of the same texts by the embedder and by the multilingual model."""

    one: _Vectors
    two: _Vectors

    def mixed(self, share: float) -> _Vectors:
        rows = (1 - share) * self.one + share * self.two
        unit: _Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return unit


class JudgedQuestions(NamedTuple):
    """Judged questions, their best passages by words, and the work of each passage by its place."""

    qrels: Qrels
    words: dict[str, dict[int, float]]
    works: Sequence[str]
    excluded: Mapping[str, frozenset[str]]

    def ranked(self, query: str, scores: dict[int, float]) -> list[tuple[str, float]]:
        """Return the works of the passages in ``scores``, each by its best."""
        best: dict[str, float] = {}
        for place in sorted(scores, key=lambda at: -scores[at]):
            if self.works[place] not in self.excluded.get(query, ()):
                best.setdefault(self.works[place], scores[place])
        return list(best.items())


def _encoded(texts: Sequence[str]) -> tuple[_Both, list[float]]:
    """Encode ``texts`` by both models; return the processor seconds of each, too."""
    found, taken = [], []
    for task in ("embedder", TASK):
        place = manifest.find(task)
        encoder = Encoder(place, manifest.read(place), task=task)
        encoder.encode(texts[:1])  # opening the model does not count
        started = time.process_time()
        found.append(encoder.encode([*map(lower_capitals, texts)] if task == TASK else texts))
        taken.append(time.process_time() - started)
    return _Both(*found), taken


def read(
    library: Library, collection: Collection, qrels: str | None, queries: int, most: int
) -> tuple[JudgedQuestions, list[str], list[str]]:
    """Return the questions, and the texts of questions and passages: all judged ones, and others up to ``most``."""
    questions = draw(collection, qrels, queries)
    store = library.store
    numbers = sorted(store.vectors.passages_in("en"))
    work_of = store.passages.works_of(numbers)
    wanted = {work for grades in questions.qrels.values() for work in grades}
    kept = {number for number in numbers if work_of[number] in wanted}
    others = [number for number in numbers if number not in kept]
    kept |= set(random.Random(1).sample(others, max(0, min(len(others), most - len(kept)))))
    rows = store.vectors.texts_to_encode(sorted(kept))
    places = {number: place for place, (number, _, _) in enumerate(rows)}
    retriever = library.search.retriever("keyword")
    words = {}
    for query, question in questions.texts.items():
        best = tune_fusion.candidates(retriever, question, _WORDS_DEPTH, "keyword")
        words[query] = {places[c.passage]: c.score for c in best if c.passage in places}
    works = [work_of[number] for number in places]
    texts = [passage_text(heading, text) for _, heading, text in rows]
    judged = JudgedQuestions(questions.qrels, words, works, questions.excluded)
    return judged, list(questions.texts.values()), texts


def runs_of(judged: JudgedQuestions, questions: _Vectors, passages: _Vectors) -> dict[str, Run]:
    """Return the run of semantic search and that of hybrid search by each weight."""
    runs: dict[str, Run] = {way: {} for way in ("semantic", *map(str, WEIGHTS))}
    for query, cosines in zip(judged.qrels, questions @ passages.T, strict=True):
        near = np.argsort(-cosines)[: 2 * _DEPTH].tolist()
        runs["semantic"][query] = judged.ranked(query, {at: float(cosines[at]) for at in near})
        words = judged.words[query]
        places = {*near[:_DEPTH], *sorted(words, key=lambda at: -words[at])[:_DEPTH]}
        lexical = {at: words[at] for at in places if at in words}
        semantic = {at: float(cosines[at]) for at in places}
        for weight in WEIGHTS:
            fused = {c.passage: c.score for c in fuse(lexical, semantic, weight)}
            runs[str(weight)][query] = judged.ranked(query, fused)
    return runs


def _measured(
    judged: JudgedQuestions, questions: _Vectors, passages: _Vectors
) -> Iterator[list[str]]:
    """Yield a row of measures for semantic search and for each weight of hybrid search."""
    for way, run in runs_of(judged, questions, passages).items():
        values = measure(run, judged.qrels, _MEASURES).values()
        yield [way, *(f"{value:.4f}" for value in values)]


@click.command()
@click.option("--collection", "name", default="obliqa", show_default=True)
@click.option("--qrels", default=None)
@click.option("--queries", default=600, show_default=True, help="At most so many; 0 for all.")
@click.option("--passages", default=20_000, show_default=True, help="At most so many, or judged.")
def main(name: str, qrels: str | None, queries: int, passages: int) -> None:
    """Print measures of semantic and hybrid search by share of passages and of questions."""
    collection = tune_fusion.opened(name)
    path = cache_path(collection)
    index(collection, path, vectors=False)
    with Library.open(path) as library:
        judged, questions, texts = read(library, collection, qrels, queries, passages)
    of_passages, taken = _encoded(texts)
    of_questions, _ = _encoded(questions)
    rates = "; ".join(f"{len(texts) / seconds:.0f}" for seconds in taken)
    click.echo(f"{name}, {len(questions):,} questions, {len(texts):,} passages")
    click.echo(f"passages a processor second, embedder; multilingual: {rates}\n")
    rows = []
    for share, part in MIXTURES:
        found = _measured(judged, of_questions.mixed(part), of_passages.mixed(share))
        rows += [[f"{share}; {part}", *row] for row in found]
    click.echo(report.table(["passages; questions", "weight", *_MEASURES.split()], rows))


if __name__ == "__main__":
    main()
