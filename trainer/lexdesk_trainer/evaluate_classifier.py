"""How a classifier ranks labels: articles on a collection of which they are the documents, concepts on acts.

R@10 is averaged over queries and over labels, so that a list of popular articles gains nothing by
the second.
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
    """Lines about the labels of a classifier as documents of ``collection``.

    Raises ``CollectionError`` where none of its labels is judged there.
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
    """Lines about the concepts of the acts in ``file``; those that the classifier lacks count as missed."""
    served = concept_classifier.loaded(classifier)
    run: Run = {}
    judged: dict[str, dict[str, int]] = {}
    for number, act in enumerate(jsonl.rows(file), start=1):
        if missing := [each for each in ("_id", "title", "text", "labels") if each not in act]:
            raise CollectionError(
                TrainingCode.ACT_LACKS, file=file, number=number, missing=" and no ".join(missing)
            )
        judged[act["_id"]] = dict.fromkeys(act["labels"], 1)
        labels = served.classify(f"{act['title']} {act['text']}", served.manifest.dimensions)
        run[act["_id"]] = [(each.id, each.probability) for each in labels]
    yield from _lines(file.parent.name, run, judged)


def _by_articles(judged: Qrels, texts: list[str], classifier: Path, embedder: Path) -> Run:
    """Each text by the engine's own classifier; labels are named as the collection names articles."""
    served = article_classifier.loaded(classifier)
    encoder = loaded(embedder)
    run: Run = {}
    for query, text in zip(judged, texts, strict=True):
        labels = served.classify(text, encoder, len(served.labels))
        run[query] = [(_document(each.id), each.probability) for each in labels]
    return run


def _document(label: str) -> str:
    """What a collection calls the article that ``label`` is."""
    return label.replace("_", "")


def _lines(name: str, run: Run, judged: Qrels) -> Iterator[str]:
    values: Mapping[str, float] = measure(run, judged, MEASURES)
    told = ", ".join(f"{each} {value:.4f}" for each, value in values.items())
    yield f"{name}: {len(judged):,} texts, {told}, R@10 averaged over labels {by_document(run, judged):.4f}"
