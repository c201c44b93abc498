"""The tree of a parsed query."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeGuard

from msgspec import Struct

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import SECTION_SIGN, is_unspaced

Field = Literal["any", "title"]
Scope = Literal["sentence", "paragraph"]

FILTERS = (
    "kind", "work", "lang", "folder", "authority", "date", "before", "after", "in-force", "cites", "doc",
)  # fmt: skip
"""Fields that say which documents or provisions to look in."""

FIELDS = ("title", *FILTERS)
"""All fields that may stand before a colon."""

_WORD = lazy_pattern(r"[^\W\d_]{2}")
# Identifiers such as ECLI:EU:C:2020:559 and urn:lex:eu:council:directive.
_ADDRESS = lazy_pattern(r"\b[A-Za-z]+(?::[\w.-]+){3,}")


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a phrase: its folded tokens in order, and as ``typed``.

    ``quoted`` is whether it was in quotes. Several tokens are a phrase either way: ``C-311/18``.
    """

    tokens: tuple[str, ...]
    field: Field = "any"
    quoted: bool = False
    typed: str = dataclasses.field(default="", compare=False)

    def __hash__(self) -> int:
        return hash(self.tokens)  # a query hashes its words often; few differ in the rest alone

    def __str__(self) -> str:
        words = _join_tokens(self.tokens).replace(SECTION_SIGN, "§")
        if self.quoted:
            return _prefix_field(self.field, f'"{words}"')
        if set(self.tokens) == {SECTION_SIGN}:  # without the dot, they take the number behind them
            return _prefix_field(self.field, f"{words.replace(' ', '')}.")
        if len(self.tokens) == 1:
            return _prefix_field(self.field, words)
        return _prefix_field(self.field, self.typed or words.replace(" ", "-").replace("§-", "§ "))


def _join_tokens(tokens: tuple[str, ...]) -> str:
    """Return ``tokens`` with the spaces of their scripts."""
    parts = list(tokens[:1])
    for before, after in itertools.pairwise(tokens):
        parts += ["" if is_unspaced(before) and is_unspaced(after) else " ", after]
    return "".join(parts)


_LONGEST_WORD = 12  # letters of Chinese or Thai that are found as they stand; more are a sentence


def ranking_parts(term: Term) -> Iterator[Term]:
    """Yield the ranking terms of ``term``: each two neighbouring letters of an unspaced sentence."""
    if term.quoted or len(term.tokens) <= _LONGEST_WORD or not any(map(is_unspaced, term.tokens)):
        yield term
        return
    for unspaced, run in itertools.groupby(term.tokens, is_unspaced):
        letters = list(run)
        wide = 2 if unspaced and len(letters) > 1 else 1
        for at in range(len(letters) - wide + 1):
            part = tuple(letters[at : at + wide])
            yield Term(part, term.field, typed="".join(part))


class Prefix(Struct, frozen=True):
    """Words with the prefix ``token``: ``supervis*`` or ``supervis!``."""

    token: str
    field: Field = "any"

    def __str__(self) -> str:
        return _prefix_field(self.field, f"{self.token}*")


class Wild(Struct, frozen=True):
    """Words like ``pattern``: each ``?`` is one character, a ``*`` at the end any number."""

    pattern: str
    field: Field = "any"

    def __str__(self) -> str:
        return _prefix_field(self.field, self.pattern)

    @property
    def regex(self) -> str:
        """Return the pattern as a regular expression; its other characters are letters and digits."""
        return self.pattern.replace("?", ".").replace("*", ".*")


class Fuzzy(Struct, frozen=True):
    """Words at most ``distance`` edits (1 or 2) from ``token``; swapped neighbours are one edit."""

    token: str
    distance: int
    field: Field = "any"

    def __str__(self) -> str:
        return _prefix_field(self.field, f"{self.token}~{self.distance}")


