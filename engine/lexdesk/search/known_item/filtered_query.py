"""The words of a query beside its filters, and the test of texts against these."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from lexdesk.index.conditions import Resolved
from lexdesk.query import And, Filter, Leaf, Node, Or, Query, Rank, Term, holds_for, parts_of
from lexdesk.search.known_item.targets import works_named
from lexdesk.storage import Store


def words_beside_filters(query: Query) -> str | None:
    """Return the words of ``query`` apart from filters of documents and titles; ``None`` with other conditions."""
    root = query.root
    if not isinstance(root, Rank) or not root.required:
        return None
    if not all(_is_of_document(node) for node in root.required):
        return None
    words = [part.typed for part in root.optional if isinstance(part, Term) and not part.quoted]
    return " ".join(words) if len(words) == len(root.optional) else None


def _is_of_document(node: Node) -> bool:
    if isinstance(node, And | Or):
        return all(map(_is_of_document, parts_of(node)))
    if isinstance(node, Filter):
        return node.name != "cites"  # a filter on passages
    return isinstance(node, Term) and node.field == "title"


def filter_test(query: Query, store: Store, filters: Resolved) -> Callable[[int], bool]:
    """Return a test of expressions against the resolved ``filters`` and title words of ``query``."""
    required = query.root.required if isinstance(query.root, Rank) else ()

    @cache
    def titled(typed: str) -> frozenset[int]:
        return frozenset(store.filters.expressions_of_works(works_named(typed, store)))

    def passes(expression: int) -> bool:
        def test(node: Filter | Leaf) -> bool:
            if isinstance(node, Filter):
                return filters[node].allows(expression, None)
            return not isinstance(node, Term) or expression in titled(node.typed)

        return all(holds_for(part, test) for part in required)

    return passes
