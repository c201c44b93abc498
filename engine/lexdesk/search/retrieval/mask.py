"""Masks of passages for semantic search, from the filters of a query."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.index.conditions import Conditions
from lexdesk.query import And, Filter, Node, Rank
from lexdesk.storage import Store, until_changed

if TYPE_CHECKING:  # keyword search loads no numpy
    import numpy as np
    from numpy.typing import NDArray

    from lexdesk.index.vector.base import Mask


def find_allowed_passages(node: Node, conditions: Conditions, store: Store) -> Mask | None:
    """Return the mask of passages allowed by the filters of every hit; ``None`` for all passages."""
    filters = list(list_conjuncts(node))
    if not filters and not conditions.excluded.expressions:
        return None
    import numpy as np

    owner = read_owners(store)
    left_out = conditions.excluded
    allowed = ~np.isin(owner, list(left_out.expressions))
    allowed[list(left_out.spared)] = True
    for condition, holds in filters:
        passing = conditions.filters[condition]
        numbers = owner if passing.of == "expression" else np.arange(len(owner))
        is_passing = np.isin(numbers, list(passing.ids)) != passing.inverse
        is_passing[list(passing.without)] = False
        allowed &= is_passing == holds
    mask: Mask = allowed
    return mask


def list_conjuncts(node: Node) -> Iterator[tuple[Filter, bool]]:
    """Yield the filters that every hit passes (True) or fails (False)."""
    match node:
        case Filter():
            yield node, True
        case Rank():
            for part in node.required:
                yield from list_conjuncts(part)
        case And():
            for part in node.parts:
                yield from list_conjuncts(part)
            for part in node.excluded:
                if isinstance(part, Filter):
                    yield part, False


@until_changed
def read_owners(store: Store) -> NDArray[np.int64]:
    """Return the expression of each passage by number, 0 for removed passages."""
    import numpy as np

    expressions, first, last = np.array(store.passages.ranges(), np.int64).reshape(-1, 3).T
    size = max(store.passages.last(), 0) + 1
    owner = np.zeros(size + 1, np.int64)  # differences, summed below
    np.add.at(owner, first, expressions)
    np.add.at(owner, last + 1, -expressions)
    return np.cumsum(owner)[:size]
