"""Evidence from citation contexts: what passages like the query cite stands higher.

The contexts (``lexdesk.models.citation_contexts``) are passages of law that need not be in the library. The nearest
one that cites a provision counts as far as it is nearer to the query than what the library holds: where its own
passages answer as well, nothing changes. What it gave, and other forms: docs/results/fusion.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from lexdesk.models.citation_contexts import Cited, Context
from lexdesk.search.fusion import Candidate, raised

NEAREST = 30
"""Contexts that are asked."""

_OWN = 10  # the nearest passages of the library, whose mean a context has to be nearer than
_EACH = 7.0  # of the score, which lies in 0..1, for a context nearer by a cosine of 1


def amounts(contexts: Iterable[Context], own: Iterable[float]) -> dict[Cited, float]:
    """How much of the score each cited work or provision gets.

    ``own`` are the cosines of the library's passages. Nothing where there are none.
    """
    nearest = sorted(own, reverse=True)[:_OWN]
    found: dict[Cited, float] = {}
    for context in contexts if nearest else ():
        nearer = context.cosine - sum(nearest) / len(nearest)
        for cited in context.cites if nearer > 0 else ():
            found[cited] = max(found.get(cited, 0.0), _EACH * nearer)
    return found


def with_citing(
    candidates: Sequence[Candidate],
    amounts: Mapping[Cited, float],
    passages: Mapping[Cited, Collection[int]],
) -> list[Candidate]:
    """``candidates`` (best first, scores in 0..1), of those that are of a cited provision the best one raised.

    ``passages`` are those of each; scores stay in 0..1.
    """
    added: dict[int, float] = defaultdict(float)
    for cited, amount in amounts.items():
        inside = passages.get(cited, ())
        best = next((each.passage for each in candidates if each.passage in inside), None)
        if best is not None:
            added[best] += amount
    return raised(candidates, added, "cited")
