"""Search by words, with connectors verified: Tantivy finds all that may match, the text decides.

Candidates are verified in the order of their rank, and only until there are enough hits. First
each by its own text; passages in which a connector's words lie on both sides of the place where a
long text was cut come after them, when those are too few.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lexdesk.connectors import connectors, fulfils, is_monotone
from lexdesk.fulltext import FullText
from lexdesk.fulltext_query import Conditions, has_connector
from lexdesk.neighbourhood import Neighbourhood
from lexdesk.query import And, Near, Node, Or, Rank
from lexdesk.store import Store

_BATCHES = (100, 200, 400, 1000)  # candidates verified at once: few suffice for most queries


class Found(NamedTuple):
    """(passage, BM25 score), best first, how many match, and whether that number is exact."""

    passages: list[tuple[int, float]]
    total: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class WordSearch:
    """Finds passages by words in one library; ``languages`` are those whose stop words do not rank."""

    store: Store
    fulltext: FullText
    languages: Sequence[str]

    def search(self, node: Node, limit: int, conditions: Conditions) -> Found:
        """The best ``limit`` passages that fulfil ``node``.

        With a connector the total is exact where all candidates had to be looked at; else it is a
        number that is reached at least.
        """
        if not has_connector(node):
            passages, total = self.fulltext.search(node, limit, self.languages, conditions)
            return Found(passages, total, is_exact=True)
        across = dataclasses.replace(conditions, across=True)
        steps = [conditions, across] if _only_asks(node) else [across]
        texts = _Texts(self)
        found: dict[int, float] = {}
        for step in steps:
            for batch in self._batches(node, step):
                new = {passage: score for passage, score in batch if passage not in found}
                fulfilling = texts.fulfilling(node, new.keys(), step)
                found.update((p, score) for p, score in new.items() if p in fulfilling)
                if len(found) > limit:
                    return Found(list(found.items())[:limit], len(found), is_exact=False)
        return Found(list(found.items()), len(found), is_exact=True)

    def scores(
        self, node: Node, passages: Collection[int], conditions: Conditions
    ) -> dict[int, float]:
        """BM25 scores of those among ``passages`` that fulfil ``node``."""
        across = dataclasses.replace(conditions, across=has_connector(node))
        found = self.fulltext.scores(node, passages, self.languages, across)
        if not has_connector(node):
            return found
        fulfilling = _Texts(self).fulfilling(node, found.keys(), across)
        return {passage: score for passage, score in found.items() if passage in fulfilling}

    def _batches(self, node: Node, conditions: Conditions) -> Iterator[list[tuple[int, float]]]:
        offset = 0
        while True:
            size = next((size for size in _BATCHES if size > offset), _BATCHES[-1])
            batch, total = self.fulltext.search(node, size, self.languages, conditions, offset)
            yield batch
            offset += size
            if offset >= total:
                return


class _Texts:
    """Holds passages against a tree by their texts, each text read once."""

    def __init__(self, words: WordSearch):
        self._words = words
        self._neighbourhood = Neighbourhood(words.store)

    def fulfilling(
        self, node: Node, passages: Collection[int], conditions: Conditions, *, found: bool = True
    ) -> set[int]:
        """Those of ``passages`` that fulfil ``node``.

        ``found`` where the index found them for a tree that demands ``node``, so that only
        connectors are left to verify.
        """
        if found and not has_connector(node):
            return set(passages)
        match node:
            case Near():
                return self._near(node, passages, conditions)
            case Or() if has_connector(node):
                each = (self.fulfilling(p, passages, conditions, found=False) for p in node.parts)
                return set[int]().union(*each)
            case And() if has_connector(node):
                left = self._all_of(node.parts, passages, conditions, found=found)
                for part in node.excluded:
                    if not found or has_connector(part):
                        left -= self.fulfilling(part, left, conditions, found=False)
                return left
            case Rank() if has_connector(node):
                return self._all_of(node.required, passages, conditions, found=found)
        words = self._words
        return set(words.fulltext.scores(node, passages, words.languages, conditions))

    def _all_of(
        self,
        parts: Sequence[Node],
        passages: Collection[int],
        conditions: Conditions,
        *,
        found: bool,
    ) -> set[int]:
        left = set(passages)
        for part in sorted(parts, key=has_connector):
            left = self.fulfilling(part, left, conditions, found=found)
        return left

    def _near(self, node: Near, passages: Collection[int], conditions: Conditions) -> set[int]:
        """By their own text alone where that is enough, else with the text around."""
        texts = self._neighbourhood
        texts.load(passages)
        fulfilling: set[int] = set()
        if is_monotone(node):
            fulfilling = {p for p in passages if (s := texts.alone(p)) and fulfils(node, s)}
        if conditions.across:
            left = [p for p in passages if p not in fulfilling]
            texts.load(left, around=2)
            fulfilling |= {p for p in left if (s := texts.around(p, node)) and fulfils(node, s)}
        return fulfilling


def _only_asks(node: Node) -> bool:
    """Whether more text around a passage can only make it fulfil ``node``: nothing is left out by nearness."""
    match node:
        case And():
            return all(map(_only_asks, node.parts)) and not any(map(has_connector, node.excluded))
        case Or():
            return all(map(_only_asks, node.parts))
        case Rank():
            return all(map(_only_asks, node.required))
    return all(map(is_monotone, connectors(node)))
