"""The interface of a peer, with corpus and questions."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

Way = Literal["keyword", "phrase", "filter", "semantic", "hybrid"]
WAYS: tuple[Way, ...] = ("keyword", "phrase", "filter", "semantic", "hybrid")


class Passage(NamedTuple):
    """A passage as cut by Lexdesk, with its document."""

    id: int
    work: str
    kind: str
    text: str


@dataclass(frozen=True)
class Corpus:
    """A folder with ``passages.jsonl``, their vectors in ``vectors.npy``, and ``texts/``, a file each document.

    ``texts/`` has a folder for each kind.
    """

    folder: Path

    @cached_property
    def passages(self) -> list[Passage]:
        """Passages in the order of their vectors."""
        with (self.folder / "passages.jsonl").open(encoding="utf-8") as lines:
            return [Passage(*json.loads(line)) for line in lines]

    @property
    def vectors(self) -> Vectors:
        """Unit vectors (passages, dimensions)."""
        rows: Vectors = np.load(self.folder / "vectors.npy", mmap_mode="r")
        return rows

    def megabytes(self) -> float:
        """Return the size of the text in UTF-8."""
        return sum(len(passage.text.encode()) for passage in self.passages) / 1e6


class Question(NamedTuple):
    """Plain words, and the kind of document to filter by."""

    words: str
    kind: str


class Peer(Protocol):
    """A search engine with its index in a folder of its own."""

    name: ClassVar[str]
    ways: ClassVar[tuple[Way, ...]]
    """Supported ways of searching."""

    @classmethod
    def build(cls, folder: Path, corpus: Corpus) -> None:
        """Index the corpus and write it to disk."""

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        """Open the index."""

    def search(self, way: Way, question: Question, limit: int) -> list[int]:
        """Return the numbers of the best passages, best first, including the encoding of the question."""
