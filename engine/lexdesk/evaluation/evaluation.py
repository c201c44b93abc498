"""Runs the queries of a collection on a library of its documents, as a user's search would."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.document.passages import SPLITTING_VERSION
from lexdesk.errors import CollectionCode, CollectionError, QueryError
from lexdesk.evaluation.collection import Collection, Qrels, Topic
from lexdesk.evaluation.measures import DEFAULT_MEASURES, by_document, measure
from lexdesk.evaluation.run import Ranking, Run
from lexdesk.index.conditions import Exclusion
from lexdesk.library.library import Library
from lexdesk.models.reranker import Reranker, find_installed
from lexdesk.query import plain
from lexdesk.search.expansion.expand import expand
from lexdesk.search.ranking.first_hits import order_first_hits
from lexdesk.search.ranking.reranking import rerank
from lexdesk.system.progress import Listener, Progress

if TYPE_CHECKING:
    from lexdesk.search.options import Mode
    from lexdesk.search.ranking.fusion import Candidate
    from lexdesk.search.retrieval.hybrid import Retriever

DEPTH = 1000
"""Passages looked at by each way of searching, so that runs are deep enough for R@100."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of ``evaluate``; ``index_seconds`` is 0 for an existing library."""

    collection: str
    qrels: str | None
    mode: str
    queries: int
    measures: dict[str, float]
    index_seconds: float
    query_ms: dict[str, float]
    model: str | None


def cache_path(collection: Collection) -> Path:
    """Return the path of the library of a collection's corpus, for this way of cutting text."""
    import platformdirs

    folder = platformdirs.user_cache_path("lexdesk", appauthor=False) / "collections"
    return folder / f"{collection.name}-{collection.fingerprint}-{SPLITTING_VERSION}"


def index(
    collection: Collection, path: Path, *, vectors: bool, listener: Listener | None = None
) -> float:
    """Bring the library at ``path`` to hold the whole corpus; return the seconds it took.

    Resumes an interrupted call; vectors of another model are rebuilt.
    """
    started = time.perf_counter()
    with Library.open(path, create=True) as library:
        complete = library.sources.holds_all_of(collection.fingerprint)
        if not complete:
            library.sources.add_documents(collection.documents(), vectors=False)
            library.sources.mark_complete(collection.fingerprint)
        if vectors and not library.embedder.fits:
            library.admin.rebuild(vectors=True, listener=listener)
        elif vectors and (
            library.admin.status().vectors_ready < 1 or library.embedder.has_old_languages
        ):
            library.sources.add_documents((), listener=listener)
        elif complete:
            return 0.0
    return time.perf_counter() - started


def run_queries(
    retriever: Retriever,
    topics: Sequence[Topic],
    exclusions: dict[str, frozenset[str]],
    mode: Mode,
    listener: Listener | None = None,
    reranker: Reranker | None = None,
) -> tuple[Run, list[float]]:
    """Return the ranking of documents for each query, and the milliseconds of each.

    The candidates and their order are the product's own, in a library without the documents barred for a query; a
    document counts by its best passage.
    """
    run: Run = {}
    milliseconds: list[float] = []
    for done, topic in enumerate(topics, start=1):
        excluded = _expressions(exclusions.get(topic.id, frozenset()), retriever)
        started = time.perf_counter()
        try:
            candidates = _rank(retriever, topic.text, mode, excluded, reranker)
        except QueryError:  # a query without a single word finds nothing
            candidates = []
        milliseconds.append((time.perf_counter() - started) * 1000)
        run[topic.id] = pool(candidates, retriever)
        if listener:
            listener(Progress("queries", done, len(topics)))
    return run, milliseconds


def _rank(
    retriever: Retriever, text: str, mode: Mode, excluded: Exclusion, reranker: Reranker | None
) -> list[Candidate]:
    """Return the candidates for the plain words of a query, best first."""
    store = retriever.store
    query = expand(plain(text), store, retriever.fulltext)
    candidates = retriever.candidates(query, mode, DEPTH, excluded=excluded).best
    if reranker:
        candidates = rerank(candidates, query.semantic_text, store, reranker)
    return order_first_hits(candidates, query, store, store.passages.by_id, retriever.languages)


