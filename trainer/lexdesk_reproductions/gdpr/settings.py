"""Extent of the paper's experiments."""

from dataclasses import dataclass, field
from pathlib import Path

from lexdesk_reproductions.bases import Size
from lexdesk_reproductions.bench import extents
from lexdesk_reproductions.gdpr.pairs import Where
from lexdesk_reproductions.masked import Masking
from lexdesk_trainer.settings import Vocabulary


@dataclass(frozen=True)
class Tasks:
    """RSP and MCA: at most ``pairs`` of an article or of a unit with recitals (0: all), ``k`` choices."""

    pairs: int = 0
    k: int = 4
    where: Where = "anywhere"
    examples: int = 0
    epochs: float = 1.0
    batch: int = 64
    learning_rate: float = 2e-5
    tokens: int = 256


@dataclass(frozen=True)
class FineTuning:
    """``least`` instances of each article; ``begin_as_means`` initializes the head by mean vectors."""

    least: int = 64
    title_share: float = 0.25
    epochs: float = 10.0
    batch: int = 256
    learning_rate: float = 3e-5
    tokens: int = 256
    begin_as_means: bool = False


@dataclass(frozen=True)
class Settings:
    """All of the paper's settings; the defaults are the published grid. At most ``queries`` of a set."""

    layers: int = 0
    tasks: Tasks = field(default_factory=Tasks)
    fine_tuning: FineTuning = field(default_factory=FineTuning)
    legislation: Masking = field(default_factory=lambda: Masking(epochs=3, batch=128))
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    scratch: Size = field(default_factory=Size)
    queries: int = 0
    tokens: int = 256


SETTINGS = extents(Path(__file__).with_name("extents.toml"), Settings)
