"""The answer to a query: candidates fetched, folded into hits, and told what the law says of them."""

from __future__ import annotations

import dataclasses
import datetime
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.citations.cited_eids import is_absent
from lexdesk.citations.lookup import may_cite
from lexdesk.citations.names import RETAINED_LAW
from lexdesk.index.allowed import Excluded
from lexdesk.law.as_of import StatusLookup
from lexdesk.law.citation_labels import citation as law_name
from lexdesk.law.cross_references import CrossReferences, Located
from lexdesk.law.lookup import latest_provision
from lexdesk.near_duplicates.folding import Folding
from lexdesk.query import Query
from lexdesk.search.known_item.cited import (
    by_library,
    clauses_named,
    let_through,
    may_be_place,
    without_act,
    words_beside_filters,
)
from lexdesk.search.ranking.fusion import Candidate, followed_by
from lexdesk.search.ranking.reranking import reranked
from lexdesk.search.results.highlights import Highlighter
from lexdesk.search.results.hits import Answer, Distinct, Hit, named_hit, with_status
from lexdesk.search.retrieval.hybrid import Mode, Retriever, Timings
from lexdesk.text.tokens import accented_tokens

if TYPE_CHECKING:
    from lexdesk.citations import Citation
    from lexdesk.models.reranker import Reranker

_DEPTH = 50  # candidates of each way: 30 to 200 measured the same (docs/results/fusion.md)
# Who asks for more than so many hits has these before what deeper looks find: a second one, and each for so many times
# as many, as the window asks.
_FIRST, _SECOND, _TIMES = 25, 100, 5
_QUESTION = 24  # words that somebody types; a paragraph, which is pasted, has more
_OPENING = 600  # characters shown of a work that is cited as a whole
_NO_WORDS = "No passage contains these words; these are the nearest semantic matches"


class _Cites(NamedTuple):
    """What a query cites as a whole, and where that leads; with the languages to read it in, that of the query first."""

    languages: tuple[str, ...]
    references: CrossReferences
    citation: Citation | None
    located: list[tuple[Located, str]]


