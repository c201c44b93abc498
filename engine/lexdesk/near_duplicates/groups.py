"""Groups of near-duplicate documents.

Signatures that agree in one of their bands are compared (locality-sensitive hashing; Leskovec,
Rajaraman and Ullman, Mining of Massive Datasets, 3.4): with 32 bands of four numbers a pair of
similarity 0.7 is compared with a probability of 0.9998.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.text.minhash import LENGTH, Signature, decode_signature, estimate_similarity

MIN_SIMILARITY = 0.7
"""Minimum similarity of drafts of one document."""

_BANDS = 32


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A document of a group; ``alike`` is its estimated similarity to the group's first one, 0 to 1.

    ``same`` is True if its text equals that of the first.
    """

    path: str
    work: str
    title: str
    alike: float
    same: bool


def find_groups(store: Store, alike: float = MIN_SIMILARITY) -> list[list[Duplicate]]:
    """Return the groups of documents with a similarity of at least ``alike``, the largest first.

    The file changed first leads its group. Dated versions of one work form no group: they are its
    history.
    """
    signatures = store.texts.signatures()
    components = _connected_components(
        _similar_pairs({n: decode_signature(value) for n, value in signatures.items()}, alike)
    )
    rows = store.law.expression_rows([number for group in components for number in group])
    changed = {record.path: record.modified or 0 for record in store.files.records().values()}
    result = []
    for group in components:
        documents = sorted(
            (rows[number] for number in group if number in rows and rows[number].path),
            key=lambda row: (changed.get(row.path or "", 0), row.path or ""),
        )
        if len(documents) > 1 and not _is_history(documents):
            result.append(list(_members(store, documents, signatures)))
    return sorted(result, key=lambda members: (-len(members), members[0].path))


def _members(
    store: Store, documents: list[ExpressionRow], signatures: dict[int, bytes]
) -> Iterator[Duplicate]:
    first = documents[0]
    text = store.texts.text(first.id)
    for row in documents:
        alike = estimate_similarity(
            decode_signature(signatures[first.id]), decode_signature(signatures[row.id])
        )
        same = alike == 1.0 and store.texts.text(row.id) == text
        yield Duplicate(row.path or "", row.work, row.title, round(alike, 3), same)


def _is_history(documents: list[ExpressionRow]) -> bool:
    """Return True if the documents are versions of one work with distinct dates or languages."""
    if len({row.work for row in documents}) > 1:
        return False
    return len({(row.valid_from, row.language) for row in documents}) == len(documents)


def _similar_pairs(signatures: dict[int, Signature], alike: float) -> Iterator[tuple[int, int]]:
    """Yield similar pairs of documents; in a bucket of many, each with the first."""
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
                    if estimate_similarity(signatures[first], signatures[other]) >= alike:
                        yield first, other


def _connected_components(pairs: Iterable[tuple[int, int]]) -> list[set[int]]:
    """Return the connected components of ``pairs``."""
    group_of: dict[int, set[int]] = {}
    for a, b in pairs:
        one, other = group_of.setdefault(a, {a}), group_of.setdefault(b, {b})
        if one is not other:
            one |= other
            for number in other:
                group_of[number] = one
    return list({id(group): group for group in group_of.values()}.values())
