"""Extent of the papers' experiments."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lexdesk_reproductions.bench import Extent
from lexdesk_reproductions.pli.first_stage import Windows
from lexdesk_reproductions.pli.pairs import Stage1


@dataclass(frozen=True)
class Stage2:
    """N and M paragraphs of query and case, the best K cases, and training of the aggregator.

    If N and M are less than the paper's, they are the most similar of the first ``of_n`` and ``of_m``. A
    pair of paragraphs is cut to ``tokens``. ``validating`` is the share of the training queries for
    choosing epoch and threshold.
    """

    n: int = 54
    m: int = 40
    of_n: int = 54
    of_m: int = 40
    k: int = 50
    validating: float = 0.2
    words: int = 180
    tokens: int = 512
    hidden: int = 64
    epochs: float = 60.0
    batch: int = 32
    learning_rate: float = 1e-3


@dataclass(frozen=True)
class Settings:
    """All settings; the defaults are the published grid. At most ``queries`` are used (0: all).

    ``closeness`` is stage 2 without an encoder, over all paragraphs.
    """

    layers: int = 0
    stage1: Stage1 = field(default_factory=Stage1)
    stage2: Stage2 = field(default_factory=Stage2)
    closeness: Stage2 = field(default_factory=lambda: Stage2(epochs=30))
    windows: Windows = field(default_factory=Windows)
    cut: int = 5
    queries: int = 0


FULL = Settings()

REDUCED = Settings(
    layers=2,
    stage1=Stage1(pairs=200, epochs=1, learning_rate=5e-5, tokens=96, paragraphs=20),
    stage2=Stage2(n=4, m=4, k=6, words=50, tokens=96, epochs=15),
    closeness=Stage2(n=20, m=20, k=10, epochs=15),
    queries=40,
)

HOURS = Settings(
    layers=2,
    stage1=Stage1(pairs=2_000, learning_rate=5e-5, tokens=128, paragraphs=40),
    stage2=Stage2(n=8, m=8, k=10, words=60, tokens=160),
)
"""All dev queries."""

SETTINGS: Mapping[Extent, Settings] = {"reduced": REDUCED, "hours": HOURS, "full": FULL}
