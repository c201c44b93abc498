"""Retrieval within the law that a query names: its passages come first, whatever their scores."""

from collections.abc import Iterator

from msgspec.structs import replace

from lexdesk.index.conditions import Conditions, Exclusion
from lexdesk.query import Query
from lexdesk.search.options import Mode
from lexdesk.search.ranking.fusion import append_candidates
from lexdesk.search.retrieval.hybrid import Candidates, Retriever, Timings
from lexdesk.search.scope import Scope, find_expressions_within, is_country

DEPTH = 50
"""Candidates of each index in the first retrieval: 30 to 200 measured the same (docs/results/relevance.md)."""
# Hits after the first, the second and each further retrieval: a larger ``top`` keeps the hits of a smaller one.
_FIRST, _SECOND, _TIMES = 25, 100, 5


def retrieval_depths(top: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield for each retrieval the number of hits to keep and the depth among ``size`` passages."""
    yield min(top, _FIRST), DEPTH
    before, most = _FIRST, _SECOND
    while before < min(top, size):
        # At most the number of passages: the index allocates room for the depth.
        yield min(top, most), 2 * min(most, size)
        before, most = most, _TIMES * most


def retrieve_within(
    scope: Scope,
    retriever: Retriever,
    query: Query,
    mode: Mode,
    depth: int,
    conditions: Conditions,
    timings: Timings,
) -> Candidates:
    """Return the candidates of ``query``, those within its ``scope`` first."""
    found = retriever.retrieve(query, mode, depth, conditions, timings)
    inside = find_expressions_within(scope, retriever.store)
    if not inside:
        return found
    outside = retriever.store.filters.expressions() - inside
    excluded = Exclusion(conditions.excluded.expressions | outside)
    first = retriever.retrieve(
        _without_names(query, scope), mode, depth, replace(conditions, excluded=excluded), timings
    ).best
    taken = {candidate.passage for candidate in first}
    others = [candidate for candidate in found.best if candidate.passage not in taken]
    return found._replace(best=append_candidates(first, others))


def _without_names(query: Query, scope: Scope) -> Query:
    """Return ``query`` without the names of its scope in the semantic text: within the scope they distinguish nothing."""
    words = [word for word in scope.text.split() if not is_country(word)]
    rest = replace(query, semantic_text=" ".join(words))
    return rest if rest.has_semantic_text else query
