"""Extent of the paper's experiments."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lexdesk_reproductions.bench import Extent
from lexdesk_reproductions.regir.concepts import Concepts
from lexdesk_reproductions.regir.layers import Reading
from lexdesk_reproductions.regir.rerankers import Matching
from lexdesk_reproductions.regir.tuned import Tuning
from lexdesk_reproductions.word_vectors import WordVectors


@dataclass(frozen=True)
class Settings:
    """All of the paper's settings; the defaults are the published grid.

    At most ``characters`` of a text are read (0: all). The encoders are measured at each of their
    ``layers``.
    """

    characters: int = 0
    k1: tuple[float, ...] = (0.5, 0.9, 1.2, 1.6, 2.0, 3.0, 4.0, 8.0)
    b: tuple[float, ...] = (0.0, 0.25, 0.5, 0.75, 0.9, 1.0)
    vectors: WordVectors = field(default_factory=lambda: WordVectors(size=200, epochs=5))
    layers: int = 6
    reading: Reading = field(default_factory=Reading)
    concepts: Concepts = field(default_factory=Concepts)
    matching: Matching = field(default_factory=Matching)
    tuning: Tuning = field(default_factory=Tuning)


FULL = Settings()

REDUCED = Settings(
    characters=30_000,
    k1=(0.5, 1.2, 2.0, 4.0),
    b=(0.25, 0.5, 0.75, 1.0),
    vectors=WordVectors(size=64, epochs=1, texts=800),
    layers=2,
    reading=Reading(tokens=96, chunks=1),
    concepts=Concepts(tokens=96, epochs=1, acts=300, learning_rate=1e-4),
    matching=Matching(
        terms=12, words=200, bins=11, filters=4, negatives=2, depth=50, epochs=3, runs=1
    ),
    tuning=Tuning(pieces=94, negatives=1, preferences=64, epochs=1, runs=1),
)

HOURS = Settings(
    characters=60_000,
    vectors=WordVectors(size=100, epochs=3, texts=2_000),
    layers=3,
    reading=Reading(tokens=256, chunks=2),
    concepts=Concepts(tokens=256, epochs=6, learning_rate=1e-4),
    matching=Matching(
        terms=20, words=400, bins=21, filters=8, negatives=4, depth=100, epochs=8, runs=3
    ),
    tuning=Tuning(pieces=254, negatives=1, preferences=300, epochs=2),
)

SETTINGS: Mapping[Extent, Settings] = {"reduced": REDUCED, "hours": HOURS, "full": FULL}
