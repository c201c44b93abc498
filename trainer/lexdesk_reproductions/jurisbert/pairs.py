"""Graded pairs of texts, split by topic, with as many that are the same as others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

SPLITS = ("train", "dev", "test")
_SHARES = (0.6, 0.2, 0.2)


@dataclass(frozen=True)
class Pair:
    """Two texts; ``grade`` in 0..1 is how alike they are, and ``same`` whether their topic is one."""

    left: str
    right: str
    grade: float
    same: bool


@dataclass(frozen=True)
class Graded:
    """``pairs`` of each split in ``language``, and ``texts`` to pre-train on, none of a dev or test pair."""

    language: str
    pairs: Mapping[str, tuple[Pair, ...]]
    texts: tuple[str, ...]


def balanced(pairs: Sequence[Pair], seed: int) -> tuple[Pair, ...]:
    """As many pairs that are the same as others, drawn from the kind of which there are more."""
    rng = np.random.default_rng(seed)
    kinds = [[at for at, pair in enumerate(pairs) if pair.same is same] for same in (True, False)]
    fewest = min(map(len, kinds))
    chosen = [kind[at] for kind in kinds for at in rng.permutation(len(kind))[:fewest]]
    return tuple(pairs[at] for at in sorted(chosen))


def parts(topics: Iterable[str], seed: int) -> dict[str, str]:
    """The split of each topic, at random."""
    every = list(topics)
    order = np.random.default_rng(seed).permutation(len(every)).tolist()
    ends = np.rint(np.cumsum(_SHARES) * len(every)).astype(int).tolist()
    return {
        every[topic]: SPLITS[int(np.searchsorted(ends, at, side="right"))]
        for at, topic in enumerate(order)
    }
