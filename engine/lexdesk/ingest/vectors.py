"""The vectors of passages: encoded shortest first, stored, and indexed."""

import hashlib
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from lexdesk.document.passages import passage_text
from lexdesk.index.update import update_vectors
from lexdesk.index.vector.base import VectorIndex
from lexdesk.ingest.report import AddReport
from lexdesk.ingest.workers import Encodes
from lexdesk.storage import Store
from lexdesk.storage.statements import cut_batches
from lexdesk.system.progress import Listener, Progress
from lexdesk.vector_codes.int8 import pack

PASSAGES_AT_ONCE = 512  # encoded between two commits: an interruption loses some seconds


def compute_vectors(
    store: Store,
    vectors: VectorIndex | None,
    encoder: Encodes,
    report: AddReport,
    listener: Listener,
) -> None:
    """Encode the passages without a vector, shortest first, and index their vectors.

    Without an index on disk (``None``) the vectors are in the store alone.
    """
    done, total = store.vectors.progress()
    pending: deque[_Passages] = deque()

    def parts() -> Iterator[list[str]]:
        for some in _to_encode(store):
            pending.append(some)
            yield [text for _, text in some.new]

    try:
        listener(Progress("vectors", done, total))
        for encoded in encoder.encode_all(parts()):
            some = pending.popleft()
            with store.transaction():
                numbers = (passage for passage, _ in some.new)
                store.vectors.put(zip(numbers, pack(encoded), strict=True))
                store.vectors.copy((first, p) for p, first in some.alike.items() if p != first)
            done += len(some.alike)
            report.vectors += len(some.alike)
            if vectors is not None:
                update_vectors(store, vectors)
                if vectors.needs_saving():
                    vectors.save()
            listener(Progress("vectors", done, total))
    finally:
        if vectors is not None:
            update_vectors(store, vectors)
            vectors.save()


class _Passages(NamedTuple):
    """Passages without a vector: the first of each text, and for every passage the first with the same text."""

    new: list[tuple[int, str]]
    alike: dict[int, int]


def _to_encode(store: Store) -> Iterator[_Passages]:
    """Yield all passages without a vector, shortest first, in batches for one commit."""
    first_with: dict[bytes, int] = {}  # versions of a work repeat most of its text
    for some in cut_batches(store.vectors.missing_passages(), PASSAGES_AT_ONCE):
        rows = [
            (passage, passage_text(heading, text))
            for passage, heading, text in store.vectors.texts_to_encode(some)
        ]
        alike = {
            passage: first_with.setdefault(hashlib.blake2b(text.encode()).digest(), passage)
            for passage, text in rows
        }
        yield _Passages([row for row in rows if alike[row[0]] == row[0]], alike)
