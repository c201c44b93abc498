"""Which concepts a text is about, by the acts nearest to it, which people indexed.

The contract of a concept classifier
------------------------------------
It holds the beginnings of acts with the concepts that a documentalist gave them. ``acts.json``:

    {"language": ISO 639-1, "threshold": 0..1, "calibration": [log share, share, log fit, share * log fit, offset],
     "labels": [{"id": "3030", "name": "artificial intelligence"}, ...],
     "acts": [{"id": CELEX number, "title", "opening", "labels": ["3030", ...]}, ...]}

The ten acts whose words and pairs of words fit a text best vote for their concepts, each by the square
of its score (weighted nearest neighbours: Dudani 1976; over BM25: Yang 1994). A concept whose name
stands in the text counts for more. The share of a concept, and how much of the text's words the nearest
act has, become a probability by logistic regression: a text like none of the acts is about nothing that
they know. No embedder is read: vectors made it worse (docs/results/models.md).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lexdesk.errors import ModelCode, ModelDamaged
from lexdesk.metadata.language import detect_language
from lexdesk.models.bigram_bm25 import UnitWords, terms
from lexdesk.models.calibration import Calibration, Floats
from lexdesk.models.labels import Label, most_probable
from lexdesk.models.manifest import Manifest, read, require_task, verify
from lexdesk.system.json_values import parsed
from lexdesk.text.tokens import nfc

_TASK = "concept-classifier"
_NEAREST = 10  # acts that vote
_NAME = 0.2  # added to the share of a concept whose whole name stands in the text
_LEAST = 1e-3  # the least share or fit that is told from none: 0 has no logarithm
_KNOWN = 2 / 3
"""Of a text's words: where the acts lack more, it is in another language or of another field.

Of 40 letters, where the language cannot be told, French had likely concepts in 46 of 99 texts and German
in 39, now in 19 and 1, cognates for the most part; of dev titles and acts, each has 0.87 or more.
"""

_TITLE = 3  # times that a title is said beside its act's beginning, which has it too

OPENING = 200
"""Words of a text that are read: its title and beginning say what it is about."""


@dataclass(frozen=True, slots=True)
class IndexedAct:
    """An act as it was indexed: its title, its first words, and the ids of its concepts."""

    id: str
    title: str
    opening: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Votes:
    """``shares`` (labels,) of the concepts, and ``fit`` in 0..1: of the text's words in the nearest act."""

    shares: Floats
    fit: float

    def features(self) -> Floats:
        """What the regression sees of each label: (labels, 4)."""
        fit = np.full(len(self.shares), np.log(max(self.fit, _LEAST)), np.float32)
        logs = np.log(np.maximum(self.shares, _LEAST))
        found: Floats = np.column_stack([logs, self.shares, fit, self.shares * fit])
        return found


class NearestActs:
    """Acts of one ``language``, ready to vote; ``names`` are those of the concepts, by id."""

    def __init__(self, acts: Sequence[IndexedAct], names: Mapping[str, str], language: str):
        self._language = language
        told = ([*_TITLE * [act.title], act.opening] for act in acts)
        self._acts = UnitWords([[t for each in said for t in self._terms(each)] for said in told])
        named = [self._terms(name) for name in names.values()]
        self._names = UnitWords(named)
        self._whole_names = np.array(
            [self._names.scores(name)[number] for number, name in enumerate(named)]
        )
        at = {label: number for number, label in enumerate(names)}
        self._labels = np.zeros((len(acts), len(names)), np.float32)
        for row, act in zip(self._labels, acts, strict=True):
            row[[at[label] for label in act.labels]] = 1

    def _terms(self, text: str) -> list[str]:
        return terms(text, self._language)

    def know(self, text: str) -> bool:
        """Whether the acts have enough of the words of ``text`` to say what it is about."""
        words = [term for term in self._terms(opening(text)) if " " not in term]
        return self._acts.known(words) >= _KNOWN

    def votes(self, text: str, without: int | None = None) -> Votes:
        """What the acts say that ``text`` is about; the act number ``without`` keeps silent."""
        said = self._terms(opening(text))
        scores = self._acts.scores(said)
        if without is not None:
            scores[without] = 0
        nearest = np.argsort(-scores, kind="stable")[:_NEAREST]
        weights = scores[nearest] ** 2
        by_acts = weights @ self._labels[nearest] / max(float(weights.sum()), 1e-9)
        by_names = (self._names.scores(said) / self._whole_names) ** 2
        shares = by_acts + _NAME * by_names
        fit = float(scores.max(initial=0)) / max(self._acts.highest(said), 1e-9)
        return Votes(shares.astype(np.float32), fit)


def opening(text: str) -> str:
    """The first words of ``text``."""
    return " ".join(text.split(maxsplit=OPENING)[:OPENING])


@functools.lru_cache(maxsize=4)
def loaded(folder: Path) -> ConceptClassifier:
    """The classifier of a model folder, one for the whole process."""
    return ConceptClassifier(folder, read(folder))


class ConceptClassifier:
    """The classifier in a model folder; one that is not as its manifest says raises ``ModelDamaged``."""

    def __init__(self, folder: Path, manifest: Manifest):
        require_task(folder, manifest, _TASK)
        verify(folder, manifest)
        self.manifest = manifest
        path = folder / "acts.json"
        try:
            told: Any = parsed(path.read_text(encoding="utf-8"))
            self.language = str(told["language"])
            self._threshold = float(told["threshold"])
            *weights, offset = map(float, told["calibration"])
            self._calibration = Calibration(tuple(weights), offset)
            names = {str(row["id"]): str(row["name"]) for row in told["labels"]}
            self._labels = list(names.items())
            self._nearest = NearestActs([_act(row) for row in told["acts"]], names, self.language)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelDamaged(ModelCode.CONCEPTS_DAMAGED, path=path, reason=error) from error

    def classify(self, text: str, count: int = 10) -> list[Label]:
        """The ``count`` most probable concepts of ``text``, best first; none in words that no act has."""
        text = nfc(text)
        if detect_language(text) not in (self.language, None) or not self._nearest.know(text):
            return []
        found = self._calibration.probabilities(self._nearest.votes(text).features())
        return most_probable(self._labels, found, self._threshold, count)


def _act(told: Mapping[str, Any]) -> IndexedAct:
    return IndexedAct(told["id"], told["title"], told["opening"], tuple(told["labels"]))
