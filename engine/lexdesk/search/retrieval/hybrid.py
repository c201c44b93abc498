"""Retrieval of candidates: lexical search, semantic search, fusion, evidence.

Evidence is other passages of a text (``passage_evidence``) and citations elsewhere (``citation_evidence``).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, field

from lexdesk.document.passages import passage_text
from lexdesk.errors import Message, NoteCode
from lexdesk.index.conditions import NOTHING, Conditions, Exclusion
from lexdesk.models.embedder import Embedder, find_semantic_weight
from lexdesk.query import Query
from lexdesk.search.filters import resolve_filters
from lexdesk.search.options import Mode
from lexdesk.search.proximity.effort import Effort
from lexdesk.search.ranking.citation_evidence import NEAREST, CitationEvidence, citation_evidence
from lexdesk.search.ranking.fusion import Candidate, fuse
from lexdesk.search.ranking.length_penalty import penalize_short
from lexdesk.search.ranking.passage_evidence import BEST, raise_by_evidence
from lexdesk.search.ranking.relevance_feedback import (
    TEXTS,
    feedback_share,
    feedback_words,
    raise_by_feedback,
)
from lexdesk.search.ranking.word_coverage import other_evidence_share, weight_by_coverage
from lexdesk.search.retrieval.lexical_search import LexicalHits, LexicalSearch
from lexdesk.search.retrieval.listing import list_filtered
from lexdesk.search.retrieval.mask import find_allowed_passages
from lexdesk.storage import Store
from lexdesk.storage.schema import Extent, PassageRow
from lexdesk.system.parallel_call import StartedCall, another_core

if TYPE_CHECKING:  # keyword search loads neither numpy nor a model
    from lexdesk.index.lexical.fulltext import FullText
    from lexdesk.index.protocol import VectorSearch
    from lexdesk.index.vector.base import Mask, Vectors
    from lexdesk.models.citation_contexts import CitationContexts, NearContext
    from lexdesk.models.encoder import TextEncoder

_LEXICAL_DEPTH = 200
_CONDITION_DEPTH = 1_000  # passages that meet a condition and get a semantic score
_VOTERS = 10  # top lexical hits: their language decides the weight of semantic scores


class Neighbours(NamedTuple):
    """The neighbours of a ``vector``: cosines by passage, and citation contexts, nearest first."""

    vector: Vectors
    passages: dict[int, float]
    contexts: list[NearContext]


class Semantic(Struct, frozen=True):
    """An encoder, and the index of its vectors of passages in ``languages``.

    ``contexts`` are citation contexts of the same encoder, if there are any.
    """

    encoder: TextEncoder
    vectors: VectorSearch
    languages: Sequence[str]
    contexts: CitationContexts | None = None
    _encoding: dict[str, StartedCall[Vectors]] = field(default_factory=dict)
    """Questions that another core encodes."""

    def start_encoding(self, text: str) -> None:
        """Encode ``text`` on another core, for a search that the rest of the query is still read for."""
        call = partial(self.encoder.encode_question, text, self.languages)
        self._encoding[text] = StartedCall(self.encoder.submit, call)

    def start(
        self, text: str, depth: int, allowed: Mask | None, *, contexts: bool = False
    ) -> StartedCall[Neighbours]:
        """Start a search of passages, optionally of ``contexts``, on another core, and return at once."""

        def near() -> Neighbours:
            found = self.nearest(text, depth, allowed)
            searched = self.contexts if contexts else None
            if searched is None:
                return found
            vector = self.encoder.vector_for_contexts(text, self.languages, found.vector)
            return found._replace(contexts=searched.nearest(vector, NEAREST))

        return StartedCall(self.encoder.submit, near)

    def nearest(self, text: str, depth: int, allowed: Mask | None) -> Neighbours:
        """Search on this core, without contexts."""
        started = self._encoding.pop(text, None)
        vector = started.result() if started else self.encoder.encode_question(text, self.languages)
        return Neighbours(vector, dict(self.vectors.search(vector, depth, allowed)), [])


class Candidates(NamedTuple):
    """Candidates, best first, and the number of matches of keyword search (in semantic search: examined passages).

    ``total`` is a lower bound unless ``is_exact``.
    """

    best: list[Candidate]
    total: int
    is_exact: bool = True


class Timings(Struct):
    """Milliseconds of each step of a query, by name."""

    milliseconds: dict[str, float] = field(default_factory=dict)

    def of(self, part: str) -> AbstractContextManager[None]:
        """Add the time of the block to ``part``."""
        return _Timing(self.milliseconds, part)


class _Timing:
    """A timer of one block; a class, since a generator would take as long as some blocks."""

    __slots__ = ("_milliseconds", "_part", "_started")

    def __init__(self, milliseconds: dict[str, float], part: str):
        self._milliseconds, self._part = milliseconds, part

    def __enter__(self) -> None:
        self._started = time.perf_counter()

    def __exit__(self, *_error: object) -> None:
        taken = (time.perf_counter() - self._started) * 1000
        self._milliseconds[self._part] = self._milliseconds.get(self._part, 0.0) + taken


class _Request(NamedTuple):
    """A query, its depth of retrieval, the conditions on each hit, and the timings."""

    query: Query
    depth: int
    conditions: Conditions
    timings: Timings


class Retriever(Struct, frozen=True):
    """A retriever of candidates in one library.

    Without ``semantic`` there is keyword search alone; ``semantic_problem`` gives the reason, if there are vectors.
    ``effort`` bounds the cost of the connectors of all its searches; beyond it, ``TooMuchWork`` is raised.
    """

    store: Store
    fulltext: FullText
    semantic: Semantic | None
    embedder: Embedder
    languages: tuple[str, ...]
    effort: Effort
    semantic_problem: Message | None = None
    _rows: dict[int, PassageRow] = field(default_factory=dict)
    """Passages that were read."""

    @property
    def keyword_only_notice(self) -> Message | None:
        """Return the notice that hybrid search is keyword search alone; ``None`` unless it is."""
        problem = self.semantic_problem
        return Message(NoteCode.BY_WORDS_ALONE, reason=problem) if problem else None

    @property
    def weights(self) -> Mapping[str, float]:
        """Return the weights of semantic scores in 0..1 (``lexdesk.models.embedder.read_fusion_weights``)."""
        return self.embedder.fusion_weights

    @property
    def semantic_unavailable(self) -> Message | None:
        """Return the reason why semantic search is unavailable; ``None`` if it is available."""
        return None if self.semantic else self.semantic_problem or Message(NoteCode.NO_VECTORS)

    def candidates(
        self, query: Query, mode: Mode, depth: int, excluded: Exclusion = NOTHING
    ) -> Candidates:
        """Return the candidates of ``query``, best first, without the ``excluded`` expressions.

        Raises ``QueryError`` for a filter value missing from the library.
        """
        conditions = Conditions(resolve_filters(query, self.store, self.fulltext), excluded)
        return self.retrieve(query, mode, depth, conditions, Timings())

    def retrieve(
        self, query: Query, mode: Mode, depth: int, conditions: Conditions, timings: Timings
    ) -> Candidates:
        """Return candidates, best first; lexical and semantic search each return ``depth`` passages.

        The score is BM25 in keyword search, the cosine in semantic search; the fused score lies in 0..1 and
        includes the evidence of other passages of the text. A passage shorter than the query scores less in
        semantic and hybrid search. A query of filters alone has scores of 0; hybrid search of numbers and signs
        alone is keyword search.
        """
        request = _Request(query, depth, conditions, timings)
        if query.lists:
            return self._list_filtered(request)
        is_keyword = mode == "keyword" or (mode == "hybrid" and not query.has_semantic_text)
        if is_keyword or (mode == "hybrid" and self.semantic is None):
            found = self._search_lexical(request, depth)
            best = [
                Candidate(passage, score, score, None) for passage, score in found.scores.items()
            ]
            return Candidates(best, found.total, found.is_exact)
        if self.semantic is None:
            return Candidates([], 0)
        with timings.of("filters"):
            allowed = find_allowed_passages(query.root, conditions, self.store)
        by = self._search_hybrid if mode == "hybrid" else self._search_semantic
        return by(self.semantic, request, allowed)

    def _search_semantic(
        self, semantic: Semantic, request: _Request, allowed: Mask | None
    ) -> Candidates:
        with request.timings.of("semantic"):
            near = semantic.nearest(request.query.semantic_text, request.depth, allowed)
        semantic_scores, _ = self._check_neighbours(request, near.passages)
        # Some neighbours were dropped, so other passages that meet the conditions are farther away.
        if len(semantic_scores) < len(near.passages):
            fulfilling = self._search_lexical(request, max(request.depth, _CONDITION_DEPTH)).scores
            with request.timings.of("vectors"):
                missing = [passage for passage in fulfilling if passage not in semantic_scores]
                semantic_scores |= semantic.vectors.similarities(near.vector, missing)
        return self._rank_semantic(request, semantic_scores)

    def _search_hybrid(
        self, semantic: Semantic, request: _Request, allowed: Mask | None
    ) -> Candidates:
        """Run lexical search and, on another core, semantic search; fuse their scores."""
        from lexdesk.models.manifest import is_short

        query, depth, timings = request.query, request.depth, request.timings
        is_passage = not query.demanding and not is_short(query.semantic_text)
        semantic_search = semantic.start(query.semantic_text, depth, allowed, contexts=is_passage)
        try:
            # Deep enough to score semantic neighbours without a second lexical search;
            # conditions are checked on those later, at any depth.
            deep = depth if query.demanding else max(depth, _LEXICAL_DEPTH)
            with another_core():  # used by the semantic search
                found = self._search_lexical(request, deep)
        except BaseException:
            semantic_search.end()  # the store must stay open until then
            raise
        with timings.of("semantic"):  # only the time beyond keyword search
            near = semantic_search.result()
        semantic_scores, scores_of_neighbours = self._check_neighbours(request, near.passages)
        with timings.of("citing"):
            margin = semantic.contexts.margin if semantic.contexts else 0.0
            own = near.passages.values()
            cited = citation_evidence(near.contexts, own, self.store, allowed, margin)
        # Each candidate of one retrieval gets its score by the other, so that a near miss counts.
        best_lexical = list(found.scores)[:depth]
        with timings.of("vectors"):
            missing = [passage for passage in best_lexical if passage not in semantic_scores]
            semantic_scores |= semantic.vectors.similarities(near.vector, missing)
            semantic_scores |= cited.nearest_of_others(
                semantic_scores, semantic.vectors, near.vector
            )
        scores = found.scores | scores_of_neighbours
        lexical_scores = {
            passage: scores[passage]
            for passage in (*best_lexical, *semantic_scores)
            if passage in scores
        }
        with timings.of("fusion"):
            best = self._fuse(lexical_scores, semantic_scores, cited, request)
        return Candidates(best, found.total, found.is_exact)

    def _search_lexical(self, request: _Request, depth: int) -> LexicalHits:
        with request.timings.of("lexical"):
            return self._lexical.search(request.query.root, depth, request.conditions)

    def _rank_semantic(self, request: _Request, semantic_scores: Mapping[int, float]) -> Candidates:
        """Rank neighbours by cosine alone."""
        best = [
            Candidate(passage, max(cosine, 0.0), None, cosine)
            for passage, cosine in semantic_scores.items()
        ]
        with request.timings.of("fusion"):
            best.sort(key=lambda candidate: -candidate.score)  # stable: nearest first
            best = penalize_short(best, self._extents(best), request.query.semantic_text)
        return Candidates(best, len(best))

    def _best_lexical(self, lexical_scores: Mapping[int, float]) -> PassageRow | None:
        """Return the best passage by its lexical score."""
        best = max(lexical_scores, key=lambda at: (lexical_scores[at], -at), default=0)
        return self.read([best]).get(best)

    def _fuse(
        self,
        lexical_scores: Mapping[int, float],
        semantic_scores: Mapping[int, float],
        cited: CitationEvidence,
        request: _Request,
    ) -> list[Candidate]:
        """Fuse both scores, and add evidence by ``share``: the more words the best passage has, the less."""
        question = request.query.semantic_text
        share, weight = 1.0, self.weight_for(lexical_scores, question)
        if (best := self._best_lexical(lexical_scores)) is not None:
            passage, language = passage_text(best.heading, best.text), best.expression.language
            share = other_evidence_share(question, passage)
            has_subject = partial(self.fulltext.has_subject, best.id, languages=self.languages)
            weight = weight_by_coverage(
                weight, question, passage, language, self.languages, has_subject
            )
        fused = fuse(lexical_scores, semantic_scores, share * weight)
        if share:
            extents = self._extents(fused)
            fused = self._with_evidence(penalize_short(fused, extents, question), extents, share)
        raised = cited.raise_candidates(fused, share)
        return self._with_feedback(raised, share * feedback_share(question), request.conditions)

    def _extents(self, candidates: list[Candidate]) -> dict[int, Extent]:
        best = [candidate.passage for candidate in candidates[:BEST]]
        rows = self.read(best)  # cached: shown or ordered later
        return {
            passage: Extent(rows[passage].expression.id, len(rows[passage].text))
            for passage in best
            if passage in rows
        }

    def read(self, passages: Sequence[int]) -> Mapping[int, PassageRow]:
        """Return these passages and others read before, by id, as stored; those removed since are missing."""
        if new := [passage for passage in passages if passage not in self._rows]:
            self._rows.update(self.store.passages.by_id(new))
        return self._rows

    def _with_evidence(
        self, candidates: list[Candidate], extents: Mapping[int, Extent], share: float
    ) -> list[Candidate]:
        rows = self.read([*extents])  # texts without provisions only; for others see ``first_hits``
        text_of = {at: extent.expression for at, extent in extents.items() if not rows[at].eid}
        times = Counter(text_of.values())
        lengths = self.store.passages.count([text for text in times if times[text] > 1])
        return raise_by_evidence(candidates, text_of, lengths, self.fulltext.size, share)

    def _with_feedback(
        self, candidates: list[Candidate], share: float, conditions: Conditions
    ) -> list[Candidate]:
        """Raise the candidates with the words that the best texts share, by ``share``."""
        if not share or not candidates:
            return candidates
        rows = self.read([candidate.passage for candidate in candidates[:BEST]])
        best: dict[int, str] = {}
        for candidate in candidates[:BEST]:
            if row := rows.get(candidate.passage):
                best.setdefault(row.expression.id, passage_text(row.heading, row.text))
        fulltext = self.fulltext
        words = feedback_words([*best.values()][:TEXTS], fulltext.frequencies, fulltext.size)
        scores = dict(fulltext.search_weighted(words, len(candidates), conditions))
        return raise_by_feedback(candidates, scores, share)

    @property
    def _lexical(self) -> LexicalSearch:
        return LexicalSearch(self.store, self.fulltext, self.languages, self.effort)

    def _list_filtered(self, request: _Request) -> Candidates:
        conditions = request.conditions
        with request.timings.of("filters"):
            passages, total = list_filtered(
                request.query, conditions.filters, self.store, request.depth, conditions.excluded
            )
        return Candidates([Candidate(passage, 0.0, None, None) for passage in passages], total)

    def _check_neighbours(
        self, request: _Request, near: dict[int, float]
    ) -> tuple[dict[int, float], dict[int, float]]:
        """Return the neighbours that meet the conditions, and their known lexical scores."""
        if not request.query.demanding:
            return near, {}
        with request.timings.of("lexical"):  # neighbours that violate a condition are dropped
            scores = self._lexical.scores(request.query.root, list(near), request.conditions)
        return {p: cosine for p, cosine in near.items() if p in scores}, scores

    def weight_for(self, lexical_scores: Mapping[int, float], question: str) -> float:
        """Return the weight of semantic scores for the language of most top lexical hits."""
        languages = self.languages
        if len(languages) > 1 and lexical_scores:
            best = sorted(lexical_scores, key=lambda passage: -lexical_scores[passage])[:_VOTERS]
            languages = tuple(self.store.passages.languages_of(best))
        language = Counter(languages).most_common(1)[0][0] if languages else ""
        return self.semantic_weight(language, question)

    def semantic_weight(self, language: str | None, question: str) -> float:
        """Return the weight of semantic scores (0..1) for ``question`` in texts in ``language``."""
        from lexdesk.models.manifest import is_short

        return find_semantic_weight(self.weights, language, short=is_short(question))
