"""Graded pairs of texts, split by topic and balanced."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lexdesk_reproductions import sampling

SPLITS = ("train", "dev", "test")
_SHARES = (0.6, 0.2, 0.2)


FEWEST_WORDS = 10
KEPT_BACK = 0.05
_BREAK = re.compile(r"\n+|(?<=[.;])\s+(?=\d+[.)ºª-]\s)")


@dataclass(frozen=True)
class Pair:
    """Two texts with a ``grade`` of similarity in 0..1; ``same`` marks a common topic."""

    left: str
    right: str
    grade: float
    same: bool


@dataclass(frozen=True)
class GradedPairs:
    """``pairs`` of each split in ``language``, and ``texts`` for pre-training, none of a dev or test pair."""

    language: str
    pairs: Mapping[str, tuple[Pair, ...]]
    texts: tuple[str, ...]


def balance(pairs: Sequence[Pair], seed: int) -> tuple[Pair, ...]:
    """Draw equal numbers of same and other pairs."""
    rng = np.random.default_rng(seed)
    kinds = [[at for at, pair in enumerate(pairs) if pair.same is same] for same in (True, False)]
    fewest = min(map(len, kinds))
    chosen = [kind[at] for kind in kinds for at in rng.permutation(len(kind))[:fewest]]
    return tuple(pairs[at] for at in sorted(chosen))


def assign_splits(topics: Iterable[str], seed: int) -> dict[str, str]:
    """Assign each topic to a split at random."""
    every = list(topics)
    order = np.random.default_rng(seed).permutation(len(every)).tolist()
    ends = np.rint(np.cumsum(_SHARES) * len(every)).astype(int).tolist()
    return {
        every[topic]: SPLITS[int(np.searchsorted(ends, at, side="right"))]
        for at, topic in enumerate(order)
    }


def paragraphs(texts: Iterable[str]) -> list[str]:
    """Return the paragraphs of ``texts`` in order, without those under ten words and without repeats."""
    found: dict[str, str] = {}
    for text in texts:
        for part in _BREAK.split(text):
            words = part.split()
            if len(words) >= FEWEST_WORDS:
                found.setdefault(" ".join(words).lower(), " ".join(words))
    return list(found.values())


def split_rows(texts: list[str], seed: int = 1) -> tuple[list[str], list[str]]:
    """Split into training texts and a held-out twentieth."""
    return sampling.split_rows(texts, KEPT_BACK, seed)
