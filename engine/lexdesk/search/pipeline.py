"""The steps of one search, from the text of a query to the answer.

parse (``_read``) -> resolve the filters and the known item, expand (``_plan``)
-> retrieve and fuse, re-rank, order, fold (``_find``) -> present (``_present``)
"""

from __future__ import annotations

import dataclasses
import datetime
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.citations.moments import Moment, read_moment
from lexdesk.errors import LibraryCode, Message, ModelMismatch, ModelUntrusted, NoModel, both
from lexdesk.index.conditions import Conditions, Exclusion
from lexdesk.index.protocol import Index
from lexdesk.law.as_of import StatusLookup, exclude_expressions
from lexdesk.law.citation_labels import label_citation
from lexdesk.models.embedder import Embedder
from lexdesk.near_duplicates.folding import PassageFolding
from lexdesk.query import Query, parse, plain
from lexdesk.search.expansion.expand import expand
from lexdesk.search.expansion.subject_index import Matters, find_matters
from lexdesk.search.filters import resolve_filters
from lexdesk.search.known_item.citing_passages import (
    build_citing_query,
    resolve_beside_filters,
    without_own_passages,
)
from lexdesk.search.known_item.item import KnownItem, citing_query
from lexdesk.search.known_item.library_citations import citation_of, library_citation
from lexdesk.search.known_item.resolver import KnownItemResolver
from lexdesk.search.library_state import compute_vectors_ready, languages
from lexdesk.search.moment_notices import describe_moment, order_by_day
from lexdesk.search.options import Mode, SearchOptions, require_mode
from lexdesk.search.proximity.effort import Effort, rejecting_excess
from lexdesk.search.questions import Question, describe_question, read_question
from lexdesk.search.ranking.first_hits import order_first_hits
from lexdesk.search.ranking.matters import place_matters
from lexdesk.search.results.highlights import CitationHighlighter
from lexdesk.search.results.hits import (
    Answer,
    Distinct,
    Hit,
    PassageRows,
    make_known_item_hits,
    merge,
)
from lexdesk.search.results.unrelated_hits import match_notice, without_unrelated
from lexdesk.search.retrieval.hybrid import Candidates, Retriever, Semantic, Timings
from lexdesk.search.retrieval.scoped_retrieval import DEPTH, retrieval_depths, retrieve_within
from lexdesk.search.scope import Scope, read_scope
from lexdesk.storage import Store
from lexdesk.system.native_memory import releasing_memory

if TYPE_CHECKING:  # keyword search loads neither numpy nor a model
    from lexdesk.models.reranker import Reranker


class _Request(NamedTuple):
    """A query as read: its text, its time, its question (``None`` for plain words), and the day of the law."""

    text: str
    moment: Moment
    question: Question | None
    parsed: Query
    day: datetime.date
    is_of_day: bool  # a day that the options or the query state


class _Plan(NamedTuple):
    """A query ready for retrieval: expanded, with its known item, conditions, scope and matters.

    ``mode`` is keyword search if semantic search is unavailable. ``lists_citing`` is whether ``query`` asks for the
    passages that cite the known item.
    """

    request: _Request
    query: Query
    mode: Mode
    item: KnownItem
    conditions: Conditions
    scope: Scope
    matters: Matters
    lists_citing: bool = False


class _Search(NamedTuple):
    """One search in progress: its options, its retriever, its re-ranker if one is wanted, and the time of each step."""

    options: SearchOptions
    retriever: Retriever
    reranker: Reranker | None
    timings: Timings


