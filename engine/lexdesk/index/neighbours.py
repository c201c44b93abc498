"""What search by meaning asks of an index, wherever the vectors lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from lexdesk.index.vectors import Mask, Vectors


class Neighbours(Protocol):
    """Finds passages by their vectors: ``lexdesk.index.vectors`` beside the store, or a published table."""

    def search(
        self, query: Vectors, limit: int, allowed: Mask | None = None
    ) -> list[tuple[int, float]]:
        """The passages nearest to ``query`` (unit length, (dimensions,)) as (passage, cosine), best first.

        ``allowed`` restricts the search to some passages.
        """

    def similarities(self, query: Vectors, passages: Sequence[int]) -> dict[int, float]:
        """Cosines of ``query`` with those among ``passages`` that have a vector."""
