"""Extent of the paper's experiments."""

from dataclasses import dataclass, field
from pathlib import Path

from lexdesk_reproductions.bases import Size
from lexdesk_reproductions.bench import extents
from lexdesk_reproductions.masked import Masking
from lexdesk_reproductions.word_vectors import Glove, WordVectors
from lexdesk_trainer.settings import Vocabulary


@dataclass(frozen=True)
class Depth:
    """Numbers of passages pooled by maximum, and of documents."""

    passages: int = 2000
    documents: int = 1000


@dataclass(frozen=True)
class Tuning:
    """Trials of Optuna for k1 and b by nDCG@20 on a number of train queries (0: all)."""

    trials: int = 100
    queries: int = 0
    k1: tuple[float, float] = (0.5, 2.0)
    b: tuple[float, float] = (0.3, 1.0)
    seed: int = 1


@dataclass(frozen=True)
class Reranking:
    """The cross-encoders: their start, their pre-training, their groups and their re-ranking depth.

    A group is one relevant passage with ``negatives`` drawn from the best ``from_best`` of BM25, each
    below the title of its document, if any. At most ``pieces`` of a long passage, cut at sentences, are
    read, those with the most words of the query.
    """

    layers: int = 0
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    pretraining: Masking = field(default_factory=Masking)
    size: Size = field(default_factory=Size)
    examples: int = 0
    negatives: int = 1
    from_best: int = 100
    epochs: float = 100.0
    batch: int = 768
    learning_rate: float = 1e-4
    tokens: int = 512
    pieces: int = 8
    candidates: int = 1000
    queries: int = 0
    seed: int = 1


@dataclass(frozen=True)
class Settings:
    """All of the paper's settings; the defaults are the published grid."""

    depth: Depth = field(default_factory=Depth)
    tuning: Tuning = field(default_factory=Tuning)
    word_vectors: WordVectors = field(default_factory=lambda: WordVectors(size=300, epochs=5))
    glove: Glove = field(default_factory=lambda: Glove(size=300, epochs=15))
    reranking: Reranking = field(default_factory=Reranking)
    queries: int = 0


SETTINGS = extents(Path(__file__).with_name("extents.toml"), Settings)
