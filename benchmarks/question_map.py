"""Hybrid search re-ranked by late interaction without and with the installed question map, on the same questions.

The tokens of each passage are computed once for all questions, so that this takes a fraction of the time of
``lexdesk evaluate --rerank`` with the same measures. Intervals are paired bootstraps over questions.
"""

from collections import defaultdict
from pathlib import Path

import click

from benchmarks import tune_fusion
from benchmarks.judged_questions import comparison, draw
from lexdesk import Library
from lexdesk.evaluation.evaluation import cache_path, index, pool
from lexdesk.evaluation.run import Run
from lexdesk.models import encoder, manifest
from lexdesk.models.late_interaction import LateInteraction, PassageTokens
from lexdesk.models.question_map import TASK, QuestionMap
from lexdesk.query import plain
from lexdesk.search.expansion.expand import expand
from lexdesk.search.ranking.first_hits import order_first_hits
from lexdesk.search.ranking.reranking import rerank

_DEPTH = 200
_WITHOUT, _WITH = "late interaction", "with the map"
_CACHED = 1_000_000  # passages: all of a collection


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
    folder = folder or manifest.find(TASK)
    embedder = encoder.load(manifest.find("embedder"))
    tokens = PassageTokens(embedder, most=_CACHED)
    rerankers = {
        _WITHOUT: LateInteraction(embedder, passages=tokens),
        _WITH: LateInteraction(embedder, QuestionMap(folder, manifest.read(folder)), tokens),
    }
    collection = tune_fusion.opened(name)
    path = cache_path(collection)
    index(collection, path, vectors=True)
    questions = draw(collection, qrels, queries)
    runs: dict[str, Run] = defaultdict(dict)
    changed = 0
    with Library.open(path) as library:
        retriever = library.search.retriever()
        store = retriever.store
        for question, text in questions.texts.items():
            query = expand(plain(text), store, retriever.fulltext)
            fused = retriever.candidates(query, "hybrid", _DEPTH).best
            rankings = {"hybrid": fused} | {
                way: rerank(fused, query.semantic_text, store, reranker)
                for way, reranker in rerankers.items()
            }
            for way, ranking in rankings.items():
                ordered = order_first_hits(
                    ranking, query, store, store.passages.by_id, retriever.languages
                )
                runs[way][question] = pool(
                    ordered, retriever, questions.excluded.get(question, frozenset())
                )
            one, other = runs[_WITHOUT][question][:10], runs[_WITH][question][:10]
            changed += [work for work, _ in one] != [work for work, _ in other]
    count = len(questions.texts)
    click.echo(f"\n{name}, {count:,} questions; the first ten of {changed:,} change\n")
    click.echo(comparison(runs, questions.qrels, list(questions.texts), _WITHOUT))


if __name__ == "__main__":
    main()
