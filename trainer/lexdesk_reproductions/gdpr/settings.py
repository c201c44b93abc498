"""Extent of the paper's experiments."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lexdesk_reproductions.bases import Size
from lexdesk_reproductions.bench import Extent
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


FULL = Settings()

REDUCED = Settings(
    layers=3,
    tasks=Tasks(pairs=8, examples=384, batch=16, learning_rate=5e-5, tokens=128),
    fine_tuning=FineTuning(
        least=12, epochs=1, batch=32, learning_rate=5e-5, tokens=96, begin_as_means=True
    ),
    legislation=Masking(sequences=600, batch=16),
    vocabulary=Vocabulary(size=8_000, characters=4_000_000),
    scratch=Size(layers=3, width=192, heads=6, inner=768),
    queries=150,
    tokens=128,
)

HOURS = Settings(
    layers=3,
    tasks=Tasks(pairs=12, examples=1_024, batch=16, learning_rate=5e-5, tokens=160),
    fine_tuning=FineTuning(
        least=16, epochs=3, batch=32, learning_rate=1e-4, tokens=128, begin_as_means=True
    ),
    legislation=Masking(sequences=4_000, batch=32, epochs=1),
    vocabulary=Vocabulary(size=12_000, characters=20_000_000),
    scratch=Size(layers=3, width=256, heads=8, inner=1024),
    tokens=256,
)
"""All queries and all 18 models."""

SETTINGS: Mapping[Extent, Settings] = {"reduced": REDUCED, "hours": HOURS, "full": FULL}
