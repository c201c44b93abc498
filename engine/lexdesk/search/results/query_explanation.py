"""Explanation of a query in a lawyer's words, for ``lexdesk search --explain``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from lexdesk.index.lexical.term_selection import prefers_all_terms, select_terms
from lexdesk.query import (
    And,
    Filter,
    Fuzzy,
    Leaf,
    Near,
    Node,
    Or,
    Prefix,
    Query,
    Rank,
    Term,
    Wild,
    is_plain_word,
)
from lexdesk.search.options import Mode
from lexdesk.text.tokens import accented_tokens

_MODES = {"hybrid": "keyword and semantic", "keyword": "keyword only", "semantic": "semantic only"}


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a query: its ``kind`` (``phrase``, ``near``, ``filter`` ...) and its meaning in words."""

    kind: str
    says: str
    parts: list[Step] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {"kind": self.kind, "says": self.says, "parts": [p.as_dict() for p in self.parts]}

    def lines(self, depth: int = 0) -> Iterator[str]:
        """Yield one line for each step, indented below its parent."""
        yield f"{'  ' * depth}{self.says}"
        for part in self.parts:
            yield from part.lines(depth + 1)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reading of a query.

    ``parsed`` is the query written out, ``left_out`` its stop words, ``filters`` the conditions on documents,
    ``semantic_text`` the text of semantic search; ``lists`` is whether documents are listed, since nothing ranks;
    ``cites`` holds the citations of the known item, whose hits come first; ``subjects`` the entries of the subject index.
    """

    query: str
    parsed: str
    mode: Mode
    left_out: list[str]
    filters: list[str]
    semantic_text: str
    lists: bool
    parse: Step
    cites: list[str] = field(default_factory=list)
    subjects: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for ``--json``."""
        return {
            "query": self.query, "parsed": self.parsed, "mode": self.mode, "left_out": self.left_out,
            "filters": self.filters, "semantic_text": self.semantic_text, "lists": self.lists, "cites": self.cites,
            "subjects": self.subjects,
            "parse": self.parse.as_dict(),
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield the explanation as text."""
        yield f"read as: {self.parsed}"
        yield f"search: {_MODES[self.mode]}" if not self.lists else "list: the latest first"
        if self.cites:
            yield f"first, since the query cites it: {'; '.join(self.cites)}"
        if self.subjects:
            yield f"placed by the subject index: {'; '.join(self.subjects)}"
        if self.left_out:
            yield f"not ranked by, since they say little: {', '.join(self.left_out)}"
        if self.mode != "keyword" and self.semantic_text:
            yield f"text for semantic search: {self.semantic_text}"
        yield from self.parse.lines()


def explain(query: Query, mode: Mode, languages: Sequence[str]) -> Explanation:
    """Explain ``query`` for a library with documents in ``languages`` (ISO 639-1)."""
    explainer = _Explainer(languages)
    parse = explainer.step(query.root)
    mode = "keyword" if mode == "hybrid" and not query.has_semantic_text else mode
    return Explanation(
        query.text, str(query), mode, explainer.left_out,
        [str(filter_) for filter_ in query.filters()], query.semantic_text, query.lists, parse,
    )  # fmt: skip


class _Explainer:
    def __init__(self, languages: Sequence[str]):
        self._languages = languages
        self.left_out: list[str] = []

    def step(self, node: Node, *, exact: bool = False) -> Step:
        """Return the step for ``node``; ``exact`` beside a connector, which takes words as written."""
        match node:
            case Rank():
                return self._rank(node)
            case Or():
                parts = [self.step(part, exact=exact) for part in node.parts]
                return Step("any", "any of these:", parts)
            case And():
                return self._and(node)
            case Near():
                both = [self.step(part, exact=True) for part in (node.left, node.right)]
                return Step("near", _nearness(node), both)
            case Filter():
                return Step("filter", _filter(node))
        return _leaf(node, exact=exact)

    def _rank(self, node: Rank) -> Step:
        selected = select_terms(node, self._languages)
        silent = [part for part in node.optional if part not in selected]
        self.left_out = [*dict.fromkeys([*self.left_out, *map(_as_typed, silent)])]
        ranking = [self.step(part) for part in selected]
        if not node.required and len(ranking) == 1:
            return ranking[0]
        says = "rank by these words:"
        if prefers_all_terms(node, self._languages):
            says = "rank by these words, passages with all of them first:"
        ranked = [Step("rank", says, ranking)] if ranking else []
        if not node.required:
            return ranked[0]
        required = [self.step(part) for part in node.required]
        return Step("all", "all of these hold:", [*required, *ranked])

    def _and(self, node: And) -> Step:
        parts = [self.step(part) for part in node.parts]
        if node.excluded:
            excluded = [self.step(part) for part in node.excluded]
            parts.append(Step("none", "and none of these:", excluded))
        return Step("all", "all of these hold:", parts)


def _leaf(node: Leaf, *, exact: bool) -> Step:
    place = "" if node.field == "any" else "in the title: "
    match node:
        case Term(tokens=(_,)):
            forms = " in any of its forms" if is_plain_word(node) and not exact else ""
            return Step("word", f"{place}the word {_as_typed(node)}{forms}")
        case Term():
            return Step("phrase", f"{place}these words side by side: {node}")
        case Prefix():
            return Step("prefix", f"{place}words that begin with {node.token}")
        case Wild():
            return Step("wild", f"{place}words like {node.pattern}, where ? is one letter")
        case Fuzzy():
            letters = "letter" if node.distance == 1 else "letters"
            return Step(
                "fuzzy", f"{place}words at most {node.distance} {letters} from {node.token}"
            )


def _as_typed(node: Node) -> str:
    """Return a word in lower case with its accents, else the node as written."""
    words = accented_tokens(node.typed) if isinstance(node, Term) and not node.quoted else []
    return words[0] if len(words) == 1 else str(node)


def _nearness(node: Near) -> str:
    order = "in this order" if node.ordered else "in either order"
    if isinstance(node.reach, int):
        words = f"{node.reach} {'word' if node.reach == 1 else 'words'}"
        if node.negated:
            return f"the first of these, somewhere without the second within {words}, {order}:"
        return f"both within {words} of each other, {order}:"
    if node.negated:
        return (
            f"the first of these, somewhere without the second in the same {node.reach}, {order}:"
        )
    return f"both in the same {node.reach}, {order}:"


def _filter(node: Filter) -> str:
    value = node.value
    match node.name:
        case "kind":
            return f"in documents of the kind {value}"
        case "lang":
            return f"in documents in the language {value}"
        case "work":
            return f"in the work {value}"
        case "folder":
            return f"in files of the folder {value}"
        case "authority":
            return f"in texts of the court or authority {value}"
        case "doc":
            return f"in documents that say {value} somewhere"
        case "cites":
            return f"in passages that cite {value}"
        case "in-force":
            return f"in works in force on {node.first}"
    first = f" from {node.first}" if node.first else ""
    last = f" up to {node.last}" if node.last else ""
    return f"in texts that became valid{first}{last}"
