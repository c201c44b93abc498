"""Advice on a query: explanations, spelling, relaxed queries, inflected forms, highlights."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
from typing import TYPE_CHECKING

from lexdesk.errors import QueryError
from lexdesk.query import parse
from lexdesk.search.library_state import languages
from lexdesk.search.options import Mode, SearchOptions
from lexdesk.search.results.highlights import Highlighter
from lexdesk.search.results.hits import Answer, known_item_hits

if TYPE_CHECKING:
    from lexdesk.query.dates import Day
    from lexdesk.search.pipeline import SearchPipeline
    from lexdesk.search.results.explanation import Explanation
    from lexdesk.search.suggest.relaxation import RelaxedQuery

_MOST_TRIED = 20  # relaxed queries that are searched
_MOST_CITED = 10  # known items of an explanation
_MOST_OFFERED = 3  # relaxed queries of an answer


class Advisor:
    """Advises on queries to the library of a search ``pipeline``."""

    def __init__(self, pipeline: SearchPipeline):
        self._pipeline = pipeline
        self._store, self._index = pipeline.store, pipeline.index

    def advise(self, answer: Answer, as_of: Day | None) -> Answer:
        """Add a corrected query and, for an answer without hits, relaxed queries."""
        relaxed = [] if answer.hits else self.relax(answer.query, as_of, _MOST_OFFERED)
        corrected = self.did_you_mean(answer.query)
        return dataclasses.replace(answer, relaxed=relaxed, did_you_mean=corrected)

    def explain(self, query: str, mode: Mode) -> Explanation:
        """Explain the reading of a query."""
        from lexdesk.search.results.explanation import explain

        item = self._pipeline.known_item(parse(query), _MOST_CITED)
        expanded = self._pipeline.expanded(query)
        if mode == "hybrid" and not self._pipeline.has_semantic_index():
            mode = "keyword"
        highlighter = Highlighter(expanded, languages(self._store))
        known = known_item_hits(item, highlighter, self._store, lambda _expression, _eid: None)
        explained = explain(expanded, mode, languages(self._store))
        return dataclasses.replace(explained, cites=[hit.citation for hit in known])

    def relax(self, query: str, as_of: Day | None, most: int) -> list[RelaxedQuery]:
        """Return matching queries with one condition less than ``query``, most passages first."""
        from lexdesk.search.suggest.relaxation import RelaxedQuery, relax

        options = SearchOptions("keyword", top=1, as_of=as_of)
        tried = [str(node) for node in itertools.islice(relax(parse(query).root), _MOST_TRIED)]
        found: list[RelaxedQuery] = []
        with contextlib.suppress(QueryError):  # it asks for too much, as the rest may
            found.extend(
                RelaxedQuery(text, self._pipeline.search(text, options)[0].total) for text in tried
            )
        return sorted(filter(lambda group: group.total, found), key=lambda group: -group.total)[
            :most
        ]

    def did_you_mean(self, query: str) -> str:
        """Return ``query`` with corrected words; ``""`` without a correction."""
        from lexdesk.search.suggest.spelling import Spelling

        parsed = parse(query)
        spelling = Spelling(
            self._store, self._index.words(), languages(self._store), self._pipeline.is_known_word
        )
        corrected = spelling.corrected(parsed)
        if corrected and self._pipeline.known_item(parsed, 1).answers_query:
            return ""
        return corrected

    def other_forms(self, query: str, most: int) -> dict[str, list[str]]:
        """Return the words of ``query``, each with other inflected forms in the library."""
        from lexdesk.search.suggest.inflected_forms import other_forms

        known = languages(self._store)
        return other_forms(parse(query), self._store, self._index.words(), known, most)

    def highlights(self, query: str, text: str, language: str | None) -> list[tuple[int, int]]:
        """Return the spans of ``text`` matched by ``query``."""
        return Highlighter(self._pipeline.expanded(query), languages(self._store)).spans(
            text, language
        )
