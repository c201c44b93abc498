"""The interface of an index to search, implemented by the local index and by publications.

Lexical candidates come from the full-text index, semantic ones from ``VectorSearch``; the store
(``lexdesk.storage.Store``) resolves filters and fetches texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from lexdesk.index.lexical.fulltext import FullText
    from lexdesk.index.vector.base import Mask, Vectors


class VectorSearch(Protocol):
    """A search of passages by their vectors: ``lexdesk.index.vector``, or a published table."""

    def search(
        self, query: Vectors, limit: int, allowed: Mask | None = None
    ) -> list[tuple[int, float]]:
        """Return the passages nearest to ``query`` (unit length, (dimensions,)) as (passage, cosine), best first.

        ``allowed`` restricts the search to some passages.
        """

    def similarities(self, query: Vectors, passages: Sequence[int]) -> dict[int, float]:
        """Return the cosines of ``query`` with those among ``passages`` that have a vector."""

    def vectors_of(self, passages: Sequence[int]) -> tuple[Sequence[int], Vectors]:
        """Return the members of ``passages`` with a vector, and their vectors of unit length."""


class Index(Protocol):
    """The two indexes of a library (``lexdesk.index.indexes``), or of a publication."""

    def fulltext(self) -> FullText:
        """Return the up-to-date full-text index."""

    def is_lexical_ready(self) -> bool:
        """Return whether keyword search need not wait for another program."""

    def has_old_subjects(self) -> bool:
        """Return whether the next addition renews the subjects of provisions in the full-text index."""

    def vectors(self) -> VectorSearch:
        """Return the up-to-date search of semantic candidates."""

    def compact_reason(self) -> str:
        """Return why the semantic index is the compact one, as a clause; ``""`` if it is not."""
