"""Lexical search with verified connectors: Tantivy returns a superset, the text decides.

Candidates are verified by rank until there are enough hits: first each by its own text, then, if there are too few,
matches across the border of two passages.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from lexdesk.index.conditions import Conditions
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.query import And, Near, Node, Or, Rank, has_connector, walk
from lexdesk.search.proximity.connectors import (
    is_monotone,
    list_connectors,
    list_demanded_connectors,
    only_breaks_with_context,
)
from lexdesk.search.proximity.effort import Effort
from lexdesk.storage import Store

# candidates fetched from the index at once: few suffice for most queries
_FETCHED = (64, 192, 500, 1000)
_VERIFIED = 16  # candidates read and verified at once


class LexicalHits(NamedTuple):
    """Hits as (passage, BM25 score), best first, the number of matches, and whether it is exact."""

    passages: list[tuple[int, float]]
    total: int
    is_exact: bool

    @property
    def scores(self) -> dict[int, float]:
        """Return the scores by passage, best first."""
        return dict(self.passages)


class LexicalSearch(Struct, frozen=True):
    """Lexical search in one library; stop words of ``languages`` do not rank.

    Raises ``TooMuchWork`` if connectors exceed the ``effort``.
    """

    store: Store
    fulltext: FullText
    languages: Sequence[str]
    effort: Effort

    def search(self, node: Node, limit: int, conditions: Conditions) -> LexicalHits:
        """Return the best ``limit`` passages for ``node``.

        With a connector, the total is exact only if all candidates were verified; it is a lower bound then, and for words in
        very many passages.
        """
        if not has_connector(node):
            in_steps = self.fulltext.search_in_two_steps(node, limit, self.languages, conditions)
            if in_steps is not None:
                return LexicalHits(*in_steps, is_exact=False)
            passages, total = self.fulltext.search(node, limit, self.languages, conditions)
            return LexicalHits(passages, total, is_exact=True)
        texts = _Texts(self)
        found: dict[int, float] = {}
        for step in self._steps(node, conditions, texts):
            for batch in self._batches(node, step):
                self.effort.check()
                new = {passage: score for passage, score in batch if passage not in found}
                fulfilling = texts.filter_matches(node, new.keys(), step)
                found.update((p, score) for p, score in new.items() if p in fulfilling)
                if len(found) > limit:
                    scored = self._with_connectors(node, found, step, texts)
                    return LexicalHits(scored[:limit], len(found), is_exact=False)
            conditions = step
        return LexicalHits(
            self._with_connectors(node, found, conditions, texts), len(found), is_exact=True
        )

    def _with_connectors(
        self, node: Node, found: dict[int, float], conditions: Conditions, texts: _Texts
    ) -> list[tuple[int, float]]:
        """Return ``found`` best first, scored by the connectors that each passage meets, also across borders.

        Without alternatives, the scores of the index stand.
        """
        if not found or not _has_choice(node):
            return list(found.items())
        scores = found | self._scores(node, found.keys(), conditions, texts)
        return sorted(scores.items(), key=lambda hit: -hit[1])

    def _scores(
        self, node: Node, passages: Collection[int], conditions: Conditions, texts: _Texts
    ) -> dict[int, float]:
        """Return the BM25 scores of matching ``passages``; words of a connector count only in its matches."""
        fulfilled = {
            near: texts.filter_matches(near, passages, conditions)
            for near in list_demanded_connectors(node)
        }
        conditions = replace(conditions, across=fulfilled)
        return self.fulltext.scores(node, passages, self.languages, conditions)

    def _steps(self, node: Node, conditions: Conditions, texts: _Texts) -> Iterator[Conditions]:
        """Yield conditions for passages by their own text, then for those in need of neighbours.

        With alternatives, both come at once: a passage found by another part may need neighbours for its rank.
        """
        demanded = [
            near for near in list_demanded_connectors(node) if not only_breaks_with_context(near)
        ]
        if _only_asks(node) and not _has_choice(node):
            yield replace(conditions, across=dict.fromkeys(demanded, ()))
        if demanded or not _only_asks(node):
            from lexdesk.search.proximity.cross_passage import find_crossing

            known = {
                near: find_crossing(near, self.fulltext, texts.neighbourhood) for near in demanded
            }
            yield replace(conditions, across=known)

    def scores(
        self, node: Node, passages: Collection[int], conditions: Conditions
    ) -> dict[int, float]:
        """Return the BM25 scores of those among ``passages`` that match ``node``."""
        demanded = list_demanded_connectors(node)
        across = dict.fromkeys(demanded, passages)  # any of them may match with its neighbours
        conditions = replace(conditions, across=across)
        found = self.fulltext.scores(node, passages, self.languages, conditions)
        texts = _Texts(self)
        fulfilling = texts.filter_matches(node, found.keys(), conditions)
        if _has_choice(node):  # words of a connector count only in passages that match it
            found = self._scores(node, fulfilling, conditions, texts)
        return {passage: score for passage, score in found.items() if passage in fulfilling}

    def _batches(self, node: Node, conditions: Conditions) -> Iterator[list[tuple[int, float]]]:
        """Yield candidates by rank, in small batches."""
        offset = total = 0
        for size in itertools.chain(_FETCHED, itertools.repeat(_FETCHED[-1])):
            found, total = self.fulltext.search(node, size, self.languages, conditions, offset)
            for start in range(0, len(found), _VERIFIED):
                yield found[start : start + _VERIFIED]
            offset += size
            if offset >= total:
                return


class _Texts:
    """A verifier of passages by their text, each read once."""

    def __init__(self, search: LexicalSearch):
        self._search = search
        from lexdesk.search.proximity.neighbourhood import Neighbourhood  # only with connectors

        self.neighbourhood = Neighbourhood(search.store, search.effort)

    def filter_matches(
        self, node: Node, passages: Collection[int], conditions: Conditions, *, found: bool = True
    ) -> set[int]:
        """Return those of ``passages`` that match ``node``.

        ``found``: the index returned them for a tree with ``node``, so that only connectors are left to verify.
        """
        if found and not has_connector(node):
            return set(passages)
        match node:
            case Near():
                return self._fulfilling_near(node, passages, conditions)
            case Or() if has_connector(node):
                fulfilled = (
                    self.filter_matches(p, passages, conditions, found=False) for p in node.parts
                )
                return set[int]().union(*fulfilled)
            case And() if has_connector(node):
                left = self._all_of(node.parts, passages, conditions, found=found)
                for part in node.excluded:
                    if not found or has_connector(part):
                        left -= self.filter_matches(part, left, conditions, found=False)
                return left
            case Rank() if has_connector(node):
                return self._all_of(node.required, passages, conditions, found=found)
        search = self._search
        return search.fulltext.filter_matches(node, passages, search.languages, conditions)

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
            left = self.filter_matches(part, left, conditions, found=found)
        return left

    def _fulfilling_near(
        self, node: Near, passages: Collection[int], conditions: Conditions
    ) -> set[int]:
        """Verify by the passage alone if that suffices, else with the text around."""
        texts = self.neighbourhood
        texts.load(passages)
        if not is_monotone(node) and not only_breaks_with_context(node):
            return self._with_neighbours(node, passages)
        alone = {p for p in passages if texts.fulfils_alone(p, node)}
        if not is_monotone(node):
            return self._with_neighbours(node, alone)
        across = set(conditions.across.get(node, passages)) & set(passages)
        return alone | self._with_neighbours(node, across - alone)

    def _with_neighbours(self, node: Near, passages: Collection[int]) -> set[int]:
        texts = self.neighbourhood
        texts.load(passages, around=1)
        return {p for p in passages if texts.fulfils(p, node)}


def _has_choice(node: Node) -> bool:
    """Return whether a passage may match ``node`` without one of its connectors."""
    return any(isinstance(subnode, Or) and has_connector(subnode) for subnode in walk(node))


def _only_asks(node: Node) -> bool:
    """Return whether more text around a passage can only add matches: no connector excludes."""
    match node:
        case And():
            return all(map(_only_asks, node.parts)) and not any(map(has_connector, node.excluded))
        case Or():
            return all(map(_only_asks, node.parts))
        case Rank():
            return all(map(_only_asks, node.required))
    return all(map(is_monotone, list_connectors(node)))
