"""Suggested labels of a text by the installed classifiers: articles of the GDPR, concepts of EuroVoc."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lexdesk.errors import NoModel
from lexdesk.models import article_classifier, concept_classifier, encoder, manifest
from lexdesk.models.labels import Label

Kind = Literal["articles", "concepts"]
KINDS: tuple[Kind, ...] = ("articles", "concepts")

_LIKELY = 3


@dataclass(frozen=True, slots=True)
class Articles:
    """Articles of the act ``work`` possibly concerned by a text, best first."""

    work: str
    labels: tuple[Label, ...]


def predict_articles(text: str, *, work: str = "") -> Articles:
    """Return at most three articles applying to ``text``; none for a text of the act ``work`` itself.

    Raise ``NoModel``, and ``ModelMismatch`` for another installed embedder.
    """
    classifier = article_classifier.load(manifest.find("article-classifier"))
    if classifier.work == work:
        return Articles(work, ())
    labels = classifier.classify(text, encoder.load(manifest.find("embedder")), _LIKELY)
    return Articles(classifier.work, tuple(label for label in labels if label.applies))


def suggest(text: str, kinds: Sequence[Kind] = KINDS, count: int = 5) -> dict[Kind, list[Label]]:
    """Return at most ``count`` labels of each kind for ``text``, best first.

    Kinds without a model are left out; raise ``NoModel`` if all are.
    """
    found: dict[Kind, list[Label]] = {}
    missing: NoModel | None = None
    for kind in kinds:
        try:
            found[kind] = _labels(kind, text, count)
        except NoModel as error:
            missing = error
    if missing and not found:
        raise missing
    return found


def _labels(kind: Kind, text: str, count: int) -> list[Label]:
    if kind == "concepts":
        concepts = concept_classifier.load(manifest.find("concept-classifier"))
        return concepts.classify(text, count)
    articles = article_classifier.load(manifest.find("article-classifier"))
    return articles.classify(text, encoder.load(manifest.find("embedder")), count)
