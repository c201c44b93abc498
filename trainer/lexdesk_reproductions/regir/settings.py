"""Extent of the paper's experiments."""

from dataclasses import dataclass, field
from pathlib import Path

from lexdesk_reproductions.bench import extents
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


SETTINGS = extents(Path(__file__).with_name("extents.toml"), Settings)
