"""The 18 models: three bases, each without pre-training task, with RSP or MCA, plain or with recitals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle, islice
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from lexdesk_reproductions import bases, masked
from lexdesk_reproductions.bases import Array, Base
from lexdesk_reproductions.gdpr import pairs
from lexdesk_reproductions.gdpr.measures import COLUMNS, measure
from lexdesk_reproductions.gdpr.pairs import Choice
from lexdesk_reproductions.gdpr.queries import NAMES, Queries
from lexdesk_reproductions.gdpr.regulation import Regulation
from lexdesk_reproductions.gdpr.rivals import (
    Baselines,
    Order,
    scale_rows,
    smooth_in_order,
    smooth_with_held_out_order,
)
from lexdesk_reproductions.gdpr.settings import Settings
from lexdesk_reproductions.learning import train
from lexdesk_reproductions.ledger import Values
from lexdesk_reproductions.text_pairs import Pair, PairScorer
from lexdesk_trainer.data import jsonl
from lexdesk_trainer.data.corpus import Text
from lexdesk_trainer.encoders import trained_encoder
from lexdesk_trainer.encoders.sentence_encoder import mean
from lexdesk_trainer.training import loop

LEAST = 64


@dataclass(frozen=True)
class Instance:
    """A text, and the position of its article in ``Regulation.articles``."""

    text: str
    label: int


def instances(
    regulation: Regulation, least: int = LEAST, title_share: float = 0.25
) -> list[Instance]:
    """Create at least ``least`` instances for each article, and each of its units at least once.

    The share ``title_share`` of ``least`` are the title alone; all others are units in turn, prefixed by
    the title (LamBERTa, Tagarelli & Simeri 2022).
    """
    found = []
    for label, article in enumerate(regulation.articles):
        title, units = regulation.titles[article], regulation.units_of[article]
        titles = round(least * title_share)
        count = max(least - titles, len(units))
        found += [Instance(title, label)] * titles
        found += [Instance(f"{title}. {text}", label) for text in islice(cycle(units), count)]
    return found


def recital_instances(regulation: Regulation) -> list[Instance]:
    """Create instances of each recital under each linked article: the suffix -r of a base.

    Recital queries then ask for memorized texts.
    """
    place = {article: label for label, article in enumerate(regulation.articles)}
    return [
        Instance(regulation.recitals[recital], place[article])
        for recital, articles in regulation.articles_of.items()
        for article in sorted(articles)
    ]


BaseName = Literal["general", "legislation", "scratch"]
TaskName = Literal["", "RSP", "MCA"]
BASES: tuple[BaseName, ...] = ("general", "legislation", "scratch")
TASKS: tuple[TaskName, ...] = ("", "RSP", "MCA")
_CHUNK = 16  # examples of like length, read together


SHARPNESS = 20.0
"""Scale of cosines in a head initialized by mean vectors; 1 / 0.05, as in embedder training."""


class Grid:
    """Training and measuring of the models of one regulation; ``queries`` by the name of their set."""

    def __init__(
        self,
        regulation: Regulation,
        queries: Mapping[str, Queries],
        data: Path,
        settings: Settings,
        work: Path,
    ):
        self.regulation, self.settings = regulation, settings
        self.queries = {name: queries[name].sample(settings.queries) for name in NAMES}
        self._data, self._work = data, work
        self.bases: dict[BaseName, Base] = {}

    def model(self, base: BaseName, task: TaskName, recitals: bool) -> Values:
        """Measure one model on all sets; ``recitals`` is the suffix -r.

        With a task it selects the task on recitals; without one, recitals join the fine-tuning.
        """
        start = self.base(base)
        name = f"{base}-{task or 'none'}{'-r' if recitals else ''}"
        if task:
            start = self._pretrain(start, task, recitals, self._work / name / "task")
        parameters = self.settings.fine_tuning
        examples = instances(self.regulation, parameters.least, parameters.title_share)
        torch.manual_seed(1)
        classifier = ArticleClassifier(start, len(self.regulation.articles), parameters.tokens)
        if parameters.begin_as_means:
            classifier.begin_as(examples)
        if recitals and not task:
            examples = examples + recital_instances(self.regulation)
        folder, inputs = (
            self._work / name / "articles",
            (self._training_settings, start.fingerprint),
        )
        train(
            classifier, examples, classifier.loss, parameters, folder, inputs,
            chunk=_CHUNK, length=lambda example: len(example.text),
        )  # fmt: skip
        return self.measure({name: classifier.scores(self.queries[name].texts) for name in NAMES})

    def _pretrain(self, base: Base, task: TaskName, recitals: bool, folder: Path) -> Base:
        """Train ``base`` on a pre-training task."""
        task_settings = self.settings.tasks
        torch.manual_seed(1)
        scorer = TaskScorer(base, task_settings.tokens)
        inputs = self._training_settings, base.fingerprint
        if task == "RSP":
            fingerprint = train(
                scorer, self._pairs(recitals), scorer.related_loss, task_settings, folder, inputs,
                chunk=_CHUNK, length=lambda pair: len(pair.left) + len(pair.right),
            )  # fmt: skip
        else:
            choices = self._choices(recitals)
            fingerprint = train(
                scorer, choices, scorer.choice_loss, task_settings, folder, inputs, chunk=8
            )
        return Base(f"{base.name}, {task}", scorer.encoder.cpu(), base.tokenizer, fingerprint)

    @property
    def _training_settings(self) -> Settings:
        """Return the settings that affect training."""
        return replace(self.settings, queries=0, tokens=0)

    def _pairs(self, recitals: bool) -> list[Pair]:
        parameters = self.settings.tasks
        every = (
            pairs.recital_pairs(self.regulation, parameters.pairs)
            if recitals
            else pairs.article_pairs(self.regulation, parameters.pairs, parameters.where)
        )
        return every[: parameters.examples or None]

    def _choices(self, recitals: bool) -> list[Choice]:
        parameters = self.settings.tasks
        every = (
            pairs.recital_choices(self.regulation, parameters.k)
            if recitals
            else pairs.article_choices(self.regulation, parameters.k, parameters.where)
        )
        return every[: parameters.examples // 2 or None]

    def base(self, name: BaseName) -> Base:
        """Return one of the three initial encoders, created on first use."""
        if name not in self.bases:
            self.bases[name] = self._build(name)
        return self.bases[name]

    def _build(self, name: BaseName) -> Base:
        settings = self.settings
        if name == "general":
            return bases.load_general(trained_encoder.minilm(), settings.layers)
        start = (
            bases.load_general(trained_encoder.minilm(), settings.layers)
            if name == "legislation"
            else bases.initialize(
                (Text(text, "en") for text in self.legislation),
                settings.vocabulary,
                settings.scratch,
            )
        )
        folder = self._work / name / "pretrained"
        return masked.pretrain(start, self.legislation, settings.legislation, folder)

    @cached_property
    def legislation(self) -> list[str]:
        """Return articles of EU acts without the GDPR, in a fixed random order."""
        rows = jsonl.rows(self._data / "raw" / "eu-headings.jsonl.gz")
        texts = [row["text"] for row in rows if not str(row["act"]).endswith("32016r0679")]
        order = np.random.default_rng(1).permutation(len(texts))
        most = 2 * self.settings.legislation.sequences or len(texts)
        return [texts[at] for at in order[:most]]

    def measure(self, scores: Mapping[str, Array]) -> dict[str, float]:
        """Compute all measures of the sets in ``scores``, by "set measure"."""
        return {
            f"{name} {column}": value
            for name, table in scores.items()
            for column, value in measure(table, self.queries[name].labels).items()
        }

    @cached_property
    def _baselines(self) -> Baselines:
        return Baselines(
            self.regulation, bases.load_general(trained_encoder.minilm()), self.settings.tokens
        )

    @cached_property
    def _words(self) -> dict[str, Array]:
        return {name: self._baselines.bm25(self.queries[name].texts) for name in NAMES}

    @cached_property
    def _cosines(self) -> dict[str, Array]:
        return {name: self._baselines.cosines(self.queries[name].texts) for name in NAMES}

    def bm25(self) -> Values:
        """Measure BM25 on all sets."""
        return self.measure(self._words)

    def cosines(self) -> Values:
        """Measure the untrained MiniLM on all sets."""
        return self.measure(self._cosines)

    def bm25_and_cosines(self) -> Values:
        """Measure the sum of BM25 and MiniLM."""
        return self.measure({name: self._sum(name) for name in NAMES})

    def measure_in_order(self) -> Values:
        """Measure the sum in the order of the recitals, on the ordered sets QR and QpR."""
        return self.measure(
            {name: smooth_in_order(self._sum(name), Order()) for name in ("QR", "QpR")}
        )

    def measure_in_tuned_order(self) -> Values:
        """Measure the same with the constants for each fifth of the recitals chosen on the others."""
        return self.measure({
            name: smooth_with_held_out_order(self._sum(name), self.queries[name].labels)
            for name in ("QR", "QpR")
        })  # fmt: skip

    def _sum(self, name: str) -> Array:
        return np.asarray(scale_rows(self._words[name]) + scale_rows(self._cosines[name]))


def columns(names: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of a table over these sets."""
    return tuple(f"{name} {column}" for name in names for column in COLUMNS)


