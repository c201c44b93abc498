"""Groups of documents that are copies or drafts of each other.

Signatures that agree in one of their bands are compared (locality-sensitive hashing; Leskovec,
Rajaraman and Ullman, Mining of Massive Datasets, 3.4): with 32 bands of four numbers a pair that is
70 % alike is met with a probability of 0.9998.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from lexdesk.near_duplicates.signature import LENGTH, Signature, numbers, similarity
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

ALIKE = 0.7
"""Documents that share so much of their word sequences are drafts of one."""

_BANDS = 32


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A document of a group; ``alike`` is its estimated similarity to the group's first one, 0 to 1.

    ``same`` where its text is that of the first, character by character.
    """

    path: str
    work: str
    title: str
    alike: float
    same: bool


def groups(store: Store, alike: float = ALIKE) -> list[list[Duplicate]]:
    """Documents from files that are at least ``alike``, the largest groups first.

    In a group, the file that was changed first stands first. Dated versions of one work are none of
    this: they are its history.
    """
    stored = store.signatures()
    found = _joined(_alike_pairs({n: numbers(value) for n, value in stored.items()}, alike))
    rows = store.expression_rows([number for group in found for number in group])
    changed = {record.path: record.modified or 0 for record in store.files().values()}
    told = []
    for group in found:
        documents = sorted(
            (rows[number] for number in group if number in rows and rows[number].path),
            key=lambda row: (changed.get(row.path or "", 0), row.path or ""),
        )
        if len(documents) > 1 and not _is_history(documents):
            told.append(list(_members(store, documents, stored)))
    return sorted(told, key=lambda members: (-len(members), members[0].path))


def _members(
    store: Store, documents: list[ExpressionRow], stored: dict[int, bytes]
) -> Iterator[Duplicate]:
    first = documents[0]
    text = store.text(first.id)
    for row in documents:
        alike = similarity(numbers(stored[first.id]), numbers(stored[row.id]))
        same = alike == 1.0 and store.text(row.id) == text
        yield Duplicate(row.path or "", row.work, row.title, round(alike, 3), same)


def _is_history(documents: list[ExpressionRow]) -> bool:
    """Whether these are versions of one work that its dates tell apart, or its languages."""
    if len({row.work for row in documents}) > 1:
        return False
    return len({(row.valid_from, row.language) for row in documents}) == len(documents)


def _alike_pairs(signatures: dict[int, Signature], alike: float) -> Iterator[tuple[int, int]]:
    """Pairs of documents that are alike; of a bucket of many, each with its first."""
    rows = LENGTH // _BANDS
    seen: set[tuple[int, int]] = set()
    for band in range(_BANDS):
        buckets: defaultdict[bytes, list[int]] = defaultdict(list)
        for number, values in signatures.items():
            buckets[np.ascontiguousarray(values[band * rows : (band + 1) * rows]).tobytes()].append(
                number
            )
        for first, *others in buckets.values():
            for other in others:
                if (first, other) not in seen:
                    seen.add((first, other))
                    if similarity(signatures[first], signatures[other]) >= alike:
                        yield first, other


def _joined(pairs: Iterable[tuple[int, int]]) -> list[set[int]]:
    """The sets of those that pairs connect."""
    group_of: dict[int, set[int]] = {}
    for a, b in pairs:
        one, other = group_of.setdefault(a, {a}), group_of.setdefault(b, {b})
        if one is not other:
            one |= other
            for number in other:
                group_of[number] = one
    return list({id(group): group for group in group_of.values()}.values())
