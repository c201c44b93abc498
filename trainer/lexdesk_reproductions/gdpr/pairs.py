"""Examples of the two pre-training tasks: Related Sentence Prediction, Multiple Choice Answering."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeVar

import numpy as np

from lexdesk_reproductions.gdpr.regulation import Regulation
from lexdesk_reproductions.text_pairs import Pair

_E = TypeVar("_E")
Where = Literal["anywhere", "near", "far"]
"""Source of negatives: any other article, one of the same chapter, or one of another."""


@dataclass(frozen=True)
class Choice:
    """A text with ``choices``; the one at ``right`` belongs to it."""

    text: str
    choices: tuple[str, ...]
    right: int


def article_pairs(
    regulation: Regulation, most: int = 0, where: Where = "anywhere", seed: int = 1
) -> list[Pair]:
    """Create RSP pairs on articles: pairs of units of one article, and as many of two articles; shuffled.

    An article of n units has n(n-1)/2 pairs; at most ``most`` of them are drawn unless 0.
    """
    rng = np.random.default_rng(seed)
    found: list[Pair] = []
    for article in regulation.articles:
        units = regulation.units_of[article]
        positive = list(combinations(units, 2))
        if most and len(positive) > most:
            chosen = rng.choice(len(positive), most, replace=False)
            positive = [positive[at] for at in sorted(chosen.tolist())]
        others = _draw_other_units(regulation, article, len(positive), where, rng)
        found += [Pair(left, right, True) for left, right in positive]
        found += [
            Pair(left, other, False) for (left, _), other in zip(positive, others, strict=True)
        ]
    return _shuffle(found, rng)


def recital_pairs(regulation: Regulation, most: int = 0, seed: int = 1) -> list[Pair]:
    """Create RSP pairs on recitals: units with linked recitals, and as many with others; shuffled.

    The others are linked to no unit of the same article.
    """
    rng = np.random.default_rng(seed)
    found: list[Pair] = []
    for unit in regulation.units:
        linked = sorted(unit.recitals & regulation.recitals.keys())
        if most and len(linked) > most:
            linked = sorted(rng.choice(linked, most, replace=False).tolist())
        others = _draw_unlinked(regulation, unit.article, len(linked), rng)
        found += [Pair(unit.text, regulation.recitals[pair], True) for pair in linked]
        found += [Pair(unit.text, regulation.recitals[other], False) for other in others]
    return _shuffle(found, rng)


def article_choices(
    regulation: Regulation, k: int = 4, where: Where = "anywhere", seed: int = 1
) -> list[Choice]:
    """Create MCA choices on articles: another unit of the same article among ``k`` - 1 of other articles."""
    rng = np.random.default_rng(seed)
    found = []
    for article in regulation.articles:
        units = regulation.units_of[article]
        for at, text in enumerate(units):
            rest = [unit for unit in units[:at] + units[at + 1 :] if unit != text]
            if rest:
                right = rest[int(rng.integers(len(rest)))]
                wrong = _draw_other_units(regulation, article, k - 1, where, rng)
                found.append(_choice(text, right, wrong, rng))
    return _shuffle(found, rng)


def recital_choices(regulation: Regulation, k: int = 4, seed: int = 1) -> list[Choice]:
    """Create MCA choices on recitals: a linked recital among ``k`` - 1 unlinked ones, for each unit."""
    rng = np.random.default_rng(seed)
    found = []
    for unit in regulation.units:
        for recital in sorted(unit.recitals & regulation.recitals.keys()):
            others = _draw_unlinked(regulation, unit.article, k - 1, rng)
            wrong = [regulation.recitals[other] for other in others]
            found.append(_choice(unit.text, regulation.recitals[recital], wrong, rng))
    return _shuffle(found, rng)


def _choice(text: str, right: str, wrong: Sequence[str], rng: np.random.Generator) -> Choice:
    """Shuffle right and wrong answers."""
    order = rng.permutation(len(wrong) + 1).tolist()
    every = [right, *wrong]
    return Choice(text, tuple(every[at] for at in order), order.index(0))


def _draw_other_units(
    regulation: Regulation, article: int, count: int, where: Where, rng: np.random.Generator
) -> list[str]:
    """Draw ``count`` units of other articles, article by article."""
    own = set(regulation.units_of[article])
    found: list[str] = []
    candidates = _candidates(regulation, article, where)
    while len(found) < count:
        for other in rng.permutation(candidates).tolist():
            units = [unit for unit in regulation.units_of[other] if unit not in own]
            order = rng.permutation(len(units)).tolist()
            found += [units[at] for at in order[: count - len(found)]]
            if len(found) >= count:
                break
    return found


def _candidates(regulation: Regulation, article: int, where: Where) -> list[int]:
    """List the articles for negatives; all others if a chapter has only one."""
    chapter = regulation.chapters[article]
    others = [other for other in regulation.articles if other != article]
    if where == "anywhere":
        return others
    chosen = [
        other for other in others if (regulation.chapters[other] == chapter) is (where == "near")
    ]
    return chosen or others


def _draw_unlinked(
    regulation: Regulation, article: int, count: int, rng: np.random.Generator
) -> list[int]:
    free = [
        recital
        for recital in sorted(regulation.recitals)
        if article not in regulation.articles_of.get(recital, frozenset())
    ]
    chosen: list[int] = rng.choice(free, count, replace=False).tolist()
    return chosen


def _shuffle(examples: list[_E], rng: np.random.Generator) -> list[_E]:
    return [examples[at] for at in rng.permutation(len(examples))]
