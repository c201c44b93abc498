"""Article classifier: the articles of an act concerned by a passage, from the text of the act.

The contract of an article classifier
-------------------------------------
The model is the text of one act, cut into *units* (a heading, a paragraph, a point, a sentence of a
recital); it has no network of its own. ``units.json``:

    {"work": CELEX number, "embedder": fingerprint, "calibration": [share, meaning, words, offset],
     "threshold": 0..1,
     "labels": [{"id": "art_6", "name": "Article 6 Lawfulness of processing"}, ...],
     "choices": [{"labels": {"art_6": 1.0}, "units": [{"language", "text", "heading"}, ...]}, ...],
     "background": {"en": [0.01, ...], ...}}

A choice is an article with all its units, or one sentence of a recital, labelled with the nearest
articles. ``vectors.npy``, float16 (units, dimensions of the embedder), contains the embedding of each
unit's text, in the same order.

``background`` is the mean share of each label over unrelated passages, by language.

Each sentence of a passage is compared with the choices by words (``bigram_bm25``, with the article's
heading repeated in each unit) and by embedding; sentences with a good word match count for more. The sum
over the sentences, less half of the background, becomes a probability for each label by logistic
regression (Platt 1999) on the logarithm of its share, and on the best similarity of the sentences to any
article by embedding and by words: most texts concern none at all.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypedDict

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from lexdesk.errors import ModelCode, ModelDamaged, ModelMismatch, UnsafeFile
from lexdesk.metadata.language import detect_language
from lexdesk.models.arrays import read_array
from lexdesk.models.bigram_bm25 import UnitWords, terms
from lexdesk.models.labels import Calibration, Floats, Label, StoredLabels, Weight, select_probable
from lexdesk.models.manifest import Manifest, read, require_task, verify
from lexdesk.system.regular_files import read_json
from lexdesk.text.sentences import sentence_borders
from lexdesk.text.tokens import nfc

if TYPE_CHECKING:
    from lexdesk.models.encoder import Encoder

_TASK = "article-classifier"
_HEADING = 8  # repetitions of a heading in each unit under it
_LEAST = 1e-4  # lower limit of a share: 0 has no logarithm
_SHORTEST = 20  # characters of an informative sentence


class Weights(NamedTuple):
    """Weights of the evidence, chosen by ``benchmarks.article_weights``."""

    meaning: float = 12.0
    """Logits of a cosine of 1."""
    words: float = 5.0
    """Logits of the unit with the best word match."""
    by_chance: float = 0.35
    """Cost in logits per factor e of units: the best of many fits better by chance."""
    background: float = 0.5
    """Fraction of a label's background subtracted from its share."""


WEIGHTS = Weights()


class Match(NamedTuple):
    """The best unit of each choice for a sentence, float32 (choices,): ``words`` by BM25, ``cosines`` by embedding.

    ``fit`` in 0..1 is the best word match with a unit of an article.
    """

    words: Floats
    cosines: Floats
    fit: float


@dataclass(frozen=True, slots=True)
class Unit:
    """A short text of the act in one language, with its heading."""

    language: str
    text: str
    heading: str


@dataclass(frozen=True)
class Choice:
    """A target of sentences: units, and the weights of their labels."""

    labels: Mapping[str, float]
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class LabelEvidence:
    """Evidence of sentences for the labels: ``shares`` (labels,), with a sum of at most 1.

    ``meaning`` is the highest cosine of a sentence to a unit of an article; ``words``, in 0..1, is the best
    word match of a sentence with such a unit. Both measure the relation to the act as a whole.
    """

    shares: Floats
    meaning: float
    words: float

    def features(self) -> Floats:
        """Return the features of each label for the regression: (labels, 3)."""
        shares = np.log(np.maximum(self.shares, _LEAST))
        same = np.ones_like(shares)
        found: Floats = np.column_stack([shares, self.meaning * same, self.words * same])
        return found


class _StoredUnit(TypedDict):
    """A unit in ``units.json``."""

    language: str
    text: Annotated[str, Meta(max_length=100_000)]
    heading: Annotated[str, Meta(max_length=1_000)]


class _StoredChoice(TypedDict):
    """A choice in ``units.json``."""

    labels: dict[str, Weight]
    units: Annotated[list[_StoredUnit], Meta(min_length=1)]