class Near(Struct, frozen=True):
    """``left`` and ``right`` close to each other: ``reach`` in words, or in one sentence or paragraph.

    ``ordered``: ``right`` comes after ``left``. ``negated``: some ``left`` has no such ``right``.
    """

    left: Node
    right: Node
    reach: int | Scope
    ordered: bool = False
    negated: bool = False

    @property
    def symbol(self) -> str:
        """Return the connector as typed: ``w/5``, ``+5``, ``/s``, ``not w/5``."""
        reach = self.reach if isinstance(self.reach, int) else self.reach[0]
        return f"{'not ' * self.negated}{'pre/' if self.ordered else 'w/'}{reach}"

    def __str__(self) -> str:
        left, right = _bracket(self.left), _bracket(self.right)
        # Without a dot, ``not`` would belong to the connector, and ``or`` in brackets be an operator.
        left += "." * (left in ("not", "or"))
        right += "." * (right == "or")
        return f"{left} {self.symbol} {right}"


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on the document, or on the citations of a passage: ``kind:regulation``.

    ``first`` and ``last`` are the days of a date, inclusive, in ISO form, ``""`` if open. ``start`` and
    ``length`` are the position in the query.
    """

    name: str
    value: str
    first: str = ""
    last: str = ""
    start: int = dataclasses.field(default=0, compare=False)
    length: int = dataclasses.field(default=1, compare=False)

    def __str__(self) -> str:
        # Quotes in titles: no query can hold them, and no two names differ by them alone.
        value = self.value.replace('"', " ")
        plain = re.fullmatch(r"[^\s()“”„«»,;]+", value)
        return f"{self.name}:{value}" if plain else f'{self.name}:"{value}"'


class Rank(Struct, frozen=True):
    """Ranking by ``optional``; ``required`` nodes are conditions as well."""

    optional: tuple[Node, ...]
    required: tuple[Node, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(_bracket, (*self.required, *self.optional)))


class And(Struct, frozen=True):
    """All of ``parts``, none of ``excluded``."""

    parts: tuple[Node, ...]
    excluded: tuple[Node, ...] = ()

    def __str__(self) -> str:
        return " AND ".join(
            [*map(_bracket, self.parts), *(f"NOT {_bracket(x)}" for x in self.excluded)]
        )


class Or(Struct, frozen=True):
    """Any of ``parts``; its ``translations`` among them rank no higher than the first part."""

    parts: tuple[Node, ...]
    translations: frozenset[Node] = frozenset()

    def __str__(self) -> str:
        return " OR ".join(map(_bracket, self.parts))


Leaf = Term | Prefix | Wild | Fuzzy
"""Nodes that match words."""

Node = Leaf | Near | Filter | Rank | And | Or


def _prefix_field(field: Field, text: str) -> str:
    return text if field == "any" else f"{field}:{text}"


def _bracket(node: Node) -> str:
    single = isinstance(node, Leaf | Filter) or (
        isinstance(node, Rank) and len(node.optional + node.required) == 1
    )
    return str(node) if single else f"({node})"


def parts_of(node: Node) -> tuple[Node, ...]:
    """Return the children of ``node``."""
    match node:
        case Near():
            return (node.left, node.right)
        case Rank():
            return (*node.required, *node.optional)
        case And():
            return (*node.parts, *node.excluded)
        case Or():
            return node.parts
    return ()


def walk(node: Node) -> Iterator[Node]:
    """Yield ``node`` and all nodes below it."""
    yield node
    for part in parts_of(node):
        yield from walk(part)


class Query(Struct, frozen=True):
    """A parsed query.

    ``root`` is the tree; ``semantic_text`` is encoded for semantic search (the text without operators and exclusions);
    ``demanding`` is whether hits must meet conditions, so that semantic neighbours are checked against the tree as well.
    """

    text: str
    root: Node
    semantic_text: str
    demanding: bool

    def __str__(self) -> str:
        return str(self.root)

    @property
    def lists(self) -> bool:
        """Return whether there are filters alone, so that documents are listed, not ranked."""
        return not any(isinstance(node, Leaf) for node in walk(self.root))

    @property
    def has_semantic_text(self) -> bool:
        """Return whether the semantic text has a word; ``§ 823``, ``C-311/18`` and an ECLI have numbers and signs alone."""
        return _WORD.search(_ADDRESS.sub("", self.semantic_text)) is not None

    def filters(self) -> list[Filter]:
        """Return all filters."""
        return [node for node in walk(self.root) if isinstance(node, Filter)]

    def positive(self) -> Iterator[Leaf]:
        """Yield the words and phrases to highlight."""
        yield from _positive(self.root)


def _positive(node: Node) -> Iterator[Leaf]:
    match node:
        case Term() | Prefix() | Wild() | Fuzzy():
            yield node
        case And():
            for part in node.parts:
                yield from _positive(part)
        case Near(negated=True):
            yield from _positive(node.left)
        case _:
            for part in parts_of(node):
                yield from _positive(part)


def holds_for(node: Node, test: Callable[[Filter | Leaf], bool]) -> bool:
    """Return whether ``node``, which has no connector, holds for a ``test`` of filters and words; ranking words are required."""
    match node:
        case Filter() | Term() | Prefix() | Wild() | Fuzzy():
            return test(node)
        case Or():
            return any(holds_for(part, test) for part in node.parts)
        case And():
            return all(holds_for(part, test) for part in node.parts) and not any(
                holds_for(part, test) for part in node.excluded
            )
        case Rank():
            return all(holds_for(part, test) for part in (*node.required, *node.optional))
    raise TypeError(f"{type(node).__name__} cannot be listed by")


def is_plain_word(node: Node) -> TypeGuard[Term]:
    """Return whether ``node`` matches in other inflected forms, too: one word, without quotes and field."""
    return (
        isinstance(node, Term) and len(node.tokens) == 1 and not node.quoted and node.field == "any"
    )


def has_connector(node: Node) -> bool:
    """Return whether ``node`` contains a connector."""
    return any(isinstance(subnode, Near) for subnode in walk(node))
