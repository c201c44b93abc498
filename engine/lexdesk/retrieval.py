"""The way of a query to its candidates: words from Tantivy, meaning from HNSW, then fusion."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from lexdesk.fusion import Candidate, fuse
from lexdesk.query import Query

if TYPE_CHECKING:  # a search by words alone loads neither numpy nor a model
    from lexdesk.encoder import Encoder
    from lexdesk.fulltext import FullText
    from lexdesk.store import Store
    from lexdesk.vectors import VectorIndex, Vectors

Mode = Literal["hybrid", "words", "meaning"]
MODES: tuple[Mode, ...] = get_args(Mode)

_WORDS_DEPTH = 200  # so deep that neighbours by meaning are scored by words without a second search
_VOTERS = 10  # best hits by words whose language decides which weight meaning gets


@dataclass(frozen=True, slots=True)
class Semantic:
    """What search by meaning needs: an encoder, and the index of the vectors that it made."""

    encoder: Encoder
    vectors: VectorIndex


class Candidates(NamedTuple):
    """Candidates, best first, and how many passages match by words (by meaning alone: were looked at)."""

    best: list[Candidate]
    total: int


@dataclass(slots=True)
class Timings:
    """Milliseconds spent in each part of a query, by name."""

    milliseconds: dict[str, float] = field(default_factory=dict)

    @contextlib.contextmanager
    def of(self, part: str) -> Iterator[None]:
        """Count what runs inside towards ``part``."""
        started = time.perf_counter()
        yield
        self.milliseconds[part] = (
            self.milliseconds.get(part, 0.0) + (time.perf_counter() - started) * 1000
        )


@dataclass(frozen=True, slots=True)
class Retriever:
    """Finds candidates in one library.

    ``weights`` gives the share of meaning in 0..1 by ISO 639-1 code, and for ``""`` the share for
    all other languages. Without ``semantic`` there are words alone.
    """

    store: Store
    fulltext: FullText
    semantic: Semantic | None
    weights: Mapping[str, float]
    languages: tuple[str, ...]

    def candidates(
        self, query: Query, mode: Mode, depth: int, timings: Timings | None = None
    ) -> Candidates:
        """The passages that answer ``query``, best first; each way of searching looks ``depth`` deep.

        By words alone the score is BM25, by meaning alone the cosine; fused it lies in 0..1.
        """
        timings = timings or Timings()
        semantic = None if mode == "words" else self.semantic
        encoding = semantic.encoder.start(query.meaning) if semantic else None
        words: dict[int, float] = {}
        total = 0
        if mode != "meaning":
            with timings.of("words"):
                deep = max(depth, _WORDS_DEPTH)
                found, total = self.fulltext.search(query.root, deep, self.languages)
                words = dict(found)
        if semantic is None or encoding is None:
            best = list(words.items())
            return Candidates(
                [Candidate(passage, score, score, None) for passage, score in best], total
            )
        with timings.of("encode"):  # what is left to wait for: it began before the words
            vector = encoding.result()
        meaning = self._neighbours(semantic.vectors, query, vector, depth, timings)
        if mode == "meaning":
            best = list(meaning.items())
            return Candidates(
                [Candidate(passage, score, None, score) for passage, score in best], len(best)
            )
        # Each candidate of one way gets its score by the other, so that a near miss counts.
        best_by_words = list(words)[:depth]
        with timings.of("vectors"):
            missing = [passage for passage in best_by_words if passage not in meaning]
            meaning |= semantic.vectors.similarities(vector, missing)
        words = {
            passage: words[passage] for passage in (*best_by_words, *meaning) if passage in words
        }
        with timings.of("fusion"):
            return Candidates(fuse(words, meaning, self._weight(words)), total)

    def _neighbours(
        self, vectors: VectorIndex, query: Query, vector: Vectors, depth: int, timings: Timings
    ) -> dict[int, float]:
        with timings.of("vectors"):
            near = dict(vectors.search(vector, depth))
        if query.demanding:  # neighbours that break a condition are no hits
            with timings.of("words"):
                fulfilling = self.fulltext.scores(query.root, list(near), self.languages)
                near = {
                    passage: cosine for passage, cosine in near.items() if passage in fulfilling
                }
        return near

    def _weight(self, words: Mapping[int, float]) -> float:
        """The share of meaning in the language that most of the best hits by words are written in."""
        languages = self.languages
        if len(languages) > 1 and words:
            best = sorted(words, key=lambda passage: -words[passage])[:_VOTERS]
            languages = tuple(self.store.languages_of(best))
        language = Counter(languages).most_common(1)[0][0] if languages else ""
        return self.weights.get(language, self.weights.get("", 0.5))