class _StoredUnits(TypedDict):
    """The content of ``units.json``."""

    work: str
    embedder: str
    threshold: Weight
    calibration: tuple[Weight, Weight, Weight, Weight]
    labels: StoredLabels
    choices: Annotated[list[_StoredChoice], Meta(min_length=1)]
    background: dict[str, list[Weight]]


class Choices:
    """The units of all choices, ready to be compared with sentences.

    ``vectors`` is float32 (units, dimensions), in the order of the choices and their units; ``background``
    (labels,) by language, may be empty.
    """

    def __init__(
        self,
        choices: Sequence[Choice],
        vectors: Floats,
        labels: Sequence[str],
        background: Mapping[str, Floats] = MappingProxyType({}),
        weights: Weights = WEIGHTS,
    ):
        units = [unit for choice in choices for unit in choice.units]
        self._vectors = vectors
        self._starts = np.cumsum([0, *(len(choice.units) for choice in choices)])[:-1]
        at = {label: number for number, label in enumerate(labels)}
        self._labels = np.zeros((len(choices), len(labels)), np.float32)
        for row, choice in zip(self._labels, choices, strict=True):
            for label, weight in choice.labels.items():
                row[at[label]] = weight
        self._own = np.argmax(self._labels, axis=0)  # each label's choice of the article itself
        self._units = units
        self._languages = sorted(
            {unit.language for unit in units}, key=lambda language: (language != "en", language)
        )
        of_one_language = [len(choice.units) / len(self._languages) for choice in choices]
        self._units_by_factor = np.log(np.maximum(of_one_language, 1)).astype(np.float32)
        self._background, self._weights = background, weights
        self._words: dict[str, UnitWords] = {}  # built on the first text in a language: 0.5 s

    @property
    def dimensions(self) -> int:
        """Return the dimensions of the embeddings of its units."""
        return int(self._vectors.shape[1])

    def answer(
        self, sentences: Sequence[str], vectors: Floats, without: NDArray[np.bool_] | None = None
    ) -> LabelEvidence:
        """Return the evidence of ``sentences`` with their ``vectors``, float32 (n, dimensions).

        Units with ``without`` true are ignored.
        """
        language = self.language(" ".join(sentences))
        pairs = zip(sentences, vectors, strict=True)
        matches = [self.match(sentence, vector, language, without) for sentence, vector in pairs]
        meaning = max((float(found.cosines[self._own].max()) for found in matches), default=-1.0)
        fit = max((found.fit for found in matches), default=0.0)
        return LabelEvidence(self.shares(matches, language, self._weights), meaning, fit)

    def match(
        self, sentence: str, vector: Floats, language: str, without: NDArray[np.bool_] | None = None
    ) -> Match:
        """Compare a sentence in ``language`` with all units, except those with ``without`` true."""
        by_words = self._words_in(language)
        sentence_terms = terms(sentence, language)
        words, cosines = by_words.scores(sentence_terms), self._vectors @ vector
        if without is not None:
            words, cosines = np.where(without, 0, words), np.where(without, -1, cosines)
        best = np.maximum.reduceat(words, self._starts)
        fit = float(best[self._own].max()) / max(by_words.highest(sentence_terms), 1e-9)
        return Match(best, np.maximum.reduceat(cosines, self._starts), fit)

    def shares(self, matches: Sequence[Match], language: str, weights: Weights) -> Floats:
        """Return the share of each label in a text, (labels,), from the ``matches`` of its sentences."""
        if not matches:
            return np.zeros(self._labels.shape[1], np.float32)
        words = np.stack([found.words for found in matches])
        strength = np.maximum(words.max(axis=1, keepdims=True), 1e-6)
        logits = weights.meaning * np.stack([found.cosines for found in matches])
        logits += weights.words * words / strength - weights.by_chance * self._units_by_factor
        spoken = np.exp(logits - logits.max(axis=1, keepdims=True))
        spoken *= strength / spoken.sum(axis=1, keepdims=True)
        total = spoken.sum(axis=0) @ self._labels
        shares: Floats = total / max(float(total.sum()), 1e-9)
        if language in self._background:
            shares = np.maximum(shares - weights.background * self._background[language], 0)
        return shares

    def language(self, text: str) -> str:
        """Return the language of ``text`` if the act has it, else the first language of the act."""
        found = detect_language(text)
        return found if found in self._languages else self._languages[0]

    def _words_in(self, language: str) -> UnitWords:
        if language not in self._words:
            self._words[language] = UnitWords([_terms_of(unit, language) for unit in self._units])
        return self._words[language]


