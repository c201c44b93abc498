"""Retrieval by the first dimensions of the vectors, alone and as a first stage (Matryoshka).

A Matryoshka model is trained for search by its first dimensions (Kusupati et al. 2022). All passages are
compared, so that the figures are of the vectors and not of an index.
"""

from __future__ import annotations

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks import data, report
from lexdesk import Library
from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.evaluation import cache_path, index, pool
from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Run
from lexdesk.search.ranking.fusion import Candidate
from lexdesk.vector_codes.int8 import unpack

DIMENSIONS = (384, 256, 128, 64, 32)
MEASURES = "nDCG@10 R@10 AP@10"
_RESCORED = 100  # passages put into order by all dimensions
_DEPTH = 100
_TOGETHER = 64  # queries

Vectors = NDArray[np.float32]


def best(
    queries: Vectors, passages: Vectors, dimensions: int, rescored: int
) -> tuple[NDArray[np.int64], Vectors]:
    """Return numbers and cosines of the nearest passages, (queries, depth), best first.

    Uses the first ``dimensions``, normalized; the best ``rescored``, if any, are compared by all
    dimensions.
    """
    few = passages[:, :dimensions]
    few = few / np.maximum(np.linalg.norm(few, axis=1, keepdims=True), 1e-9)
    scores = queries[:, :dimensions] @ few.T
    depth = max(rescored, _DEPTH)
    near = np.argpartition(-scores, depth, axis=1)[:, :depth]
    found = np.take_along_axis(scores, near, axis=1)
    if rescored:
        found = np.einsum("qd,qnd->qn", queries, passages[near])
    order = np.argsort(-found, axis=1, kind="stable")[:, :_DEPTH]
    return np.take_along_axis(near, order, axis=1), np.take_along_axis(found, order, axis=1)


def candidates(passages: NDArray[np.int64], cosines: Vectors) -> list[Candidate]:
    """Convert passages and their cosines, (depth,) each, to candidates of the engine."""
    pairs = zip(passages.tolist(), cosines.tolist(), strict=True)
    return [Candidate(passage, cosine, None, cosine) for passage, cosine in pairs]


@click.command()
@click.option("--collection", "name", default="obliqa", show_default=True)
@click.option("--qrels", default=None)
def main(name: str, qrels: str | None) -> None:
    """Print measures of semantic search by dimensions, without and with rescoring."""
    collection = Collection(data.shared_data() / name)
    path = cache_path(collection)
    index(collection, path, vectors=True)
    judged, topics = collection.qrels(qrels), collection.topics()
    query_ids = sorted(judged)
    excluded = collection.exclusions({query: topics[query] for query in query_ids})
    rows = []
    with Library.open(path) as library:
        retriever = library.search.retriever("semantic")
        stored = list(retriever.store.vectors.rows(0))
        numbers = np.array([passage for _, passage, _ in stored])
        passages = unpack([values for _, _, values in stored])
        queries = library.embedder.encoder.encode([topics[query].text for query in query_ids])
        for dimensions in DIMENSIONS:
            for rescored in (0, _RESCORED) if dimensions < max(DIMENSIONS) else (0,):
                run: Run = {}
                for start in range(0, len(query_ids), _TOGETHER):
                    some = slice(start, start + _TOGETHER)
                    near, cosines = best(queries[some], passages, dimensions, rescored)
                    for query, ids, values in zip(
                        query_ids[some], numbers[near], cosines, strict=True
                    ):
                        ranked = candidates(ids, values)
                        run[query] = pool(ranked, retriever, excluded.get(query, frozenset()))
                found = measure(run, judged, MEASURES)
                way = f"{dimensions}, best {rescored} by all" if rescored else str(dimensions)
                rows.append([way, *(f"{value:.4f}" for value in found.values())])
    click.echo(f"{name}, {len(query_ids):,} queries, {len(passages):,} passages\n")
    click.echo(report.table(["dimensions", *MEASURES.split()], rows))


if __name__ == "__main__":
    main()
