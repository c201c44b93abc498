"""The answer to a query: candidates fetched, folded into hits, and told what the law says of them."""

from __future__ import annotations

import dataclasses
import datetime
import time
from dataclasses import dataclass

from lexdesk.citations.lookup import may_cite
from lexdesk.copies.folding import Folding
from lexdesk.index.allowed import Excluded
from lexdesk.law.as_of import LawOn
from lexdesk.law.cross_references import CrossReferences
from lexdesk.query import Query
from lexdesk.search.fusion import Candidate
from lexdesk.search.hits import Answer, Hit, named_hit, with_status
from lexdesk.search.hits import hits as hits_of
from lexdesk.search.retrieval import Mode, Retriever, Timings

_DEPTH = 50  # candidates of each way of searching: 30 to 200 gave the same ten best (docs/results/fusion.md)
_OPENING = 600  # characters shown of a work that is cited as a whole


@dataclass(frozen=True, slots=True)
class Answering:
    """Answers queries by one retriever as of one day; ``excluded`` are the versions of other days."""

    retriever: Retriever
    day: datetime.date
    excluded: Excluded
    vectors_ready: float

    def answer(self, query: Query, mode: Mode, top: int, timings: Timings) -> Answer:
        """The ``top`` best hits; first of all the provision that the query cites, if it is a citation.

        Raises ``QueryError`` for a filter that names what the library does not have.
        """
        started = time.perf_counter()
        depth = max(_DEPTH, 2 * top)
        candidates, total, is_exact = self.retriever.candidates(
            query, mode, depth, timings, self.excluded
        )
        status_of = LawOn(self.retriever.store, self.day)
        hits = self._hits(candidates, query, top, status_of, timings)
        with timings.of("citation"):
            named = self._named(query, status_of)
        if named is not None:
            others = [hit for hit in hits if (hit.work, hit.eid) != (named.work, named.eid)]
            hits = [
                dataclasses.replace(hit, rank=rank)
                for rank, hit in enumerate([named, *others][:top], 1)
            ]
            total = max(total, len(hits))
        took = round((time.perf_counter() - started) * 1000, 3)
        return Answer(
            query.text, str(query), mode, took, total, self.vectors_ready, hits,
            self.day.isoformat(), is_exact,
        )  # fmt: skip

    def _hits(
        self,
        candidates: list[Candidate],
        query: Query,
        top: int,
        status_of: LawOn,
        timings: Timings,
    ) -> list[Hit]:
        hits: list[Hit] = []
        looked_at = 2 * top
        while len(hits) < top:  # copies become one hit, so that more may be needed
            with timings.of("fetch"):
                rows = self.retriever.store.passages(c.passage for c in candidates[:looked_at])
            with timings.of("highlight"):
                folding = Folding(self.retriever.store)
                hits = hits_of(candidates[:looked_at], rows, query, top, status_of, folding)
            if looked_at >= len(candidates):
                break
            looked_at *= 4
        return hits

    def _named(self, query: Query, status_of: LawOn) -> Hit | None:
        """The provision, or the work, whose citation the query is."""
        if query.demanding or not may_cite(query.text):
            return None
        from lexdesk.citations.typed import cited, language_of  # loads many patterns

        citation = cited(query.text)
        if citation is None:
            return None
        store = self.retriever.store
        target = citation.eids[0] if citation.eids else ""
        languages = (language_of(query.text), *self.retriever.languages)
        references = CrossReferences(store, languages, self.excluded.expressions)
        located = references.locate(citation.work, citation.name, target)
        if located is None or (target and located.provision is None):
            return None
        expression, provision = located.expression, located.provision
        span = (provision.start, provision.end) if provision else (0, _OPENING)
        hit = named_hit(expression, provision, store.text(expression.id, *span))
        return with_status(hit, status_of(expression, hit.eid))
