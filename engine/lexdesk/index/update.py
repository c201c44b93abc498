"""Update the derived indexes to the state of the store.

Indexing a new document and repairing an index after a crash are the same: read from the store what the index lacks.
There is no other path into the indexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from lexdesk.document.model import Provision
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.passage_borders import NO_BORDER, find_borders, find_unit
from lexdesk.index.lexical.schema import Entry
from lexdesk.index.lexical.subjects import compute_checksums, find_subjects
from lexdesk.storage import Store

if TYPE_CHECKING:
    from lexdesk.index.vector.base import VectorIndex


def find_headings_above(eid: str, provision: Callable[[str], Provision | None]) -> str:
    """Return the headings above the provision ``eid``, nearest first, without its own."""
    found: list[str] = []
    ancestor = provision(eid)
    while ancestor is not None:
        if ancestor.heading:
            found.append(ancestor.heading)
        ancestor = provision(ancestor.parent) if ancestor.parent else None
    return " ".join(found[1:])


PASSAGES_PER_COMMIT = 50_000  # additions and removals that a crash can lose
_PASSAGES_AT_ONCE = 1_000
_MOST_REMOVALS = 100_000  # each costs Tantivy 10 µs and a kilobyte; beyond, the index is built anew
_VECTORS_AT_ONCE = 16_384


def update_lexical(
    store: Store, fulltext: FullText | None, progress: Callable[[int], None] | None = None
) -> None:
    """Index documents missing from ``fulltext`` and drop removed ones; an index on disk needs the writer lock.

    ``None`` stands for an index built in memory at search time. ``progress`` takes the number of passages
    indexed so far.
    """
    if fulltext is None:
        return
    done = since_commit = 0
    last = fulltext.last_change
    target = store.last_change()
    if is_new := store.files.count_changed(last) > _MOST_REMOVALS:
        fulltext.clear()
        changes = store.files.last_changes(0, "add")
    else:
        changes = store.files.last_changes(last)
    for change in changes:
        if not is_new:
            fulltext.remove(change.expression)
            since_commit += 1  # Tantivy keeps removals in memory
        if change.kind == "add":
            count = _put(store, fulltext, change.expression)
            done += count
            since_commit += count
        last = change.seq
        if since_commit >= PASSAGES_PER_COMMIT:
            fulltext.commit(last)
            since_commit = 0
            if progress:
                progress(done)
    if target != fulltext.last_change:
        fulltext.commit(target)
        _rewrite_worn_segments(store, fulltext, target)


def expressions_with_old_subjects(store: Store, fulltext: FullText) -> list[int]:
    """Return the expressions that an index has with the subjects of another version of the program."""
    now, then = compute_checksums(), fulltext.subjects
    works = [work for work in {**now, **then} if now.get(work) != then.get(work)]
    found = store.law.expressions_by_work(works) if works and fulltext.last_change else {}
    return [expression.id for rows in found.values() for expression in rows]


def renew_subjects(store: Store, fulltext: FullText | None) -> None:
    """Index the passages of ``expressions_with_old_subjects`` again; an index on disk needs the writer lock."""
    if fulltext is None or not (old := expressions_with_old_subjects(store, fulltext)):
        return
    update_lexical(store, fulltext)
    since_commit = 0
    for expression in old:
        fulltext.remove(expression)
        since_commit += _put(store, fulltext, expression)
        if since_commit >= PASSAGES_PER_COMMIT:
            fulltext.commit(fulltext.last_change)
            since_commit = 0
    fulltext.commit(fulltext.last_change, has_new_subjects=True)


def _rewrite_worn_segments(store: Store, fulltext: FullText, change: int) -> None:
    """Rewrite the segments with many removed passages: they would take space for ever."""
    expressions = store.passages.expressions_with(fulltext.worn())
    for expression in expressions:
        fulltext.remove(expression)
        _put(store, fulltext, expression)
    if expressions:
        fulltext.commit(change)


def _put(store: Store, fulltext: FullText, expression: int) -> int:
    """Index the passages of an expression, some at a time, of which a long text has many; return how many."""
    entries = _entries(store, expression)
    count = 0
    while some := [*islice(entries, _PASSAGES_AT_ONCE)]:
        fulltext.put(some)
        count += len(some)
    return count


def _entries(store: Store, expression: int) -> Iterator[Entry]:
    """Yield the index entries of an expression, passage by passage."""
    provisions = {
        provision.eid: provision for provision in store.texts.stored_provisions(expression)
    }
    pieces = list(store.passages.stored_pieces(expression))
    borders = find_borders(pieces, cache(lambda eid: find_unit(eid, provisions.get)))
    above = cache(lambda eid: find_headings_above(eid, provisions.get))
    eids = {
        piece.id: piece.eid or "" for piece in pieces
    }  # a crafted library may place one outside of the text
    rows = store.law.expression_rows([expression])
    work = rows[expression].work if expression in rows else ""
    subjects = cache(lambda eid: find_subjects(work, eid))
    del pieces  # with the whole text
    for passage, title, body, language, kind in store.passages.index_entries(expression):
        yield Entry(
            passage, expression, title, body, language, kind, borders.get(passage, NO_BORDER),
            above(eids.get(passage, "")), subjects(eids.get(passage, "")),
        )  # fmt: skip


def update_vectors(store: Store, vectors: VectorIndex) -> None:
    """Add new vectors to ``vectors`` and remove those of removed passages, in memory only."""
    from lexdesk.vector_codes.int8 import unpack

    change = store.last_change()
    if change != vectors.last_change:
        vectors.remove(
            (removed.first_passage, removed.last_passage)
            for removed in store.files.changes(vectors.last_change, kind="remove")
        )
    last = store.vectors.last_number()
    while vectors.last_vector < last and (
        rows := list(store.vectors.rows(vectors.last_vector, _VECTORS_AT_ONCE))
    ):
        numbers, passages, stored = zip(*rows, strict=True)
        vectors.add(zip(numbers, passages, unpack(stored), strict=True), change)
    vectors.last_change = change
