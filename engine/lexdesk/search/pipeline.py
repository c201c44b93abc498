"""What a library answers to a query that somebody typed, step by step.

What each of this does for whoever asks stands at the method of the same name of ``lexdesk.library.library.Library``.
"""

from __future__ import annotations

import dataclasses
import datetime
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.errors import LexdeskError, ModelError, ModelMismatch, NoModel
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.protocol import Index
from lexdesk.law.as_of import excluded_expressions
from lexdesk.models.embedder import Embedder
from lexdesk.query import Query, parse
from lexdesk.query import plain as plain_query
from lexdesk.query.dates import Day, day_of
from lexdesk.search.answering import Answering
from lexdesk.search.current import languages, vectors_ready
from lexdesk.search.expansion.rewriting import understood
from lexdesk.search.results.hits import Answer
from lexdesk.search.retrieval.hybrid import MODES, Mode, Retriever, Semantic, Timings
from lexdesk.storage import Store

if TYPE_CHECKING:  # what a search without them need not load
    from lexdesk.models.reranker import Reranker
    from lexdesk.search.results.explanation import Explanation
    from lexdesk.search.suggest.relaxation import RelaxedQuery

_MOST_RELAXED = 20  # queries that are tried where one finds nothing


class Searching:
    """Searches the library in ``path`` by its ``index``, and by the meaning that its ``embedder`` tells."""

    def __init__(self, path: Path, store: Store, index: Index, embedder: Embedder):
        self._path, self._store, self._index, self._embedder = path, store, index, embedder

    def search(
        self,
        query: str,
        mode: Mode,
        top: int,
        plain: bool,
        as_of: Day | None,
        rerank: bool,
        advise: bool,
    ) -> Answer:
        """The answer, with advice where it is wanted and ``query`` has operators that may be the reason."""
        answer = self.search_timed(query, mode, top, plain, as_of, rerank)[0]
        if plain or not advise:
            return answer
        relaxed = [] if answer.hits else self.relax(query, as_of, 3)
        return dataclasses.replace(answer, relaxed=relaxed, did_you_mean=self.did_you_mean(query))

    def search_timed(
        self, query: str, mode: Mode, top: int, plain: bool, as_of: Day | None, rerank: bool
    ) -> tuple[Answer, Timings]:
        """The answer, and the milliseconds that each part of it took."""
        timings = Timings()
        day = day_of(as_of) if as_of else datetime.date.today()
        with timings.of("parse"):
            parsed = plain_query(query) if plain else parse(query)
        with timings.of("open"):
            retriever = self.retriever(mode)
            lack = f"Found by words alone: {retriever.lack}" if retriever.lack else ""
            mode = "keyword" if lack else mode
        with timings.of("understand"):
            parsed = self._understood(parsed, retriever.fulltext)
        # From here on as of one moment, later than that of the indexes: what they have and is gone is left out.
        with self._store.as_of_one_moment():
            with timings.of("versions"):
                excluded = excluded_expressions(self._store, day)
            ready = 0.0 if lack else vectors_ready(self._store)
            answering = Answering(retriever, day, excluded, ready, _reranker(rerank), lack)
            return answering.answer(parsed, mode, top, timings), timings

    def explain(self, query: str, mode: Mode) -> Explanation:
        """How a search understands a query."""
        from lexdesk.search.filters import resolve
        from lexdesk.search.results.explanation import explain

        words = self._index.words()
        parsed = self._understood(parse(query), words)
        resolve(parsed, self._store, words)
        mode = "keyword" if mode == "hybrid" and not self._has_meaning() else mode
        cites = [hit.citation for hit in self._by_words(query, 10).hits if hit.query_cites]
        explained = explain(parsed, mode, languages(self._store))
        return dataclasses.replace(explained, cites=cites)

    def relax(self, query: str, as_of: Day | None, most: int) -> list[RelaxedQuery]:
        """Queries that ask for one thing less than ``query`` and find something."""
        from lexdesk.search.suggest.relaxation import RelaxedQuery, relax

        tried = [str(each) for each in itertools.islice(relax(parse(query).root), _MOST_RELAXED)]
        totals = [RelaxedQuery(each, self._by_words(each, 1, as_of).total) for each in tried]
        return sorted(filter(lambda each: each.total, totals), key=lambda each: -each.total)[:most]

    def did_you_mean(self, query: str) -> str:
        """``query`` with words that are in the library in place of those that are nowhere in it."""
        from lexdesk.search.suggest.spelling import Spelling

        known = languages(self._store)
        words = Spelling(self._store, self._index.words(), known, self._embedder.knows)
        offered = words.corrected(parse(query))
        is_understood = offered and any(hit.named for hit in self._by_words(query, 1).hits)
        return "" if is_understood else offered

    def other_forms(self, query: str, most: int) -> dict[str, list[str]]:
        """The words of ``query`` with other forms that are found, too."""
        from lexdesk.search.suggest.forms import other_forms

        known = languages(self._store)
        return other_forms(parse(query), self._store, self._index.words(), known, most)

    def highlights(self, query: str, text: str, language: str | None) -> list[tuple[int, int]]:
        """Where ``text`` holds what ``query`` asks for."""
        from lexdesk.search.results.highlights import Highlighter

        parsed = self._understood(parse(query), self._index.words())
        return Highlighter(parsed, languages(self._store)).spans(text, language)

    def retriever(self, mode: Mode) -> Retriever:
        """What finds candidates in ``mode``, by words alone where those are all that ``hybrid`` has."""
        if mode not in MODES:
            raise LexdeskError(f"there is no mode {mode!r} of search; known are {', '.join(MODES)}")
        semantic, lack = None, ""
        try:
            semantic = None if mode == "keyword" else self._semantic()
        except ModelMismatch as error:
            if mode == "semantic":
                raise
            lack = str(error)
        if mode == "semantic" and semantic is None:
            raise NoModel(f"{self._path} has no semantic index yet; build it with: lexdesk add")
        return Retriever(
            self._store, self._index.words(), semantic, self._embedder.fusion_weights,
            languages(self._store), lack,
        )  # fmt: skip

    def _by_words(self, query: str, top: int, as_of: Day | None = None) -> Answer:
        return self.search_timed(query, "keyword", top, plain=False, as_of=as_of, rerank=False)[0]

    def _understood(self, query: Query, words: FullText) -> Query:
        with self._store.as_of_one_moment():
            return understood(query, self._store, words)

    def _semantic(self) -> Semantic | None:
        """What search by meaning needs, up to date; ``None`` while there are no vectors at all."""
        if self._store.last_vector() == 0:
            return None
        self._embedder.require_fit()
        encoder = self._embedder.encoder  # first: it loads in the background
        return Semantic(encoder, self._index.vectors(), self._embedder.contexts)

    def _has_meaning(self) -> bool:
        """Whether a search by both finds by meaning: there are vectors, and of no other model than the one at hand."""
        try:
            self._embedder.require_fit()
        except ModelMismatch:
            return False
        except ModelError:  # told by the search
            pass
        return self._store.last_vector() > 0


def _reranker(wanted: bool) -> Reranker | None:
    if not wanted:  # a search by words loads neither numpy nor a model
        return None
    from lexdesk.models.reranker import installed

    return installed()