@dataclass(frozen=True, slots=True)
class Answering:
    """Answers queries by one retriever as of one day; ``excluded`` are the versions of other days.

    The ``reranker``, if there is one, orders the best candidates. ``lack`` says what could not be searched by.
    """

    retriever: Retriever
    day: datetime.date
    excluded: Excluded
    vectors_ready: float
    reranker: Reranker | None = None
    lack: str = ""

    def answer(self, query: Query, mode: Mode, top: int, timings: Timings) -> Answer:
        """The ``top`` best hits; first of all the provisions that the query cites, if it is a citation.

        Raises ``QueryError`` for a filter that names what the library does not have.
        """
        started = time.perf_counter()
        with timings.of("citation"):
            cites = None if query.demanding else self._cites(query.text, top)
            excluded = self._without_translations(cites)
        status_of = StatusLookup(self.retriever.store, self.day)
        found = Distinct(Folding(self.retriever.store))
        total, is_exact = 0, True
        for most, depth in _looks(top, self.retriever.fulltext.size):
            candidates, total, is_exact = self.retriever.candidates(
                query, mode, depth, timings, excluded
            )
            if self.reranker and query.has_semantic_text and depth == _DEPTH:
                with timings.of("rerank"):
                    candidates = reranked(
                        candidates, query.semantic_text, self.retriever.store, self.reranker
                    )
            self._take(found, candidates, most, timings)
        with timings.of("highlight"):
            status_of.look_up(found.works)
            hits = found.hits(query, self.retriever.languages, self.retriever.store, status_of)
        passages: list[int | None] = [each.passage for each in found.kept]
        with timings.of("citation"):
            named, notice = self._named(query, cites, status_of, top, is_said=total > 0)
        if named:
            hits, passages = _with_named(named, hits, passages, top)
            total = max(total, len(named))
        elif hits and not total and mode == "hybrid":
            notice = notice or _NO_WORDS
        with timings.of("likeness"):
            hits = self._with_likeness(hits, passages)
        took = round((time.perf_counter() - started) * 1000, 3)
        return Answer(
            query.text, str(query), mode, took, total, self.vectors_ready, hits,
            self.day.isoformat(), is_exact, "; ".join(filter(None, (notice, self.lack))),
        )  # fmt: skip

    def _take(
        self, found: Distinct, candidates: Sequence[Candidate], most: int, timings: Timings
    ) -> None:
        """Put ``candidates``, best first, behind what was found in shorter looks, until there are ``most``."""
        others = [each for each in candidates if each.passage not in found]
        others = followed_by(found.kept, others)[len(found) :]
        first, last = 0, 2 * most
        while first < len(others) and len(found) < most:  # copies are one, so more may be needed
            some = others[first:last]
            with timings.of("fetch"):
                rows = self.retriever.store.passages(each.passage for each in some)
            with timings.of("fold"):
                for each in some:
                    if each.passage in rows:  # else removed since the index was read
                        found.add(each, rows[each.passage], most)
            first, last = last, 4 * last

    def _with_likeness(self, hits: list[Hit], passages: list[int | None]) -> list[Hit]:
        """The hits, told which of them say nearly the same, where the embedder at hand can tell."""
        semantic = self.retriever.semantic
        least = semantic.encoder.manifest.nearly_the_same if semantic else None
        if least is None:
            return hits
        from lexdesk.search.results import (
            likeness,  # a search by words alone has no use for vectors
        )

        return likeness.told(hits, passages, self.retriever.store, least)

    def _cites(self, text: str, most: int) -> _Cites:
        languages = self._languages(text)
        # Each knows the provisions of the works that it located something in.
        references = CrossReferences(self.retriever.store, languages, self.excluded.expressions)
        return _Cites(languages, references, *self._cited(text, references, languages, most))

    def _without_translations(self, cites: _Cites | None) -> Excluded:
        """What is left out: of a work that the query cites also its texts in other languages.

        All of them are found by its name, and would come in no order.
        """
        if cites is None or not cites.located:
            return self.excluded
        store, shown = self.retriever.store, cites.located[0][0].expression
        texts = store.expressions_of(shown.work)
        others = {each.id for each in texts if each.language != shown.language}
        if not others:
            return self.excluded
        recitals = {recital for each in others for recital in store.recitals_in(each)}
        return Excluded(self.excluded.expressions | others, self.excluded.spared - recitals)

    def _named(
        self,
        query: Query,
        cites: _Cites | None,
        status_of: StatusLookup,
        most: int,
        *,
        is_said: bool,
    ) -> tuple[list[Hit], str]:
        """The provisions, or the work, that the query ``cites``; a sentence on what is not there.

        ``is_said``: whether a passage has its words.
        """
        if cites is None:
            return self._within(query, status_of, most)
        languages, references, citation, located = cites
        if citation is None:
            hits, notice = self._without_act(query.text, languages, status_of, most)
            if hits:
                return hits, notice
            beside = self._beside(query, languages, most)
            if not beside:
                return [], ""
            highlighter = Highlighter(query, self.retriever.languages)
            return [_marked(self._hit(each, status_of), highlighter) for each in beside], ""
        if not located:
            asked = query.text.strip()
            if origin := self._taken_over(citation, references, languages, most):
                name = law_name("", origin[0].expression, None)
                notice = (
                    f"{asked} is not in this library; this is {name}, from which it was taken over"
                )
                return [self._hit(each, status_of) for each in origin], notice
            if citation.eids:
                return [], f"{asked} is not in this library, nor is the law that it is of"
            absent = f"{asked} is not in this library, and nothing in it cites it so"
            return [], "" if is_said else absent
        there = [(each, eid) for each, eid in located if each.provision or not eid]
        around = [each for each, eid in there if self._stands_around(each, eid)]
        of = around[-1] if around else located[-1][0]
        name, notice = law_name("", of.expression, None), ""
        if around:
            notice = (
                f"{name}, as it is here, has no {citation.pin_cite}; this is what stands around it"
            )
        elif not there:
            notice = (
                f"{name}, as it is here, has no {citation.pin_cite}; these passages hold the words"
            )
        return [self._hit(each, status_of) for each, _ in there], notice

    def _languages(self, text: str) -> tuple[str, ...]:
        """The languages (ISO 639-1) to read a provision in that ``text`` may cite, that of ``text`` first."""
        if not (may_cite(text) or may_be_place(text)):
            return self.retriever.languages
        from lexdesk.citations.query_citations import query_language  # loads many patterns

        return query_language(text), *self.retriever.languages

    def _cited(
        self, text: str, references: CrossReferences, languages: Sequence[str], most: int
    ) -> tuple[Citation | None, list[tuple[Located, str]]]:
        """The citation that ``text`` is, and where that leads, as ``_located`` tells it.

        By a name that only the library tells, where it holds no work of another.
        """
        citation, located = None, []
        if may_cite(text):
            from lexdesk.citations.query_citations import parse_query_citation

            citation = parse_query_citation(text)
        if citation is not None:
            located = self._located(citation, references, languages, most)
        if not located and (here := by_library(text, self.retriever.store)) is not None:
            return here, self._located(here, references, languages, most)
        return citation, located

    def _without_act(
        self, text: str, languages: Sequence[str], status_of: StatusLookup, most: int
    ) -> tuple[list[Hit], str]:
        """The provisions of all acts that have the place that ``text`` is, else the clauses of contracts; a sentence where
        these are several.
        """
        if not may_be_place(text):
            return [], ""
        store = self.retriever.store
        if places := without_act(text, languages, store, self.excluded.expressions):
            acts = len(dict(places))
            notice = f"No act is named; {acts} acts here have {text.strip()}, the most cited first"
            return self._at(places, status_of, most), notice if acts > 1 else ""
        places, is_named = clauses_named(text, store, self._is_of_day)
        contracts = len(dict(places))
        several = contracts > 1 and not is_named
        notice = f"No contract is named; {contracts} contracts here have {text.strip()}"
        return self._at(places, status_of, most), notice if several else ""

    def _within(self, query: Query, status_of: StatusLookup, most: int) -> tuple[list[Hit], str]:
        """What the words of ``query`` cite, or the clauses that they name, in texts that its filters let through; or those
        of the contract that it names, as *Section 5 Agency AND Marketing Agreement*.
        """
        words = words_beside_filters(query)
        asked, store = query.text if words is None else words, self.retriever.store
        is_place = may_be_place(asked)
        if words is None:
            if not is_place:
                return [], ""
            places, is_named = clauses_named(asked, store, self._is_of_day)
            return self._at(places if is_named else [], status_of, most), ""
        if not (is_place or may_cite(asked)):
            return [], ""
        passes = let_through(query, store, self.retriever.fulltext)
        if cited := self._cited_within(words, passes, most):
            return [self._hit(each, status_of) for each in cited], ""
        if not is_place:
            return [], ""
        places, _ = clauses_named(words, store, lambda each: self._is_of_day(each) and passes(each))
        return self._at(places, status_of, most), ""

    def _cited_within(self, text: str, passes: Callable[[int], bool], most: int) -> list[Located]:
        """The provisions that ``text`` cites, or the whole work, in a text that ``passes``."""
        from lexdesk.citations.query_citations import parse_query_citation

        citation = parse_query_citation(text) or by_library(text, self.retriever.store)
        if citation is None or not citation.work:
            return []
        texts = self.retriever.store.expressions_of(citation.work)
        closed = {each.id for each in texts if not passes(each.id)}
        languages = self._languages(text)
        references = CrossReferences(
            self.retriever.store, languages, self.excluded.expressions | closed
        )
        located = self._located(citation, references, languages, most)
        return [
            each
            for each, eid in located
            if (each.provision or not eid) and passes(each.expression.id)
        ]

    def _is_of_day(self, expression: int) -> bool:
        return expression not in self.excluded.expressions

    def _at(
        self, places: Sequence[tuple[int, str]], status_of: StatusLookup, most: int
    ) -> list[Hit]:
        """The provisions at so many of these places, each an expression and an eid."""
        store = self.retriever.store
        rows = store.expression_rows(expression for expression, _ in places[:most])
        located = (Located(rows[each], store.provision(each, eid)) for each, eid in places[:most])
        return [self._hit(each, status_of) for each in located]

    def _beside(self, query: Query, languages: Sequence[str], most: int) -> list[Located]:
        """The provisions that a question cites beside other words, where the library has just these.

        In the language that most of these words are in: ``art. 17 RGPD excepciones`` is not French.
        """
        if not may_cite(query.text) or len(query.text.split()) > _QUESTION:
            return []
        from lexdesk.citations.query_citations import extract_pin_cites

        citations, rest = extract_pin_cites(query.text)
        if not citations:
            return []
        words = self.retriever.fulltext.languages_of(
            accented_tokens(rest), self.retriever.languages
        )
        languages = sorted(dict.fromkeys(languages), key=lambda each: -words[each])
        references = CrossReferences(self.retriever.store, languages, self.excluded.expressions)
        found: dict[tuple[int, str], Located] = {}
        for citation in citations:
            for each, eid in self._located(citation, references, languages, most):
                if each.provision and not self._stands_around(each, eid):
                    found[each.expression.id, each.provision.eid] = each
        return [*found.values()][:most]

    def _located(
        self,
        citation: Citation,
        references: CrossReferences,
        languages: Sequence[str],
        most: int,
    ) -> list[tuple[Located, str]]:
        """Where the provisions are that are cited, or the whole work, each with the eid as cited.

        At most so many; none where the library does not hold the work.
        """
        found: list[tuple[Located, str]] = []
        for eid in citation.eids[:most] or ("",):
            located = references.locate(citation.work, citation.name, eid)
            if located is None:
                return []
            if eid and located.provision is None:
                located = self._of_another_day(located, eid, languages)
            found.append((located, eid))
        return found

    def _taken_over(
        self,
        citation: Citation,
        references: CrossReferences,
        languages: Sequence[str],
        most: int,
    ) -> list[Located]:
        """What is cited in the act of the Union that the work was taken over from; none where it is of no such."""
        union = dataclasses.replace(citation, work=RETAINED_LAW.get(citation.work, ""), name="")
        located = self._located(union, references, languages, most) if union.work else []
        return [each for each, eid in located if each.provision or not eid]

    def _stands_around(self, located: Located, target: str) -> bool:
        """Whether what was located is only around ``target``, which is not there."""
        if located.provision is None or located.provision.eid == target:
            return False
        provisions = self.retriever.store.provisions(located.expression.id)
        return is_absent(target, located.provision.eid, (each.eid for each in provisions))

    def _of_another_day(self, located: Located, target: str, languages: Sequence[str]) -> Located:
        """The provision as it is today, or was last, where the version of the day has none.

        No law is hidden for being old: the hit is labelled with the days of its text.
        """
        store = self.retriever.store
        found = latest_provision(store, located.expression.work, target, languages)
        if found is None:
            return located
        provision = store.provision(found.expression.id, found.eid) if found.eid else None
        return Located(found.expression, provision)

    def _hit(self, located: Located, status_of: StatusLookup) -> Hit:
        expression, provision = located.expression, located.provision
        span = (provision.start, provision.end) if provision else (0, _OPENING)
        store = self.retriever.store
        hit = named_hit(expression, provision, store.text(expression.id, *span))
        hit = dataclasses.replace(hit, dated=store.days_stated([expression.id]).get(expression.id))
        if provision:
            page, heading = store.page_and_heading_at(expression.id, provision.start)
            citation = law_name(provision.label, expression, page)
            hit = dataclasses.replace(
                hit, citation=citation, heading=hit.heading or heading, page=page
            )
        return with_status(hit, status_of(expression, hit.eid))


