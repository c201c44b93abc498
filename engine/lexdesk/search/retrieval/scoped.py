"""Retrieval within the law that a query names: its passages come first, whatever their scores."""

from __future__ import annotations

from msgspec.structs import replace

from lexdesk.index.conditions import Conditions, Exclusion
from lexdesk.query import Query
from lexdesk.search.options import Mode
from lexdesk.search.ranking.fusion import followed_by
from lexdesk.search.retrieval.hybrid import Candidates, Retriever, Timings
from lexdesk.search.scope import Scope, expressions_within, is_country


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
    inside = expressions_within(scope, retriever.store)
    if not inside:
        return found
    outside = retriever.store.filters.expressions() - inside
    excluded = Exclusion(conditions.excluded.expressions | outside)
    first = retriever.retrieve(
        _without_names(query, scope),
        mode,
        depth,
        replace(conditions, excluded=excluded),
        timings,
    ).best
    taken = {candidate.passage for candidate in first}
    others = [candidate for candidate in found.best if candidate.passage not in taken]
    return found._replace(best=followed_by(first, others))


def _without_names(query: Query, scope: Scope) -> Query:
    """Return ``query`` without the names of its scope in the semantic text: within the scope they distinguish nothing."""
    words = [word for word in scope.text.split() if not is_country(word)]
    rest = replace(query, semantic_text=" ".join(words))
    return rest if rest.has_semantic_text else query
