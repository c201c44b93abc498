"""Hits unrelated to the query, removed: semantic search alone would always find something. Notices on the match."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from lexdesk.errors import Message, NoteCode
from lexdesk.search.options import Mode
from lexdesk.search.results.hits import Hit

if TYPE_CHECKING:
    from lexdesk.search.known_item.item import KnownItem
    from lexdesk.search.retrieval.hybrid import Semantic
    from lexdesk.storage import Store

_NO_MATCH = Message(NoteCode.NO_PASSAGE_WITH_WORDS)
_NONE_NEAR = Message(NoteCode.NO_PASSAGE_NEAR)


def match_notice(
    item: KnownItem, mode: Mode, hits: list[Hit], total: int, *, is_unrelated: bool, store: Store
) -> Message | None:
    """Return the notice of the known item, of words that no passage contains, or of ``is_unrelated`` hits."""
    if is_unrelated:
        return _NONE_NEAR
    is_cited = total and (hits or not item.is_absent)
    absent = item.notice_with_match if is_cited else item.notice_without_match
    if absent and absent.code is NoteCode.NOT_CITED and store.pending.notice():
        absent = Message(NoteCode.NOT_HERE, cited=absent.parameters["cited"])
    if item.notice or absent:
        return item.notice or absent
    is_unmatched = hits and not item.located and not total and mode == "hybrid"
    return _NO_MATCH if is_unmatched else None


def without_unrelated(
    hits: list[Hit], query: str, item: KnownItem, mode: Mode, total: int, semantic: Semantic | None
) -> tuple[list[Hit], bool]:
    """Remove hits that neither share a word with the query nor are near; return whether none is left of some.

    ``total`` is the number of passages with words of the query. For a law missing from the library, hits that cite its
    number stay; mode ``semantic`` keeps all.
    """
    if item.is_absent and mode != "semantic":
        citing = [hit for hit in hits if item.is_cited_in(query, hit.text)]
        return _renumber(citing), False
    if total or item.located or mode != "hybrid" or semantic is None:
        return hits, False
    least = semantic.encoder.least_cosine(query, semantic.languages)
    near = [hit for hit in hits if least is None or (hit.why["semantic"] or 0.0) >= least]
    return near, bool(hits) and not near


def _renumber(hits: list[Hit]) -> list[Hit]:
    """Return hits with ranks from 1 after others were removed."""
    ranks: dict[int | None, int] = {hit.rank: rank for rank, hit in enumerate(hits, 1)}
    return [
        dataclasses.replace(
            hit, rank=ranks[hit.rank], near_duplicate_of=ranks.get(hit.near_duplicate_of)
        )
        for hit in hits
    ]