def _looks(top: int, size: int) -> Iterator[tuple[int, int]]:
    """How many hits are to be had after each look for ``top`` of them among ``size`` passages, and how deep it is.

    So the hits of a smaller ``top`` are the first of a larger one.
    """
    yield min(top, _FIRST), _DEPTH
    before, most = _FIRST, _SECOND
    while before < min(top, size):
        # No deeper than there are: the index makes room for as many as it is asked.
        yield min(top, most), 2 * min(most, size)
        before, most = most, _TIMES * most


def _marked(hit: Hit, highlighter: Highlighter) -> Hit:
    """A provision that is not all that the query says, with the other words of it."""
    spans = highlighter.spans(hit.text, hit.language)
    return dataclasses.replace(hit, named=False, highlights=spans)


def _with_named(
    named: list[Hit], hits: list[Hit], passages: list[int | None], top: int
) -> tuple[list[Hit], list[int | None]]:
    """The provisions that a query cites before the other hits, and the passage of each that was a hit itself."""
    found: dict[tuple[str, str | None], int | None] = {}
    for hit, passage in zip(hits, passages, strict=True):
        found.setdefault((hit.work, hit.eid), passage)
    places = {(hit.work, hit.eid) for hit in named}
    both = [(hit, found.get((hit.work, hit.eid))) for hit in named]
    both += [
        (hit, passage)
        for hit, passage in zip(hits, passages, strict=True)
        if (hit.work, hit.eid) not in places
    ]
    ranked = [dataclasses.replace(hit, rank=rank) for rank, (hit, _) in enumerate(both[:top], 1)]
    return ranked, [passage for _, passage in both[:top]]
