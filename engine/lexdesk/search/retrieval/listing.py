"""Queries of filters alone: documents are listed, not ranked."""

from collections.abc import Callable

from lexdesk.index.conditions import Exclusion, Resolved
from lexdesk.query import Filter, Leaf, Query, holds_for
from lexdesk.storage import Store


def list_filtered(
    query: Query, resolved: Resolved, store: Store, limit: int, excluded: Exclusion
) -> tuple[list[int], int]:
    """Return at most ``limit`` passages of a query of filters alone, and their total.

    Latest text first, then in text order. A filter on documents gives the first passage of each; ``cites:`` gives each
    citing passage.
    """
    is_citing = frozenset[int]().union(
        *(condition.ids for condition in resolved.values() if condition.of == "passage")
    )
    passages: dict[int, list[int]] = {}
    for passage, expression in store.passages.expressions_of(is_citing):
        if excluded.excludes(expression, passage):
            continue
        if holds_for(query.root, _test(resolved, expression, passage)):
            passages.setdefault(expression, []).append(passage)
    whole = {
        expression
        for expression in store.filters.expressions()
        if holds_for(query.root, _test(resolved, expression, None))
    } - excluded.expressions
    order = store.law.latest_first(passages.keys() | whole)
    total = sum(len(passages.get(expression, ())) for expression in order) + len(whole)
    skipped = is_citing.union(*(condition.without for condition in resolved.values()))
    firsts = store.passages.first(
        [holding for holding in order[:limit] if holding in whole], skipped
    )
    found = [
        passage
        for expression in order[:limit]
        for passage in sorted(
            [*passages.get(expression, ()), *filter(None, [firsts.get(expression)])]
        )
    ]
    return found[:limit], total


def _test(
    resolved: Resolved, expression: int, passage: int | None
) -> Callable[[Filter | Leaf], bool]:
    return lambda condition: (
        isinstance(condition, Filter) and resolved[condition].allows(expression, passage)
    )
