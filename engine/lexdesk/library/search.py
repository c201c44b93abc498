"""The search of a library: hits, explanations, suggestions, highlights."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.errors import ModelError, ModelMismatch, ModelUntrusted, QueryError
from lexdesk.index.protocol import Index
from lexdesk.models.embedder import Embedder
from lexdesk.query import parse
from lexdesk.query.dates import Day
from lexdesk.search.library_state import languages
from lexdesk.search.options import Mode, SearchOptions
from lexdesk.search.pipeline import SearchPipeline
from lexdesk.search.results.highlights import Highlighter
from lexdesk.search.results.hits import Answer, make_known_item_hits
from lexdesk.search.retrieval.hybrid import Retriever, Timings
from lexdesk.storage import Store

if TYPE_CHECKING:  # loaded on use
    from lexdesk.search.results.query_explanation import Explanation
    from lexdesk.search.suggest.relaxation import RelaxedQuery

_MAX_TRIED = 20  # relaxed queries that are searched
_MAX_CITED = 10  # known items of an explanation


class LibrarySearch:
    """The search of the library in the folder ``path``: ``library.search("withdraw consent")``."""

    def __init__(self, path: Path, store: Store, index: Index, embedder: Embedder):
        self._store, self._index, self._embedder = store, index, embedder
        self._pipeline = SearchPipeline(path, store, index, embedder)

    def __call__(
        self,
        query: str,
        *,
        mode: Mode = "hybrid",
        top: int = 10,
        plain: bool = False,
        as_of: Day | None = None,
        rerank: bool = False,
        advise: bool = False,
    ) -> Answer:
        """Return the ``top`` best hits for ``query``.

        ``plain`` reads the query as text without operators. Each work is searched in its version of the day
        ``as_of``, today by default, and labelled with its status on that day. ``rerank`` re-ranks the top hits with
        the installed re-ranker. ``advise`` adds a corrected query (``did_you_mean``) and, without a hit, ``relaxed``
        queries, at the cost of some milliseconds and a few more searches. If the embeddings are of another model,
        ``hybrid`` is keyword search, and ``notice`` gives the reason. Raises ``QueryError`` with the position of a
        mistake, ``ImpossibleDate``, and ``NoModel`` or ``ModelMismatch`` if semantic search or a re-ranker is
        unavailable.
        """
        answer, _ = self._pipeline.search(query, SearchOptions(mode, top, plain, as_of, rerank))
        if not advise or plain:
            return answer
        relaxed = [] if answer.hits else self.relax(query, as_of=as_of)
        return dataclasses.replace(answer, relaxed=relaxed, did_you_mean=self.did_you_mean(query))

    def search_timed(self, query: str, options: SearchOptions) -> tuple[Answer, Timings]:
        """Return the answer of a search, and the milliseconds of each step."""
        return self._pipeline.search(query, options)

    def explain(self, query: str, *, mode: Mode = "hybrid") -> Explanation:
        """Explain the current interpretation of ``query`` in a search: keywords alone if vectors are missing.

        Raises ``QueryError`` as a search does.
        """
        from lexdesk.search.results.query_explanation import explain

        parsed = parse(query)
        item = self._pipeline.known_item(parsed, _MAX_CITED)
        expanded = self._pipeline.expand(query)
        if mode == "hybrid" and not self._has_semantic_index():
            mode = "keyword"
        known_languages = languages(self._store)
        highlighter = Highlighter(expanded, known_languages)
        known = make_known_item_hits(item, highlighter, self._store, lambda _expression, _eid: None)
        explained = explain(expanded, mode, known_languages)
        subjects = self._pipeline.subjects(parsed, item)
        return dataclasses.replace(
            explained, cites=[hit.citation for hit in known], subjects=subjects
        )

    def relax(self, query: str, *, as_of: Day | None = None, most: int = 3) -> list[RelaxedQuery]:
        """Return at most ``most`` queries with one condition less than ``query`` and at least one hit.

        By keywords alone, those with most hits first; of a query with many conditions, not all are tried. Raises
        ``QueryError``.
        """
        from lexdesk.search.suggest.relaxation import RelaxedQuery, relax

        options = SearchOptions("keyword", top=1, as_of=as_of)
        tried = [str(node) for node in itertools.islice(relax(parse(query).root), _MAX_TRIED)]
        found: list[RelaxedQuery] = []
        with contextlib.suppress(QueryError):  # too much work, as for the other queries
            found.extend(
                RelaxedQuery(text, self._pipeline.search(text, options)[0].total) for text in tried
            )
        matching = [relaxed for relaxed in found if relaxed.total]
        return sorted(matching, key=lambda relaxed: -relaxed.total)[:most]

    def did_you_mean(self, query: str) -> str:
        """Replace the words of ``query`` absent from the library by similar words in it.

        Returns ``""`` without a suggestion, as for a citation of a work in the library, in any form. Raises
        ``QueryError``.
        """
        from lexdesk.search.suggest.spelling import Spelling

        parsed = parse(query)
        spelling = Spelling(
            self._store, self._index.fulltext(), languages(self._store), self._is_known_word
        )
        corrected = spelling.correct(parsed)
        if not corrected:
            return ""
        item = self._pipeline.known_item(parsed, 1)
        if item.is_law_absent and item.notice:  # a place in a law that the library lacks
            return corrected if self._pipeline.known_item(parse(corrected), 1).located else ""
        return "" if item.answers_query else corrected

    def _is_known_word(self, word: str) -> bool:
        from lexdesk.search.expansion.subject_table import is_word_of_subjects

        return self._embedder.knows(word) or is_word_of_subjects(word)

    def _has_semantic_index(self) -> bool:
        """Return whether hybrid search is semantic, too: there are embeddings, and not of another model."""
        try:
            self._embedder.require_fit()
        except (ModelMismatch, ModelUntrusted):
            return False
        except ModelError:  # the search reports it
            pass
        return self._store.vectors.last_number() > 0

    def other_forms(self, query: str, *, most: int = 3) -> dict[str, list[str]]:
        """Return the plain words of ``query``, folded, each with the most frequent of its other matching forms.

        ``withdraw`` with *withdrawal* and *withdraws*; a word without other forms is omitted. Raises ``QueryError``.
        """
        from lexdesk.search.expansion.inflected_forms import other_forms

        known_languages = languages(self._store)
        return other_forms(parse(query), self._store, self._index.fulltext(), known_languages, most)

    def highlights(
        self, query: str, text: str, language: str | None = None
    ) -> list[tuple[int, int]]:
        """Return the matches of ``query`` in ``text`` (ISO 639-1 ``language``), as ``Hit.highlights``.

        Raises ``QueryError``.
        """
        highlighter = Highlighter(self._pipeline.expand(query), languages(self._store))
        return highlighter.spans(text, language)

    def retriever(self, mode: Mode = "hybrid") -> Retriever:
        """Return the retriever of searches, for callers in need of candidates, not hits.

        With vectors of another model, ``hybrid`` uses keywords alone; ``semantic_problem`` has the reason. Raises
        ``LexdeskError`` for an unknown mode, and ``NoModel`` or ``ModelMismatch`` if semantic search is requested and
        unavailable.
        """
        return self._pipeline.retriever(mode)

    def complete(self, beginning: str, top: int = 8) -> list[str]:
        """Return completions of ``beginning``: the citation in it, and works of that name."""
        from lexdesk.search.suggest.completion import list_completions

        return list_completions(self._store, beginning, languages(self._store), top)
