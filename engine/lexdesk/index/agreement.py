"""Comparison of the indexes with the passages of their library.

The seal covers the bytes of an index, not whose they are: a folder copied from another library has a seal that fits.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lexdesk.index.lexical.fulltext import FullText
from lexdesk.storage import Store

if TYPE_CHECKING:  # numpy is loaded by those who need it
    from lexdesk.index.vector.base import VectorIndex

_NEWEST = 8  # passages, in which two continued copies of a library differ
_NEIGHBOURS = 10  # among which a vector finds itself
_MOST_LOST = 0.2  # share of vectors that an approximate index may miss
_EQUAL = 0.999  # cosine of copies


def agrees(store: Store, fulltext: FullText, sample: int) -> bool:
    """Return whether an index has as many passages as ``store``, and the words of a random ``sample`` and the newest.

    True for an index with other changes than the store, as while another program adds.
    """
    if fulltext.last_change != store.last_change():
        return True
    wanted = store.passages.searchable()
    if fulltext.size != len(wanted):
        return fulltext.last_change != store.last_change()  # changed meanwhile
    ids = sorted(wanted)
    some = {*random.sample(ids, min(sample, len(ids))), *ids[-_NEWEST:]}
    return all(
        fulltext.has_words(passage, f"{row.label}\n{row.heading}\n{row.text}")
        for passage, row in store.passages.by_id(some).items()
    )


def finds_own(passages: Iterable[int], vectors: VectorIndex, sample: int) -> bool:
    """Return whether the vectors of a random ``sample`` of ``passages`` mostly find their own passages."""
    every = sorted(passages)
    some, rows = vectors.vectors_of(random.sample(every, min(sample, len(every))))
    lost = 0
    for passage, row in zip(some, rows, strict=True):
        found = vectors.search(row, _NEIGHBOURS)
        is_found = passage in dict(found) or (bool(found) and found[-1][1] > _EQUAL)
        lost += not is_found
    return lost <= _MOST_LOST * len(some)
