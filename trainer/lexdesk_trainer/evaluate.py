"""How models rank on collections, beside what needs no understanding, as rows of a Markdown table.

Words, meaning and hybrid are the engine's own (``lexdesk evaluate``, run as a program). The reranker
then orders the best of the hybrid. The collection's BM25 and its trivial baselines (prior, vote of
the nearest neighbours) come from its ``meta.json``: a model counts only where it beats them all.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.errors import CollectionError
from lexdesk.evaluate.collection import Collection
from lexdesk.evaluate.measures import measure
from lexdesk.evaluate.run import Run
from lexdesk.models import manifest, reranker
from lexdesk_trainer import engine

MEASURES = "R@10 AP@10 nDCG@10"
RERANKED = 30  # as many as the engine lets a reranker read

_HEAD = ("| | R@10 | AP@10 | nDCG@10 |", "|---|---|---|---|")


@dataclass(frozen=True)
class Models:
    """Folders of model folders: the embedder's, and the reranker's where there is one."""

    embedder: Path
    reranker: Path | None = None


def table(collection: Path, qrels: str, models: Models, work: Path) -> Iterator[str]:
    """Rows of one collection; rankings are kept in ``work``, so that a second call is quick."""
    told = _meta(collection)
    yield f"**{collection.name}{f', {qrels}' if qrels else ''}**"
    yield ""
    yield from _HEAD
    for name, values in _baselines(told, qrels).items():
        yield _row(name, values)
    opened = Collection(collection)
    judged = opened.qrels(qrels or None)
    fingerprint = manifest.read(models.embedder).fingerprint
    runs: dict[str, Run] = {}
    for mode in ("words", "meaning", "hybrid"):
        file = work / f"{collection.name}-{qrels or 'all'}-{mode}-{fingerprint}.run"
        runs[mode] = engine.ranking(
            collection, qrels, file, mode=mode, models=models.embedder.parent
        )
        yield _row(mode, measure(runs[mode], judged, MEASURES))
    if models.reranker is not None:
        reranked = rerank(opened, runs["hybrid"], models.reranker)
        yield _row("reranked", measure(reranked, judged, MEASURES))


def rerank(collection: Collection, run: Run, folder: Path) -> Run:
    """The best ``RERANKED`` documents of each ranking in the order of the reranker in ``folder``.

    A document is read from its beginning, as far as the model's tokens reach.
    """
    scorer = reranker.loaded(folder)
    texts = {each.work: each.text for each in collection.documents()}
    topics = collection.topics()
    ordered: Run = {}
    for query, ranking in run.items():
        best = [document for document, _ in ranking[:RERANKED]]
        scores = scorer.scores(topics[query].text, [texts[document] for document in best])
        order = np.argsort(-scores, kind="stable")
        rest = [document for document, _ in ranking[RERANKED:]]
        documents = [*(best[at] for at in order), *rest]
        ordered[query] = [(each, -float(rank)) for rank, each in enumerate(documents)]
    return ordered


def _meta(collection: Path) -> Mapping[str, Any]:
    path = collection / "meta.json"
    try:
        told: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as problem:
        raise CollectionError(f"{path} cannot be read: {problem}") from None
    return told


def _baselines(told: Mapping[str, Any], qrels: str) -> dict[str, Mapping[str, float]]:
    """The collection's own numbers for these judgements, and those by train queries alone."""
    name = qrels or "all"
    found: dict[str, Mapping[str, float]] = {}
    if bm25 := told.get("bm25_baseline", {}).get("results", {}).get(name):
        found["BM25 of the collection"] = bm25
    for kind, values in (told.get("trivial_baselines", {}).get(name) or {}).items():
        if values:
            found[kind.replace("_", " ")] = values
    return found


def _row(name: str, values: Mapping[str, float]) -> str:
    cells = [f"{values[each]:.4f}" if each in values else "" for each in MEASURES.split()]
    return f"| {name} | {' | '.join(cells)} |"
