"""Hybrid search re-ranked by late interaction without and with the installed question map, on the same questions.

The tokens of each passage are computed once for all questions, so that this takes a fraction of the time of
``lexdesk evaluate --rerank`` with the same measures. Intervals are paired bootstraps over questions.
"""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import click
import numpy as np

from benchmarks import report, tune_fusion
from benchmarks.cross_encoder import bootstrap
from lexdesk import Library
from lexdesk.evaluation.evaluation import cache_path, index, judged_topics, pool
from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Run
from lexdesk.models import encoder, late_interaction, manifest
from lexdesk.models.late_interaction import LateInteraction
from lexdesk.models.question_map import TASK, QuestionMap
from lexdesk.query import plain
from lexdesk.search.expansion.expand import expand
from lexdesk.search.ranking.first_hits import order_first_hits
from lexdesk.search.ranking.reranking import rerank

_MEASURES = "R@10 AP@10 nDCG@10"
_DEPTH = 200
_WITHOUT = "late interaction"


@click.command()
@click.option("--collection", "name", default="obliqa", show_default=True)
@click.option("--qrels", default=None)
@click.option("--queries", default=10_000, show_default=True, help="At most so many.")
@click.option(
    "--map",
    "folder",
    type=click.Path(path_type=Path, exists=True),
    help="Model folder of another question map than the installed one.",
)
def main(name: str, qrels: str | None, queries: int, folder: Path | None) -> None:
    """Print measures of hybrid search, re-ranked without and with the question map."""
    late_interaction.MOST_CACHED = 1_000_000
    folder = folder or manifest.find(TASK)
    embedder = encoder.loaded(manifest.find("embedder"))
    without = LateInteraction(embedder)
    mapped = LateInteraction(embedder, QuestionMap(folder, manifest.read(folder)))
    mapped._kept = without._kept
    collection = tune_fusion.opened(name)
    path = cache_path(collection)
    index(collection, path, vectors=True)
    judged = collection.qrels(qrels)
    topics = judged_topics(collection, judged)
    chosen = random.Random(0).sample(sorted(topics), min(queries, len(topics)))
    barred = collection.exclusions({question: topics[question] for question in chosen})
    runs: dict[str, Run] = defaultdict(dict)
    changed = 0
    with Library.open(path) as library:
        retriever = library.search.retriever()
        store = retriever.store
        for question in chosen:
            query = expand(plain(topics[question].text), store, retriever.fulltext)
            fused = retriever.candidates(query, "hybrid", _DEPTH).best
            ways = {
                "hybrid": fused,
                _WITHOUT: rerank(fused, query.semantic_text, store, without),
                "with the map": rerank(fused, query.semantic_text, store, mapped),
            }
            for way, candidates in ways.items():
                found = order_first_hits(
                    candidates, query, store, store.passages.by_id, retriever.languages
                )
                runs[way][question] = pool(found, retriever, barred.get(question, frozenset()))
            one, other = runs[_WITHOUT][question][:10], runs["with the map"][question][:10]
            changed += [work for work, _ in one] != [work for work, _ in other]
    kept = {question: judged[question] for question in chosen}
    gains = {
        way: np.array([measure({q: run[q]}, {q: kept[q]}, "nDCG@10")["nDCG@10"] for q in chosen])
        for way, run in runs.items()
    }
    lines = []
    for way, run in runs.items():
        values = [f"{value:.4f}" for value in measure(run, kept, _MEASURES).values()]
        gain = "" if way == _WITHOUT else bootstrap(gains[way] - gains[_WITHOUT])
        lines.append([way, *values, gain])
    head = ["", *_MEASURES.split(), "nDCG@10 above late interaction"]
    click.echo(f"\n{name}, {len(chosen):,} questions; the first ten of {changed:,} change\n")
    click.echo(report.table(head, lines))


if __name__ == "__main__":
    main()
