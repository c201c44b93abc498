"""Graded pairs of texts, split by topic and balanced."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

SPLITS = ("train", "dev", "test")
_SHARES = (0.6, 0.2, 0.2)


@dataclass(frozen=True)
class Pair:
    """Two texts with a ``grade`` of similarity in 0..1; ``same`` marks a common topic."""

    left: str
    right: str
    grade: float
    same: bool


@dataclass(frozen=True)
class Graded:
    """``pairs`` of each split in ``language``, and ``texts`` for pre-training, none of a dev or test pair."""

    language: str
    pairs: Mapping[str, tuple[Pair, ...]]
    texts: tuple[str, ...]


def balanced(pairs: Sequence[Pair], seed: int) -> tuple[Pair, ...]:
    """Draw equal numbers of same and other pairs."""
    rng = np.random.default_rng(seed)
    kinds = [[at for at, pair in enumerate(pairs) if pair.same is same] for same in (True, False)]
    fewest = min(map(len, kinds))
    chosen = [kind[at] for kind in kinds for at in rng.permutation(len(kind))[:fewest]]
    return tuple(pairs[at] for at in sorted(chosen))


def parts(topics: Iterable[str], seed: int) -> dict[str, str]:
    """Assign each topic to a split at random."""
    every = list(topics)
    order = np.random.default_rng(seed).permutation(len(every)).tolist()
    ends = np.rint(np.cumsum(_SHARES) * len(every)).astype(int).tolist()
    return {
        every[topic]: SPLITS[int(np.searchsorted(ends, at, side="right"))]
        for at, topic in enumerate(order)
    }
