"""Extent of the paper's experiments."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from lexdesk_reproductions.bases import Size
from lexdesk_reproductions.bench import Extent, extents
from lexdesk_reproductions.masked import Masking
from lexdesk_trainer.settings import Vocabulary


@dataclass(frozen=True)
class FineTuning:
    """Siamese fine-tuning on at most ``pairs`` (0: all)."""

    epochs: float = 3.0
    batch: int = 8
    learning_rate: float = 2e-5
    tokens: int = 384
    pairs: int = 0


@dataclass(frozen=True)
class Settings:
    """All of the paper's settings; defaults are the published ones except the optimizer. At most ``pairs`` of a split.

    The optimizer is the loop's, AdamW (0.9, 0.98, 1e-8) with a cosine; the paper has Adam (0.9, 0.999,
    1e-6). A tenth of the steps is warm-up; the paper's 10,000 warm-up steps exceed the total here.
    """

    lengths: tuple[int, ...] = (64, 128, 256, 384, 512)
    tokens: int = 384
    layers: int = 0
    pairs: int = 0
    vocabulary: Vocabulary = field(
        default_factory=lambda: Vocabulary(size=30_000, characters=200_000_000)
    )
    size: Size = field(default_factory=lambda: Size(12, 768, 12, 3072))
    pretraining: Masking = field(
        default_factory=lambda: Masking(tokens=384, batch=128, epochs=20, warmup=0.1)
    )
    fine_tuning: FineTuning = field(default_factory=FineTuning)


SETTINGS = extents(Path(__file__).with_name("extents.toml"), Settings)


def _with_pretraining(**hours: int) -> dict[Extent, Settings]:
    """Return the settings with another pre-training in the extent of ``hours``."""
    of_hours = SETTINGS["hours"]
    return {
        **SETTINGS,
        "hours": replace(of_hours, pretraining=replace(of_hours.pretraining, **hours)),
    }


GERMAN = _with_pretraining(epochs=1, sequences=8_000)
"""Some five million tokens of statutes: one epoch exceeds five epochs of headnotes."""

ACTS = _with_pretraining(epochs=2)
"""Acts have two to three times the words of headnotes."""
