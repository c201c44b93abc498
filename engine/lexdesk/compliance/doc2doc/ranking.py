"""Ranking of the documents for a long query, stage by stage.

The scores of a candidate (``stage_scores``) are combined into one (``combine_scores``); the best candidates are then
compared with the query paragraph by paragraph (``interactions``).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lexdesk.compliance.doc2doc.citations import Names
from lexdesk.compliance.doc2doc.interactions import Interactions, ParagraphComparison
from lexdesk.compliance.doc2doc.long_query import LongQuery
from lexdesk.compliance.doc2doc.parameters import Parameters, Stage
from lexdesk.compliance.doc2doc.stage_scores import (
    CandidateScoring,
    ScoredCandidates,
    Scores,
    combine_scores,
    sample_evenly,
    scale,
)
from lexdesk.compliance.passage_matching import list_search_notes
from lexdesk.errors import LexdeskError, Message, NoteCode
from lexdesk.ingest.unread_pages import list_unread_notes
from lexdesk.law.provision_lookup import map_works_by_name
from lexdesk.system.progress import Listener, Progress

if TYPE_CHECKING:
    from lexdesk.models.encoder import TextEncoder
    from lexdesk.search.retrieval.hybrid import Retriever

_MOST_ROWS = 240  # maximum paragraphs of a query compared in ``with_places``


@dataclass(frozen=True, slots=True)
class RankedCandidates:
    """The candidates with their scores, (documents,), and the matrices of the best of them."""

    scored: ScoredCandidates
    scores: Scores
    met: dict[int, Interactions]

    def best(self, retriever: Retriever, top: int) -> list[int]:
        """Return the places of the best candidates, one for each work, best first."""
        works = retriever.store.law.expression_rows(self.scored.expressions)
        found: dict[str, int] = {}
        for place in self.scores.argsort(kind="stable")[::-1].tolist():
            expression = works.get(self.scored.expressions[place])
            # No expression: it was removed meanwhile.
            if expression and len(found) < top and self.scores[place] > 0:
                found.setdefault(expression.work, place)
        return list(found.values())


class Ranking:
    """The stages from a long query to its ranking, except those left out."""

    def __init__(
        self,
        retriever: Retriever,
        parameters: Parameters,
        without: Collection[Stage],
        listener: Listener,
    ):
        self._retriever, self._parameters = retriever, parameters
        self._without, self._listener = without, listener
        self._scoring = CandidateScoring(retriever, parameters, without, listener)
        self.notes = (
            list_unread_notes(retriever.store)
            if "semantic" in without
            else list_search_notes(retriever, NoteCode.DOCUMENTS_BY_WORDS)
        )

    def names(self, query: LongQuery) -> Names:
        """Return the names of the works of the library, or none if ``query`` cites no work by name alone."""
        by_name = any(reference.name and not reference.work for reference in query.references)
        return map_works_by_name(self._retriever.store) if by_name else {}

    def rank(self, query: LongQuery, excluded: frozenset[int]) -> RankedCandidates:
        """Return the candidates for ``query``, scored by all stages."""
        scored = self._scoring.score(query, self.names(query), excluded)
        scores = combine_scores(scored.stage_scores, scored.weights)
        places = scores.argsort(kind="stable")[::-1][: self._parameters.interaction_depth].tolist()
        met = {} if "interactions" in self._without else self._meet(scored, places)
        return RankedCandidates(scored, self.with_interactions(scores, met), met)

    def with_places(
        self, query: LongQuery, found: RankedCandidates, places: Sequence[int]
    ) -> RankedCandidates:
        """Return the same ranking, with all paragraphs of ``query`` compared with those of ``places``.

        Of more than 240, as many are spread over the text, which is noted.
        """
        if (total := len(query.paragraphs)) > _MOST_ROWS:
            note = Message(NoteCode.PARAGRAPHS_SAMPLED, count=_MOST_ROWS, total=total)
            self.notes.append(note)
        scored = dataclasses.replace(found.scored, rows=sample_evenly(query.paragraphs, _MOST_ROWS))
        return RankedCandidates(scored, found.scores, self._meet(scored, places))

    def with_interactions(self, scores: Scores, met: dict[int, Interactions]) -> Scores:
        """Mix the paragraph scores into the scores of the best documents; the others stay below."""
        share = self._parameters.interactions
        if not met or not share:
            return scores
        places = list(met)
        paragraphs = scale(np.array([paragraph.score for paragraph in met.values()], np.float32))
        changed = scores.copy()
        mixed = (1 - share) * scores[places] + share * paragraphs * float(scores.max())
        below = float(scores[places].min())
        changed[places] = below + mixed - min(float(mixed.min()), below)
        return changed

    def _meet(self, scored: ScoredCandidates, places: Sequence[int]) -> dict[int, Interactions]:
        """Compare the query rows with the paragraphs of the candidates at ``places``."""
        comparison = ParagraphComparison(
            self._retriever.store, self._encoder, scored.rows, scored.words.idf
        )
        met = {}
        for done, place in enumerate(places, start=1):
            met[place] = comparison.with_document(scored.expressions[place])
            self._listener(Progress("paragraphs", done, len(places)))
        return met

    @functools.cached_property
    def _encoder(self) -> TextEncoder | None:
        """Return the encoder of paragraphs; ``None`` without a model or with embeddings of another model."""
        if self._retriever.semantic is not None:
            return self._retriever.semantic.encoder
        if self._retriever.semantic_problem:
            self.notes.append(Message(NoteCode.PARAGRAPHS_BY_WORDS))
            return None
        from lexdesk.models.multilingual import load_installed_encoder

        try:
            return load_installed_encoder()
        except LexdeskError:
            self.notes.append(Message(NoteCode.PARAGRAPHS_WITHOUT_MODEL))
            return None