class ArticleClassifier(nn.Module):
    """A text to logits of articles: a unit mean vector, then a linear layer."""

    def __init__(self, base: Base, articles: int, tokens: int):
        super().__init__()
        self._base, self._tokens = base, tokens
        self.encoder = base.clone()
        self.head = nn.Linear(self.encoder.config.hidden_size, articles).to(loop.device())

    def forward(self, rows: Sequence[Array]) -> torch.Tensor:
        """Map n rows of ids to logits (n, articles)."""
        batch = self._base.feeder.feed_texts(rows, self._tokens)
        pooled = mean(bases.encode_tokens(self.encoder, batch), batch.mask)
        logits: torch.Tensor = self.head(functional.normalize(pooled, dim=-1) * SHARPNESS)
        return logits

    def begin_as(self, instances: Sequence[Instance]) -> None:
        """Initialize each article's row of the head by the mean vector of its instances.

        The paper's random head needs its ten epochs to become useful.
        """
        texts = [instance.text for instance in instances]
        vectors = bases.embed(self.encoder, self._base.feeder, self._base.rows(texts), self._tokens)
        labels = np.array([instance.label for instance in instances])
        with torch.no_grad():
            self.head.bias.zero_()
            for label in range(self.head.out_features):
                mean = torch.from_numpy(vectors[labels == label].mean(0))
                self.head.weight[label] = functional.normalize(mean, dim=0)

    def loss(self, instances: Sequence[Instance]) -> torch.Tensor:
        """Compute the cross-entropy over the articles."""
        logits = self(self._base.rows(instance.text for instance in instances))
        labels = torch.tensor([instance.label for instance in instances], device=logits.device)
        return functional.cross_entropy(logits, labels)

    def scores(self, texts: Sequence[str], chunk: int = 64) -> Array:
        """Compute logits of texts without gradients: float32 (n, articles)."""
        rows = self._base.rows(texts)
        found = np.empty((len(rows), self.head.out_features), np.float32)
        self.eval()
        with torch.no_grad():
            for part in bases.chunks(rows, self._tokens, chunk):
                found[part] = self([rows[at] for at in part]).cpu().numpy()
        return found


class TaskScorer(PairScorer):
    """The head of both pre-training tasks; RSP uses ``related_loss``."""

    def choice_loss(self, choices: Sequence[Choice]) -> torch.Tensor:
        """Compute the MCA loss: cross-entropy over the choices of each text."""
        k = len(choices[0].choices)
        logits = self(
            [choice.text for choice in choices for _ in range(k)],
            [one for choice in choices for one in choice.choices],
        ).view(len(choices), k)
        right = torch.tensor([choice.right for choice in choices], device=logits.device)
        return functional.cross_entropy(logits, right)
