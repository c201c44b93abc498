"""Evidence from citation contexts: provisions cited by passages similar to the query rank higher.

The contexts (``lexdesk.models.citation_contexts``) are passages of law, possibly from outside the library. The nearest
context of a provision counts by its lead over the library's own passages, less the margin of the contexts: if these answer
far better, nothing changes.
Measured: docs/results/relevance.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from lexdesk.search.ranking.fusion import Candidate, boost
from lexdesk.storage import Store

if TYPE_CHECKING:  # keyword search loads no numpy
    from lexdesk.index.protocol import VectorSearch
    from lexdesk.index.vector.base import Mask, Vectors
    from lexdesk.models.citation_contexts import CitedTarget, NearContext

NEAREST = 30
"""Number of contexts examined, nearest to the query first."""

_OWN = 10  # nearest passages of the library, whose mean cosine counts
_EACH = 5.0  # of the score (0..1), per cosine difference of 1
_MOST_READ = 400  # cited passages outside the results, limited for the reading of their vectors


class CitationEvidence(Struct, frozen=True):
    """The boost of each cited work or provision, and its passages in the library, largest boost first."""

    amounts: Mapping[CitedTarget, float] = field(default_factory=dict)
    passages: Mapping[CitedTarget, frozenset[int]] = field(default_factory=dict)

    def nearest_of_others(
        self, found: Collection[int], vectors: VectorSearch, vector: Vectors
    ) -> dict[int, float]:
        """Return the nearest passage of each cited provision without a candidate, with its cosine.

        Provisions are left out if their passages would exceed ``_MOST_READ`` vectors to read.
        """
        others: list[frozenset[int]] = []
        for passages in self.passages.values():
            if passages.isdisjoint(found) and sum(map(len, others)) + len(passages) <= _MOST_READ:
                others.append(passages)
        if not others:
            return {}
        cosines = vectors.similarities(vector, [*frozenset().union(*others)])
        nearest = (
            max(other & cosines.keys(), key=cosines.__getitem__, default=0) for other in others
        )
        return {passage: cosines[passage] for passage in nearest if passage}

    def raise_candidates(
        self, candidates: Sequence[Candidate], share: float = 1.0
    ) -> list[Candidate]:
        """Return ``candidates`` raised by ``raise_cited``, by a ``share`` of the boosts."""
        amounts = {cited: share * amount for cited, amount in self.amounts.items()}
        return raise_cited(candidates, amounts, self.passages) if share else list(candidates)


def citation_evidence(
    contexts: Iterable[NearContext],
    own: Iterable[float],
    store: Store,
    allowed: Mask | None,
    margin: float = 0.0,
) -> CitationEvidence:
    """Return the boosts of the works and provisions cited by ``contexts``, and their passages in ``store``.

    ``allowed`` is the mask of the filters (``None``: all passages); ``own`` and ``margin`` are as in ``boosts``.
    """
    raising = boosts(contexts, own, margin)
    passages = {}
    of_place = store.passages.at(
        {place for cited in raising for place in ((cited.document, ""), (cited.work, cited.eid))}
    )
    for cited in sorted(raising, key=lambda target: -raising[target]):
        found = [
            *of_place.get((cited.document, ""), ()),
            *of_place.get((cited.work, cited.eid), ()),
        ]
        if allowed is not None:
            found = [passage for passage in found if passage < len(allowed) and allowed[passage]]
        if found:
            passages[cited] = frozenset(found)
    return CitationEvidence(raising, passages)


def boosts(
    contexts: Iterable[NearContext], own: Iterable[float], margin: float = 0.0
) -> dict[CitedTarget, float]:
    """Return the boost of the score (0..1) of each cited work or provision.

    ``own`` are the cosines of the library's passages; without any, there is no boost. A context may be farther away
    than these by the cosine ``margin``.
    """
    nearest = sorted(own, reverse=True)[:_OWN]
    found: dict[CitedTarget, float] = {}
    mean = sum(nearest) / len(nearest) if nearest else 0.0
    for context in contexts if nearest else ():
        nearer = context.cosine - mean + margin
        for cited in context.cites if nearer > 0 else ():
            found[cited] = max(found.get(cited, 0.0), _EACH * nearer)
    return found


def raise_cited(
    candidates: Sequence[Candidate],
    amounts: Mapping[CitedTarget, float],
    passages: Mapping[CitedTarget, Collection[int]],
) -> list[Candidate]:
    """Raise the best candidate of each cited provision; scores stay in 0..1.

    ``candidates`` come best first; ``amounts`` holds the boosts, ``passages`` the passages of each provision.
    """
    added: dict[int, float] = defaultdict(float)
    for cited, amount in amounts.items():
        inside = passages.get(cited, ())
        best = next(
            (candidate.passage for candidate in candidates if candidate.passage in inside), None
        )
        if best is not None:
            added[best] += amount
    return boost(candidates, added, "cited")
