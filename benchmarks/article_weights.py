"""Weights of the article classifier: chosen on one half of the judged texts, reported on the other.

The halves of the decisions and of the sentences on the GDPR are drawn by the hash of their query. Each weight in turn
takes the value with the highest mean of three measures on the half that chooses: nDCG@10 of both collections, and R@10
of decisions averaged over articles. Labels of recitals and the background stay those of the installed model.
"""

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import click
import numpy as np

from benchmarks import data
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk.evaluation.measures import by_document, measure
from lexdesk.models import article_classifier, encoder, manifest
from lexdesk.models.article_classifier import (
    WEIGHTS,
    ArticleClassifier,
    Match,
    Weights,
    select_sentences,
)
from lexdesk.text.tokens import nfc

COLLECTIONS = ("gdpr-commentary", "gdpr-commentary-sentences")
VALUES: Mapping[str, Sequence[float]] = {
    "meaning": (4, 5, 6, 7, 8, 10, 12, 14),
    "words": (3, 4, 5, 6, 7),
    "by_chance": (0, 0.2, 0.35, 0.5),
    "background": (0, 0.25, 0.5, 0.75),
}
_ROUNDS = 2


class _Text(NamedTuple):
    query: str
    language: str
    matches: list[Match]


class _Judged(NamedTuple):
    texts: list[_Text]
    qrels: Qrels


def chooses(query: str) -> bool:
    """Return whether the text ``query`` is of the half that chooses the weights."""
    return hashlib.sha256(query.encode()).digest()[0] % 2 == 0


def _halves(name: str, served: ArticleClassifier, most: int) -> tuple[_Judged, _Judged]:
    """Return the half that chooses and the other one, of ``most`` texts each, with their matches."""
    opened = Collection(data.shared_data() / name)
    qrels, topics = opened.qrels(None), opened.topics()
    embedder = encoder.load(manifest.find("embedder"))
    halves: tuple[_Judged, _Judged] = _Judged([], {}), _Judged([], {})
    for query in random.Random(0).sample(sorted(qrels), len(qrels)):
        half = halves[not chooses(query)]
        if len(half.texts) == most:
            continue
        sentences = select_sentences(nfc(topics[query].text))
        language = served.choices.language(" ".join(sentences))
        pairs = zip(sentences, embedder.encode(sentences), strict=True)
        matches = [served.choices.match(text, vector, language) for text, vector in pairs]
        half.texts.append(_Text(query, language, matches))
        half.qrels[query] = qrels[query]
    return halves


def _measured(judged: _Judged, served: ArticleClassifier, weights: Weights) -> tuple[float, float]:
    """Return nDCG@10, and R@10 averaged over articles."""
    labels = [label.replace("_", "") for label in served.labels]
    run = {}
    for text in judged.texts:
        shares = served.choices.shares(text.matches, text.language, weights)
        order = np.argsort(-shares, kind="stable")
        run[text.query] = [(labels[at], float(shares[at])) for at in order.tolist()]
    return measure(run, judged.qrels, "nDCG@10")["nDCG@10"], by_document(run, judged.qrels)


def _all(halves: Sequence[_Judged], served: ArticleClassifier, weights: Weights) -> list[float]:
    """Return nDCG@10 and averaged R@10 of decisions, then nDCG@10 of sentences."""
    decisions, sentences = (_measured(judged, served, weights) for judged in halves)
    return [*decisions, sentences[0]]


def _chosen(halves: Sequence[_Judged], served: ArticleClassifier) -> Iterator[Weights]:
    """Yield the best weights so far after each turn of a weight."""
    best, highest = WEIGHTS, float(np.mean(_all(halves, served, WEIGHTS)))
    for name, values in [*VALUES.items()] * _ROUNDS:
        for value in values:
            other = best._replace(**{name: float(value)})
            if (found := float(np.mean(_all(halves, served, other)))) > highest:
                best, highest = other, found
        yield best


@click.command()
@click.option("--meaning", type=float, multiple=True, help="Report these values of it alone, too.")
@click.option("--texts", default=200, show_default=True, help="Of each half of a collection.")
def main(meaning: tuple[float, ...], texts: int) -> None:
    """Print the measures on both halves for the weights in use and those chosen."""
    served = article_classifier.load(manifest.find("article-classifier"))
    choosing, other = zip(*(_halves(name, served, texts) for name in COLLECTIONS), strict=True)
    for name, half in (("choosing", choosing), ("other", other)):
        click.echo(f"{name}: " + ", ".join(str(len(judged.texts)) for judged in half))
    candidates = [WEIGHTS, *(WEIGHTS._replace(meaning=value) for value in meaning)]
    for weights in (*candidates, *_chosen(choosing, served)):
        for name, half in (("choosing", choosing), ("other", other)):
            values = "; ".join(f"{value:.3f}" for value in _all(half, served, weights))
            click.echo(f"{name:8} {values}  {weights}")


if __name__ == "__main__":
    main()