def _terms_of(unit: Unit, language: str) -> list[str]:
    if unit.language != language:
        return []
    return terms(unit.text, language) + _HEADING * terms(unit.heading, language)


def select_sentences(text: str) -> list[str]:
    """Return the sentences of ``text`` of sufficient length, or the first sentence if all are short."""
    edges = [0, *sentence_borders(text), len(text)]
    parts = [" ".join(text[a:b].split()) for a, b in pairwise(edges)]
    return [part for part in parts if len(part) >= _SHORTEST] or [p for p in parts if p][:1]


@functools.lru_cache(maxsize=4)
def load(folder: Path) -> ArticleClassifier:
    """Return the classifier of a model folder, shared in the process."""
    return ArticleClassifier(folder, read(folder))


class ArticleClassifier:
    """The classifier in a model folder; raise ``ModelDamaged`` for a folder that differs from its manifest.

    ``work`` is the identifier of the act; its articles are the labels.
    """

    def __init__(self, folder: Path, manifest: Manifest):
        require_task(folder, manifest, _TASK)
        verify(folder, manifest, "units.json", "vectors.npy")
        self.manifest = manifest
        path = folder / "units.json"
        try:
            stored: _StoredUnits = read_json(path, shape=_StoredUnits)
            self.work, self._embedder = stored["work"], stored["embedder"]
            self._threshold = stored["threshold"]
            share, meaning, words, offset = stored["calibration"]
            self._calibration = Calibration((share, meaning, words), offset)
            self._labels = [(row["id"], row["name"]) for row in stored["labels"]]
            choices = [_choice(row) for row in stored["choices"]]
            units = sum(len(choice.units) for choice in choices)
            vectors = read_array(folder / "vectors.npy", "f", units, None).astype(np.float32)
            background = {
                language: np.array(shares, np.float32)
                for language, shares in stored["background"].items()
            }
            if any(len(shares) != len(self._labels) for shares in background.values()):
                raise ValueError("a background has another number of labels")
            self.choices = Choices(choices, vectors, self.labels, background)
        except (OSError, UnsafeFile, ValueError, KeyError) as error:
            raise ModelDamaged(ModelCode.UNITS_DAMAGED, path=path, reason=error) from error

    @property
    def labels(self) -> list[str]:
        """Return the ids of its labels, in the order of ``probabilities``."""
        return [label for label, _ in self._labels]

    def classify(self, text: str, encoder: Encoder, count: int = 10) -> list[Label]:
        """Return the ``count`` most probable labels of ``text``, best first, by embeddings of ``encoder``.

        Raise ``ModelMismatch`` for an ``encoder`` other than the embedder of the units.
        """
        sentences = select_sentences(nfc(text))
        if not sentences:
            self._check(encoder)
            return []
        found = self.probabilities(sentences, encoder)
        return select_probable(self._labels, found, self._threshold, count)

    def probabilities(self, sentences: Sequence[str], encoder: Encoder) -> Floats:
        """Return the probability of each label for the sentences of a text, float32 (labels,). Raise ``ModelMismatch``."""
        self._check(encoder)
        answer = self.choices.answer(sentences, encoder.encode(sentences))
        return self._calibration.probabilities(answer.features())

    def _check(self, encoder: Encoder) -> None:
        dimensions = encoder.manifest.dimensions
        if encoder.manifest.fingerprint != self._embedder or self.choices.dimensions != dimensions:
            raise ModelMismatch(
                ModelCode.EMBEDDER_MISMATCH,
                name=self.manifest.name,
                embedder=self._embedder,
                other=encoder.manifest.name,
                fingerprint=encoder.manifest.fingerprint,
            )


def _choice(stored: _StoredChoice) -> Choice:
    units = (Unit(unit["language"], unit["text"], unit["heading"]) for unit in stored["units"])
    return Choice(stored["labels"], tuple(units))
