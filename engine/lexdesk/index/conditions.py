"""The passages that a search may find: those that pass the filters and belong to the right version."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from msgspec import Struct, field

from lexdesk.query import Filter, Near


class AllowedIds(Struct, frozen=True):
    """The numbers of the expressions or passages that a filter allows.

    With ``inverse``, ``ids`` are the rejected numbers, as the smaller set. ``having`` is an equivalent condition of the
    full-text index, its field and value, if there is one. ``without`` are rejected passages of allowed expressions.
    """

    of: Literal["expression", "passage"]
    ids: frozenset[int]
    inverse: bool = False
    having: tuple[str, str] | None = None
    without: frozenset[int] = frozenset()

    def allows(self, expression: int, passage: int | None) -> bool:
        """Return whether a passage of ``expression`` is allowed; ``None`` is one without citations."""
        number = expression if self.of == "expression" else passage
        return (number in self.ids) != self.inverse and passage not in self.without


Resolved = Mapping[Filter, AllowedIds]


class Exclusion(Struct, frozen=True):
    """Expressions excluded from a search, except for the ``spared`` passages."""

    expressions: frozenset[int] = frozenset()
    spared: frozenset[int] = frozenset()

    def excludes(self, expression: int, passage: int) -> bool:
        """Return whether a passage of ``expression`` is left out."""
        return expression in self.expressions and passage not in self.spared


NOTHING = Exclusion()
"""Nothing is left out."""


class Conditions(Struct, frozen=True):
    """Conditions of a search besides its words.

    ``filters`` are the results of the filters of the query; ``across`` are passages by connector with words of it on
    both sides of a passage border.
    """

    filters: Resolved = field(default_factory=dict)
    excluded: Exclusion = NOTHING
    across: Mapping[Near, Collection[int]] = field(default_factory=dict)
