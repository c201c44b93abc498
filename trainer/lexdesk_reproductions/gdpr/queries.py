"""The query sets, with one right article for each query."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.evaluation.collection import Collection
from lexdesk_reproductions.gdpr.paraphrase import paraphrased
from lexdesk_reproductions.gdpr.regulation import Regulation
from lexdesk_reproductions.sampling import sampled

NAMES = ("QA", "QpA", "QR", "QpR", "QC", "QCs")
COMMENTARY = {"QC": "gdpr-commentary", "QCs": "gdpr-commentary-sentences"}


@dataclass(frozen=True)
class Queries:
    """Texts and the positions of their right articles, int (n,)."""

    texts: tuple[str, ...]
    labels: "np.ndarray[Any, Any]"

    def sample(self, most: int, seed: int = 1) -> "Queries":
        """Draw at most ``most`` queries in order, reproducibly; all for 0."""
        chosen = list(sampled(range(len(self.texts)), most, seed))
        return Queries(tuple(self.texts[at] for at in chosen), self.labels[chosen])


def read(regulation: Regulation, data: Path) -> Mapping[str, Queries]:
    """Read all six sets.

    QA are the units themselves, QR the recitals linked to a single article, QC and QCs summaries of
    decisions and their sentences with one label.
    """
    place = {article: label for label, article in enumerate(regulation.articles)}
    units = [(unit.text, place[unit.article]) for unit in regulation.units]
    recitals = [
        (regulation.recitals[recital], place[next(iter(articles))])
        for recital, articles in regulation.articles_of.items()
        if len(articles) == 1
    ]
    found = {"QA": _of(units), "QpA": _of(units, paraphrased)}
    found |= {"QR": _of(recitals), "QpR": _of(recitals, paraphrased)}
    for name, folder in COMMENTARY.items():
        found[name] = _of(list(_commented(Collection(data / folder), place)))
    return found


def _of(rows: list[tuple[str, int]], change: Callable[[str], str] = str) -> Queries:
    return Queries(tuple(change(text) for text, _ in rows), np.array([label for _, label in rows]))


def _commented(collection: Collection, place: Mapping[int, int]) -> Iterator[tuple[str, int]]:
    topics = collection.topics()
    for query, judged in collection.qrels().items():
        articles = [int(document.removeprefix("art")) for document in judged]
        if len(articles) == 1 and articles[0] in place:
            yield topics[query].text, place[articles[0]]