class SearchPipeline:
    """The search of the library in the folder ``path`` through its ``index``, with the embeddings of ``embedder``."""

    def __init__(self, path: Path, store: Store, index: Index, embedder: Embedder):
        self._path, self._embedder = path, embedder
        self.store, self.index = store, index

    def search(self, text: str, options: SearchOptions) -> tuple[Answer, Timings]:
        """Return the ``options.top`` best hits, known items first, and the milliseconds of each step.

        Raises ``QueryError``, ``ImpossibleDate``, ``NoModel`` and ``ModelMismatch``.
        """
        timings, store = Timings(), self.store
        with timings.of("parse"):
            request = _read(text, options, store)
        with timings.of("open"):
            retriever = self.retriever(options.mode)
            reranker = _installed_reranker() if options.rerank else None
        search = _Search(options, retriever, reranker, timings)
        # From here on one snapshot, later than that of the indexes: passages removed since are left out.
        with (
            releasing_memory(self._release_memory),
            store.as_of_one_moment(),
            rejecting_excess(text),
        ):
            started = time.perf_counter()
            if retriever.semantic and request.parsed.has_semantic_text:
                retriever.semantic.start_encoding(request.parsed.semantic_text)
            plan, found, distinct = self._find(self._plan(request, search), search)
            with timings.of("present"):
                hits, passages = self._present(plan, distinct, options.top)
            with timings.of("likeness"):
                hits = _with_likeness(hits, passages, retriever)
            hits, is_unrelated = without_unrelated(
                hits, text, plan.item, plan.mode, found.total, retriever.semantic
            )
            took = round((time.perf_counter() - started) * 1000, 3)
            notices = (
                *self._notices(plan, hits, found.total, is_unrelated=is_unrelated),
                retriever.keyword_only_notice,
                store.pending.notice(),
            )
            answer = Answer(
                query=text,
                parsed=str(request.parsed if plan.lists_citing else plan.query),
                mode=plan.mode,
                took_ms=took,
                total=_total(plan, found),
                vectors_ready=0.0 if retriever.semantic_problem else compute_vectors_ready(store),
                hits=hits,
                as_of=request.day.isoformat(),
                total_is_exact=found.is_exact,
                lists_citing=plan.lists_citing,
                notice=both(*notices) or "",
            )
        return answer, timings

    def _release_memory(self) -> None:
        self.store.release_memory()
        if models := sys.modules.get("lexdesk.models.onnx_session"):  # else no model is loaded
            models.release_memory()

    def _plan(self, request: _Request, search: _Search) -> _Plan:
        """Resolve the filters and the known item of the query, and expand it."""
        options, retriever, _, timings = search
        store, parsed = self.store, request.parsed
        with timings.of("versions"):
            excluded = exclude_expressions(store, request.day)
        with timings.of("filters"):
            filters = resolve_filters(parsed, store, retriever.fulltext)
        with timings.of("known item"):
            item = _resolver(retriever, excluded).resolve(parsed, filters, options.top)
            conditions = Conditions(filters, _without_translations(excluded, item, store))
        with timings.of("expand"):
            query = expand(parsed, store, retriever.fulltext)
            scope, matters = self._subject(parsed, item, options, excluded, request.day)
        mode: Mode = "keyword" if retriever.semantic_problem else options.mode
        plan = _Plan(request, query, mode, item, conditions, scope, matters)
        lists = not options.plain and mode != "semantic"
        return self._list_citing(plan, search, excluded) if lists else plan

    def _list_citing(self, plan: _Plan, search: _Search, excluded: Exclusion) -> _Plan:
        """Return the plan for the passages that cite the known item, if the query is nothing but its citation."""
        parsed, cited, top = plan.request.parsed, plan.item, search.options.top
        if not cited.located:
            resolver = _resolver(search.retriever, excluded)
            cited = resolve_beside_filters(parsed, lambda query: resolver.resolve(query, {}, top))
        if (citing := build_citing_query(parsed, cited)) is None:
            return plan
        resolved = resolve_filters(citing, self.store, search.retriever.fulltext)
        own = without_own_passages(resolved, cited, self.store)
        conditions = Conditions(own, plan.conditions.excluded)
        return plan._replace(query=citing, conditions=conditions, lists_citing=True)

    def _subject(
        self,
        query: Query,
        item: KnownItem,
        options: SearchOptions,
        excluded: Exclusion,
        day: datetime.date,
    ) -> tuple[Scope, Matters]:
        """Return the law that a query names beside its matter, and the provisions for this; a citation has neither."""
        if options.plain or query.demanding or item.located or item.is_absent:
            return Scope(query.text), Matters()
        scope = read_scope(query.text, self.store)
        return scope, find_matters(query, scope, self.store, excluded.expressions, day)

    def _find(self, plan: _Plan, search: _Search) -> tuple[_Plan, Candidates, Distinct]:
        """Retrieve for the plan; if no passage has an absent work as typed, for the forms in which texts cite it."""
        found, distinct = self._retrieve(plan, search)
        if plan.item.citing_forms and not distinct.kept:
            item = plan.item.as_cited(plan.request.text.strip())
            cited = plan._replace(query=citing_query(item.citing_forms), item=item)
            retrieved = self._retrieve(cited, search)
            if retrieved[1].kept:
                return cited, *retrieved
        return plan, found, distinct

    def _retrieve(self, plan: _Plan, search: _Search) -> tuple[Candidates, Distinct]:
        """Retrieve, re-rank, order and fold until there are enough distinct candidates, or no more."""
        options, retriever, reranker, timings = search
        query, store = plan.query, self.store
        rows = PassageRows(store, plan.request.day, retriever.read)
        distinct = Distinct(PassageFolding(store), rows)
        by: Mode = "keyword" if plan.item.is_absent and plan.mode == "hybrid" else plan.mode
        for most, depth in retrieval_depths(options.top, retriever.fulltext.size):
            found = retrieve_within(
                plan.scope, retriever, query, by, depth, plan.conditions, timings
            )
            if reranker and query.has_semantic_text and depth == DEPTH:
                with timings.of("rerank"):
                    found = _rerank(found, query, store, reranker)
            with timings.of("order"):
                found = self._order(found, plan, rows)
            with timings.of("fold"):
                distinct.extend(found.best, most)
        return found, distinct

    def _order(self, found: Candidates, plan: _Plan, rows: PassageRows) -> Candidates:
        """Return the candidates by headings, by the matters of the query, and by its day."""
        query, store, request = plan.query, self.store, plan.request
        best = order_first_hits(found.best, query, store, rows.of, languages(store))
        ordered = found._replace(best=place_matters(best, plan.matters, query, store, rows.of))
        return order_by_day(ordered, store, request.day) if request.is_of_day else ordered

    def _present(
        self, plan: _Plan, distinct: Distinct, top: int
    ) -> tuple[list[Hit], list[int | None]]:
        """Return the hits, those of the known item first, and the passage of each."""
        status_of = StatusLookup(self.store, plan.request.day)
        status_of.look_up(distinct.works)
        highlighter = CitationHighlighter(plan.query, languages(self.store), self.store)
        hits = distinct.hits(highlighter, self.store, status_of)
        passages = [candidate.passage for candidate in distinct.kept]
        if plan.lists_citing:
            hits = [dataclasses.replace(hit, cites_named=True) for hit in hits]
        if not plan.item.located:
            return hits, [*passages]
        known = make_known_item_hits(plan.item, highlighter, self.store, status_of)
        return merge(known, hits, passages, top)

    def _notices(
        self, plan: _Plan, hits: list[Hit], total: int, *, is_unrelated: bool
    ) -> Iterator[Message | None]:
        """Yield the notices on the day, the known item and the question of the query."""
        request, item, store = plan.request, plan.item, self.store
        lacks = item.is_absent or bool(item.notice) or not hits
        yield describe_moment(request.moment, request.day, item, store, is_lacking=lacks)
        yield match_notice(item, plan.mode, hits, total, is_unrelated=is_unrelated, store=store)
        if request.question:
            yield describe_question(request.question, item)

    def known_item(self, query: Query, top: int) -> KnownItem:
        """Return the known item of ``query`` as of today; raise ``QueryError`` for an unknown filter value."""
        retriever = self.retriever("keyword")
        with self.store.as_of_one_moment():
            excluded = exclude_expressions(self.store, datetime.date.today())
            filters = resolve_filters(query, self.store, retriever.fulltext)
            return _resolver(retriever, excluded).resolve(query, filters, top)

    def subjects(self, query: Query, item: KnownItem) -> list[str]:
        """Return the subjects in ``query`` as of today, each with the citation of its provision."""
        with self.store.as_of_one_moment():
            day = datetime.date.today()
            excluded = exclude_expressions(self.store, day)
            _, matters = self._subject(query, item, SearchOptions(), excluded, day)
        return [
            f"{words}: {label_citation(located.provision.label, located.expression, None)}"
            for located, _, words, _ in matters.stated
            if located.provision
        ]

    def expand(self, text: str) -> Query:
        """Return the parsed and expanded query."""
        with self.store.as_of_one_moment():
            return expand(parse(text), self.store, self.index.fulltext())

    def retriever(self, mode: Mode) -> Retriever:
        """Return the retriever for ``mode``.

        With embeddings of another model, or a model that is not trusted, ``hybrid`` is keyword search and
        ``semantic_problem`` gives the reason. Raises ``NoModel``, ``ModelMismatch`` or ``ModelUntrusted`` if semantic
        search alone is unavailable.
        """
        require_mode(mode)
        semantic: Semantic | None = None
        problem: Message | None = None
        try:
            if mode != "keyword":
                with self.store.as_of_one_moment():
                    semantic = self._semantic()
        except (ModelMismatch, ModelUntrusted) as error:
            if mode == "semantic":
                raise
            problem = error.message
        if mode == "semantic" and semantic is None:
            raise NoModel(LibraryCode.NO_VECTORS, path=self._path)
        fulltext = self.index.fulltext()
        return Retriever(
            self.store, fulltext, semantic, self._embedder, languages(self.store),
            Effort(fulltext.size), problem,
        )  # fmt: skip

    def _semantic(self) -> Semantic | None:
        """Return the encoder and the semantic index, updated; ``None`` while there are no embeddings."""
        if self.store.vectors.last_number() == 0:
            return None
        self._embedder.require_fit()
        encoder = self._embedder.encoder  # first: the encoder loads in the background
        return Semantic(
            encoder, self.index.vectors(), languages(self.store), self._embedder.contexts
        )


