"""Ranking quality of models on collections against trivial baselines, as rows of a Markdown table.

Keyword, semantic, hybrid and re-ranked runs come from the engine (``lexdesk evaluate`` as a subprocess).
The BM25 and the trivial baselines (prior, vote of nearest neighbours) of a collection come from its
``meta.json``: a model is useful only if it beats all of them.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lexdesk.errors import CollectionError, ModelError
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk.evaluation.measures import by_document, measure
from lexdesk.evaluation.run import Run
from lexdesk.models import article_classifier, concept_classifier, manifest
from lexdesk.models.encoder import load
from lexdesk_trainer import engine, fingerprints
from lexdesk_trainer.data import jsonl
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import describe_problem

MEASURES = "R@10 AP@10 nDCG@10"

_HEAD = ("| | R@10 | AP@10 | nDCG@10 |", "|---|---|---|---|")


def table(
    collection: Path, qrels: str, embedder: Path, work: Path, *, rerank: bool = False
) -> Iterator[str]:
    """Yield the rows of one collection; rankings are cached in ``work``.

    The engine takes its models from the parent folder of ``embedder``; ``rerank`` adds the row of the
    re-ranker in that folder.
    """
    meta = _meta(collection)
    judged = Collection(collection).qrels(qrels or None)
    _require_first_embedder(embedder)  # says what is wrong with it before the table begins
    kept = f"{_fingerprint(Collection(collection), embedder.parent)}.run"
    yield f"**{collection.name}{f', {qrels}' if qrels else ''}**"
    yield ""
    yield from _HEAD
    for name, values in published_baselines(meta, qrels).items():
        yield _row(name, values)
    for mode in ("keyword", "semantic", "hybrid", *(("reranked",) if rerank else ())):
        run = engine.ranking(
            collection,
            qrels,
            work / f"{collection.name}-{qrels or 'all'}-{mode}-{kept}",
            mode=mode,
            models=embedder.parent,
        )
        yield _row(mode, measure(run, judged, MEASURES))


def _require_first_embedder(embedder: Path) -> None:
    """Raise ``ModelError`` if the engine would load another embedder from the same folder."""
    task_of_embedder = manifest.read(embedder)
    if task_of_embedder.task != "embedder":
        raise ModelError(
            TrainingCode.NOT_AN_EMBEDDER, embedder=embedder, task=task_of_embedder.task
        )
    place = embedder.absolute()
    for found in sorted(place.parent.glob(f"*/{manifest.MANIFEST_NAME}")):  # in the engine's order
        if found.parent == place:
            return
        if manifest.read(found.parent).task == task_of_embedder.task:
            raise ModelError(
                TrainingCode.ANOTHER_EMBEDDER, embedder=embedder, name=found.parent.name
            )


def _fingerprint(collection: Collection, models: Path) -> str:
    """Return a fingerprint of all inputs of a ranking."""
    manifests = sorted(models.glob(f"*/{manifest.MANIFEST_NAME}"))
    return fingerprints.hash_files([*fingerprints.inputs_of_ranking(collection), *manifests])


def _meta(collection: Path) -> Mapping[str, Any]:
    path = collection / "meta.json"
    try:
        stored: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as problem:
        raise CollectionError(
            TrainingCode.FILE_UNREADABLE, path=path, strerror=describe_problem(problem)
        ) from None
    return stored


def published_baselines(stored: Mapping[str, Any], qrels: str) -> dict[str, Mapping[str, float]]:
    """Return the published numbers for these judgements, and those from train queries alone."""
    name = qrels or "all"
    found: dict[str, Mapping[str, float]] = {}
    if bm25 := _table(_table(stored, "bm25_baseline"), "results").get(name):
        found["BM25 of the collection"] = bm25
    for kind, values in _table(_table(stored, "trivial_baselines"), name).items():
        if values:
            found[kind.replace("_", " ")] = values
    return {kind: values for kind, values in found.items() if _is_measured(values)}


def _table(stored: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the mapping at ``key``; empty for another type, since baselines are optional."""
    value = stored.get(key)
    return value if isinstance(value, dict) else {}


def _is_measured(values: object) -> bool:
    return isinstance(values, dict) and all(
        isinstance(values.get(part, 0.0), int | float) for part in MEASURES.split()
    )


def _row(name: str, values: Mapping[str, float]) -> str:
    cells = [f"{values[part]:.4f}" if part in values else "" for part in MEASURES.split()]
    return f"| {name} | {' | '.join(cells)} |"


def evaluate_on_collection(
    collection: Path, qrels: str, classifier: Path, embedder: Path
) -> Iterator[str]:
    """Yield lines about the labels of a classifier as documents of ``collection``.

    Raises ``CollectionError`` if none of its labels is judged there.
    """
    opened = Collection(collection)
    judged = opened.qrels(qrels or None)
    labels = set(map(_document, article_classifier.load(classifier).labels))
    if not labels & {document for grades in judged.values() for document in grades}:
        raise CollectionError(
            TrainingCode.NO_LABEL_JUDGED, collection=collection, classifier=classifier
        )
    topics = opened.topics()
    texts = [topics[query].text for query in judged]
    yield from _lines(collection.name, _classify(judged, texts, classifier, embedder), judged)


def evaluate_on_acts(file: Path, classifier: Path) -> Iterator[str]:
    """Yield lines about the concepts of the acts in ``file``; concepts unknown to the classifier count as missed."""
    served = concept_classifier.load(classifier)
    run: Run = {}
    judged: dict[str, dict[str, int]] = {}
    for number, act in enumerate(jsonl.rows(file), start=1):
        if missing := [
            column for column in ("_id", "title", "text", "labels") if column not in act
        ]:
            raise CollectionError(
                TrainingCode.ACT_LACKS, file=file, number=number, missing=" and no ".join(missing)
            )
        judged[act["_id"]] = dict.fromkeys(act["labels"], 1)
        labels = served.classify(f"{act['title']} {act['text']}", served.manifest.dimensions)
        run[act["_id"]] = [(label.id, label.probability) for label in labels]
    yield from _lines(file.parent.name, run, judged)


def _classify(judged: Qrels, texts: list[str], classifier: Path, embedder: Path) -> Run:
    """Classify each text with the engine; name the labels as the collection does."""
    served = article_classifier.load(classifier)
    encoder = load(embedder)
    run: Run = {}
    for query, text in zip(judged, texts, strict=True):
        labels = served.classify(text, encoder, len(served.labels))
        run[query] = [(_document(label.id), label.probability) for label in labels]
    return run


def _document(label: str) -> str:
    """Return the document id of the article ``label`` in a collection."""
    return label.replace("_", "")


def _lines(name: str, run: Run, judged: Qrels) -> Iterator[str]:
    values: Mapping[str, float] = measure(run, judged, MEASURES)
    line = ", ".join(f"{name} {value:.4f}" for name, value in values.items())
    yield f"{name}: {len(judged):,} texts, {line}, R@10 averaged over labels {by_document(run, judged):.4f}"
