"""Extent of the papers' experiments."""

from dataclasses import dataclass, field
from pathlib import Path

from lexdesk_reproductions.bench import extents
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


SETTINGS = extents(Path(__file__).with_name("extents.toml"), Settings)