def _read(text: str, options: SearchOptions, store: Store) -> _Request:
    """Parse a query without the words for its time, or as the query that answers a question of a fixed form."""
    if options.plain:
        return _Request(text, Moment(text), None, plain(text), options.day, bool(options.as_of))
    moment = read_moment(
        text, lambda rest: (citation_of(rest) or library_citation(rest, store)) is not None
    )
    question = read_question(moment.text, store)
    day = options.day if options.as_of or moment.day is None else moment.day
    is_of_day = bool(options.as_of or moment.day)
    return _Request(text, moment, question, parse(question.query), day, is_of_day)


def _resolver(retriever: Retriever, excluded: Exclusion) -> KnownItemResolver:
    return KnownItemResolver(
        retriever.store, retriever.fulltext, retriever.languages, excluded.expressions
    )


def _without_translations(excluded: Exclusion, item: KnownItem, store: Store) -> Exclusion:
    """Exclude the other languages of a cited work, too: all match its name, in no useful order."""
    if item.expression is None:
        return excluded
    texts = store.law.expressions_of(item.expression.work)
    others = {text.id for text in texts if text.language != item.expression.language}
    recitals = {recital for text in others for recital in store.law.recitals_in(text)}
    return Exclusion(excluded.expressions | others, excluded.spared - recitals)


def _rerank(found: Candidates, query: Query, store: Store, reranker: Reranker) -> Candidates:
    from lexdesk.search.ranking.reranking import rerank

    return found._replace(best=rerank(found.best, query.semantic_text, store, reranker))


def _installed_reranker() -> Reranker | None:
    from lexdesk.models.reranker import find_installed

    return find_installed()


def _with_likeness(hits: list[Hit], passages: list[int | None], retriever: Retriever) -> list[Hit]:
    """Label hits nearly identical to an earlier one, given thresholds of the embedder."""
    semantic = retriever.semantic
    if semantic is None or semantic.encoder.manifest.nearly_the_same is None:
        return hits
    from lexdesk.search.results.near_identical import label_near_identical

    least = {
        language: semantic.encoder.nearly_the_same(language)
        for language in {h.language for h in hits}
    }
    of_hits = [least[hit.language] or 1.0 for hit in hits]
    return label_near_identical(hits, passages, semantic.vectors.vectors_of, of_hits)


def _total(plan: _Plan, found: Candidates) -> int:
    """Return the number of passages of the answer; those that cite the known item follow it."""
    known = len(plan.item.located)
    return found.total + known if plan.lists_citing else max(found.total, known)