def _expressions(works: Iterable[str], retriever: Retriever) -> Exclusion:
    of_works = (retriever.store.law.expressions_of(work) for work in works)
    return Exclusion(frozenset(query.id for some in of_works for query in some))


def pool(
    candidates: list[Candidate], retriever: Retriever, excluded: frozenset[str] = frozenset()
) -> Ranking:
    """Return documents by their best passage, best first, without ``excluded``."""
    works = retriever.store.passages.works_of(candidate.passage for candidate in candidates)
    best: dict[str, float] = {}
    for candidate in candidates:
        work = works.get(candidate.passage)
        if work is not None and work not in excluded:
            best.setdefault(work, candidate.score)
    return list(best.items())


def evaluate(
    collection: Collection,
    *,
    qrels: str | None = None,
    mode: Mode = "hybrid",
    rerank: bool = False,
    measures: str = DEFAULT_MEASURES,
    documents_alike: bool = False,
    path: Path | None = None,
    listener: Listener | None = None,
) -> tuple[Evaluation, Run]:
    """Index ``collection`` if need be, run its judged queries, measure. The run is 100 deep or more.

    With ``documents_alike`` R@10 is averaged over the relevant documents, too, as ``R@10 by document``.
    Raises ``CollectionError`` for judgements of missing queries, and ``NoModel`` for ``rerank`` without
    a reranker.
    """
    reranker = find_installed() if rerank else None
    judged = collection.qrels(qrels)
    topics = select_judged_topics(collection, judged)
    library_path = path or cache_path(collection)
    seconds = index(collection, library_path, vectors=mode != "keyword", listener=listener)
    with Library.open(library_path) as library:
        run, milliseconds = run_queries(
            library.search.retriever(mode),
            list(topics.values()),
            collection.exclusions(topics),
            mode,
            listener=listener,
            reranker=reranker,
        )
        model = library.admin.status().model
    values = measure(run, judged, measures)
    if documents_alike:
        values["R@10 by document"] = by_document(run, judged)
    return (
        Evaluation(
            collection=collection.name,
            qrels=qrels,
            mode=f"{mode}, reranked" if rerank else mode,
            queries=len(topics),
            measures={name: round(value, 4) for name, value in values.items()},
            index_seconds=round(seconds, 2),
            query_ms=compute_percentiles(milliseconds),
            model=model if mode != "keyword" else None,
        ),
        run,
    )


def select_judged_topics(collection: Collection, judged: Qrels) -> dict[str, Topic]:
    """Return the queries with judgements.

    Raises ``CollectionError`` without any, with one of them missing, or with all judged documents missing.
    """
    if not judged:
        raise CollectionError(CollectionCode.NOTHING_JUDGED, path=collection.path)
    topics = collection.topics()
    missing = [query for query in judged if query not in topics]
    if missing:
        raise CollectionError(
            CollectionCode.QUERIES_MISSING,
            path=collection.path,
            count=len(missing),
            example=missing[0],
        )
    documents = {document for grades in judged.values() for document in grades}
    if documents.isdisjoint(collection.corpus_field("_id")):
        raise CollectionError(
            CollectionCode.DOCUMENTS_MISSING, path=collection.path, example=min(documents)
        )
    return {query: topics[query] for query in judged}


def compute_percentiles(milliseconds: Iterable[float]) -> dict[str, float]:
    """Return the median and the 95th percentile, as ``p50`` and ``p95``; 0 for no values."""
    ordered = sorted(milliseconds)
    last = len(ordered) - 1
    return {
        name: round(ordered[min(int(share * len(ordered)), last)], 3) if ordered else 0.0
        for name, share in (("p50", 0.5), ("p95", 0.95))
    }
