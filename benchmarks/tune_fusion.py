"""Semantic weight in the fusion by language, tuned on dev queries.

For each collection the candidates are found once and fused with each weight; reciprocal rank fusion (k =
60) is compared. The proposed weights in the manifest of the model, and in the family of the multilingual one, come from here.
"""

import json
from pathlib import Path

import click
import platformdirs

from benchmarks import data, languages, report
from benchmarks.judged_questions import Thinned, draw
from lexdesk import Library
from lexdesk.errors import QueryError
from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.evaluation import cache_path, index, pool
from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Run
from lexdesk.query import plain
from lexdesk.search.options import Mode
from lexdesk.search.ranking.fusion import Candidate, fuse
from lexdesk.search.retrieval.hybrid import Retriever
from lexdesk_trainer.data import written_questions

COLLECTIONS = (
    ("obliqa", None),
    ("gdpr-articles", "simeri"),
    ("gdpr-articles", "gdprinfo"),
    ("eu-citations", "dev"),
    ("de-citations", "dev"),
    ("en-questions", "dev"),
    ("de-questions", "dev"),
    *((f"{bundle}-{kind}", None) for bundle in languages.BUNDLES for kind in languages.KINDS),
    ("ementas", None),
)
SHARES = {"eu-citations": 0.25, "de-citations": 0.2}
"""Kept share of passages of collections too large to encode on two cores in minutes."""
WEIGHTS = tuple(n / 20 for n in range(21))
MEASURES = "nDCG@10 R@10 AP@10"


def opened(name: str) -> Collection:
    """Open the collection ``name`` of the shared data, or of the questions written for its provisions."""
    folder = data.shared_data() / name
    if name in written_questions.SOURCES:
        kept = platformdirs.user_cache_path("lexdesk", appauthor=False) / "written-questions" / name
        folder = written_questions.write(data.shared_data(), name, kept)
    bundle, _, kind = name.partition("-")
    if bundle in languages.BUNDLES:
        return languages.opened(bundle, kind)
    return Thinned(folder, SHARES[name]) if name in SHARES else Collection(folder)


def reciprocal_rank(
    words: dict[int, float], meaning: dict[int, float], k: int = 60
) -> list[Candidate]:
    """Fuse by reciprocal rank (Cormack, Clarke, Büttcher 2009)."""
    scores: dict[int, float] = {}
    for way in (words, meaning):
        for rank, passage in enumerate(sorted(way, key=lambda p: -way[p]), start=1):
            scores[passage] = scores.get(passage, 0.0) + 1 / (k + rank)
    return [
        Candidate(p, s, None, None) for p, s in sorted(scores.items(), key=lambda item: -item[1])
    ]


def candidates(
    retriever: Retriever, text: str, depth: int, mode: Mode = "hybrid"
) -> list[Candidate]:
    """Return the candidates of both searches, or of one; none for a query without a word."""
    try:
        return retriever.candidates(plain(text), mode, depth).best
    except QueryError:
        return []


def sweep(
    collection: Collection, qrels: str | None, queries: int, depth: int
) -> dict[str, dict[str, float]]:
    """Compute each measure for each way of fusing."""
    path = cache_path(collection)
    index(collection, path, vectors=True)
    questions = draw(collection, qrels, queries)
    runs: dict[str, Run] = {way: {} for way in (*(f"{weight:.2f}" for weight in WEIGHTS), "RRF")}
    with Library.open(path) as library:
        retriever = library.search.retriever()
        for query, text in questions.texts.items():
            found = candidates(retriever, text, depth)
            words = {c.passage: c.lexical for c in found if c.lexical is not None}
            meaning = {c.passage: c.semantic for c in found if c.semantic is not None}
            barred = questions.excluded.get(query, frozenset())
            for weight in WEIGHTS:
                runs[f"{weight:.2f}"][query] = pool(fuse(words, meaning, weight), retriever, barred)
            runs["RRF"][query] = pool(reciprocal_rank(words, meaning), retriever, barred)
    return {name: measure(run, questions.qrels, MEASURES) for name, run in runs.items()}


@click.command()
@click.option("--collection", "only", multiple=True, help="Only these collections.")
@click.option(
    "--queries",
    default=1000,
    show_default=True,
    help="At most so many queries of each, drawn at random.",
)
@click.option(
    "--depth",
    default=50,
    show_default=True,
    help="Candidates of each way of searching, as in the product.",
)
@click.option("--json", "target", type=click.Path(path_type=Path), help="Write all numbers here.")
def main(only: tuple[str, ...], queries: int, depth: int, target: Path | None) -> None:
    """Print measures by weight for each collection."""
    results = {}
    for name, qrels in COLLECTIONS:
        if only and name not in only:
            continue
        found = sweep(opened(name), qrels, queries, depth)
        results[f"{name} {qrels or ''}".strip()] = found
        click.echo(f"\n{name} {qrels or ''}\n")
        rows = [
            [way, *(f"{value:.4f}" for value in values.values())] for way, values in found.items()
        ]
        click.echo(report.table(["weight", *MEASURES.split()], rows))
    if target:
        target.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
