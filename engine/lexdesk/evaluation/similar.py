"""Measures the search by whole documents, stage by stage, on the queries of a collection."""

import datetime
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from lexdesk.compliance.doc2doc.dates import Period
from lexdesk.compliance.doc2doc.long_query import LongQuery, query_from_document
from lexdesk.compliance.doc2doc.parameters import OF, PLAIN, Find, Stage
from lexdesk.compliance.doc2doc.ranking import Ranking
from lexdesk.compliance.doc2doc.stage_scores import Scores, combine_scores, compute_scores
from lexdesk.document.model import Document
from lexdesk.evaluation.collection import Collection as Corpus
from lexdesk.evaluation.collection import Qrels, Topic, read_date
from lexdesk.evaluation.evaluation import (
    cache_path,
    compute_percentiles,
    index,
    select_judged_topics,
)
from lexdesk.evaluation.measures import PairedDifference, compare_pairs, measure, per_query
from lexdesk.evaluation.run import Run
from lexdesk.library.library import Library
from lexdesk.metadata.language import detect_language
from lexdesk.search.retrieval.hybrid import Retriever
from lexdesk.system.progress import Listener, Progress, ignore

_YEARS = (5, 10, 20)
_YEAR = datetime.timedelta(days=365.25)
WHOLE = "all"
"""The ranking of the whole pipeline; all others are compared with it."""


@dataclass(frozen=True, slots=True)
class StageResult:
    """The measures of one ranking, and the advantage of ``all`` by the first measure."""

    measures: dict[str, float]
    all_against_it: PairedDifference | None


@dataclass(frozen=True, slots=True)
class SimilarEvaluation:
    """The result of ``evaluate_similar``: each stage by itself, all of them, and filters by date.

    ``windowed`` is the number of queries with known places of their citations.
    """

    collection: str
    qrels: str | None
    find: Find
    without: list[Stage]
    queries: int
    windowed: int
    stages: dict[str, StageResult]
    query_ms: dict[str, float]


@dataclass(slots=True)
class _Runs:
    """The run of each stage."""

    by_stage: dict[str, Run] = field(default_factory=dict)

    def put(self, stage: str, query: str, works: list[str], scores: Scores) -> None:
        ranking: dict[str, float] = {}
        for place in scores.argsort(kind="stable")[::-1].tolist():
            if scores[place] > 0:
                ranking.setdefault(works[place], float(scores[place]))
        self.by_stage.setdefault(stage, {})[query] = list(ranking.items())


def evaluate_similar(
    collection: Corpus,
    *,
    find: Find,
    measures: str,
    qrels: str | None = None,
    without: Collection[Stage] = (),
    path: Path | None = None,
    listener: Listener | None = None,
) -> tuple[SimilarEvaluation, Run]:
    """Ask with every judged query as a document; the measures of each stage, and the run of all.

    The collection is made a library as ``evaluate`` does; vectors are made unless ``without`` names
    ``semantic``. Raises ``CollectionError`` as ``evaluate`` does.
    """
    judged = collection.qrels(qrels)
    topics = select_judged_topics(collection, judged)
    library_path = path or cache_path(collection)
    index(collection, library_path, vectors="semantic" not in without, listener=listener)
    runs, milliseconds, windowed = _Runs(), [], 0
    with Library.open(library_path) as library:
        retriever = library.search.retriever()
        barred = collection.exclusions(topics)
        asking = _StagedRun(retriever, find, without, collection.language)
        for done, topic in enumerate(topics.values(), start=1):
            started = time.perf_counter()
            windowed += asking.put(topic, barred.get(topic.id, frozenset()), runs)
            milliseconds.append((time.perf_counter() - started) * 1000)
            if listener:
                listener(Progress("queries", done, len(topics)))
    result = SimilarEvaluation(
        collection=collection.name,
        qrels=qrels,
        find=find,
        without=list(without),
        queries=len(topics),
        windowed=windowed,
        stages=dict(_measure_stages(runs, judged, measures)),
        query_ms=compute_percentiles(milliseconds),
    )
    return result, runs.by_stage[WHOLE]


def _measure_stages(runs: _Runs, judged: Qrels, measures: str) -> Iterator[tuple[str, StageResult]]:
    """Yield each stage with its measures; the first measure compares it with the whole pipeline."""
    first = measures.split(maxsplit=1)[0]
    whole = next(iter(per_query(runs.by_stage[WHOLE], judged, first).values()))
    for name, run in runs.by_stage.items():
        of_stage = next(iter(per_query(run, judged, first).values()))
        yield (
            name,
            StageResult(
                {query: round(value, 4) for query, value in measure(run, judged, measures).items()},
                None if name == WHOLE else compare_pairs(whole, of_stage),
            ),
        )


class _StagedRun:
    """A run of one query after the other, with the rankings of each stage."""

    def __init__(
        self, retriever: Retriever, find: Find, without: Collection[Stage], language: str | None
    ):
        self._retriever, self._parameters, self._language = retriever, OF[find], language
        self._ranking = Ranking(retriever, self._parameters, without, ignore)

    def put(self, topic: Topic, barred: frozenset[str], runs: _Runs) -> bool:
        """Keep the rankings of all stages for a query; return whether it shows the places of its citations."""
        store = self._retriever.store
        query = as_query(topic, self._language)
        found = self._ranking.rank(query, frozenset(store.filters.expressions_of_works(barred)))
        scored = found.scored
        rows = store.law.expression_rows(scored.expressions)
        works = [rows[expression].work for expression in scored.expressions]
        plain = compute_scores(scored.counted, scored.words, [query.words], PLAIN)
        runs.put("plain BM25", topic.id, works, plain)
        for scorer, scores in scored.stage_scores.items():
            runs.put(scorer, topic.id, works, scores)
        mixed = combine_scores(scored.stage_scores, scored.weights)
        runs.put("ensemble", topic.id, works, mixed)
        if found.met:
            paragraphs = np.zeros(len(works), np.float32)
            paragraphs[list(found.met)] = [met.score for met in found.met.values()]
            runs.put("interactions", topic.id, works, paragraphs)
        runs.put(WHOLE, topic.id, works, found.scores)
        days = [rows[expression].valid_from for expression in scored.expressions]
        for name, period in _periods(query.date):
            kept = [day is None or datetime.date.fromisoformat(day) in period for day in days]
            runs.put(name, topic.id, works, found.scores * kept)
        return "windows" in scored.stage_scores


def as_query(topic: Topic, language: str | None) -> LongQuery:
    """Convert a query of a collection to a document, with the title and the date of its metadata.

    ``language`` (ISO 639-1) is that of the collection; without one, it is detected as in a file.
    """
    document = Document(
        text=topic.text,
        title=str(topic.metadata.get("title", "")),
        valid_from=read_date(topic.metadata.get("date")),
        language=language or detect_language(topic.text),
    )
    return query_from_document(document, topic.id)


def _periods(day: datetime.date | None) -> Iterator[tuple[str, Period]]:
    """Yield the measured filters by date, with their names."""
    if day is None:
        return
    yield "all, later ones", Period(first=day)
    yield "all, earlier ones", Period(last=day)
    for years in _YEARS:
        yield f"all, {years} years", Period(day - years * _YEAR, day + years * _YEAR)
