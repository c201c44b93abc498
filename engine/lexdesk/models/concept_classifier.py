"""Concept classifier: the concepts of a text, from the nearest manually indexed acts.

The contract of a concept classifier
------------------------------------
The model is the beginnings of acts with the concepts assigned by a documentalist. ``acts.json``:

    {"language": ISO 639-1, "threshold": 0..1, "calibration": [log share, share, log fit, share * log fit, offset],
     "labels": [{"id": "3030", "name": "artificial intelligence"}, ...],
     "acts": [{"id": CELEX number, "title", "opening", "labels": ["3030", ...]}, ...]}

The ten acts with the best match of words and word pairs vote for their concepts, each by the square of its
score (weighted nearest neighbours: Dudani 1976; over BM25: Yang 1994). Concepts named in the text count for
more. The share of a concept, and the word match of the nearest act, become a probability by logistic
regression: a text unlike all acts has no known concept. Embeddings are not used, since they made it worse
(docs/results/models.md).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypedDict

import numpy as np
from msgspec import Meta

from lexdesk.errors import ModelCode, ModelDamaged, UnsafeFile
from lexdesk.metadata.language import detect_language
from lexdesk.models.bigram_bm25 import UnitWords, terms
from lexdesk.models.labels import Calibration, Floats, Label, StoredLabels, Weight, select_probable
from lexdesk.models.manifest import Manifest, read, require_task, verify
from lexdesk.system.regular_files import read_json
from lexdesk.text.tokens import nfc

_TASK = "concept-classifier"
_NEAREST = 10  # voting acts
_NAME = 0.2  # added to the share of a concept for its whole name in the text
_LEAST = 1e-3  # lower limit of a share or fit: 0 has no logarithm
_KNOWN = 2 / 3
"""Minimum share of a text's words known to the acts; below it, the language or the field differs.

With 40 letters, too short for language detection, 46 of 99 French texts and 39 German ones had likely
concepts; with this limit 19 and 1, mostly cognates. Dev titles and acts all have 0.87 or more.
"""

_TITLE = 3  # repetitions of a title beside the beginning of its act, with the title in it, too

OPENING = 200
"""Words read of a text: its title and beginning name its subject."""

_Opening = Annotated[str, Meta(max_length=20_000)]


@dataclass(frozen=True, slots=True)
class IndexedAct:
    """An indexed act: its title, its first words, and the ids of its concepts."""

    id: str
    title: str
    opening: str
    labels: tuple[str, ...]


class _StoredAct(TypedDict):
    """An act in ``acts.json``."""

    id: str
    title: _Opening
    opening: _Opening
    labels: list[str]


class _StoredActs(TypedDict):
    """The content of ``acts.json``."""

    language: str
    threshold: Weight
    calibration: tuple[Weight, Weight, Weight, Weight, Weight]
    labels: StoredLabels
    acts: list[_StoredAct]


@dataclass(frozen=True, slots=True)
class Votes:
    """Votes of acts: ``shares`` (labels,) of the concepts, and ``fit``, the word match of the nearest act, in 0..1."""

    shares: Floats
    fit: float

    def features(self) -> Floats:
        """Return the features of each label for the regression: (labels, 4)."""
        fit = np.full(len(self.shares), np.log(max(self.fit, _LEAST)), np.float32)
        logs = np.log(np.maximum(self.shares, _LEAST))
        found: Floats = np.column_stack([logs, self.shares, fit, self.shares * fit])
        return found


class NearestActs:
    """Acts of one ``language``, ready to vote; ``names`` are those of the concepts, by id."""

    def __init__(self, acts: Sequence[IndexedAct], names: Mapping[str, str], language: str):
        self._language = language
        titles_and_openings = ([*_TITLE * [act.title], act.opening] for act in acts)
        self._acts = UnitWords(
            [
                [t for text in act_texts for t in self._terms(text)]
                for act_texts in titles_and_openings
            ]
        )
        named = [self._terms(name) for name in names.values()]
        self._names = UnitWords(named)
        whole = [self._names.scores(name)[number] for number, name in enumerate(named)]
        self._whole_names = np.maximum(whole, _LEAST)  # 0 for a name of stop words alone
        at = {label: number for number, label in enumerate(names)}
        self._labels = np.zeros((len(acts), len(names)), np.float32)
        for row, act in zip(self._labels, acts, strict=True):
            row[[at[label] for label in act.labels]] = 1

    def _terms(self, text: str) -> list[str]:
        return terms(text, self._language)

    def knows(self, text: str) -> bool:
        """Return whether the acts know enough of the words of ``text`` to classify it."""
        words = [term for term in self._terms(first_words(text)) if " " not in term]
        return self._acts.known_share(words) >= _KNOWN

    def votes(self, text: str, without: int | None = None) -> Votes:
        """Return the votes of the acts for ``text``, without the act number ``without``."""
        opening_terms = self._terms(first_words(text))
        scores = self._acts.scores(opening_terms)
        if without is not None:
            scores[without] = 0
        nearest = np.argsort(-scores, kind="stable")[:_NEAREST]
        weights = scores[nearest] ** 2
        by_acts = weights @ self._labels[nearest] / max(float(weights.sum()), 1e-9)
        by_names = (self._names.scores(opening_terms) / self._whole_names) ** 2
        shares = by_acts + _NAME * by_names
        fit = float(scores.max(initial=0)) / max(self._acts.highest(opening_terms), 1e-9)
        return Votes(shares.astype(np.float32), fit)


def first_words(text: str) -> str:
    """Return the first words of ``text``."""
    return " ".join(text.split(maxsplit=OPENING)[:OPENING])


@functools.lru_cache(maxsize=4)
def load(folder: Path) -> ConceptClassifier:
    """Return the classifier of a model folder, shared in the process."""
    return ConceptClassifier(folder, read(folder))


class ConceptClassifier:
    """The classifier in a model folder; raise ``ModelDamaged`` for a folder that differs from its manifest."""

    def __init__(self, folder: Path, manifest: Manifest):
        require_task(folder, manifest, _TASK)
        verify(folder, manifest, "acts.json")
        self.manifest = manifest
        path = folder / "acts.json"
        try:
            stored: _StoredActs = read_json(path, shape=_StoredActs)
            self.language, self._threshold = stored["language"], stored["threshold"]
            *weights, offset = stored["calibration"]
            self._calibration = Calibration(tuple(weights), offset)
            names = {row["id"]: row["name"] for row in stored["labels"]}
            self._labels = list(names.items())
            self._nearest = NearestActs([_act(row) for row in stored["acts"]], names, self.language)
        except (OSError, UnsafeFile, ValueError, KeyError) as error:
            raise ModelDamaged(ModelCode.CONCEPTS_DAMAGED, path=path, reason=error) from error

    def classify(self, text: str, count: int = 10) -> list[Label]:
        """Return the ``count`` most probable concepts of ``text``, best first; none for unknown words."""
        text = nfc(text)
        if detect_language(text) not in (self.language, None) or not self._nearest.knows(text):
            return []
        found = self._calibration.probabilities(self._nearest.votes(text).features())
        return select_probable(self._labels, found, self._threshold, count)


def _act(stored: _StoredAct) -> IndexedAct:
    return IndexedAct(stored["id"], stored["title"], stored["opening"], tuple(stored["labels"]))
