"""Ranking quality of classifiers: articles as documents of a collection, concepts of acts.

R@10 is averaged over queries and over labels; a list of popular articles gains nothing in the second.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk.evaluation.measures import by_document, measure
from lexdesk.evaluation.run import Run
from lexdesk.models import article_classifier, concept_classifier
from lexdesk.models.encoder import loaded
from lexdesk_trainer.data import jsonl
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.evaluate import MEASURES


def on_collection(collection: Path, qrels: str, classifier: Path, embedder: Path) -> Iterator[str]:
    """Yield lines about the labels of a classifier as documents of ``collection``.

    Raises ``CollectionError`` if none of its labels is judged there.
    """
    opened = Collection(collection)
    judged = opened.qrels(qrels or None)
    labels = set(map(_document, article_classifier.loaded(classifier).labels))
    if not labels & {document for grades in judged.values() for document in grades}:
        raise CollectionError(
            TrainingCode.NO_LABEL_JUDGED, collection=collection, classifier=classifier
        )
    topics = opened.topics()
    texts = [topics[query].text for query in judged]
    yield from _lines(collection.name, _by_articles(judged, texts, classifier, embedder), judged)


def on_acts(file: Path, classifier: Path) -> Iterator[str]:
    """Yield lines about the concepts of the acts in ``file``; concepts unknown to the classifier count as missed."""
    served = concept_classifier.loaded(classifier)
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


def _by_articles(judged: Qrels, texts: list[str], classifier: Path, embedder: Path) -> Run:
    """Classify each text with the engine; name the labels as the collection does."""
    served = article_classifier.loaded(classifier)
    encoder = loaded(embedder)
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
