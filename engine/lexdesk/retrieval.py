"""The way of a query to its candidates: words from Tantivy, meaning from HNSW, then fusion."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from lexdesk.fusion import Candidate, fuse
from lexdesk.query import Query

if TYPE_CHECKING:  # a search by words alone loads neither numpy nor a model
    from lexdesk.encoder import Encoder
    from lexdesk.fulltext import FullText
    from lexdesk.store import Store
    from lexdesk.vectors import VectorIndex, Vectors

Mode = Literal["hybrid", "words", "meaning"]
MODES: tuple[Mode, ...] = get_args(Mode)

_VOTERS = 10  # best hits by words whose language decides which weight meaning gets


@dataclass(frozen=True, slots=True)
class Semantic:
    """What search by meaning needs: an encoder, and the index of the vectors that it made."""

    encoder: Encoder
    vectors: VectorIndex


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
    ) -> list[Candidate]:
        """The passages that answer ``query``, best first; each way of searching looks ``depth`` deep.

        By words alone the score is BM25, by meaning alone the cosine; fused it lies in 0..1.
        """
        timings = timings or Timings()
        words: dict[int, float] = {}
        meaning: dict[int, float] = {}
        if mode != "meaning":
            with timings.of("words"):
                words = dict(self.fulltext.search(query.root, depth, self.languages))
        if mode == "words" or self.semantic is None:
            return [Candidate(passage, score, score, None) for passage, score in words.items()]
        with timings.of("encode"):
            vector = self.semantic.encoder.encode([query.meaning])[0]
        with timings.of("vectors"):
            meaning = dict(self.semantic.vectors.search(vector, depth))
        if query.demanding:  # neighbours that break a condition are no hits
            with timings.of("words"):
                fulfilling = self.fulltext.scores(query.root, list(meaning), self.languages)
                meaning = {
                    passage: meaning[passage] for passage in meaning if passage in fulfilling
                }
        if mode == "meaning":
            return [Candidate(passage, score, None, score) for passage, score in meaning.items()]
        self._complete(query, vector, words, meaning, timings)
        with timings.of("fusion"):
            return fuse(words, meaning, self._weight(words))

    def _complete(
        self,
        query: Query,
        vector: Vectors,
        words: dict[int, float],
        meaning: dict[int, float],
        timings: Timings,
    ) -> None:
        """Give each candidate of one way its score by the other way, so that a near miss counts."""
        assert self.semantic is not None  # noqa: S101 - the caller has asked
        by_words, by_meaning = list(words), list(meaning)
        with timings.of("words"):
            words |= self.fulltext.scores(
                query.root, [p for p in by_meaning if p not in words], self.languages
            )
        with timings.of("vectors"):
            meaning |= self.semantic.vectors.similarities(
                vector, [p for p in by_words if p not in meaning]
            )

    def _weight(self, words: Mapping[int, float]) -> float:
        """The share of meaning in the language that most of the best hits by words are written in."""
        languages = self.languages
        if len(languages) > 1 and words:
            best = sorted(words, key=lambda passage: -words[passage])[:_VOTERS]
            languages = tuple(self.store.languages_of(best))
        language = Counter(languages).most_common(1)[0][0] if languages else ""
        return self.weights.get(language, self.weights.get("", 0.5))
