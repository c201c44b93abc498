"""The query sets, with one right article for each query."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.evaluation.collection import Collection
from lexdesk.text.tables import read_table
from lexdesk_reproductions.gdpr.regulation import Regulation
from lexdesk_reproductions.sampling import sample

NAMES = ("QA", "QpA", "QR", "QpR", "QC", "QCs")
COMMENTARY = {"QC": "gdpr-commentary", "QCs": "gdpr-commentary-sentences"}

PHRASES = {
    row["phrase"]: row["paraphrase"]
    for row in read_table(Path(__file__).with_name("paraphrases.tsv"), ("phrase", "paraphrase"))
}
_PHRASE = re.compile(
    r"\b(" + "|".join(sorted(map(re.escape, PHRASES), key=len, reverse=True)) + r")\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"^((?:Where|If|When)\b[^,;:]{10,160}),\s+(.+?)([.;]?)$", re.DOTALL)
_BRACKETS = re.compile(r"\s*\([^()]*\)")


@dataclass(frozen=True)
class Queries:
    """Texts and the positions of their right articles, int (n,)."""

    texts: tuple[str, ...]
    labels: "np.ndarray[Any, Any]"

    def sample(self, most: int, seed: int = 1) -> "Queries":
        """Draw at most ``most`` queries in order, reproducibly; all for 0."""
        chosen = list(sample(range(len(self.texts)), most, seed))
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
    found = {"QA": _build(units), "QpA": _build(units, paraphrase)}
    found |= {"QR": _build(recitals), "QpR": _build(recitals, paraphrase)}
    for name, folder in COMMENTARY.items():
        found[name] = _build(list(_read_commented(Collection(data / folder), place)))
    return found


def _build(rows: list[tuple[str, int]], change: Callable[[str], str] = str) -> Queries:
    return Queries(tuple(change(text) for text, _ in rows), np.array([label for _, label in rows]))


def _read_commented(collection: Collection, place: Mapping[int, int]) -> Iterator[tuple[str, int]]:
    topics = collection.topics()
    for query, judged in collection.qrels().items():
        articles = [int(document.removeprefix("art")) for document in judged]
        if len(articles) == 1 and articles[0] in place:
            yield topics[query].text, place[articles[0]]


def paraphrase(text: str) -> str:
    """Paraphrase ``text`` by the rules."""
    sentences = re.split(r"(?<=[.;])\s+", _BRACKETS.sub("", text))
    return " ".join(
        _PHRASE.sub(_replace_phrase, _move_condition(sentence)) for sentence in sentences
    )


def _move_condition(sentence: str) -> str:
    match = _CONDITION.match(sentence)
    if match is None:
        return sentence
    condition, rest, end = match.groups()
    return f"{rest[0].upper()}{rest[1:]}, {condition[0].lower()}{condition[1:]}{end}"


def _replace_phrase(match: re.Match[str]) -> str:
    other = PHRASES[match[0].lower()]
    return other[0].upper() + other[1:] if match[0][0].isupper() else other
