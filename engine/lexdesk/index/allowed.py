"""Which passages may be found: what filters let through, and versions of other days left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from lexdesk.query import Filter


@dataclass(frozen=True, slots=True)
class Allowed:
    """The numbers of the expressions or passages that a filter lets through.

    ``inverse`` where ``ids`` are those that it holds back, which is then the smaller set. ``having`` is the field
    of the full-text index that says the same, and its value, where there is one.
    """

    of: Literal["expression", "passage"]
    ids: frozenset[int]
    inverse: bool = False
    having: tuple[str, str] | None = None

    def lets_through(self, expression: int, passage: int | None) -> bool:
        """Whether a passage of ``expression`` passes; ``None`` stands for one that cites nothing."""
        number = expression if self.of == "expression" else passage
        return (number in self.ids) != self.inverse


Resolved = Mapping[Filter, Allowed]


@dataclass(frozen=True, slots=True)
class Excluded:
    """Expressions whose texts are left out, save for the passages that are ``spared``."""

    expressions: frozenset[int] = frozenset()
    spared: frozenset[int] = frozenset()

    def holds_back(self, expression: int, passage: int) -> bool:
        """Whether a passage of ``expression`` is left out."""
        return expression in self.expressions and passage not in self.spared


NOTHING = Excluded()
"""Nothing is left out."""
