"""The tree of a parsed query."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lexdesk.text import SECTION_SIGN

Field = Literal["any", "title"]
FIELDS: tuple[Field, ...] = ("any", "title")


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a phrase: its folded tokens in order, and as ``typed``.

    ``quoted`` where it stood in quotes. Several tokens are a phrase either way: ``C-311/18``.
    """

    tokens: tuple[str, ...]
    field: Field = "any"
    quoted: bool = False
    typed: str = dataclasses.field(default="", compare=False)

    def __str__(self) -> str:
        words = " ".join(self.tokens).replace(SECTION_SIGN, "§")
        text = f'"{words}"' if self.quoted or len(self.tokens) > 1 else words
        return text if self.field == "any" else f"{self.field}:{text}"


@dataclass(frozen=True, slots=True)
class Prefix:
    """Words that begin with ``token``."""

    token: str
    field: Field = "any"

    def __str__(self) -> str:
        return f"{self.token}*" if self.field == "any" else f"{self.field}:{self.token}*"


@dataclass(frozen=True, slots=True)
class Rank:
    """Hits are ranked by ``optional``; those of ``required`` are conditions as well."""

    optional: tuple[Node, ...]
    required: tuple[Node, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(_grouped, (*self.required, *self.optional)))


@dataclass(frozen=True, slots=True)
class And:
    """All of ``parts``, none of ``excluded``."""

    parts: tuple[Node, ...]
    excluded: tuple[Node, ...] = ()

    def __str__(self) -> str:
        return " AND ".join(
            [*map(_grouped, self.parts), *(f"NOT {_grouped(x)}" for x in self.excluded)]
        )


@dataclass(frozen=True, slots=True)
class Or:
    """Any of ``parts``."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " OR ".join(map(_grouped, self.parts))


Node = Term | Prefix | Rank | And | Or


def _grouped(node: Node) -> str:
    single = isinstance(node, Term | Prefix) or (
        isinstance(node, Rank) and len(node.optional + node.required) == 1
    )
    return str(node) if single else f"({node})"


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query.

    ``root`` is the tree, ``meaning`` the text that is encoded for search by meaning (what was typed,
    without operators and exclusions), ``demanding`` whether hits must fulfil conditions, so that
    neighbours by meaning have to be held against the tree as well.
    """

    text: str
    root: Node
    meaning: str
    demanding: bool

    def __str__(self) -> str:
        return str(self.root)

    def positive(self) -> Iterator[Term | Prefix]:
        """The words and phrases that a hit may contain, for highlighting."""
        yield from _positive(self.root)


def _positive(node: Node) -> Iterator[Term | Prefix]:
    match node:
        case Term() | Prefix():
            yield node
        case Rank():
            for part in (*node.required, *node.optional):
                yield from _positive(part)
        case And() | Or():
            for part in node.parts:
                yield from _positive(part)
